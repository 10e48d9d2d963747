"""The cities, cards, signposts and delegates: data files beside this module, checked when read."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from referee.games.errors import OptionError
from referee.games.package_data import data_texts, parse_parts

__all__ = [
    "PORTRAITS",
    "SEATS",
    "SET_POINTS",
    "SET_SIZE",
    "STARS_DEALT",
    "Card",
    "City",
    "GameData",
    "MajorDelegate",
    "MinorDelegate",
    "load_data",
    "parse_data",
]

SEATS = (2, 3, 4, 5)
STARS_DEALT = 3
"""Star cards that each seat starts with (rule 3)."""

SET_SIZE = 3
SET_POINTS = 6
"""Rule 36."""

PORTRAITS = ("red hat", "lady", "beard")

FILES = {"cities": None, "cards": None, "signposts": None, "delegates": "delegates"}
"""Data files, and the key that the whole content of one is the value of."""

Name = Annotated[str, Field(pattern="^[A-Z][A-Za-z]*$")]
Ends = tuple[str, str]


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=False)


class City(_Row):
    """One city (rule 2); `cards` is how many cards build there."""

    name: Name
    capacity: Annotated[int, Field(ge=1)]
    higher: Annotated[int, Field(ge=1)]
    lower: Annotated[int, Field(ge=1)]
    cards: Annotated[int, Field(ge=1)]
    five_seats_only: bool


class Card(_Row):
    """One building card."""

    name: Annotated[str, Field(pattern="^[A-Z]{2}[1-9]$")]
    city: str
    crests: Annotated[int, Field(ge=1, le=2)]
    portraits: tuple[Literal["red hat", "lady", "beard"], ...]
    special: Literal["any", "move"] | None
    star: bool


class MinorDelegate(_Row):
    """Delegate A, B or C (rule 60): for tokens of one value, ties by one city's token."""

    name: Literal["A", "B", "C"]
    token: int
    tie_city: str


class MajorDelegate(_Row):
    """Delegate D (rule 62): for the points of some cities, ties by one of them."""

    name: Literal["D"]
    cities: tuple[str, ...]
    tie_city: str


class _Delegates(_Row):
    minor: tuple[MinorDelegate, ...]
    major: MajorDelegate


class GameData(_Row):
    """Everything that is printed on board and cards; names are unique and fit together."""

    cities: tuple[City, ...]
    cards: tuple[Card, ...]
    signposts: tuple[Ends, ...]
    signposts_five_seats: tuple[Ends, ...]
    markers_by_seats: Mapping[int, Annotated[int, Field(ge=0)]]
    markers_by_city: Annotated[int, Field(ge=1)]
    delegates: _Delegates

    def on_board(self, seats: int) -> tuple[City, ...]:
        """The cities of the board for that many seats (rule 1)."""
        return tuple(c for c in self.cities if seats == 5 or not c.five_seats_only)

    def roads(self, seats: int) -> tuple[Ends, ...]:
        """The signposts of the board for that many seats, by their two ends."""
        return self.signposts_five_seats if seats == 5 else self.signposts


@cache
def load_data() -> GameData:
    """The data of this package. Raises OptionError where a file is bad."""
    return parse_data(data_texts(__package__, FILES))


def parse_data(texts: Mapping[str, str]) -> GameData:
    """Read the four JSON files, by name without ending.

    Raises OptionError with one problem a line, each naming file, key and what is allowed.
    """
    data = parse_parts(
        GameData, texts, {name: "delegates" if name == "delegates" else None for name in FILES}
    )
    problems = [*_check_names(data), *_check_counts(data)]
    if problems:
        raise OptionError(problems)
    return data


