"""What a hand allows, apart from the board."""

from dataclasses import dataclass
from functools import cache
from itertools import combinations

from referee.games.tuerme.cards import FIRE, PLAGUE, POSITIONS
from referee.games.tuerme.fields import BASILICA, SIDE
from referee.games.tuerme.moves import HEAL, Discard, Draw, Fire, Pair, Plague, special_blocks

__all__ = ["HandPlan", "draws", "hand_plan"]


@dataclass(frozen=True, slots=True)
class HandPlan:
    """What a hand of cards allows, in canonical order."""

    fields: tuple[int, ...]
    """Action fields for building (TB-05, 21)."""

    specials: tuple[Plague | Fire, ...]
    """TB-20, 22, 26."""

    heals: bool
    """Two of its cards are fives (TB-25)."""

    discards: tuple[Discard, ...]
    """TB-29."""


def _pairs(cards: tuple[int, ...]) -> list[Pair]:
    return sorted({(a, b) for a, b in combinations(cards, 2)})


@cache
def hand_plan(hand: tuple[int, ...]) -> HandPlan:
    """The plan of a hand in card order."""
    pairs = _pairs(hand)
    fields = {
        field
        for a, b in pairs
        if a in POSITIONS and b in POSITIONS
        for field in (a * SIDE + b, b * SIDE + a)
    }
    plagues = [
        Plague(cards, block)
        for cards in pairs
        if cards[0] in PLAGUE or cards[1] in PLAGUE
        for block in special_blocks(cards)
    ]
    fires = [
        Fire(cards, block)
        for cards in pairs
        if cards[0] in FIRE or cards[1] in FIRE
        for block in special_blocks(cards)
    ]
    return HandPlan(
        fields=tuple(sorted(fields - {BASILICA})),
        specials=(*plagues, *fires),
        heals=HEAL.cards in pairs,
        discards=tuple(Discard(cards) for cards in pairs),
    )


@cache
def draws(open_cards: tuple[int, ...]) -> tuple[Draw, ...]:
    """All pairs of the open cards, which are in card order (TB-17)."""
    return tuple(Draw(cards) for cards in _pairs(open_cards))
