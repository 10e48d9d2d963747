"""Ratings in Elo, with their errors and what they mean."""

from dataclasses import dataclass
from enum import Enum
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from arena.ratings.bounds import Scale, place_groups, scales_of
from arena.ratings.bradley_terry import BradleyTerry, fit_bradley_terry
from arena.ratings.elo import ELO_PER_NAT, Z_95
from arena.ratings.result import ResultColumns
from arena.ratings.seat_effects import SeatEffects, seat_effects_of
from arena.ratings.superiority import NO_SPREAD, superiority

__all__ = ["Anchor", "ErrorMark", "Rating", "RatingTable", "Ratings", "rate"]

FEW_DEALS = 30


class ErrorMark(Enum):
    """How far the +- of a rating can be trusted."""

    GOOD = "clustered by deal"
    FEW_DEALS = "rough: few deals"
    NO_SPREAD = "0 because all deals ended alike"
    ONE_DEAL = "none: it takes two deals to see how much deals differ"
    TOO_FEW = "none: no more comparisons than parameters"
    BOUND = "none: the rating is a bound"
    UNRATED = "none: no rated comparison"


@dataclass(frozen=True, slots=True)
class Anchor:
    """An engine whose rating is set, and with it the zero of its pool."""

    engine: str
    elo: float = 0.0


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of one engine.

    `elo` is None without a rated comparison. `plus_minus` is half the 95 % interval in Elo,
    relative to the mean of the measured engines of the pool, None where `error_mark` says so.
    Ratings of different `pool` numbers can't be compared. `deals` counts the deals in which the
    engine was compared with another one.
    """

    engine: str
    elo: float | None
    scale: Scale
    plus_minus: float | None
    error_mark: ErrorMark
    pool: int
    deals: int


@dataclass(frozen=True, slots=True, eq=False)
class RatingTable:
    """The ratings of all engines, in order of their ids.

    `los` (engines, engines) is the likelihood of superiority of row over column, NaN where there
    is none; `los_of` says None there.
    """

    ratings: tuple[Rating, ...]
    los: NDArray[np.float64]
    seat_effects: SeatEffects

    @property
    def engine_ids(self) -> tuple[str, ...]:
        """The engines, sorted by id; rows and columns of `los`."""
        return tuple(rating.engine for rating in self.ratings)

    def of(self, engine: str) -> Rating:
        """The rating of one engine; raises `KeyError` when it is not here."""
        for rating in self.ratings:
            if rating.engine == engine:
                return rating
        raise KeyError(engine)

    def los_of(self, engine: str, other: str) -> float | None:
        """The likelihood that `engine` is stronger than `other`, None where unknown."""
        ids = self.engine_ids
        value = float(self.los[ids.index(engine), ids.index(other)])
        return None if np.isnan(value) else value

    @property
    def pools(self) -> int:
        """How many pools of rated engines there are; ratings of two pools can't be compared."""
        return len({r.pool for r in self.ratings if r.scale is not Scale.UNRATED})


@dataclass(frozen=True, slots=True, eq=False)
class Ratings(RatingTable):
    """The same with the fit that they come from: log-odds and their full covariance."""

    fit: BradleyTerry


def rate(
    results: ResultColumns,
    anchor: Anchor | None = None,
    *,
    average: float = 0.0,
    seats: bool = True,
) -> Ratings:
    """Rate the engines of these results.

    Each pool is centred on the mean `average` of its measured engines (of all, where none is
    measured), or the pool of the anchor on the anchor. Without `seats` all seats are taken to be
    worth the same. Raises `ValueError` when the anchor is not an engine here.
    """
    if anchor is not None and anchor.engine not in results.engine_ids:
        raise ValueError(f"the anchor is not among the engines: {anchor.engine}")
    fit = fit_bradley_terry(results, seats=seats)
    cells = fit.all_cells
    compared = np.zeros(len(results.engine_ids), dtype=np.bool_)
    apart = cells.first != cells.second
    compared[cells.first[apart]] = True
    compared[cells.second[apart]] = True
    scales = scales_of(fit.components, compared)
    elo = _centred(place_groups(fit, scales) * ELO_PER_NAT, fit, scales) + average
    if anchor is not None:
        number = results.engine_ids.index(anchor.engine)
        pool = np.array(fit.components.pool)
        elo = np.where(pool == pool[number], elo - elo[number] + anchor.elo, elo)
    pools = sorted(set(fit.components.pool))
    deals = _deals_of(fit)
    rows = []
    for number, engine in enumerate(results.engine_ids):
        plus_minus, mark = _error(fit, number, scales[number])
        rows.append(
            Rating(
                engine=engine,
                elo=None if scales[number] is Scale.UNRATED else float(elo[number]),
                scale=scales[number],
                plus_minus=plus_minus,
                error_mark=mark,
                pool=pools.index(fit.components.pool[number]),
                deals=int(deals[number]),
            )
        )
    return Ratings(tuple(rows), superiority(fit), seat_effects_of(fit), fit)


def _centred(
    elo: NDArray[np.float64], fit: BradleyTerry, scales: tuple[Scale, ...]
) -> NDArray[np.float64]:
    centred = elo.copy()
    pool = np.array(fit.components.pool)
    measured = np.array([scale is Scale.MEASURED for scale in scales], dtype=np.bool_)
    for number in np.unique(pool):
        inside = pool == number
        centre = inside & measured if (inside & measured).any() else inside
        centred[inside] -= elo[centre].mean()
    return centred


def _deals_of(fit: BradleyTerry) -> NDArray[np.int64]:
    """In how many deals (engines) each engine was compared, with its group or anybody else."""
    rows = fit.all_rows
    if rows is fit.rows:
        return fit.deals_of
    apart = rows.first != rows.second
    engine = np.concatenate([rows.first[apart], rows.second[apart]]).astype(np.int64)
    deal = np.concatenate([rows.deal[apart], rows.deal[apart]])
    engines = len(fit.strength)
    return np.bincount(np.unique(deal * engines + engine) % engines, minlength=engines)


def _error(fit: BradleyTerry, number: int, scale: Scale) -> tuple[float | None, ErrorMark]:
    if scale is Scale.UNRATED:
        return None, ErrorMark.UNRATED
    if scale is not Scale.MEASURED:
        return None, ErrorMark.BOUND
    deals = int(fit.deals_of[number])
    if deals < 2:
        return None, ErrorMark.ONE_DEAL
    if fit.covariance is None:
        return None, ErrorMark.TOO_FEW
    error = sqrt(max(float(fit.covariance[number, number]), 0.0))
    if error < NO_SPREAD:
        return 0.0, ErrorMark.NO_SPREAD
    mark = ErrorMark.FEW_DEALS if deals < FEW_DEALS else ErrorMark.GOOD
    return error * Z_95 * ELO_PER_NAT, mark
