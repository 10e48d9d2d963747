"""Elo, normalized Elo and likelihood of superiority from the scores of deals."""

from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from arena.ratings.deal_scores import ScoreCounts
from arena.ratings.distributions import normal_cdf
from arena.ratings.elo import Z_95, elo_of_score

__all__ = [
    "NORMALIZED_PER_T",
    "Estimate",
    "ScoreEstimate",
    "estimate_from_moments",
    "estimate_from_scores",
]

# Normalized Elo of one unit of (score - 1/2) / sigma.
NORMALIZED_PER_T = 800.0 / log(10.0)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and half of its 95 % interval, None where the interval has no end."""

    value: float
    plus_minus: float | None


@dataclass(frozen=True, slots=True)
class ScoreEstimate:
    """How much stronger one engine is than another.

    `score` is the mean score. `elo` is infinite at a score of 0 or 1. `normalized_elo` measures
    the same in units of the spread of single matches, which makes it independent of draws and
    openings (Van den Bergh, 2020). `los` is the probability that the true score is above 1/2.
    Without any spread between deals `normalized_elo` and `los` are None.
    """

    score: float
    elo: Estimate
    normalized_elo: Estimate | None
    los: float | None


def estimate_from_scores(scores: ScoreCounts) -> ScoreEstimate | None:
    """The estimates of these deals, None without any deal."""
    deals = scores.deals
    if not deals:
        return None
    shares = np.array(scores.counts) / deals
    mean = float(shares @ scores.values)
    variance = float(shares @ (scores.values - mean) ** 2)
    return estimate_from_moments(mean, variance, deals, scores.matches)


def estimate_from_moments(mean: float, variance: float, deals: int, matches: int) -> ScoreEstimate:
    """The estimates of deals of `matches` matches each, by mean and variance of their scores."""
    error = sqrt(variance / deals)
    low, high = mean - Z_95 * error, mean + Z_95 * error
    inside = low > 0.0 and high < 1.0
    elo = Estimate(
        elo_of_score(mean), (elo_of_score(high) - elo_of_score(low)) / 2.0 if inside else None
    )
    if error == 0.0:
        return ScoreEstimate(mean, elo, None, None)
    # The spread that single matches would have if those of one deal were independent.
    sigma = sqrt(matches * variance)
    normalized = Estimate(
        NORMALIZED_PER_T * (mean - 0.5) / sigma, NORMALIZED_PER_T * (high - low) / 2.0 / sigma
    )
    return ScoreEstimate(mean, elo, normalized, normal_cdf((mean - 0.5) / error))
