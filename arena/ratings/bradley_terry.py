"""The Bradley-Terry model with seat effects, fitted where its estimates are finite.

Every rated pair of seats of a match is a comparison. Engine i in seat s is placed before engine j
in seat t with log-odds `strength[i] - strength[j] + seat[s] - seat[t]`; a tie counts one half for
each (Bradley and Terry, 1952).
"""

from dataclasses import dataclass
from enum import Enum
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from arena.ratings.comparisons import Cells, Comparisons, cells_of, compare
from arena.ratings.components import Components, components_of
from arena.ratings.logistic import Design, fit_logistic, logistic
from arena.ratings.result import ResultColumns
from arena.ratings.sandwich import clustered_covariance, deal_scores

__all__ = ["BradleyTerry", "SeatMark", "fit_bradley_terry"]

# Away from fixed directions the information of a finite maximum is of the order of the points
# that someone lost to a weaker one, at least half a point; where the maximum is at infinity it is
# as small as the gradient at which the search stopped.
_NO_INFORMATION = 1e-6
_UNIDENTIFIED = 1e-9


class SeatMark(Enum):
    """How seat effects were found."""

    ESTIMATED = "estimated"
    BOUND = "a bound, held by a prior and left out of the ratings: all that could tell went one way"
    NOT_SEPARABLE = "not separable from the engines: they did not change seats"
    LEFT_OUT = "left out, as was asked for"
    NO_DATA = "no comparisons of engines that can be put on one scale"


@dataclass(frozen=True, slots=True, eq=False)
class BradleyTerry:
    """The fit inside the strongly connected groups, in log-odds.

    `strength` (engines) has mean 0 in each group, `seat` (seats) mean 0; without seat effects in
    the fit they are all 0, and `seat_bound` (seats) may hold bounds for them. `covariance`
    (engines + seats, square; rows and columns of seats are 0 without seat effects) is clustered by
    deal, None where there are fewer than two deals or no more comparisons than parameters;
    `model_covariance` is what it would be if all comparisons were independent. `deals_of`
    (engines) counts the deals that each engine shares with others of its group, `deals` those that
    anyone does. `rows`, `cells` and `expected` (cells, what the first of each cell should have
    scored) are what was fitted: comparisons inside groups; `all_rows` and `all_cells` are all.
    `converged` is False when the search did not
    come to rest, which should not happen.
    """

    strength: NDArray[np.float64]
    seat: NDArray[np.float64]
    seat_bound: NDArray[np.float64] | None
    covariance: NDArray[np.float64] | None
    model_covariance: NDArray[np.float64]
    seat_mark: SeatMark
    components: Components
    deals: int
    deals_of: NDArray[np.int64]
    rows: Comparisons
    all_rows: Comparisons
    all_cells: Cells
    cells: Cells
    expected: NDArray[np.float64]
    converged: bool


def fit_bradley_terry(results: ResultColumns, *, seats: bool = True) -> BradleyTerry:
    """Fit all results. Comparisons across groups, which went one way, say nothing finite.

    Seat effects share one fit over all groups: the seats of a game do not know who sits there.
    Without `seats` all seats are taken to be worth the same.
    """
    all_rows = compare(results)
    all_cells = cells_of(all_rows)
    components = components_of(all_rows.engines, all_cells)
    group = np.array(components.group, dtype=np.int64)
    rows = all_rows.only(group[all_rows.first] == group[all_rows.second])
    cells = all_cells if rows is all_rows else cells_of(rows)

    design, mark = _design(rows, cells, group, seats)
    fit = fit_logistic(design, cells.count, cells.score)
    seat_bound = None
    if mark is SeatMark.ESTIMATED and design.smallest_eigenvalue(fit.information) < _NO_INFORMATION:
        # Seat effects of infinite size could drag strengths along (who won all in one seat and half
        # in the other would be infinitely strong), so the strengths are fitted without them.
        mark = SeatMark.BOUND
        seat_bound = _bound_by_prior(design, rows, cells)
        design = _strengths_only(rows, cells, group)
        fit = fit_logistic(design, cells.count, cells.score)

    with_seats = design.size > rows.engines
    expected = cells.count * logistic(design.log_odds(fit.parameters))
    seat = fit.parameters[rows.engines :] if with_seats else np.zeros(rows.seats)
    bread = design.pseudo_inverse(fit.information)
    chance = expected / cells.count
    scores = deal_scores(rows, rows.score - chance[cells.row_cell], with_seats)
    covariance = clustered_covariance(
        bread, scores, rows=len(rows.score), parameters=design.size - len(design.fixed)
    )
    if not with_seats:
        bread = np.pad(bread, (0, rows.seats))
        covariance = None if covariance is None else np.pad(covariance, (0, rows.seats))
    return BradleyTerry(
        strength=fit.parameters[: rows.engines],
        seat=seat,
        seat_bound=seat_bound,
        covariance=covariance,
        model_covariance=bread,
        seat_mark=mark,
        components=components,
        deals=scores.deals,
        deals_of=scores.deals_of,
        rows=rows,
        all_rows=all_rows,
        all_cells=all_cells,
        cells=cells,
        expected=expected,
        converged=fit.converged,
    )


