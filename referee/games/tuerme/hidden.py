"""Dealing again what a seat does not know.

All deals are equally likely (TB-03, 04), and so are all that fit what a seat knows: each hand that
it has not seen gets position cards that it can hold, the other unseen cards are shuffled into the
pile, and each scoring card that has not come up is slid in where it still can lie.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.games.chance import Chance, shuffle
from referee.games.tuerme.cards import POSITIONS, SCORING

if TYPE_CHECKING:
    from referee.games.tuerme.state import TuermeState
    from referee.games.tuerme.variant import Variant

__all__ = ["place_scoring_cards", "redeal", "scoring_places_left", "seen_cards"]


def seen_cards(state: "TuermeState") -> list[int]:
    """How many cards of each kind everybody knows where they are; scoring cards apart."""
    counts = [0] * len(state.variant.counts)
    for cards in (state.open_cards, state.gone, *state.known_hands):
        for card in cards:
            counts[card] += 1
    return counts


def scoring_places_left(variant: "Variant", turned_up: int, scored: int) -> list[Sequence[int]]:
    """For each scoring card in the pile: how many other cards may now lie above it.

    `turned_up` are the cards of the pile that have come up, `scored` the scoring cards among them.
    """
    return [
        range(max(places.start - turned_up, 0), places.stop - turned_up)
        for places in variant.scoring_ranges[scored:]
    ]


def place_scoring_cards(
    cards: Sequence[int], places: Sequence[Sequence[int]], chance: Chance
) -> tuple[int, ...]:
    """The pile, top first: each scoring card below as many cards as one of its places says.

    The places of one scoring card all lie before those of the next.
    """
    pile = list(cards)
    for already, possible in enumerate(places):
        pile.insert(possible[chance.draw(len(possible))] + already, SCORING)
    return tuple(pile)


def redeal(state: "TuermeState", seat: int | None, chance: Chance) -> None:
    """Draw the hidden parts anew, in place; for None, all that spectators do not know.

    Raises ValueError where no deal fits.
    """
    variant = state.variant
    unseen = [all_ - seen for all_, seen in zip(variant.counts, seen_cards(state), strict=True)]
    if seat is not None:
        for card in state.unknown_hands[seat]:
            unseen[card] -= 1
    others = [s for s in range(variant.seats) if s != seat and state.unknown_hands[s]]
    _deal_limited(state, [s for s in others if state.ruled_out[s]], unseen, chance)
    positions = [card for card in POSITIONS for _ in range(unseen[card])]
    for other in others:
        if not state.ruled_out[other]:
            dealt = [positions.pop(chance.draw(len(positions))) for _ in state.unknown_hands[other]]
            state.unknown_hands[other] = tuple(sorted(dealt))
    rest = positions
    rest += [card for card in range(POSITIONS.stop, len(unseen)) for _ in range(unseen[card])]
    shuffle(rest, chance)
    places = scoring_places_left(variant, variant.pile_cards - len(rest), _scored(state))
    state.pile = place_scoring_cards(rest, places, chance)


def _scored(state: "TuermeState") -> int:
    """Scoring cards that have come up."""
    return len(state.scorings) - (not state.stage)


def _deal_limited(
    state: "TuermeState", seats: Sequence[int], unseen: list[int], chance: Chance
) -> None:
    """Deal one card to each seat of which some are ruled out; all deals equally likely."""
    masks = [state.ruled_out[seat] for seat in seats]
    for place, seat in enumerate(seats):
        weights = []
        for card in POSITIONS:
            weight = 0
            if unseen[card] > 0 and not masks[place] >> card & 1:
                unseen[card] -= 1
                weight = (unseen[card] + 1) * _deals(masks[place + 1 :], unseen)
                unseen[card] += 1
            weights.append(weight)
        if not any(weights):
            raise ValueError("no card that is unseen can be in a hand")
        drawn = chance.draw(sum(weights))
        card = 0
        while drawn >= weights[card]:
            drawn -= weights[card]
            card += 1
        unseen[card] -= 1
        state.unknown_hands[seat] = (card,)


def _deals(masks: Sequence[int], unseen: list[int]) -> int:
    """In how many ways one card each can be dealt to hands that can't hold the cards of a mask."""
    if not masks:
        return 1
    ways = 0
    for card in POSITIONS:
        if unseen[card] > 0 and not masks[0] >> card & 1:
            unseen[card] -= 1
            ways += (unseen[card] + 1) * _deals(masks[1:], unseen)
            unseen[card] += 1
    return ways
