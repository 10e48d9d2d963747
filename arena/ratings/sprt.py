"""Is B better than A? A sequential test that stops by itself: the GSPRT on deals.

The generalized sequential probability ratio test (X. Li, J. Liu and Z. Ying, 2014) on the scores
of deals, as fishtest and fastchess use it on pairs of games.
"""

from dataclasses import dataclass
from enum import Enum
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from arena.ratings.constrained import likeliest_with_mean, likeliest_with_t
from arena.ratings.deal_scores import ScoreCounts
from arena.ratings.elo import score_of_elo
from arena.ratings.score_estimate import NORMALIZED_PER_T

__all__ = ["EloModel", "Sprt", "SprtState", "Verdict"]

# Scores that did not occur yet count so many deals, or one surprise would decide the test.
EMPTY_CELL = 1e-3

# Beyond, no sensible test is meant, and the search for a distribution may fail.
MOST_NORMALIZED_ELO = 200.0
MOST_LOGISTIC_ELO = 800.0


class EloModel(Enum):
    """In which unit the bounds of a test are given."""

    NORMALIZED = "normalized"
    LOGISTIC = "logistic"


class Verdict(Enum):
    """What a test says so far."""

    CONTINUE = "continue"
    ACCEPT_H0 = "H0"
    ACCEPT_H1 = "H1"


@dataclass(frozen=True, slots=True)
class SprtState:
    """The log-likelihood ratio, the bounds between which the test goes on, and the verdict."""

    llr: float
    lower: float
    upper: float
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of H0, the difference is `elo0` or less, against H1, it is `elo1` or more.

    `alpha` is the chance to accept H1 at `elo0`, `beta` that to accept H0 at `elo1`. Raises
    `ValueError` when the numbers make no test.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: EloModel = EloModel.NORMALIZED

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 must be below elo1: {self.elo0}, {self.elo1}")
        if not (0.0 < self.alpha < 0.5 and 0.0 < self.beta < 0.5):
            raise ValueError(f"alpha and beta lie between 0 and 0.5: {self.alpha}, {self.beta}")
        normalized = self.model is EloModel.NORMALIZED
        most = MOST_NORMALIZED_ELO if normalized else MOST_LOGISTIC_ELO
        if max(-self.elo0, self.elo1) > most:
            raise ValueError(f"{self.model.value} Elo bounds lie between {-most} and {most}")

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which H0 is accepted."""
        return log(self.beta / (1.0 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which H1 is accepted."""
        return log((1.0 - self.beta) / self.alpha)

    def state(self, scores: ScoreCounts) -> SprtState:
        """What the test says after these deals; without any the ratio is 0."""
        counts = np.array(scores.counts, dtype=np.float64)
        ratio = float(self.log_likelihood_ratios(counts, scores.matches)) if scores.deals else 0.0
        verdict = Verdict.CONTINUE
        if ratio >= self.upper:
            verdict = Verdict.ACCEPT_H1
        elif ratio <= self.lower:
            verdict = Verdict.ACCEPT_H0
        return SprtState(ratio, self.lower, self.upper, verdict)

    def log_likelihood_ratios(
        self, counts: NDArray[np.float64], matches: int
    ) -> NDArray[np.float64]:
        """The ratio (...) of each row of counts (..., scores) of deals of `matches` matches."""
        filled = np.where(counts == 0.0, EMPTY_CELL, counts)
        deals = filled.sum(axis=-1)
        shares = filled / deals[..., np.newaxis]
        values = np.broadcast_to(np.linspace(0.0, 1.0, counts.shape[-1]), counts.shape)
        low = self._likeliest(values, shares, self.elo0, matches)
        high = self._likeliest(values, shares, self.elo1, matches)
        ratio: NDArray[np.float64] = deals * (shares * np.log(high / low)).sum(axis=-1)
        return ratio

    def _likeliest(
        self, values: NDArray[np.float64], shares: NDArray[np.float64], elo: float, matches: int
    ) -> NDArray[np.float64]:
        if self.model is EloModel.LOGISTIC:
            return likeliest_with_mean(values, shares, score_of_elo(elo))
        return likeliest_with_t(values, shares, elo / NORMALIZED_PER_T * sqrt(matches))
