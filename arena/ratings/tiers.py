"""Tiers: runs of engines that the data do not tell apart."""

import numpy as np
from numpy.typing import NDArray

from arena.ratings.distributions import two_sided_p
from arena.ratings.rating import Ratings
from arena.ratings.superiority import NO_SPREAD, standard_errors_of_differences

__all__ = ["holm_rejections", "tiers_of"]


def holm_rejections(p_values: NDArray[np.float64], level: float) -> NDArray[np.bool_]:
    """Which hypotheses fall (tests) when all are tested at once at this level (Holm, 1979).

    NaN marks a test that could not be made; it counts for nothing and nothing falls.
    """
    made = np.flatnonzero(~np.isnan(p_values))
    order = made[np.argsort(p_values[made], kind="stable")]
    below = p_values[order] <= level / np.arange(len(order), 0, -1)
    falls = len(below) if below.all() else int(np.argmin(below))
    rejected = np.zeros(len(p_values), dtype=np.bool_)
    rejected[order[:falls]] = True
    return rejected


def tiers_of(ratings: Ratings, level: float = 0.05) -> tuple[tuple[str, ...], ...]:
    """The longest runs of engines, by falling rating, in which no two are separated.

    Two engines of one pool are separated when the difference of their ratings falls in a test of
    all differences at once with Holm's correction, or when all points between their groups went
    one way (a strongly connected group away has no finite rating). An engine can be in several
    tiers, which overlap, and in none that holds a separated rival. Engines of different pools
    share no tier; engines without a rating are in none.
    """
    separated = _separated(ratings, level)
    tiers: list[tuple[str, ...]] = []
    rated = [n for n, rating in enumerate(ratings.ratings) if rating.elo is not None]
    for pool in sorted({ratings.ratings[number].pool for number in rated}):
        order = sorted(
            (number for number in rated if ratings.ratings[number].pool == pool),
            key=lambda number: (-(ratings.ratings[number].elo or 0.0), number),
        )
        tiers.extend(
            tuple(ratings.ratings[number].engine for number in run)
            for run in _longest_runs(order, separated)
        )
    return tuple(tiers)


def _longest_runs(order: list[int], separated: NDArray[np.bool_]) -> list[list[int]]:
    runs: list[list[int]] = []
    reached = 0
    for start in range(len(order)):
        end = start + 1
        while end < len(order) and not separated[order[end], order[start:end]].any():
            end += 1
        if end > reached:
            runs.append(order[start:end])
            reached = end
    return runs


def _separated(ratings: Ratings, level: float) -> NDArray[np.bool_]:
    fit = ratings.fit
    engines = len(ratings.ratings)
    errors = standard_errors_of_differences(fit)
    one, other = np.triu_indices(engines, 1)
    difference = np.abs(fit.strength[one] - fit.strength[other])
    difference[difference < NO_SPREAD] = 0.0
    # Deals without any spread prove nothing, however many there are.
    spread = np.where(errors[one, other] > 0.0, errors[one, other], np.nan)
    p_values = np.vectorize(two_sided_p, otypes=[np.float64])(difference / spread)
    separated = np.zeros((engines, engines), dtype=np.bool_)
    fallen = holm_rejections(p_values, level)
    separated[one[fallen], other[fallen]] = True
    group = fit.components.group
    for number in sorted(set(group)):
        below = fit.components.reaches(number)
        for better in (n for n, g in enumerate(group) if g == number):
            for worse in (n for n, g in enumerate(group) if g in below):
                separated[better, worse] = True
    return separated | separated.T
