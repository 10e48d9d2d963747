"""Everything that can ever be placed in one district, numbered, as tables of masks.

Placements are numbered in the canonical order of moves: houses, houses with a school, towers;
within a kind by size, then by first square, row by row, across before down; then by school, row by
row. Number k of n is bit n - 1 - k of a mask of placements, so that the digits of such a mask,
written in base two, stand in the order of the moves.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import compress
from typing import NamedTuple

from referee.games.bologna.moves import KINDS, SIZES, BolognaMove, House, Landmark, Space, Tower
from referee.games.bologna.piece_bytes import building_bytes, landmark_bytes
from referee.games.bologna.side import Side
from referee.games.wire import LEGAL_MOVE

__all__ = [
    "AVAILABILITIES",
    "SUPPLY_KEYS",
    "DistrictTables",
    "LandmarkKind",
    "Placement",
    "base_two",
    "count_buildings",
]

SUPPLY_KEYS = 64
"""Bits 0-4 of a supply key: sizes 2-6 in supply; bit 5: schools in supply."""
SCHOOL_KEY = 32
_TO_DIGITS = bytes.maketrans(b"01", b"\0\1")
_MASKS_REMEMBERED = 64
AVAILABILITIES = 1 << len(KINDS)
"""Bit i of an availability: landmarks of kind i are left."""


@dataclass(frozen=True, slots=True)
class LandmarkKind:
    """How many landmarks of a kind there are, their value (influence) and their shape (squares)."""

    name: str
    count: int
    value: int
    shape: tuple[int, int]


class Placement(NamedTuple):
    """One placement of a building."""

    district: int
    """0-based."""
    size: int
    """0-based: 0 for a building of size 2."""
    school: int
    """1 with a school, else 0."""
    height: int
    """Of a tower; 0 for a house."""
    squares: int
    """Mask of the squares it covers."""
    occupied: int
    """`squares` and the triangle of its school."""
    conflicts: int
    """Mask of the placements, itself too, that can't stand beside it."""
    landmarks: int
    """Mask of the landmark placements that can."""


class DistrictTables:
    """The tables of one district: `number` is 1-based.

    `moves`, `placements`: by number. `full`: mask of all placements. `with_supply[key]`: those
    that a supply allows. `with_landmark[availability]`: those that leave room for an available
    landmark. `landmark_moves`, `landmark_squares`, `landmark_kinds`, `landmark_conflicts` (mask of
    placements): by landmark number; `landmarks_of[availability]`: mask of landmark placements;
    `wire[2 * number + seat]`: a building as bytes of an observation; `landmark_wire`: landmarks.
    """

    __slots__ = (
        "_fields",
        "_joined",
        "full",
        "landmark_conflicts",
        "landmark_kinds",
        "landmark_moves",
        "landmark_squares",
        "landmark_wire",
        "landmarks_of",
        "moves",
        "number",
        "placements",
        "side",
        "wire",
        "with_landmark",
        "with_supply",
    )

    def __init__(self, number: int, side: Side, kinds: Mapping[str, LandmarkKind]) -> None:
        self.number = number
        self.side = side
        buildings = tuple(_buildings(side, number))
        landmarks = tuple(_landmarks(side, number, kinds))
        self.moves: tuple[BolognaMove, ...] = tuple(move for move, _ in buildings)
        self._fields = tuple(LEGAL_MOVE.field(move.text.encode()) for move in self.moves)
        self._joined: dict[int, bytes] = {}
        self.wire = tuple(building_bytes(move, seat) for move, _ in buildings for seat in (0, 1))
        self.landmark_wire = tuple(
            landmark_bytes(move, kinds[move.kind].value) for move, _ in landmarks
        )
        self.full = (1 << len(buildings)) - 1
        self.landmark_moves = tuple(move for move, _ in landmarks)
        self.landmark_squares = tuple(squares for _, squares in landmarks)
        self.landmark_kinds = tuple(KINDS.index(move.kind) for move, _ in landmarks)

        covered_by = _by_space([mask for _, mask in buildings])
        landmarks_by = _by_space(self.landmark_squares)
        every_landmark = (1 << len(landmarks)) - 1
        self.placements = tuple(
            _placement(number - 1, move, mask, side, covered_by, landmarks_by, every_landmark)
            for move, mask in buildings
        )
        self.landmark_conflicts = tuple(
            _touching(squares, covered_by) for squares in self.landmark_squares
        )
        of_kind = [
            _bits([kind == wanted for kind in self.landmark_kinds]) for wanted in range(len(KINDS))
        ]
        self.landmarks_of = tuple(
            sum(mask for kind, mask in enumerate(of_kind) if available >> kind & 1)
            for available in range(AVAILABILITIES)
        )
        self.with_landmark = tuple(
            _bits([bool(p.landmarks & room) for p in self.placements]) for room in self.landmarks_of
        )
        self.with_supply = tuple(self._with_supply(key) for key in range(SUPPLY_KEYS))

    def legal_moves_bytes(self, legal: int) -> bytes:
        """Texts of the moves of a mask, as fields of a question.

        Most moves change one district, so the last masks of each are remembered.
        """
        joined = self._joined.get(legal)
        if joined is None:
            joined = b"".join(compress(self._fields, base_two(legal, self.full + 1)))
            if len(self._joined) >= _MASKS_REMEMBERED:
                self._joined.clear()
            self._joined[legal] = joined
        return joined

    def _with_supply(self, key: int) -> int:
        return _bits(
            [
                bool(key >> p.size & 1) and (not p.school or bool(key & SCHOOL_KEY))
                for p in self.placements
            ]
        )


