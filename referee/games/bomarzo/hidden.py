"""Dealing again what a seat does not know.

All deals are equally likely, and so are all that fit what a seat knows. What it knows beyond its
own cards: which cards lie open; of which shuffle every other card is, and how many of each shuffle
each seat hides (see `cards`); and, while another seat's action with Gigante, Elefante or Balena is
under way without a card to upgrade, that its hand holds a card to play.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from referee.games.bomarzo.variant import BUILDING, CHARACTER, NONE, bits
from referee.games.chance import Chance, shuffle

if TYPE_CHECKING:
    from referee.games.bomarzo.state import BomarzoState

__all__ = ["needed_cards", "open_cards", "own_cards", "redeal"]

MOST_DEALS = 20_000
"""Deals tried for a hand that must hold a card of a kind; one in some 50 fits at worst."""

_PAYING = frozenset(("declare", "pay", "virtual", "overpay", "raise", "develop"))


def open_cards(state: "BomarzoState") -> int:
    """Development cards that everybody sees."""
    cards = state.discards
    for mask in (*state.level_1, *state.level_2):
        cards |= mask
    if state.final is not None:
        for _, _, card, _ in state.devoted:
            cards |= 1 << card
    return cards


def own_cards(state: "BomarzoState", seat: int) -> int:
    """Hidden cards that this seat knows."""
    cards = state.hands[seat]
    if seat == state.acting_seat:
        cards |= state.drawn
    for owner, _, card, _ in state.devoted:
        if owner == seat:
            cards |= 1 << card
    return cards


def needed_cards(state: "BomarzoState") -> int:
    """Cards of which the acting seat must hold one, as everybody can tell; 0 where it need not."""
    if state.stage not in _PAYING:
        return 0
    favor = state.variant.favors[state.divinity]
    if not BUILDING <= favor <= CHARACTER:
        return 0
    cards = state.variant.kind_masks[favor - BUILDING]
    return 0 if state.level_1[state.acting_seat] & cards else cards


def redeal(state: "BomarzoState", seat: int | None, chance: Chance) -> None:
    """Draw the hidden parts anew, in place; for None, all that spectators do not know.

    Raises ValueError where no deal fits, which can't be for a position of a match.
    """
    needed = 0 if seat == state.acting_seat else needed_cards(state)
    for _ in range(MOST_DEALS):
        _redeal_cards(state, seat, chance)
        if not needed or state.hands[state.acting_seat] & needed:
            break
    else:
        raise ValueError("no hand of the seat to act has a card for what it does")
    for other, card in enumerate(state.kept):
        if other != seat and card != NONE:
            hand = bits(state.hands[other])
            state.kept[other] = hand[chance.draw(len(hand))]
    _redeal_worship(state, seat, chance)


# --- Development cards ---


def _redeal_cards(state: "BomarzoState", seat: int | None, chance: Chance) -> None:
    seats = state.variant.seats
    known = open_cards(state)
    if seat is not None:
        known |= own_cards(state, seat)
    others = [other for other in range(seats) if other != seat]
    hidden: list[list[list[int]]] = [[] for _ in range(seats)]
    """By seat and shuffle."""
    drawing = state.acting_seat if state.drawn and state.acting_seat != seat else NONE
    drawn = 0
    deck: list[int] = []
    for number, cards in enumerate(state.shuffles):
        pool = bits(cards & ~known)
        shuffle(pool, chance)
        for other in others:
            count = state.held[number * seats + other]
            if other == drawing:
                just_drawn = (state.drawn & cards).bit_count()
                count -= just_drawn
                for card in _pop(pool, just_drawn):
                    drawn |= 1 << card
            hidden[other].append(_pop(pool, count))
        deck += pool
    if drawing != NONE:
        state.drawn = drawn
    # All of it is of the last shuffle, and in random order.
    state.deck = tuple(deck)
    state.deck_left = len(deck)
    for other in others:
        _divide(state, other, hidden[other], chance)


def _pop(pool: list[int], count: int) -> list[int]:
    if not 0 <= count <= len(pool):
        raise ValueError("the hidden cards are not as many as there are")
    taken = pool[len(pool) - count :]
    del pool[len(pool) - count :]
    return taken


def _divide(state: "BomarzoState", seat: int, hidden: Sequence[list[int]], chance: Chance) -> None:
    """Which hidden cards of a seat lie under divinities, and which are in its hand."""
    places = (
        [place for place, entry in enumerate(state.devoted) if entry[0] == seat]
        if state.final is None
        else []
    )
    limits = tuple(
        tuple(state.devoted[place][3]) + (0,) * (len(hidden) - len(state.devoted[place][3]))
        for place in places
    )
    left = [len(cards) for cards in hidden]
    chosen = [0] * len(hidden)
    for step, place in enumerate(places):
        ways = [
            (left[number] - chosen[number])
            * _ways(limits, step + 1, tuple(left), _one_more(tuple(chosen), number))
            if chosen[number] < limits[step][number]
            else 0
            for number in range(len(hidden))
        ]
        if not sum(ways):
            raise ValueError(f"no card of seat {seat} can be its devoted card {step + 1}")
        pick = _draw(chance, sum(ways))
        number = 0
        while pick >= ways[number]:
            pick -= ways[number]
            number += 1
        # Each shuffle's cards are in random order already.
        owner, divinity, _, bounds = state.devoted[place]
        state.devoted[place] = (owner, divinity, hidden[number][chosen[number]], bounds)
        chosen[number] += 1
    hand = 0
    for cards, count in zip(hidden, chosen, strict=True):
        for card in cards[count:]:
            hand |= 1 << card
    state.hands[seat] = hand


@lru_cache(maxsize=1 << 12)
def _ways(
    limits: tuple[tuple[int, ...], ...], step: int, left: tuple[int, ...], chosen: tuple[int, ...]
) -> int:
    """In how many ways the devoted cards from this one on can be chosen."""
    if step == len(limits):
        return 1
    return sum(
        (left[number] - chosen[number]) * _ways(limits, step + 1, left, _one_more(chosen, number))
        for number in range(len(left))
        if chosen[number] < min(limits[step][number], left[number])
    )


def _one_more(counts: tuple[int, ...], number: int) -> tuple[int, ...]:
    return (*counts[:number], counts[number] + 1, *counts[number + 1 :])


def _draw(chance: Chance, bound: int) -> int:
    """A uniform number below a bound that may pass 2**32."""
    if bound <= 1 << 32:
        return chance.draw(bound)
    words = (bound.bit_length() + 31) // 32
    while True:
        value = 0
        for _ in range(words):
            value = value << 32 | chance.draw(1 << 32)
        if value < (1 << 32 * words) // bound * bound:
            return value % bound


# --- Worship cards ---


def _redeal_worship(state: "BomarzoState", seat: int | None, chance: Chance) -> None:
    """What another seat took was not among what this seat saw in the deck later on."""
    takes = state.worship_takes
    if not takes and not state.worship_drawn:
        return
    everything = (1 << len(state.variant.divinity_names)) - 1
    own_pending = seat is not None and seat == state.acting_seat
    held = 0
    if state.final is None:
        held = sum(1 << card for owner, card, _ in takes if owner == seat)
        for place, (owner, _, back) in enumerate(takes):
            if owner == seat:
                continue
            seen_later = state.worship_drawn if own_pending else 0
            for later_owner, _, later_back in takes[place + 1 :]:
                if later_owner == seat:
                    seen_later |= later_back
            # Later takes allow more, so that choosing in this order is uniform over all.
            allowed = bits(everything & ~held & ~seen_later)
            if not allowed:
                raise ValueError("no Worship card is left for a seat that took one")
            card = allowed[chance.draw(len(allowed))]
            held |= 1 << card
            takes[place] = (owner, card, back)
    deck = everything
    for place, (owner, card, back) in enumerate(takes):
        deck &= ~(1 << card)
        if owner != seat:
            takes[place] = (owner, card, _some(deck, back.bit_count(), chance))
    if state.worship_drawn and not own_pending:
        state.worship_drawn = _some(deck, state.worship_drawn.bit_count(), chance)


def _some(cards: int, count: int, chance: Chance) -> int:
    pool = bits(cards)
    if count > len(pool):
        raise ValueError("more Worship cards were drawn than there are")
    found = 0
    for _ in range(count):
        found |= 1 << pool.pop(chance.draw(len(pool)))
    return found
