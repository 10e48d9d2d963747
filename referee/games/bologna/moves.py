"""Moves and their texts.

    move     = house | tower | landmark | "pass" ;
    house    = "h" size "@" district ":" space "-" space [ "+" space ] ;
    tower    = "t" size "@" district ":" space ;
    landmark = ( "councilman" | "townhall" | "cathedral" ) "@" district ":" space "-" space ;
    size     = "2" | "3" | "4" | "5" | "6" ;
    district = "1" | "2" | "3" | "4" | "5" | "6" ;
    space    = column row ;
    column   = "a" | ... | "z" ;          (* from the left *)
    row      = "1" | ... | "26" ;         (* from the top *)

A house names its first and last square, from the left or from the top; behind "+" stands the
triangle of the school built with it. A landmark names its top left and bottom right squares.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from referee.games.errors import MoveSyntaxError

__all__ = ["PASS", "BolognaMove", "House", "Landmark", "Pass", "Space", "Tower", "parse_move"]

SIZES = (2, 3, 4, 5, 6)
KINDS = ("councilman", "townhall", "cathedral")
MAX_LINES = 26
"""Rows and columns that a side may have at most: columns are single letters."""

_SPACE = r"([a-z])([1-9]|1[0-9]|2[0-6])"
_HOUSE = re.compile(rf"h([2-6])@([1-6]):{_SPACE}-{_SPACE}(?:\+{_SPACE})?")
_TOWER = re.compile(rf"t([2-6])@([1-6]):{_SPACE}")
_LANDMARK = re.compile(rf"(councilman|townhall|cathedral)@([1-6]):{_SPACE}-{_SPACE}")
_PARSED_KEPT = 8192


class Space(NamedTuple):
    """A square or triangle of a district, counted from 0 at the top left; written "a1"."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"{chr(ord('a') + self.column)}{self.row + 1}"


class BolognaMove:
    """One move; `text` is its canonical text, which alone decides whether two are equal.

    Moves are shared between positions and processes: do not change one.
    """

    __slots__ = ("text",)

    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.text}>"

    def __hash__(self) -> int:
        return hash(self.text)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, BolognaMove):
            return self.text == other.text
        return NotImplemented

    def __reduce__(self) -> tuple[object, ...]:
        return parse_move, (self.text,)


class House(BolognaMove):
    """A building laid flat over `squares`, row by row, perhaps with a school beside one end."""

    __slots__ = ("district", "school", "size", "squares")

    def __init__(self, district: int, first: Space, last: Space, school: Space | None) -> None:
        self.district = district
        self.squares = rectangle(first, last)
        self.size = len(self.squares)
        self.school = school
        tail = "" if school is None else f"+{school}"
        self.text = f"h{self.size}@{district}:{first}-{last}{tail}"


class Tower(BolognaMove):
    """A building of `size` set upright on one square; its height is its size."""

    __slots__ = ("district", "size", "square")

    def __init__(self, district: int, size: int, square: Space) -> None:
        self.district = district
        self.size = size
        self.square = square
        self.text = f"t{size}@{district}:{square}"


class Landmark(BolognaMove):
    """A landmark of `kind` over the rectangle `squares`, row by row."""

    __slots__ = ("district", "kind", "squares")

    def __init__(self, kind: str, district: int, first: Space, last: Space) -> None:
        self.kind = kind
        self.district = district
        self.squares = rectangle(first, last)
        self.text = f"{kind}@{district}:{first}-{last}"


class Pass(BolognaMove):
    """The only move of a player who has buildings but can place none."""

    __slots__ = ()

    def __init__(self) -> None:
        self.text = "pass"


PASS = Pass()


def rectangle(first: Space, last: Space) -> tuple[Space, ...]:
    """The spaces between two corners, row by row."""
    return tuple(
        Space(row, column)
        for row in range(first.row, last.row + 1)
        for column in range(first.column, last.column + 1)
    )


@lru_cache(maxsize=_PARSED_KEPT)
def parse_move(text: str) -> BolognaMove:
    """Read a canonical text; see the grammar above. Raises MoveSyntaxError."""
    if text == "pass":
        return PASS
    move = _parse_house(text) or _parse_tower(text) or _parse_landmark(text)
    if move is None:
        raise MoveSyntaxError(
            "no move of bologna; they look like h3@4:b1-b3, h3@4:b1-d1+a1, t5@2:a2,"
            " townhall@4:c2-d4 or pass"
        )
    if move.text != text:
        raise MoveSyntaxError(f"not written canonically; expected {move.text}")
    return move


def _space(column: str, row: str) -> Space:
    return Space(int(row) - 1, ord(column) - ord("a"))


def _parse_house(text: str) -> House | None:
    found = _HOUSE.fullmatch(text)
    if found is None:
        return None
    size, district, *parts = found.groups()
    one, two = sorted((_space(parts[0], parts[1]), _space(parts[2], parts[3])))
    school = _space(parts[4], parts[5]) if parts[4] else None
    if one.row != two.row and one.column != two.column:
        raise MoveSyntaxError("a house lies in one row or one column")
    move = House(int(district), one, two, school)
    if move.size != int(size):
        raise MoveSyntaxError(f"a house of size {size} covers {size} squares, not {move.size}")
    return move


def _parse_tower(text: str) -> Tower | None:
    found = _TOWER.fullmatch(text)
    if found is None:
        return None
    size, district, column, row = found.groups()
    return Tower(int(district), int(size), _space(column, row))


def _parse_landmark(text: str) -> Landmark | None:
    found = _LANDMARK.fullmatch(text)
    if found is None:
        return None
    kind, district, *parts = found.groups()
    one, two = _space(parts[0], parts[1]), _space(parts[2], parts[3])
    first = Space(min(one.row, two.row), min(one.column, two.column))
    last = Space(max(one.row, two.row), max(one.column, two.column))
    return Landmark(kind, int(district), first, last)