def _strengths_only(rows: Comparisons, cells: Cells, group: NDArray[np.int64]) -> Design:
    return Design(
        size=rows.engines,
        columns=np.stack([cells.first, cells.second]),
        signs=(1.0, -1.0),
        offset=np.zeros(len(cells.count)),
        fixed=_indicators(group),
    )


def _design(
    rows: Comparisons, cells: Cells, group: NDArray[np.int64], seats: bool
) -> tuple[Design, SeatMark]:
    """Strengths and seats, or strengths alone where the seats can't be told from the engines."""
    engines = _strengths_only(rows, cells, group)
    if not len(cells.count):
        return engines, SeatMark.NO_DATA
    if not seats:
        return engines, SeatMark.LEFT_OUT
    all_seats = np.full((1, rows.seats), 1.0 / np.sqrt(rows.seats))
    both = Design(
        size=rows.engines + rows.seats,
        columns=np.stack(
            [
                cells.first,
                cells.second,
                rows.engines + cells.first_seat,
                rows.engines + cells.second_seat,
            ]
        ),
        signs=(1.0, -1.0, 1.0, -1.0),
        offset=engines.offset,
        fixed=np.block(
            [
                [engines.fixed, np.zeros((len(engines.fixed), rows.seats))],
                [np.zeros((1, rows.engines)), all_seats],
            ]
        ),
    )
    met = both.information(np.ones(len(cells.count)))
    if both.smallest_eigenvalue(met) < _UNIDENTIFIED:
        return engines, SeatMark.NOT_SEPARABLE
    return both, SeatMark.ESTIMATED


def _indicators(labels: NDArray[np.int64]) -> NDArray[np.float64]:
    """One normalised row for each label, not 0 where that label stands."""
    chosen = np.unique(labels)[:, np.newaxis] == labels
    indicators: NDArray[np.float64] = chosen / np.sqrt(chosen.sum(axis=1, keepdims=True))
    return indicators


def _bound_by_prior(design: Design, rows: Comparisons, cells: Cells) -> NDArray[np.float64]:
    """Seat effects (seats) held by one drawn comparison more between each two seats."""
    pairs = list(combinations(range(rows.seats), 2))
    # An engine against itself: its strength falls out.
    nobody = np.zeros(len(pairs), dtype=np.int64)
    low = rows.engines + np.array([a for a, _ in pairs])
    high = rows.engines + np.array([b for _, b in pairs])
    extended = Design(
        size=design.size,
        columns=np.concatenate([design.columns, np.stack([nobody, nobody, low, high])], axis=1),
        signs=design.signs,
        offset=np.zeros(len(cells.count) + len(pairs)),
        fixed=design.fixed,
    )
    count = np.concatenate([cells.count, np.ones(len(pairs))])
    score = np.concatenate([cells.score, np.full(len(pairs), 0.5)])
    return fit_logistic(extended, count, score).parameters[rows.engines :]
