"""What every pair of engines scored against each other, seats added up."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.ratings.bradley_terry import BradleyTerry
from arena.ratings.comparisons import Cells, Comparisons
from arena.ratings.sums import add_up

__all__ = ["PairScores", "clustered_variance", "expected_scores", "pair_scores", "row_pairs"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class PairScores:
    """Pairs that met (first < second by number): `count` comparisons, `score` of the first.

    `code` (pairs) is `first * engines + second`, rising.
    """

    engines: int
    code: NDArray[np.int64]
    first: NDArray[np.int64]
    second: NDArray[np.int64]
    count: Floats
    score: Floats


def pair_scores(engines: int, cells: Cells) -> PairScores:
    """Add up the cells of each pair; an engine against itself is no pair."""
    forward, code = _codes(engines, cells.first, cells.second)
    apart = cells.first != cells.second
    won = np.where(forward, cells.score, cells.count - cells.score)
    used, place = np.unique(code[apart], return_inverse=True)
    first, second = np.divmod(used, max(engines, 1))
    return PairScores(
        engines=engines,
        code=used,
        first=first,
        second=second,
        count=add_up(place, cells.count[apart], len(used)),
        score=add_up(place, won[apart], len(used)),
    )


def expected_scores(fit: BradleyTerry, pairs: PairScores) -> tuple[Floats, Floats]:
    """The score (pairs) that the fit expects of the first, and its variance if all independent.

    `pairs` are those of `fit.cells`.
    """
    cells = fit.cells
    forward, code = _codes(pairs.engines, cells.first, cells.second)
    apart = cells.first != cells.second
    place = np.searchsorted(pairs.code, code[apart])
    chance = fit.expected / cells.count
    expected = np.where(forward, fit.expected, cells.count - fit.expected)[apart]
    variance = (fit.expected * (1.0 - chance))[apart]
    length = len(pairs.code)
    return (
        add_up(place, expected, length),
        add_up(place, variance, length),
    )


def clustered_variance(pairs: PairScores, rows: Comparisons, residual: Floats) -> Floats:
    """The sum (pairs) over deals of the squared sum of residuals (rows) in that deal.

    `residual` is seen from the first of each row; every row's pair must be among `pairs`.
    """
    place, sign = row_pairs(pairs, rows)
    apart = rows.first != rows.second
    deal = np.cumsum(np.r_[False, rows.deal[1:] != rows.deal[:-1]]) if len(rows.deal) else rows.deal
    key = deal[apart].astype(np.int64) * max(len(pairs.code), 1) + place[apart]
    used, group = np.unique(key, return_inverse=True)
    sums = add_up(group, (sign * residual)[apart], len(used))
    return add_up(used % max(len(pairs.code), 1), sums**2, len(pairs.code))


def row_pairs(pairs: PairScores, rows: Comparisons) -> tuple[NDArray[np.int64], Floats]:
    """The pair of each comparison (rows) and 1 where its first is the pair's first, else -1."""
    forward, code = _codes(pairs.engines, rows.first.astype(np.int64), rows.second.astype(np.int64))
    return np.searchsorted(pairs.code, code).astype(np.int64), np.where(forward, 1.0, -1.0)


def _codes(
    engines: int, first: NDArray[np.int64], second: NDArray[np.int64]
) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    return first < second, np.minimum(first, second) * engines + np.maximum(first, second)
