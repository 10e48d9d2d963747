"""Do the ratings tell the truth? How far results are from any single scale of strength."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.ratings.bradley_terry import BradleyTerry
from arena.ratings.distributions import chi_square_sf
from arena.ratings.elo import ELO_PER_NAT
from arena.ratings.pair_scores import (
    PairScores,
    clustered_variance,
    expected_scores,
    pair_scores,
    row_pairs,
)
from arena.ratings.rating import Ratings
from arena.ratings.sums import add_up

__all__ = ["Agreement", "Cycle", "LackOfFit", "agreement_of"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LackOfFit:
    """Whether pairs scored as the ratings say: small `p` says they did not.

    `deviance` has `degrees` = pairs - (engines - 1) degrees of freedom. Comparisons of one deal
    are not independent and ties vary less than wins, so `p` is that of deviance / `dispersion`,
    which is the mean over pairs of the variance seen between deals to that of independent wins
    (first-order correction of Rao and Scott, 1984). `dispersion` and `p` are None with fewer than
    two deals, without any spread, or without a degree of freedom. `sparse` says that more than a
    fifth of the pairs are expected to score less than 5 points one way (Cochran's rule): deviance
    is too large then even where the ratings are right, and `p` is None, too.
    """

    deviance: float
    degrees: int
    dispersion: float | None
    p: float | None
    sparse: bool


@dataclass(frozen=True, slots=True)
class Cycle:
    """Three engines of which each beat the next, the last the first.

    `elo` is the sum of the three differences in Elo, which a scale of strength makes 0; `z` that
    sum in standard errors, clustered by deal, None where a pair shows no spread. Looking for the
    worst of many finds large ones by chance: doubt a `z` below 4.
    """

    engines: tuple[str, str, str]
    elo: float
    z: float | None


@dataclass(frozen=True, slots=True)
class Agreement:
    """How well one scale of strength describes the results.

    `cyclic_share` (0 to 1) is the part of the squared pairwise log-odds, weighted by comparisons,
    that no scale explains (HodgeRank: Jiang, Lim, Yao and Ye, 2011); chance alone makes it
    greater than 0. None without results. `cycles` are the worst ones, worst first.
    """

    lack_of_fit: LackOfFit
    cyclic_share: float | None
    cycles: tuple[Cycle, ...]


def agreement_of(ratings: Ratings, cycles: int = 5) -> Agreement:
    """How well these ratings describe the results they came from; at most so many cycles."""
    fit = ratings.fit
    pairs = pair_scores(len(fit.strength), fit.all_cells)
    # Half a point more for both keeps the log-odds of clean sweeps finite (Haldane, 1956).
    flow = np.log((pairs.score + 0.5) / (pairs.count - pairs.score + 0.5))
    return Agreement(
        _lack_of_fit(fit),
        _cyclic_share(pairs, flow),
        _worst_cycles(ratings.engine_ids, fit, pairs, flow, cycles),
    )


def _lack_of_fit(fit: BradleyTerry) -> LackOfFit:
    pairs = pair_scores(len(fit.strength), fit.cells)
    groups = {fit.components.group[e] for e in (*pairs.first.tolist(), *pairs.second.tolist())}
    engines = len({*pairs.first.tolist(), *pairs.second.tolist()})
    degrees = len(pairs.code) - (engines - len(groups))
    expected, variance = expected_scores(fit, pairs)
    deviance = 2.0 * float(
        np.sum(
            _times_log_ratio(pairs.score, expected)
            + _times_log_ratio(pairs.count - pairs.score, pairs.count - expected)
        )
    )
    deviance = max(deviance, 0.0)
    least = np.minimum(expected, pairs.count - expected)
    sparse = bool(len(least)) and float(np.mean(least < 5.0)) > 0.2
    if fit.deals < 2 or degrees < 1:
        return LackOfFit(deviance, degrees, None, None, sparse)
    chance = fit.expected / fit.cells.count
    residual = fit.rows.score - chance[fit.cells.row_cell]
    seen = clustered_variance(pairs, fit.rows, residual)
    dispersion = float(np.mean(seen / variance))
    if dispersion < 1e-9:
        return LackOfFit(deviance, degrees, None, None, sparse)
    p = None if sparse else chi_square_sf(deviance / dispersion, degrees)
    return LackOfFit(deviance, degrees, dispersion, p, sparse)


def _times_log_ratio(observed: Floats, expected: Floats) -> Floats:
    positive = observed > 0.0
    ratio = np.where(positive, observed, 1.0) / np.where(positive, expected, 1.0)
    return np.asarray(np.where(positive, observed * np.log(ratio), 0.0), dtype=np.float64)


def _cyclic_share(pairs: PairScores, flow: Floats) -> float | None:
    total = float(pairs.count @ flow**2)
    if not len(flow):
        return None
    if total == 0.0:
        return 0.0
    # The scale that comes closest: weighted least squares on the graph of pairs.
    size = pairs.engines
    laplacian = np.zeros((size, size))
    np.add.at(laplacian, (pairs.first, pairs.first), pairs.count)
    np.add.at(laplacian, (pairs.second, pairs.second), pairs.count)
    np.add.at(laplacian, (pairs.first, pairs.second), -pairs.count)
    np.add.at(laplacian, (pairs.second, pairs.first), -pairs.count)
    divergence = add_up(pairs.first, pairs.count * flow, size)
    divergence = divergence - add_up(pairs.second, pairs.count * flow, size)
    scale = np.linalg.lstsq(laplacian, divergence, rcond=None)[0]
    rest = flow - (scale[pairs.first] - scale[pairs.second])
    return min(max(float(pairs.count @ rest**2) / total, 0.0), 1.0)


def _worst_cycles(
    names: tuple[str, ...], fit: BradleyTerry, pairs: PairScores, flow: Floats, most: int
) -> tuple[Cycle, ...]:
    place, sign = row_pairs(pairs, fit.all_rows)
    apart = fit.all_rows.first != fit.all_rows.second
    mean = np.zeros(len(sign))
    share = pairs.score / pairs.count
    mean[apart] = share[place[apart]]
    residual = np.where(sign > 0.0, fit.all_rows.score - mean, fit.all_rows.score - (1.0 - mean))
    # The variance of a log-odds by the delta method, around the pair's own mean.
    smooth = (pairs.score + 0.5) / (pairs.count + 1.0)
    spread = clustered_variance(pairs, fit.all_rows, residual)
    variance = spread / (pairs.count * smooth * (1.0 - smooth)) ** 2
    size = pairs.engines
    flows, variances = np.full((size, size), np.nan), np.full((size, size), np.nan)
    flows[pairs.first, pairs.second], flows[pairs.second, pairs.first] = flow, -flow
    variances[pairs.first, pairs.second] = variances[pairs.second, pairs.first] = variance
    beats = flows > 1e-12
    found: list[tuple[float, Cycle]] = []
    for first in range(size):
        # The lowest number leads, so that each cycle is found once.
        closes = beats[first][:, np.newaxis] & beats & beats[:, first]
        closes[: first + 1] = False
        closes[:, : first + 1] = False
        seconds, thirds = np.nonzero(closes)
        curl = flows[first, seconds] + flows[seconds, thirds] + flows[thirds, first]
        error = np.sqrt(
            variances[first, seconds] + variances[seconds, thirds] + variances[thirds, first]
        )
        known = (
            (variances[first, seconds] > 0.0)
            & (variances[seconds, thirds] > 0.0)
            & (variances[thirds, first] > 0.0)
        )
        z = np.where(known, curl / np.where(known, error, 1.0), -np.inf)
        for index in np.lexsort((-curl, -z))[:most].tolist():
            trio = names[first], names[int(seconds[index])], names[int(thirds[index])]
            value = float(z[index]) if known[index] else None
            cycle = Cycle(trio, float(curl[index]) * ELO_PER_NAT, value)
            found.append((float(z[index]), cycle))
    found.sort(key=lambda entry: (-entry[0], -entry[1].elo, entry[1].engines))
    return tuple(cycle for _, cycle in found[:most])