def _check_names(data: GameData) -> list[str]:
    problems = []
    cities = [c.name for c in data.cities]
    for file, names in (("cities", cities), ("cards", [c.name for c in data.cards])):
        problems += [
            f"{file}.json: {file}: {name} occurs {count} times, not once"
            for name, count in Counter(names).items()
            if count > 1
        ]
    known = f"one of {', '.join(cities)}"
    problems += [
        f"cards.json: cards.{card.name}.city: {card.city!r} is not {known}"
        for card in data.cards
        if card.city not in cities
    ]
    for key, seats in (("signposts", 4), ("signposts_five_seats", 5)):
        names = [c.name for c in data.on_board(seats)]
        roads = data.roads(seats)
        for ends in roads:
            if ends[0] == ends[1] or not set(ends) <= set(names):
                problems.append(
                    f"signposts.json: {key}: {'-'.join(ends)} does not join two of "
                    f"{', '.join(names)}"
                )
        twice = [e for e, n in Counter(frozenset(r) for r in roads).items() if n > 1]
        problems += [f"signposts.json: {key}: {'-'.join(sorted(e))} occurs twice" for e in twice]
    if set(data.markers_by_seats) != set(SEATS):
        problems.append(f"signposts.json: markers_by_seats: the keys are not {SEATS}")
    for minor in data.delegates.minor:
        owners = [c.name for c in data.cities if minor.token in (c.higher, c.lower)]
        if minor.tie_city not in owners:
            problems.append(
                f"delegates.json: minor.{minor.name}.tie_city: {minor.tie_city!r} is not one of "
                f"{', '.join(owners)}, the cities with a token of {minor.token}"
            )
    if [d.name for d in data.delegates.minor] != ["A", "B", "C"]:
        problems.append("delegates.json: minor: the names are not A, B and C, once each")
    major = data.delegates.major
    unknown = [c for c in major.cities if c not in cities]
    if unknown:
        problems.append(f"delegates.json: major.cities: {', '.join(unknown)} is not {known}")
    if major.tie_city not in major.cities:
        problems.append(
            f"delegates.json: major.tie_city: {major.tie_city!r} is not one of "
            f"{', '.join(major.cities)}"
        )
    return problems


def _check_counts(data: GameData) -> list[str]:
    """What playing the whole pile needs: every city is completed exactly, no set is left over."""
    problems = []
    for city in data.cities:
        cards = [c for c in data.cards if c.city == city.name]
        crests = sum(c.crests for c in cards)
        key = f"cities.json: cities.{city.name}"
        if len(cards) != city.cards:
            problems.append(f"{key}.cards: {city.cards}, but cards.json has {len(cards)}")
        if crests != city.capacity:
            problems.append(f"{key}.capacity: {city.capacity}, but its cards have {crests} crests")
        if city.capacity % 2 == 0:
            problems.append(f"{key}.capacity: {city.capacity} is not odd")
        if city.lower >= city.higher:
            problems.append(f"{key}.lower: {city.lower} is not below higher, {city.higher}")
    for card in data.cards:
        kinds = (card.crests == 2) + bool(card.portraits) + (card.special is not None)
        if kinds != 1 or len(card.portraits) > 2 or len(set(card.portraits)) > 1:
            problems.append(
                f"cards.json: cards.{card.name}: exactly one of a second crest, one portrait, "
                "two equal portraits, a special"
            )
        if card.star and len(card.portraits) != 1:
            problems.append(f"cards.json: cards.{card.name}.star: star cards have one portrait")
    for seats in (4, 5):
        names = {c.name for c in data.on_board(seats)}
        cards = [c for c in data.cards if c.city in names]
        stars = sum(c.star for c in cards)
        if stars < seats * STARS_DEALT:
            problems.append(
                f"cards.json: cards: {stars} star cards, but {seats} seats need "
                f"{seats * STARS_DEALT}"
            )
        portraits: Counter[str] = Counter(p for c in cards for p in c.portraits)
        problems += [
            f"cards.json: cards: {portraits[kind]} portraits {kind!r} are too few for a set"
            for kind in PORTRAITS
            if portraits[kind] < SET_SIZE
        ]
    return problems
