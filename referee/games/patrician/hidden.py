"""Dealing again what a seat does not know.

All deals are equally likely (rules 3-7), and so are all that fit what a seat knows: the star cards
it has not seen are shuffled, the other seats get theirs back from them, and the rest is shuffled
with the other unseen cards into the cards set aside and the pile.
"""

from typing import TYPE_CHECKING

from referee.games.chance import Chance, shuffle
from referee.games.patrician.variant import NOBODY

if TYPE_CHECKING:
    from referee.games.patrician.state import PatricianState

__all__ = ["redeal", "seen_cards"]


def seen_cards(state: "PatricianState") -> list[int]:
    """Cards that everybody knows where they are."""
    seen = [card for card in state.plates if card != NOBODY]
    seen += state.discards
    for cards in (*state.known_hands, *state.stacks):
        seen += cards
    return seen


def redeal(state: "PatricianState", seat: int | None, chance: Chance) -> None:
    """Draw the hidden parts anew, in place; for None, all that spectators do not know."""
    variant = state.variant
    known = set(seen_cards(state))
    if seat is not None:
        known.update(state.unknown_hands[seat])
    stars = [card for card in variant.star_cards if card not in known]
    shuffle(stars, chance)
    for other, hand in enumerate(state.unknown_hands):
        if other != seat:
            dealt = [stars.pop() for _ in hand]
            state.unknown_hands[other] = tuple(sorted(dealt))
    rest = stars + [card for card in variant.plain_cards if card not in known]
    rest.sort()
    shuffle(rest, chance)
    aside = len(state.aside)
    state.aside, state.pile = tuple(rest[:aside]), tuple(rest[aside:])
