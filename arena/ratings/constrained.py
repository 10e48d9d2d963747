"""The likeliest distribution of scores under a hypothesis about its mean.

Multinomial maximum likelihood with one constraint (M. Van den Bergh, "Comments on normalized Elo",
2020; A. Owen, Empirical Likelihood, 2001). All functions take arrays whose last axis are the
possible scores, so that thousands of tests can be followed at once.
"""

import numpy as np
from numpy.typing import NDArray

__all__ = ["likeliest_with_mean", "likeliest_with_t"]

_BISECTIONS = 64
_FULL_ROUNDS = 12
_MOST_ROUNDS = 200

Floats = NDArray[np.float64]


def likeliest_with_mean(values: Floats, shares: Floats, mean: float) -> Floats:
    """The distribution (..., scores) with this mean under which `shares` are likeliest.

    `values` (..., scores) must lie on both sides of `mean`, and all `shares` (..., scores) be
    above 0. The solution is shares / (1 + x (values - mean)) with the x that meets the constraint.
    """
    distance = values - mean
    # The sum below falls from +inf to -inf between the poles of its outermost terms.
    low = -1.0 / distance.max(axis=-1, keepdims=True)
    high = -1.0 / distance.min(axis=-1, keepdims=True)
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2.0
        slope = (shares * distance / (1.0 + middle * distance)).sum(axis=-1, keepdims=True)
        low = np.where(slope > 0.0, middle, low)
        high = np.where(slope > 0.0, high, middle)
    return np.asarray(shares / (1.0 + (low + high) / 2.0 * distance), dtype=np.float64)


def likeliest_with_t(values: Floats, shares: Floats, t: float) -> Floats:
    """The distribution (..., scores) with (mean - 1/2) / sigma = `t` that makes `shares` likeliest.

    The constraint is not linear; it is made so around the last solution until that stays the same.
    Raises `ArithmeticError` when it does not.
    """
    solution = np.broadcast_to(_tilted(values[(0,) * (values.ndim - 1)], t), shares.shape)
    for turn in range(_MOST_ROUNDS):
        mean = (solution * values).sum(axis=-1, keepdims=True)
        sigma = np.sqrt((solution * (values - mean) ** 2).sum(axis=-1, keepdims=True))
        bent = values - 0.5 - t * sigma * (1.0 + ((mean - values) / sigma) ** 2) / 2.0
        if bent.min(axis=-1).max() >= 0.0 or bent.max(axis=-1).min() <= 0.0:
            break
        found = likeliest_with_mean(bent, shares, 0.0)
        if np.abs(found - solution).max() < 1e-10:
            return found
        # Where whole steps go back and forth around the solution, half steps get there.
        solution = found if turn < _FULL_ROUNDS else (found + solution) / 2.0
    raise ArithmeticError(f"no distribution of scores was found with (mean - 1/2)/sigma = {t}")


def _tilted(values: Floats, t: float) -> Floats:
    """A distribution (scores) that meets the constraint already, to start from."""
    low, high = -1e3, 1e3
    for _ in range(_BISECTIONS):
        tilt = (low + high) / 2.0
        weights = np.exp(tilt * (values - (values[-1] if tilt > 0.0 else values[0])))
        weights /= weights.sum()
        mean = float(weights @ values)
        reached = (mean - 0.5) / max(float(weights @ (values - mean) ** 2) ** 0.5, 1e-300)
        low, high = (tilt, high) if reached < t else (low, tilt)
    return np.asarray(weights, dtype=np.float64)
