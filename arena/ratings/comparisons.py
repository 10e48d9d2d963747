"""Matches as pairwise comparisons, and comparisons added up to cells."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.ratings.result import ResultColumns
from arena.ratings.sums import add_up

__all__ = ["Cells", "Comparisons", "cells_of", "compare"]

# Up to here cells are counted in a plain table; beyond, by sorting.
_LARGEST_TABLE = 1 << 24


@dataclass(frozen=True, slots=True, eq=False)
class Comparisons:
    """Who was placed before whom: one row for each rated pair of seats of each match.

    An n-seat match gives n(n-1)/2 rows. `first` and `second` (rows) are engine numbers,
    `first_seat` < `second_seat` their seats, `score` what the first had of the point (1, 1/2, 0),
    `deal` the cluster. Rows are in order of their deals.
    """

    engines: int
    seats: int
    first: NDArray[np.int32]
    second: NDArray[np.int32]
    first_seat: NDArray[np.int8]
    second_seat: NDArray[np.int8]
    score: NDArray[np.float64]
    deal: NDArray[np.int64]

    def only(self, chosen: NDArray[np.bool_]) -> "Comparisons":
        """The rows where `chosen` (rows) is true."""
        if chosen.all():
            return self
        return Comparisons(
            self.engines,
            self.seats,
            self.first[chosen],
            self.second[chosen],
            self.first_seat[chosen],
            self.second_seat[chosen],
            self.score[chosen],
            self.deal[chosen],
        )


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Equal comparisons added up: `count` of them (cells) in which the first had `score`.

    `row_cell` (rows) says in which cell each comparison went.
    """

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    first_seat: NDArray[np.int64]
    second_seat: NDArray[np.int64]
    count: NDArray[np.float64]
    score: NDArray[np.float64]
    row_cell: NDArray[np.int64]


def compare(results: ResultColumns) -> Comparisons:
    """All rated comparisons; forfeits give none."""
    played = np.flatnonzero(~results.forfeit)
    order = played[np.argsort(results.deals[played], kind="stable")]
    seats = results.seats
    pairs = [(a, b) for a in range(seats) for b in range(a + 1, seats)]
    if not pairs or not len(order):
        nothing = np.zeros(0)
        return Comparisons(
            len(results.engine_ids),
            seats,
            nothing.astype(np.int32),
            nothing.astype(np.int32),
            nothing.astype(np.int8),
            nothing.astype(np.int8),
            nothing,
            nothing.astype(np.int64),
        )
    low = np.array([a for a, _ in pairs], dtype=np.int8)
    high = np.array([b for _, b in pairs], dtype=np.int8)
    engines, placements = results.engines[order], results.placements[order]
    bits = np.int64(1) << (8 * low.astype(np.int64) + high)
    rated = (results.rated_pairs[order][:, np.newaxis] & bits) != 0
    # Seats are filled from 0, so a pair is there when its higher seat is.
    rated &= engines[:, high] >= 0
    difference = np.sign(placements[:, high] - placements[:, low])
    matches = len(order)
    return Comparisons(
        engines=len(results.engine_ids),
        seats=seats,
        first=engines[:, low][rated],
        second=engines[:, high][rated],
        first_seat=np.broadcast_to(low, (matches, len(pairs)))[rated],
        second_seat=np.broadcast_to(high, (matches, len(pairs)))[rated],
        score=(difference[rated] + 1) / 2.0,
        deal=np.broadcast_to(results.deals[order][:, np.newaxis], rated.shape)[rated],
    )


def cells_of(rows: Comparisons) -> Cells:
    """Add up the comparisons of the same engines in the same seats."""
    engines, seats = max(rows.engines, 1), max(rows.seats, 1)
    code = rows.first.astype(np.int64)
    for factor, part in (
        (engines, rows.second),
        (seats, rows.first_seat),
        (seats, rows.second_seat),
    ):
        code *= factor
        code += part
    if engines * engines * seats * seats <= _LARGEST_TABLE:
        table = np.bincount(code)
        used = np.flatnonzero(table)
        place = np.zeros(len(table), dtype=np.int64)
        place[used] = np.arange(len(used))
        row_cell = place[code]
    else:
        used, row_cell = np.unique(code, return_inverse=True)
    rest, second_seat = np.divmod(used, seats)
    rest, first_seat = np.divmod(rest, seats)
    first, second = np.divmod(rest, engines)
    return Cells(
        first=first,
        second=second,
        first_seat=first_seat,
        second_seat=second_seat,
        count=np.bincount(row_cell, minlength=len(used)).astype(np.float64),
        score=add_up(row_cell, rows.score, len(used)),
        row_cell=row_cell,
    )
