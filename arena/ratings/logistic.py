"""Maximum likelihood for comparisons: Newton's method on aggregated cells."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.ratings.sums import add_up

__all__ = ["Design", "LogisticFit", "fit_logistic", "logistic"]

_MOST_STEPS = 200
_HALVINGS = 40

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Design:
    """Which parameters (`size` of them) add up to the log-odds of each cell.

    The log-odds of cell c are `offset[c] + sum over r of signs[r] * parameter[columns[r, c]]`;
    `columns` is (terms, cells). `fixed` (directions, size) are orthonormal directions along which
    parameters can move without changing anything; the fit stays at 0 along them.
    """

    size: int
    columns: NDArray[np.int64]
    signs: tuple[float, ...]
    offset: Floats
    fixed: Floats

    def log_odds(self, parameters: Floats) -> Floats:
        """The log-odds (cells) at these parameters (size)."""
        total = self.offset.copy()
        for sign, column in zip(self.signs, self.columns, strict=True):
            total += sign * parameters[column]
        return total

    def gradient(self, residual: Floats) -> Floats:
        """The sum (size) over cells of residual times the cell's row of signs."""
        total = np.zeros(self.size)
        for sign, column in zip(self.signs, self.columns, strict=True):
            total += sign * add_up(column, residual, self.size)
        return total

    def information(self, weights: Floats) -> Floats:
        """The sum (size, size) over cells of weight times row times row transposed."""
        total = np.zeros(self.size * self.size)
        for sign, column in zip(self.signs, self.columns, strict=True):
            for other_sign, other in zip(self.signs, self.columns, strict=True):
                total += add_up(
                    column * self.size + other,
                    sign * other_sign * weights,
                    self.size * self.size,
                )
        return total.reshape(self.size, self.size)

    def smallest_eigenvalue(self, information: Floats) -> float:
        """The smallest eigenvalue of an information matrix away from the fixed directions."""
        free = self.size - len(self.fixed)
        if free == 0:
            return np.inf
        lift = 2.0 * float(np.trace(information)) + 1.0
        return float(np.linalg.eigvalsh(information + lift * self.fixed.T @ self.fixed)[0])

    def pseudo_inverse(self, information: Floats) -> Floats:
        """The inverse of an information matrix away from the fixed directions, 0 along them."""
        lift = float(np.trace(information)) / max(self.size, 1) or 1.0
        along = self.fixed.T @ self.fixed
        inverse: Floats = np.linalg.inv(information + lift * along) - along / lift
        return (inverse + inverse.T) / 2.0


@dataclass(frozen=True, slots=True, eq=False)
class LogisticFit:
    """Estimates (size), the information there (size, size), and whether the search came to rest."""

    parameters: Floats
    information: Floats
    converged: bool


def logistic(log_odds: Floats) -> Floats:
    """The probability at these log-odds, without overflow."""
    result: Floats = 0.5 * (1.0 + np.tanh(0.5 * log_odds))
    return result


def fit_logistic(design: Design, count: Floats, score: Floats) -> LogisticFit:
    """The parameters under which `score` of `count` comparisons (cells) is most likely.

    Newton's method with halved steps where the likelihood would fall. Where no finite maximum
    exists the search ends far out with next to no information left in some direction: look at
    `Design.smallest_eigenvalue`.
    """
    parameters = np.zeros(design.size)
    likelihood = _log_likelihood(design, parameters, count, score)
    # Rounding errors of the sums grow with the number of comparisons.
    tolerance = 1e-10 + 1e-14 * float(count.sum())
    converged = False
    for _ in range(_MOST_STEPS):
        chance = logistic(design.log_odds(parameters))
        gradient = design.gradient(score - count * chance)
        converged = bool(np.abs(gradient).max(initial=0.0) <= tolerance)
        if converged:
            break
        information = design.information(count * chance * (1.0 - chance))
        step = _solved(design, information, gradient)
        for _ in range(_HALVINGS):
            trial = parameters + step
            trial_likelihood = _log_likelihood(design, trial, count, score)
            if trial_likelihood >= likelihood - 1e-13 * abs(likelihood):
                break
            step = step / 2.0
        parameters, likelihood = trial, trial_likelihood
    chance = logistic(design.log_odds(parameters))
    return LogisticFit(parameters, design.information(count * chance * (1.0 - chance)), converged)


def _solved(design: Design, information: Floats, gradient: Floats) -> Floats:
    lift = float(np.trace(information)) / max(design.size, 1) or 1.0
    # A trace of a ridge keeps the step finite where a direction has run out of information.
    matrix = information + lift * design.fixed.T @ design.fixed
    matrix[np.diag_indices_from(matrix)] += 1e-13 * lift
    return np.asarray(np.linalg.solve(matrix, gradient), dtype=np.float64)


def _log_likelihood(design: Design, parameters: Floats, count: Floats, score: Floats) -> float:
    log_odds = design.log_odds(parameters)
    return float(np.sum(score * log_odds - count * np.logaddexp(0.0, log_odds)))
