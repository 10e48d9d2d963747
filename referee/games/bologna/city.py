"""A map (six tiles, twelve sides, the landmarks) and the tables of one city laid from it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b

from referee.games.bologna.map_file import SHIPPED, read_map
from referee.games.bologna.moves import KINDS, BolognaMove
from referee.games.bologna.placements import (
    SUPPLY_KEYS,
    DistrictTables,
    LandmarkKind,
    Placement,
)
from referee.games.bologna.side import Side

__all__ = ["DISTRICTS", "City", "CityMap", "load_map"]

DISTRICTS = 6
_MAPS_KEPT = 8


class City:
    """Six sides, and the tables of their districts joined: what all positions of a city share.

    Placements, of buildings and of landmarks, are numbered through all districts, district 1
    first. `moves`, `placements`: by number; `number_of[text]` and the same for landmarks;
    `shifts[d]`: where the mask of district d (0-based) begins in a mask of the whole city;
    `areas[d]`: that district's part of such a mask; `with_supply[key]`: see `DistrictTables`.
    `bisection` serves to find the n-th bit of a mask, down to its byte; `top` is the bit above all
    placements; `wire[code]`: the piece that a code of `placed` stands for, as bytes of an
    observation; `seal` stands for map and city in a digest.
    """

    __slots__ = (
        "areas",
        "bisection",
        "city_map",
        "districts",
        "landmark_base",
        "landmark_moves",
        "landmark_number_of",
        "letters",
        "moves",
        "number_of",
        "placements",
        "seal",
        "shifts",
        "sides",
        "texts",
        "top",
        "wire",
        "with_supply",
    )

    def __init__(self, city_map: "CityMap", letters: str) -> None:
        self.city_map = city_map
        self.letters = letters
        self.districts = tuple(
            city_map.tables(district, letter) for district, letter in enumerate(letters)
        )
        self.sides: tuple[Side, ...] = tuple(tables.side for tables in self.districts)
        self.moves: tuple[BolognaMove, ...] = tuple(m for t in self.districts for m in t.moves)
        self.placements: tuple[Placement, ...] = tuple(
            p for t in self.districts for p in t.placements
        )
        self.texts = tuple(move.text for move in self.moves)
        self.number_of = {text: number for number, text in enumerate(self.texts)}
        self.landmark_moves = tuple(m for t in self.districts for m in t.landmark_moves)
        self.landmark_number_of = {m.text: n for n, m in enumerate(self.landmark_moves)}
        landmarks_before = 0
        base = []
        for tables in self.districts:
            base.append(landmarks_before)
            landmarks_before += len(tables.landmark_moves)
        self.landmark_base = tuple(base)
        total = len(self.moves)
        self.top = 1 << total
        shifts = []
        for tables in self.districts:
            total -= len(tables.moves)
            shifts.append(total)
        self.shifts = tuple(shifts)
        self.areas = tuple(
            t.full << shift for t, shift in zip(self.districts, self.shifts, strict=True)
        )
        self.with_supply = tuple(
            sum(
                t.with_supply[key] << shift
                for t, shift in zip(self.districts, self.shifts, strict=True)
            )
            for key in range(SUPPLY_KEYS)
        )
        self.bisection = tuple(_halves(len(self.moves)))
        self.wire = (
            *(piece for tables in self.districts for piece in tables.wire),
            # Of landmarks only the even numbers are used.
            *(
                piece
                for tables in self.districts
                for one in tables.landmark_wire
                for piece in (one, b"")
            ),
        )
        self.seal = blake2b(f"{city_map.text}\n{letters}".encode(), digest_size=16).digest()


def _halves(width: int) -> Iterator[tuple[int, int]]:
    """Widths, and masks of that many bits, that halve a mask of `width` bits down to a byte."""
    while width > 8:
        width = (width + 1) // 2
        yield width, (1 << width) - 1


@dataclass(frozen=True, eq=False)
class CityMap:
    """A map that was read and found good.

    `text` is its canonical JSON; `shipped` tells the game's own map from a user's.
    """

    text: str
    shipped: bool
    tracks: int
    slots: tuple[str, ...]
    sides: Mapping[str, Side]
    landmarks: Mapping[str, LandmarkKind]
    _tables: dict[tuple[int, str], DistrictTables] = field(default_factory=dict, repr=False)
    _cities: dict[str, City] = field(default_factory=dict, repr=False)

    def tables(self, district: int, letter: str) -> DistrictTables:
        """The tables of a district (0-based) with that side ("A" or "B") up; made once."""
        key = (district, letter)
        if key not in self._tables:
            side = self.sides[self.slots[district] + letter]
            self._tables[key] = DistrictTables(district + 1, side, self.landmarks)
        return self._tables[key]

    def city(self, letters: str) -> City:
        """The city of those six letters; made once."""
        if letters not in self._cities:
            if len(letters) != DISTRICTS or set(letters) - {"A", "B"}:
                raise ValueError(f"a city is six letters A or B, not {letters!r}")
            self._cities[letters] = City(self, letters)
        return self._cities[letters]

    @property
    def values(self) -> tuple[int, ...]:
        """What a landmark of each kind is worth, influence."""
        return tuple(self.landmarks[kind].value for kind in KINDS)


def load_map(text: str = SHIPPED) -> CityMap:
    """The map of a JSON text, or the shipped one for "". Raises OptionError, see `read_map`."""
    return _load_map(text)


@lru_cache(maxsize=_MAPS_KEPT)
def _load_map(text: str) -> CityMap:
    contents = read_map(text)
    return CityMap(
        text=contents.text,
        shipped=text == SHIPPED,
        tracks=contents.tracks,
        slots=contents.slots,
        sides=contents.sides,
        landmarks=contents.landmarks,
    )
