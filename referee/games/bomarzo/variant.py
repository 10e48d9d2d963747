"""The data compiled for one number of seats and one set of options.

Inside a position, cards, divinities, tracks and resources are numbers: places in the lists of the
data. Sets of them are bit masks.
"""

from collections.abc import Mapping
from functools import cache

from referee.games.bomarzo.data import (
    AREAS,
    FAVORS,
    GAINS,
    KINDS,
    RESOURCES,
    TEMPLES,
    TRACKS,
    VILLAGE,
    GameData,
    Track,
    load_data,
)

__all__ = [
    "ADVANCE",
    "BUILDING",
    "CARD",
    "CHARACTER",
    "DEVOTE",
    "DRAGO",
    "DRAW",
    "EXCHANGING",
    "NONE",
    "PAWN",
    "RAISING",
    "REPETITION",
    "TAKE",
    "VILLAGE_STEPS",
    "VISION",
    "Variant",
    "bits",
    "variant_for",
]

NONE = -1
"""In place of a card, a divinity or a seat where there is none."""

CARD, PAWN = 3, 4
"""Village tracks beside those of the three resources."""

VISION, REPETITION, RAISING, EXCHANGING, DRAGO = range(4, 9)
"""Powers: places in `GAINS`."""

DRAW, TAKE, VILLAGE_STEPS, BUILDING, KNOWLEDGE, CHARACTER, ADVANCE, DEVOTE = range(8)
"""Favors: places in `FAVORS`; those that develop a kind of card are BUILDING + its number."""


def bits(mask: int) -> list[int]:
    """The members of a set, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


class Variant:
    """What never changes in a match; shared by all its positions."""

    def __init__(
        self, data: GameData, seats: int, seasons: bool, worship: bool, village_only: bool
    ) -> None:
        self.data = data
        self.seats = seats
        self.seasons = seasons
        self.worship = worship
        self.village_only = village_only
        """The black token stops the income of villages alone."""

        cards, divinities = data.cards, data.divinities
        self.card_names = tuple(c.name for c in cards)
        self.divinity_names = tuple(d.name for d in divinities)
        self.card_number = {name: i for i, name in enumerate(self.card_names)}
        self.divinity_number = {name: i for i, name in enumerate(self.divinity_names)}
        self.kind_masks = tuple(
            sum(1 << i for i, c in enumerate(cards) if kind in c.kinds) for kind in KINDS
        )
        self.half_points = tuple(
            tuple((2 // len(c.kinds)) * (kind in c.kinds) for kind in KINDS) for c in cards
        )
        """Halves of an advancement that level 2 of each card gives in each kind (rule 37)."""
        self.level_1 = tuple(_steps(c.level_1) for c in cards)
        self.level_2 = tuple(_steps(c.level_2) for c in cards)
        self.temples = tuple(TEMPLES.index(c.temple) for c in cards)
        self.devotion = tuple(c.devotion for c in cards)
        self.gain_masks = tuple(
            sum(1 << i for i, c in enumerate(cards) if c.gain == gain) for gain in GAINS
        )
        self.income_mask = sum(self.gain_masks[: CARD + 1])

        self.favors = tuple(FAVORS.index(d.favor) for d in divinities)
        self.category = tuple(d.scores for d in divinities)
        self.active = tuple((d.active.food, d.active.coin, d.active.any) for d in divinities)
        self.moss = tuple((d.moss.food, d.moss.coin, d.moss.any) for d in divinities)

        length = data.village.length
        self.village_length = length
        self.village_symbols = tuple(
            tuple(
                sum(step <= place for step in data.village.symbols[track])
                for place in range(length + 1)
            )
            for track in VILLAGE
        )
        """Symbols reached, by track and step."""
        self.board_length = data.board.length
        self.point_spaces = data.board.point_spaces
        self.start_pawns = data.pawns.start[seats]
        self.most_pawns = data.pawns.most
        self.reserve = tuple(data.reserve[kind] for kind in RESOURCES)
        self.harvest = tuple(
            (RESOURCES.index(data.harvest[area].gives), data.harvest[area].by_order)
            for area in AREAS
        )
        self.points = tuple(
            (first, second if seats > 2 else 0) for first, second in data.points_by_position
        )
        self.temple_points = tuple(data.temple_points.get(n, 0) for n in range(len(TEMPLES) + 1))
        self.tokens = tuple(
            token for token, count in data.season_tokens.items() for _ in range(count)
        )
        self.most_held = data.worship.most_held
        self.worship_points = (data.worship.lost, data.worship.won)


def _steps(steps: Mapping[Track, int]) -> tuple[tuple[int, int], ...]:
    return tuple((TRACKS.index(track), count) for track, count in steps.items())


@cache
def variant_for(seats: int, seasons: bool, worship: bool, village_only: bool) -> Variant:
    """The variant, made once a process."""
    return Variant(load_data(), seats, seasons, worship, village_only)
