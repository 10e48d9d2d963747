"""Reading a map: the JSON text of tiles and landmarks, and what makes one good.

    {"tracks": 15,
     "landmarks": {"councilman": {"count": 4, "value": 4, "shape": [2, 2]}, ...},
     "slots": ["S3", ...],                            six names of tiles, district 1 first
     "sides": {"S3A": ["#J...", ...], "S3B": ...}}    both sides of each tile, rows from the top

A file is read by whoever calls us; here it is only a text.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from referee.games.bologna.moves import KINDS, MAX_LINES, Space
from referee.games.bologna.placements import LandmarkKind, count_buildings, landmark_rectangles
from referee.games.bologna.side import DIRECTIONS, LEGS, Side, canonical_rows
from referee.games.errors import OptionError

__all__ = [
    "MAX_INTERIOR",
    "MAX_PLACEMENTS",
    "MIN_CITY_EDGE",
    "SHIPPED",
    "MapContents",
    "read_map",
    "shipped_text",
]

SHIPPED = ""
"""Stands for the map that comes with the game."""
MAX_INTERIOR = 15
"""Squares of a side without a side on the edge: more could make one courtyard win at once."""
MAX_PLACEMENTS = 1_000
"""Of buildings on a side: engines make tables of them within the time they have to get ready."""
MIN_CITY_EDGE = 87
"""Squares at the edge that any city must have, so that players hardly ever get stuck."""
MAX_TEXT_BYTES = 64 * 1024
_LETTERS = ".#" + "".join(LEGS)


@dataclass(frozen=True, slots=True)
class MapContents:
    """A good map. `text` is canonical JSON: without spaces, keys sorted, triangles as letters."""

    text: str
    tracks: int
    slots: tuple[str, ...]
    sides: Mapping[str, Side]
    landmarks: Mapping[str, LandmarkKind]


@cache
def shipped_text() -> str:
    """The JSON text of the map that comes with the game."""
    return files("referee.games.bologna").joinpath("map.json").read_text(encoding="utf-8")


def read_map(text: str) -> MapContents:
    """Read a map; "" gives the shipped one.

    Raises OptionError with all that is wrong, one line each, naming the side where there is one.
    """
    if text == SHIPPED:
        return _contents(json.loads(shipped_text()))
    if len(text.encode()) > MAX_TEXT_BYTES:
        raise OptionError([f"map: longer than {MAX_TEXT_BYTES} bytes"])
    # Only a user's map needs the checks, and engines start faster without their library.
    from referee.games.bologna.map_schema import checked_json

    return _contents(checked_json(text))


def _contents(raw: Mapping[str, Any]) -> MapContents:
    """From JSON of the right shape to sides of the right geometry. Raises OptionError."""
    landmarks = {
        name: LandmarkKind(name, kind["count"], kind["value"], _shape(kind["shape"]))
        for name, kind in raw["landmarks"].items()
    }
    problems: list[str] = []
    rows = {name: canonical_rows(side) for name, side in raw["sides"].items()}
    sides: dict[str, Side] = {}
    for name, side_rows in rows.items():
        wrong = _row_problems(side_rows)
        if not wrong:
            sides[name] = Side(name, side_rows)
            wrong = _side_problems(sides[name], landmarks.values())
        problems += [f"map: side {name}: {problem}" for problem in wrong]
    if len(sides) == len(rows):
        problems += _city_problems(raw["slots"], sides)
    if problems:
        raise OptionError(problems)
    canonical = {
        "tracks": raw["tracks"],
        "landmarks": {
            k.name: {"count": k.count, "value": k.value, "shape": list(k.shape)}
            for k in landmarks.values()
        },
        "slots": list(raw["slots"]),
        "sides": rows,
    }
    return MapContents(
        text=json.dumps(canonical, sort_keys=True, separators=(",", ":")),
        tracks=raw["tracks"],
        slots=tuple(raw["slots"]),
        sides=sides,
        landmarks={name: landmarks[name] for name in KINDS},
    )


def _shape(shape: list[int]) -> tuple[int, int]:
    short, long = sorted(shape)
    return short, long


def _row_problems(rows: list[str]) -> list[str]:
    problems = []
    if not 1 <= len(rows) <= MAX_LINES:
        problems.append(f"{len(rows)} rows; allowed are 1 to {MAX_LINES}")
    for number, row in enumerate(rows, 1):
        if not 1 <= len(row) <= MAX_LINES:
            problems.append(f"row {number} has {len(row)} places; allowed are 1 to {MAX_LINES}")
        elif len(row) != len(rows[0]):
            problems.append(f"row {number} has {len(row)} places, row 1 has {len(rows[0])}")
        strange = sorted(set(row) - set(_LETTERS))
        if strange:
            found, allowed = " ".join(map(repr, strange)), " ".join(_LETTERS)
            problems.append(f"row {number} has {found}; allowed are {allowed} / \\")
    return problems


def _side_problems(side: Side, landmarks: Iterable[LandmarkKind]) -> list[str]:
    problems = []
    if not side.squares:
        return ["has no squares"]
    if not _connected(side):
        problems.append("its squares are not all connected by their sides")
    problems += _triangle_problems(side)
    if _has_hole(side):
        problems.append("encloses a hole")
    for kind in landmarks:
        if next(landmark_rectangles(side, kind.shape), None) is None:
            height, width = kind.shape
            problems.append(f"has no place at its edge for the {kind.name} ({height}x{width})")
    interior = side.interior.bit_count()
    if interior > MAX_INTERIOR:
        problems.append(
            f"{interior} squares have no side on the edge; allowed are at most {MAX_INTERIOR}"
        )
    placements = count_buildings(side)
    if placements > MAX_PLACEMENTS:
        problems.append(
            f"{placements} placements of buildings; allowed are at most {MAX_PLACEMENTS}"
        )
    return problems


def _connected(side: Side) -> bool:
    waiting = side.squares
    front = waiting & -waiting
    while front:
        waiting &= ~front
        near = front << 1 | front >> 1 | front << side.stride | front >> side.stride
        front = near & waiting
    return not waiting


def _triangle_problems(side: Side) -> list[str]:
    problems = []
    for space in side.spaces():
        letter = side.at(space.row, space.column)
        for down, right in LEGS.get(letter, ()):
            if side.at(space.row + down, space.column + right) != ".":
                problems.append(
                    f"triangle {letter} at row {space.row + 1}, column {space.column + 1}:"
                    " both legs must lie along squares"
                )
                break
    return problems


def _has_hole(side: Side) -> bool:
    """Whether some outside place, or outer half of a triangle, is shut in."""

    def open_towards(space: Space, direction: tuple[int, int]) -> bool:
        letter = side.at(space.row, space.column)
        return letter == "#" or (letter in LEGS and direction not in LEGS[letter])

    outside = {s for s in side.spaces() if side.at(s.row, s.column) != "."}
    border = Space(-1, -1)
    reached, front = {border}, [border]
    frame_rows, frame_columns = range(-1, len(side.rows) + 1), range(-1, side.columns + 1)
    while front:
        here = front.pop()
        for down, right in DIRECTIONS:
            there = Space(here.row + down, here.column + right)
            if (
                there not in reached
                and there.row in frame_rows
                and there.column in frame_columns
                and open_towards(here, (down, right))
                and open_towards(there, (-down, -right))
            ):
                reached.add(there)
                front.append(there)
    return not outside <= reached


def _city_problems(slots: list[str], sides: Mapping[str, Side]) -> list[str]:
    least = sum(min(sides[slot + letter].edge.bit_count() for letter in "AB") for slot in slots)
    if least < MIN_CITY_EDGE:
        return [
            f"map: sides: a city of these tiles may have only {least} squares at the edge;"
            f" at least {MIN_CITY_EDGE} are needed"
        ]
    return []
