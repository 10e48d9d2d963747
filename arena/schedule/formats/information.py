"""What a table would tell: how much it shrinks the uncertainty of all ratings together."""

from collections.abc import Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

__all__ = ["Knowledge"]

Floats = NDArray[np.float64]

_PRIOR_ELO = 350.0
"""Standard deviation of the strengths that engines are taken to have before their first match."""

_STEPS = 50
_STILL = 1e-10
_LONGEST_STEP = 2.0


class Knowledge:
    """Strengths in log-odds by the Bradley-Terry model under a normal prior, and their covariance.

    `counts` (engines, engines) says how often two were compared, symmetric, and `scores` how often
    the one of the row came first, ties one half. `expected` (engines, engines) are comparisons
    that are being played: they tell nothing of strengths yet, but will.
    """

    def __init__(self, counts: Floats, scores: Floats, expected: Floats) -> None:
        size = len(counts)
        precision = (log(10.0) / 400.0 * _PRIOR_ELO) ** -2
        self.strength = np.zeros(size)
        for _ in range(_STEPS):
            chance = self._chances()
            gradient = (scores - counts * chance).sum(axis=1) - precision * self.strength
            step = np.linalg.solve(_information(counts, chance, precision), gradient)
            self.strength += np.clip(step, -_LONGEST_STEP, _LONGEST_STEP)
            if float(np.abs(step).max(initial=0.0)) < _STILL:
                break
        self._chance = self._chances()
        self.covariance = np.linalg.inv(_information(counts + expected, self._chance, precision))

    def _chances(self) -> Floats:
        chances: Floats = 1.0 / (1.0 + np.exp(self.strength[np.newaxis] - self.strength[:, None]))
        return chances

    def variance(self, engine: int) -> float:
        """Of the strength of one engine, in few digits so that machines agree."""
        return _few_digits(float(self.covariance[engine, engine]))

    def gain(self, engine: int, table: Sequence[int], comparisons: int) -> float:
        """By how much the sum of all variances shrinks if an engine meets those of a table, each
        in so many comparisons; in few digits."""
        total = 0.0
        for other in table:
            column = self.covariance[:, engine] - self.covariance[:, other]
            chance = float(self._chance[engine, other])
            weight = comparisons * chance * (1.0 - chance)
            spread = float(column[engine] - column[other])
            total += weight * float(column @ column) / (1.0 + weight * spread)
        return _few_digits(total)


def _information(counts: Floats, chance: Floats, precision: float) -> Floats:
    weights = counts * chance * (1.0 - chance)
    information: Floats = np.diag(weights.sum(axis=1) + precision) - weights
    return information


def _few_digits(value: float) -> float:
    # Libraries of linear algebra differ in the last digits; ties are then broken by lot.
    return float(f"{value:.6g}")