def base_two(mask: int, top: int) -> bytes:
    """One byte a placement, in their order, 1 where it is in the mask; `top` is the bit above."""
    return bin(top | mask)[3:].encode().translate(_TO_DIGITS)


def landmark_rectangles(side: Side, shape: tuple[int, int]) -> Iterator[tuple[Space, Space]]:
    """All places of a landmark of that shape, by first and last square."""
    turns = sorted({shape, (shape[1], shape[0])})
    for first in side.spaces():
        for height, width in turns:
            last = Space(first.row + height - 1, first.column + width - 1)
            squares = _rectangle_mask(side, first, last)
            if squares and squares & side.edge:
                yield first, last


def _rectangle_mask(side: Side, first: Space, last: Space) -> int:
    """The mask of a rectangle; 0 unless all of it are squares."""
    if last.row >= len(side.rows) or last.column >= side.columns:
        return 0
    mask = 0
    for row in range(first.row, last.row + 1):
        for column in range(first.column, last.column + 1):
            mask |= side.bit(Space(row, column))
    return 0 if mask & ~side.squares else mask


def _landmarks(
    side: Side, number: int, kinds: Mapping[str, LandmarkKind]
) -> Iterator[tuple[Landmark, int]]:
    for name in KINDS:
        for first, last in landmark_rectangles(side, kinds[name].shape):
            yield Landmark(name, number, first, last), _rectangle_mask(side, first, last)


def _buildings(side: Side, number: int) -> Iterator[tuple[House | Tower, int]]:
    lines = [
        (first, last, mask)
        for size in SIZES
        for first in side.spaces()
        for last in (
            Space(first.row, first.column + size - 1),
            Space(first.row + size - 1, first.column),
        )
        if (mask := _rectangle_mask(side, first, last))
    ]
    for first, last, mask in lines:
        if mask & side.edge:
            yield House(number, first, last, None), mask
    for first, last, mask in lines:
        for school in _school_places(side, first, last):
            yield House(number, first, last, school), mask | side.bit(school)
    for size in SIZES:
        for square in side.spaces():
            bit = side.bit(square)
            if bit & side.edge:
                yield Tower(number, size, square), bit


def count_buildings(side: Side) -> int:
    """How many placements of buildings there are on a side, without making any of them."""
    spaces = list(side.spaces())
    count = len(SIZES) * side.edge.bit_count()
    for forth, step in (((0, 1), 1), ((1, 0), side.stride)):
        back = (-forth[0], -forth[1])
        before = side.mask(s for s in spaces if side.faces(s, forth)) << step
        behind = side.mask(s for s in spaces if side.faces(s, back))
        for size in SIZES:
            # Bits of these masks are the first squares of the houses.
            houses, at_edge = side.squares, 0
            for square in range(size):
                houses &= side.squares >> square * step
                at_edge |= side.edge >> square * step
            places = houses & at_edge, houses & before, houses & behind >> size * step
            count += sum(mask.bit_count() for mask in places)
    return count


def _school_places(side: Side, first: Space, last: Space) -> Iterator[Space]:
    """The triangles with a leg along an end of the house, row by row."""
    down, right = (0, 1) if first.row == last.row else (1, 0)
    before = Space(first.row - down, first.column - right)
    behind = Space(last.row + down, last.column + right)
    if side.faces(before, (down, right)):
        yield before
    if side.faces(behind, (-down, -right)):
        yield behind


def _bits(flags: list[bool]) -> int:
    """The mask of the places that are true, the first highest."""
    return int("".join("01"[flag] for flag in flags) or "0", 2)


def _by_space(masks: "list[int] | tuple[int, ...]") -> dict[int, int]:
    """For each space (as a bit) the mask of the places whose own mask has it."""
    by_space: dict[int, int] = {}
    for place, mask in enumerate(masks):
        bit = 1 << (len(masks) - 1 - place)
        while mask:
            low = mask & -mask
            by_space[low] = by_space.get(low, 0) | bit
            mask ^= low
    return by_space


def _touching(mask: int, by_space: dict[int, int]) -> int:
    found = 0
    while mask:
        low = mask & -mask
        found |= by_space.get(low, 0)
        mask ^= low
    return found


def _placement(
    district: int,
    move: BolognaMove,
    mask: int,
    side: Side,
    covered_by: dict[int, int],
    landmarks_by: dict[int, int],
    every_landmark: int,
) -> Placement:
    assert isinstance(move, House | Tower)
    return Placement(
        district=district,
        size=move.size - SIZES[0],
        school=int(isinstance(move, House) and move.school is not None),
        height=move.size if isinstance(move, Tower) else 0,
        squares=mask & side.squares,
        occupied=mask,
        conflicts=_touching(mask, covered_by),
        landmarks=every_landmark & ~_touching(mask, landmarks_by),
    )
