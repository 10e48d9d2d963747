"""Errors that know that matches of one deal are not independent: the clustered sandwich."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.ratings.comparisons import Comparisons
from arena.ratings.sums import add_up

__all__ = ["DealScores", "clustered_covariance", "deal_scores"]

_LARGEST_BLOCK = 1 << 22


@dataclass(frozen=True, slots=True, eq=False)
class DealScores:
    """What the deals say together about the spread of the estimates.

    `outer` (size, size) is the sum over deals of score times score transposed, where the score of
    a deal is the derivative of its log-likelihood; `deals` is how many deals there are and
    `deals_of` (engines) how many of them each engine played.
    """

    outer: NDArray[np.float64]
    deals: int
    deals_of: NDArray[np.int64]


def deal_scores(rows: Comparisons, residual: NDArray[np.float64], seat_effects: bool) -> DealScores:
    """Add up `residual` (rows), what was scored less what was expected, deal by deal.

    Parameters are the engines, followed by the seats where `seat_effects` is true.
    """
    size = rows.engines + (rows.seats if seat_effects else 0)
    outer = np.zeros((size, size))
    deals_of = np.zeros(rows.engines, dtype=np.int64)
    if not len(rows.deal):
        return DealScores(outer, 0, deals_of)
    starts = np.flatnonzero(np.r_[True, rows.deal[1:] != rows.deal[:-1]])
    deal_of_row = np.cumsum(np.r_[False, rows.deal[1:] != rows.deal[:-1]])
    ends = np.r_[starts[1:], len(rows.deal)]
    # So many deals at a time that their scores stay small whatever the number of engines.
    step = max(1, _LARGEST_BLOCK // size)
    for begin in range(0, len(starts), step):
        end = min(begin + step, len(starts))
        part = slice(starts[begin], ends[end - 1])
        base = np.asarray((deal_of_row[part] - begin) * size, dtype=np.int64)
        length = (end - begin) * size
        terms: list[tuple[NDArray[np.int64], float]] = [
            (base + rows.first[part], 1.0),
            (base + rows.second[part], -1.0),
        ]
        played = np.zeros(length, dtype=np.bool_)
        for place, _ in terms:
            played[place] = True
        if seat_effects:
            terms.append((base + rows.engines + rows.first_seat[part], 1.0))
            terms.append((base + rows.engines + rows.second_seat[part], -1.0))
        scores = np.zeros(length)
        for place, sign in terms:
            scores += sign * add_up(place, residual[part], length)
        table = scores.reshape(end - begin, size)
        outer += table.T @ table
        deals_of += played.reshape(end - begin, size)[:, : rows.engines].sum(axis=0)
    return DealScores(outer, len(starts), deals_of)


def clustered_covariance(
    bread: NDArray[np.float64], scores: DealScores, rows: int, parameters: int
) -> NDArray[np.float64] | None:
    """The covariance of the estimates (size, size), or None where data are too few for one.

    `bread` (size, size) is the inverse of the information, `rows` the number of comparisons and
    `parameters` how many of the estimates are free. The small-sample factor is the usual
    G/(G-1) (N-1)/(N-K) of Stata and statsmodels (CR1), G the deals, N the comparisons and K the
    free parameters (Liang and Zeger, 1986).
    """
    if scores.deals < 2 or rows <= parameters:
        return None
    factor = scores.deals / (scores.deals - 1.0) * (rows - 1.0) / (rows - parameters)
    covariance: NDArray[np.float64] = factor * bread @ scores.outer @ bread
    return (covariance + covariance.T) / 2.0
