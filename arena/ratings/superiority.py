"""LOS, the likelihood of superiority: how sure it is that one engine is better than another."""

import numpy as np
from numpy.typing import NDArray

from arena.ratings.bradley_terry import BradleyTerry
from arena.ratings.distributions import normal_cdf

__all__ = ["NO_SPREAD", "percent_of_los", "standard_errors_of_differences", "superiority"]

# Below this (log-odds) a standard error is rounding, not spread.
NO_SPREAD = 1e-8


def standard_errors_of_differences(fit: BradleyTerry) -> NDArray[np.float64]:
    """Standard errors (engines, engines) of rating differences in log-odds.

    NaN marks a difference without one: no common group, or an engine with fewer than two deals.
    Never the sum of two single errors: what two engines had in common cancels.
    """
    engines = len(fit.strength)
    if fit.covariance is None:
        return np.full((engines, engines), np.nan)
    own = fit.covariance[:engines, :engines]
    variance = np.diag(own)
    spread = np.sqrt(np.maximum(variance[:, np.newaxis] + variance - 2.0 * own, 0.0))
    spread[spread < NO_SPREAD] = 0.0
    group = np.array(fit.components.group)
    known = (group[:, np.newaxis] == group) & (fit.deals_of >= 2) & (fit.deals_of >= 2)[:, None]
    return np.where(known, spread, np.nan)


def superiority(fit: BradleyTerry) -> NDArray[np.float64]:
    """LOS (engines, engines): the probability that the engine of the row is the stronger one.

    Inside a group it comes from the difference of the ratings and its standard error. Between
    engines that met, all points going one way, it is 1 - 2^-(d+1) after d deals: the posterior of
    a chance above 1/2 with a uniform prior. NaN marks pairs about which nothing is known; the
    diagonal is 1/2.
    """
    errors = standard_errors_of_differences(fit)
    difference = fit.strength[:, np.newaxis] - fit.strength
    difference[np.abs(difference) < NO_SPREAD] = 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where((errors == 0.0) & (difference == 0.0), 0.0, difference / errors)
    los: NDArray[np.float64] = np.vectorize(normal_cdf, otypes=[np.float64])(z)
    for (winner, loser), deals in _one_sided(fit).items():
        los[winner, loser] = 1.0 - 0.5 ** (deals + 1)
        los[loser, winner] = 0.5 ** (deals + 1)
    np.fill_diagonal(los, 0.5)
    return los


def _one_sided(fit: BradleyTerry) -> dict[tuple[int, int], int]:
    """Winner and loser of different groups that met, with the number of their deals."""
    rows = fit.all_rows
    group = np.array(fit.components.group, dtype=np.int64)
    if rows is fit.rows:
        return {}
    across = rows.only(group[rows.first] != group[rows.second])
    winner = np.where(across.score > 0.5, across.first, across.second)
    loser = np.where(across.score > 0.5, across.second, across.first)
    met = np.unique(np.stack([winner, loser, across.deal]), axis=1)
    pairs, deals = np.unique(met[:2], axis=1, return_counts=True)
    return {
        (int(a), int(b)): int(count) for a, b, count in zip(pairs[0], pairs[1], deals, strict=True)
    }


def percent_of_los(los: float) -> str:
    """LOS in per cent as people read it; never 100 or 0, which no number of matches can prove."""
    if los >= 0.9995:
        return ">99.9"
    return "<0.1" if los < 0.0005 else f"{los * 100:.1f}"
