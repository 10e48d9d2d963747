"""One side of a tile as masks of bits.

A space (row, column) is bit (row + 1) * stride + column, where stride = columns + 1: the free
column at the right and the free rows above and below are a guard border, so that a mask can be
shifted by one space in any direction (+-1, +-stride) without running into another row.
"""

from collections.abc import Iterable, Iterator, Sequence

from referee.games.bologna.moves import Space

__all__ = ["DIRECTIONS", "LEGS", "Side", "canonical_rows", "mask_spaces"]

UP, DOWN, LEFT, RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)
DIRECTIONS = (UP, DOWN, LEFT, RIGHT)
LEGS = {
    "J": (RIGHT, DOWN),
    "L": (LEFT, DOWN),
    "7": (RIGHT, UP),
    "F": (LEFT, UP),
}
"""For each triangle the directions in which its two legs face."""


class Side:
    """The geometry of one side.

    `name` is for example "S3A", `rows` are its canonical rows. Masks: `squares`, `triangles`,
    `edge` (squares with a side on the district's edge), `interior` (the other squares).
    """

    __slots__ = ("columns", "edge", "interior", "name", "rows", "squares", "stride", "triangles")

    def __init__(self, name: str, rows: Sequence[str]) -> None:
        self.name = name
        self.rows = tuple(rows)
        self.columns = len(rows[0])
        self.stride = self.columns + 1
        spaces = list(self.spaces())
        self.squares = self.mask(s for s in spaces if self.at(s.row, s.column) == ".")
        self.triangles = self.mask(s for s in spaces if self.at(s.row, s.column) in LEGS)
        self.edge = self.mask(
            s for s in spaces if self.at(s.row, s.column) == "." and self._on_edge(s)
        )
        self.interior = self.squares & ~self.edge

    def at(self, row: int, column: int) -> str:
        """The letter there; "#" also outside the rows."""
        if 0 <= row < len(self.rows) and 0 <= column < self.columns:
            return self.rows[row][column]
        return "#"

    def spaces(self) -> Iterator[Space]:
        """All places of the rows, row by row, outside ones too."""
        for row in range(len(self.rows)):
            for column in range(self.columns):
                yield Space(row, column)

    def bit(self, space: Space) -> int:
        """The mask of one space."""
        return 1 << ((space.row + 1) * self.stride + space.column)

    def mask(self, spaces: Iterable[Space]) -> int:
        """The mask of several spaces."""
        mask = 0
        for space in spaces:
            mask |= self.bit(space)
        return mask

    def faces(self, triangle: Space, direction: tuple[int, int]) -> bool:
        """Whether a triangle stands there with a leg in that direction."""
        return direction in LEGS.get(self.at(triangle.row, triangle.column), ())

    def _on_edge(self, square: Space) -> bool:
        """A side is on the edge unless a square or the leg of a triangle lies against it."""
        for down, right in DIRECTIONS:
            beside = Space(square.row + down, square.column + right)
            if self.at(beside.row, beside.column) != "." and not self.faces(
                beside, (-down, -right)
            ):
                return True
        return False


def mask_spaces(mask: int, stride: int) -> tuple[Space, ...]:
    """The spaces of a mask, row by row."""
    spaces = []
    while mask:
        low = mask & -mask
        mask ^= low
        row, column = divmod(low.bit_length() - 1, stride)
        spaces.append(Space(row - 1, column))
    return tuple(spaces)


def canonical_rows(rows: Sequence[str]) -> list[str]:
    """Rows with each "/" and "\\" replaced by the letter of the triangle that it draws.

    "/" is J where squares lie right of it and below it, else F; "\\" is L where squares lie left
    of it and below it, else 7.
    """

    def square(row: int, column: int) -> bool:
        return 0 <= row < len(rows) and 0 <= column < len(rows[row]) and rows[row][column] == "."

    def letter(row: int, column: int) -> str:
        drawn = rows[row][column]
        below = square(row + 1, column)
        if drawn == "/":
            return "J" if below and square(row, column + 1) else "F"
        if drawn == "\\":
            return "L" if below and square(row, column - 1) else "7"
        return drawn

    return ["".join(letter(r, c) for c in range(len(row))) for r, row in enumerate(rows)]
