"""How much stronger each engine is than each other that it met, from their deals alone.

A deal is one observation: what the one scored against the other on average over its rotations.
"""

from dataclasses import dataclass

import numpy as np

from arena.ratings.pair_scores import pair_scores, row_pairs
from arena.ratings.rating import Ratings
from arena.ratings.score_estimate import ScoreEstimate, estimate_from_moments
from arena.ratings.sums import add_up

__all__ = ["PairEstimate", "pair_estimates"]


@dataclass(frozen=True, slots=True)
class PairEstimate:
    """The estimate seen from the first of a pair; `deals` are those that the two finished.

    Deals are left out in which the two were compared less often than there are seats.
    """

    deals: int
    estimate: ScoreEstimate


def pair_estimates(ratings: Ratings) -> dict[tuple[str, str], PairEstimate]:
    """By pair of engine ids, in the order of ids, of all pairs that finished a deal."""
    rows, ids = ratings.fit.all_rows, ratings.engine_ids
    apart = rows.first != rows.second
    if not apart.any():
        return {}
    rows = rows.only(apart)
    pairs = pair_scores(rows.engines, ratings.fit.all_cells)
    pair, sign = row_pairs(pairs, rows)
    size = len(pairs.code)
    deal = np.cumsum(np.r_[False, rows.deal[1:] != rows.deal[:-1]]).astype(np.int64)
    score = np.where(sign > 0.0, rows.score, 1.0 - rows.score)
    met, group = np.unique(deal * size + pair, return_inverse=True)
    count = np.bincount(group, minlength=len(met))
    mean = add_up(group, score, len(met)) / count
    finished = count >= rows.seats
    pair, mean = (met % size)[finished], mean[finished]
    deals = np.bincount(pair, minlength=size)
    with np.errstate(invalid="ignore"):
        average = add_up(pair, mean, size) / deals
    variance = add_up(pair, (mean - average[pair]) ** 2, size)
    return {
        (ids[int(pairs.first[p])], ids[int(pairs.second[p])]): PairEstimate(
            int(deals[p]),
            estimate_from_moments(
                float(average[p]), float(variance[p] / deals[p]), int(deals[p]), rows.seats
            ),
        )
        for p in np.flatnonzero(deals)
    }
