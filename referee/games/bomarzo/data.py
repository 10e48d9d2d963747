"""Cards, divinities and tables: data files beside this module, checked when they are read."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from referee.games.errors import OptionError
from referee.games.package_data import data_texts, parse_parts

__all__ = [
    "AREAS",
    "FAVORS",
    "GAINS",
    "KINDS",
    "RESOURCES",
    "SEASONS",
    "SEATS",
    "TEMPLES",
    "TOKENS",
    "TRACKS",
    "VILLAGE",
    "Card",
    "Divinity",
    "GameData",
    "HarvestArea",
    "Tribute",
    "load_data",
    "parse_data",
]

SEATS = (2, 3, 4)
SEASONS = 8
Resource = Literal["food", "coin", "wine"]
VillageTrack = Literal["food", "coin", "wine", "card", "pawn"]
Area = Literal["fields", "caves", "vineyard"]
Kind = Literal["building", "knowledge", "character"]
Track = Literal["culture", "architecture", "science"]

RESOURCES: tuple[Resource, ...] = ("food", "coin", "wine")
VILLAGE: tuple[VillageTrack, ...] = ("food", "coin", "wine", "card", "pawn")
"""Tracks of a village; the first three give the resources of the same name."""
TRACKS: tuple[Track, ...] = ("culture", "architecture", "science")
"""Tracks of the board."""
KINDS = ("building", "knowledge", "character")
AREAS: tuple[Area, ...] = ("fields", "caves", "vineyard")
TEMPLES = ("sun", "moon", "star", "flame", "leaf")
GAINS = (*RESOURCES, "card", "vision", "repetition", "raising", "exchanging", "drago")
"""What level 2 of a card brings: four incomes, five powers."""
FAVORS = ("draw", "take", "village", *KINDS, "advance", "devote")
CATEGORIES = (*KINDS, *TRACKS, "food", "coin")
TOKENS = ("white", "black", "green", "yellow", "brown")
FILES = dict.fromkeys(("cards", "divinities", "tables"))

Count = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Card(_Row):
    """One Development card, both sides."""

    name: Annotated[str, Field(pattern="^[A-Z][a-z]+( [A-Z][a-z]+)?$")]
    kinds: tuple[Kind, ...]
    level_1: Mapping[Track, Positive]
    temple: Literal["sun", "moon", "star", "flame", "leaf"]
    devotion: Positive
    level_2: Mapping[Track, Positive]
    gain: Literal[
        "food", "coin", "wine", "card", "vision", "repetition", "raising", "exchanging", "drago"
    ]


class Tribute(_Row):
    """What the first pawn of a season pays; `any` counts resources of any kind."""

    food: Count
    coin: Count
    any: Count


class Divinity(_Row):
    """One divinity: favor, scoring category and the tributes of both sides."""

    name: Annotated[str, Field(pattern="^[A-Z][a-z]+$")]
    favor: Literal[
        "draw", "take", "village", "building", "knowledge", "character", "advance", "devote"
    ]
    scores: Literal[
        "building",
        "knowledge",
        "character",
        "culture",
        "architecture",
        "science",
        "food",
        "coin",
    ]
    active: Tribute
    moss: Tribute


class HarvestArea(_Row):
    """What the first, second, third and fourth pawn of a season harvest."""

    gives: Resource
    by_order: tuple[Count, Count, Count, Count]


class Pawns(_Row):
    """Action pawns: at the start by number of seats, and at most."""

    start: Mapping[int, Positive]
    most: Positive


class Village(_Row):
    """Steps of each village track, and the steps that bear a symbol."""

    length: Positive
    symbols: Mapping[VillageTrack, tuple[Positive, ...]]


class Board(_Row):
    """Steps of each board track, and those worth a point to whoever is there first."""

    length: Positive
    point_spaces: tuple[Positive, ...]


class WorshipTable(_Row):
    """The Worship promo; points of a card at the end."""

    most_held: Positive
    won: int
    lost: int


class GameData(_Row):
    """Everything that is printed; all parts fit together."""

    cards: tuple[Card, ...]
    divinities: tuple[Divinity, ...]
    reserve: Mapping[Resource, Positive]
    pawns: Pawns
    village: Village
    board: Board
    harvest: Mapping[Area, HarvestArea]
    points_by_position: tuple[tuple[Count, Count], ...]
    temple_points: Mapping[int, Positive]
    season_tokens: Mapping[Literal["white", "black", "green", "yellow", "brown"], Count]
    worship: WorshipTable


@cache
def load_data() -> GameData:
    """The data of this package. Raises OptionError where a file is bad."""
    return parse_data(data_texts(__package__, FILES))


def parse_data(texts: Mapping[str, str]) -> GameData:
    """Read the three JSON files, by name without ending.

    Raises OptionError with one problem a line, each naming file, key and what is allowed.
    """
    data = parse_parts(GameData, texts, FILES)
    problems = [*_check_cards(data), *_check_divinities(data), *_check_tables(data)]
    if problems:
        raise OptionError(problems)
    return data


def _twice(file: str, names: list[str]) -> list[str]:
    return [
        f"{file}.json: {file}: {name} occurs {count} times, not once"
        for name, count in Counter(names).items()
        if count > 1
    ]


def _check_cards(data: GameData) -> list[str]:
    problems = _twice("cards", [c.name for c in data.cards])
    for card in data.cards:
        key = f"cards.json: cards.{card.name}"
        if not 1 <= len(set(card.kinds)) == len(card.kinds) <= 2:
            problems.append(f"{key}.kinds: one or two different of {', '.join(KINDS)}")
        if len(card.level_1) != 1:
            problems.append(f"{key}.level_1: exactly one of {', '.join(TRACKS)}")
        if not 1 <= len(card.level_2) <= 2:
            problems.append(f"{key}.level_2: one or two of {', '.join(TRACKS)}")
    most_dealt = 4 * SEATS[-1]
    if len(data.cards) <= most_dealt:
        problems.append(
            f"cards.json: cards: {len(data.cards)} cards; more than {most_dealt} are dealt"
        )
    return problems


def _check_divinities(data: GameData) -> list[str]:
    problems = _twice("divinities", [d.name for d in data.divinities])
    for key, values, wanted in (
        ("favor", [d.favor for d in data.divinities], FAVORS),
        ("scores", [d.scores for d in data.divinities], CATEGORIES),
    ):
        if sorted(values) != sorted(wanted):
            problems.append(
                f"divinities.json: divinities.{key}: each of {', '.join(wanted)} exactly once"
            )
    return problems


def _check_tables(data: GameData) -> list[str]:
    problems = []
    for key, found, wanted in (
        ("reserve", data.reserve, RESOURCES),
        ("village.symbols", data.village.symbols, VILLAGE),
        ("harvest", data.harvest, AREAS),
        ("season_tokens", data.season_tokens, TOKENS),
        ("pawns.start", data.pawns.start, SEATS),
    ):
        if set(found) != set(wanted):
            problems.append(f"tables.json: {key}: the keys are not {', '.join(map(str, wanted))}")
    spaces = [
        (f"village.symbols.{k}", s, data.village.length) for k, s in data.village.symbols.items()
    ]
    spaces.append(("board.point_spaces", data.board.point_spaces, data.board.length))
    for key, steps, length in spaces:
        if sorted(set(steps)) != list(steps) or (steps and steps[-1] > length):
            problems.append(f"tables.json: {key}: ascending steps of 1..{length} are expected")
    if len(data.points_by_position) != len(data.divinities):
        problems.append(
            f"tables.json: points_by_position: {len(data.divinities)} pairs are expected, "
            "one a divinity"
        )
    if sum(data.season_tokens.values()) < SEASONS:
        problems.append(f"tables.json: season_tokens: at least {SEASONS} tokens are needed")
    if max(data.pawns.start.values()) > data.pawns.most:
        problems.append("tables.json: pawns.start: no more than pawns.most")
    if not set(data.temple_points) <= set(range(1, len(TEMPLES) + 1)):
        problems.append(f"tables.json: temple_points: keys of 1..{len(TEMPLES)} are expected")
    return problems
