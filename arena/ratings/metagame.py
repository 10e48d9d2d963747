"""Who would still be played if everybody could choose an engine? Two answers of game theory.

Both look at the whole table of pairwise scores instead of a single scale, so they stay meaningful
where engines beat each other in circles. They say nothing about how sure the scores are.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.ratings.bounds import place_groups
from arena.ratings.logistic import logistic
from arena.ratings.pair_scores import pair_scores
from arena.ratings.rating import Ratings

__all__ = ["ScoreTable", "alpha_rank", "maximum_entropy_nash", "score_table"]

# A mixture counts as an equilibrium when nobody gains more against it, in parts of the largest
# log-odds in the table.
NASH_TOLERANCE = 1e-8

_MOST_STEPS = 200

# Added to parts of the mixture under the logarithm of the entropy, which is steep at 0.
_BLUNT = 1e-9

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class ScoreTable:
    """The score (engines, engines) of row against column, and its log-odds, for one pool.

    `engines` are the ids. Pairs that never met get the score that their ratings expect; scores
    have half a point added on both sides, so that log-odds are finite.
    """

    engines: tuple[str, ...]
    score: Floats
    log_odds: Floats


def score_table(ratings: Ratings, pool: int = 0) -> ScoreTable:
    """The scores of the rated engines of a pool; raises `ValueError` when there is no such pool."""
    chosen = [
        number
        for number, rating in enumerate(ratings.ratings)
        if rating.pool == pool and rating.elo is not None
    ]
    if not chosen:
        raise ValueError(f"no rated engine in pool {pool}")
    fit = ratings.fit
    pairs = pair_scores(len(fit.strength), fit.all_cells)
    scales = tuple(rating.scale for rating in ratings.ratings)
    strength = place_groups(fit, scales)
    score = logistic(strength[:, np.newaxis] - strength)
    met = (pairs.score + 0.5) / (pairs.count + 1.0)
    score[pairs.first, pairs.second] = met
    score[pairs.second, pairs.first] = 1.0 - met
    score = score[np.ix_(chosen, chosen)]
    np.fill_diagonal(score, 0.5)
    log_odds = np.log(score) - np.log(score).T
    return ScoreTable(tuple(ratings.ratings[number].engine for number in chosen), score, log_odds)


def alpha_rank(table: ScoreTable) -> Floats:
    """The share of time (engines) that a population spends on each engine.

    A population plays one engine; now and then somebody tries another one drawn at random, and
    everybody changes to it if it beats the one in use (half of the time where they are equal).
    This is alpha-Rank in the limit of strong selection (Omidshafiei et al., 2019).
    """
    size = len(table.engines)
    if size == 1:
        return np.ones(1)
    advantage = table.score - table.score.T
    change = np.where(np.abs(advantage) < 1e-12, 0.5, (advantage > 0.0).astype(np.float64)).T
    np.fill_diagonal(change, 0.0)
    change /= size - 1
    np.fill_diagonal(change, 1.0 - change.sum(axis=1))
    # Between any two engines there is a change one way or both, so just one set of engines can't
    # be left, and the stationary distribution is unique.
    equations = np.vstack([change.T - np.eye(size), np.ones(size)])
    target = np.zeros(size + 1)
    target[-1] = 1.0
    shares = np.maximum(np.linalg.lstsq(equations, target, rcond=None)[0], 0.0)
    return np.asarray(shares / shares.sum(), dtype=np.float64)


def maximum_entropy_nash(table: ScoreTable) -> Floats:
    """The mixture (engines) that nobody beats, the most even one where there are several.

    The equilibrium of the zero-sum game whose payoffs are the log-odds (Balduzzi et al., 2018,
    "Re-evaluating evaluation"): copies of an engine share its part, and engines that only beat the
    weak get nothing. Found by a primal-dual interior point method; `NASH_TOLERANCE` is the slack.
    """
    payoff = table.log_odds
    largest = float(np.abs(payoff).max())
    size = len(table.engines)
    if largest == 0.0:
        return np.full(size, 1.0 / size)
    # No engine may gain on the mixture: gain <= tolerance, that is `margin` >= 0.
    against = -payoff / largest
    mixture = np.full(size, 1.0 / size)
    margin = np.maximum(against @ mixture + NASH_TOLERANCE, 0.1)
    price, floor = np.ones(size), np.ones(size)
    level = 0.0
    for _ in range(_MOST_STEPS):
        gap = float(margin @ price + mixture @ floor) / (2 * size)
        dual = np.log(mixture + _BLUNT) + 1.0 - against.T @ price - floor + level
        primal = against @ mixture + NASH_TOLERANCE - margin
        whole = float(mixture.sum()) - 1.0
        if max(np.abs(dual).max() * 1e-3, np.abs(primal).max(), abs(whole), gap) < 1e-10:
            break
        aim = 0.1 * gap
        system = np.zeros((size + 1, size + 1))
        system[:size, :size] = np.diag(1.0 / (mixture + _BLUNT) + floor / mixture) + against.T @ (
            (price / margin)[:, np.newaxis] * against
        )
        system[:size, size] = system[size, :size] = 1.0
        right = np.zeros(size + 1)
        right[:size] = (
            against.T @ ((aim - price * (margin + primal)) / margin)
            + (aim - mixture * floor) / mixture
            - dual
        )
        right[size] = -whole
        solved = np.linalg.solve(system, right)
        to_mixture = solved[:size]
        to_margin = against @ to_mixture + primal
        to_price = (aim - margin * price - price * to_margin) / margin
        to_floor = (aim - mixture * floor - floor * to_mixture) / mixture
        step = min(
            _longest_step(values, change)
            for values, change in (
                (mixture, to_mixture),
                (margin, to_margin),
                (price, to_price),
                (floor, to_floor),
            )
        )
        mixture = mixture + step * to_mixture
        margin = margin + step * to_margin
        price = price + step * to_price
        floor = floor + step * to_floor
        level += step * float(solved[size])
    return np.asarray(mixture / mixture.sum(), dtype=np.float64)


def _longest_step(values: NDArray[np.floating], change: NDArray[np.floating]) -> float:
    """The part of a step, at most all of it, that keeps all values above 0."""
    falling = change < 0.0
    if not falling.any():
        return 1.0
    return min(1.0, 0.99 * float(np.min(-values[falling] / change[falling])))
