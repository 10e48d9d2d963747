"""The cards and pieces: a data file beside this module, checked when read."""

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from referee.games.errors import OptionError
from referee.games.tuerme.cards import NUMBERS

__all__ = [
    "HAND_CARDS",
    "MOST_STONES",
    "OPEN_CARDS",
    "SCORING_CARDS",
    "SCORING_SPREAD",
    "SEATS",
    "Deck",
    "GameData",
    "load_data",
    "parse_data",
    "scoring_places",
]

SEATS = (2, 3, 4, 5, 6)
HAND_CARDS = 3
OPEN_CARDS = 4
"""TB-03."""

SCORING_CARDS = 2
SCORING_SPREAD = 3
"""TB-04."""

MOST_STONES = 6
"""TB-11."""

FILE = "cards.json"

Count = Annotated[int, Field(ge=0, le=200, strict=True)]
SpecialNumber = Literal["2", "3", "4", "6", "7", "8"]


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Deck(_Row):
    """All cards but the scoring cards, for some numbers of seats: how many of each number."""

    seats: tuple[int, ...]
    positions: Mapping[Literal["2", "3", "4", "5", "6", "7", "8"], Count]
    plague: Mapping[SpecialNumber, Count]
    fire: Mapping[SpecialNumber, Count]

    def counts(self) -> tuple[int, ...]:
        """Cards of each kind, as numbered in `cards`."""
        tables = (self.positions, self.plague, self.fire)
        by_name = [{str(name): count for name, count in table.items()} for table in tables]
        return tuple(table.get(str(n), 0) for table in by_name for n in NUMBERS)


class GameData(_Row):
    """How many there are of everything."""

    stones: Annotated[int, Field(ge=1, le=200, strict=True)]
    roofs: Annotated[int, Field(ge=0, le=40, strict=True)]
    tokens: Annotated[int, Field(ge=0, le=200, strict=True)]
    decks: tuple[Deck, ...]

    def deck(self, seats: int) -> Deck:
        """The deck for that many seats."""
        return next(deck for deck in self.decks if seats in deck.seats)


def scoring_places(cards: int) -> tuple[int, ...]:
    """Mean places of the scoring cards: as many of the pile's `cards` lie above each (TB-04)."""
    return tuple(
        (2 * n * cards + SCORING_CARDS + 1) // (2 * (SCORING_CARDS + 1))
        for n in range(1, SCORING_CARDS + 1)
    )


@cache
def load_data() -> GameData:
    """The data of this package. Raises OptionError where the file is bad."""
    return parse_data((files(__package__) / "data" / FILE).read_text("utf-8"))


def parse_data(text: str) -> GameData:
    """Read the JSON file.

    Raises OptionError with one problem a line, each naming file, key and what is allowed.
    """
    try:
        content = json.loads(text)
    except ValueError as error:
        raise OptionError([f"{FILE}: no JSON: {error}"]) from None
    try:
        data = GameData.model_validate(content)
    except ValidationError as error:
        raise OptionError(
            [f"{FILE}: {'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()]
        ) from None
    problems = _check_seats(data) or [
        line
        for place, deck in enumerate(data.decks)
        for seats in deck.seats
        for line in _check_deck(deck, f"{FILE}: decks.{place}", seats)
    ]
    if problems:
        raise OptionError(problems)
    return data


def _check_seats(data: GameData) -> list[str]:
    """Each number of seats has one deck."""
    counts = Counter(seats for deck in data.decks for seats in deck.seats)
    problems = [
        f"{FILE}: decks: {counts[seats]} decks are for {seats} seats, not one"
        for seats in SEATS
        if counts[seats] != 1
    ]
    allowed = ", ".join(map(str, SEATS))
    problems += [
        f"{FILE}: decks.seats: {seats} is not one of {allowed}"
        for seats in counts
        if seats not in SEATS
    ]
    return problems


def _check_deck(deck: Deck, key: str, seats: int) -> list[str]:
    """There are enough cards to deal, and the scoring cards come in order, none the last."""
    problems = []
    positions = sum(deck.positions.values())
    dealt = seats * HAND_CARDS + OPEN_CARDS
    if positions < dealt:
        problems.append(
            f"{key}.positions: {positions} cards, but {seats} seats need at least {dealt}"
        )
    pile = sum(deck.counts()) - dealt
    first, second = scoring_places(pile)
    spread = SCORING_SPREAD
    if first - spread < 0 or first + spread >= second - spread or second + spread >= pile:
        problems.append(
            f"{key}: {pile} cards in the pile of {seats} seats are too few to spread "
            f"{SCORING_CARDS} scoring cards"
        )
    return problems
