"""The board: 7 x 7 fields, numbered 0..48 row by row, the Basilica in the middle.

Sets of fields are masks: bit n for field n. Blocks of 2 x 2 fields are named by their top left
field.
"""

from collections.abc import Iterator

from referee.games.tuerme.cards import LOWEST

__all__ = [
    "BASILICA",
    "BLOCKS",
    "BLOCKS_AT",
    "BLOCK_MASK",
    "CROSS",
    "DIRECTIONS",
    "FIELDS",
    "FIELD_NAMES",
    "NOWHERE",
    "SIDE",
    "fields_in",
    "place",
    "rays",
]

SIDE = 7
FIELDS = range(SIDE * SIDE)
BASILICA = 24
NOWHERE = -1
"""In place of a field where there is none."""

DIRECTIONS = ("up", "right", "down", "left")
_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
_MOST_STONES = 4

FIELD_NAMES = tuple(f"{f // SIDE + LOWEST},{f % SIDE + LOWEST}" for f in FIELDS)
"""Row and column, for example "2,8" at the top right."""


def place(field: int) -> tuple[int, int]:
    """Row and column of a field, 2..8 each."""
    return field // SIDE + LOWEST, field % SIDE + LOWEST


def fields_in(mask: int) -> Iterator[int]:
    """The fields of a mask, in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _ray(field: int, step: tuple[int, int]) -> tuple[int, ...]:
    row, column = divmod(field, SIDE)
    ray = []
    for distance in range(1, _MOST_STONES):
        r, c = row + distance * step[0], column + distance * step[1]
        if 0 <= r < SIDE and 0 <= c < SIDE:
            ray.append(r * SIDE + c)
    return tuple(ray)


_RAYS = tuple(tuple(_ray(f, step) for step in _STEPS) for f in FIELDS)


def rays(field: int) -> tuple[tuple[int, ...], ...]:
    """Up to three fields beyond a field, nearest first, in each of `DIRECTIONS`."""
    return _RAYS[field]


def _mask(fields: tuple[int, ...]) -> int:
    return sum(1 << f for f in fields)


CROSS = tuple(1 << f | sum(map(_mask, _RAYS[f])) for f in FIELDS)
"""Of each field: itself and all fields that a line from it may reach, as a mask."""


def _block(corner: int) -> tuple[int, ...]:
    return (corner, corner + 1, corner + SIDE, corner + SIDE + 1)


BLOCKS = {f: _block(f) for f in FIELDS if f // SIDE < SIDE - 1 and f % SIDE < SIDE - 1}
"""The four fields of each block that lies wholly on the board, by its top left field."""

BLOCK_MASK = (*(_mask(BLOCKS.get(f, ())) for f in FIELDS), 0)
"""The same as masks; 0 for other fields and for NOWHERE."""

BLOCKS_AT = tuple(tuple(c for c, block in BLOCKS.items() if f in block) for f in FIELDS)
"""The blocks that hold a field: at most one in each of four directions (TB-22)."""
