"""How much a seat is worth."""

from dataclasses import dataclass

import numpy as np

from arena.ratings.bradley_terry import BradleyTerry, SeatMark
from arena.ratings.distributions import chi_square_sf
from arena.ratings.elo import ELO_PER_NAT

__all__ = ["SeatEffects", "WaldTest", "seat_effects_of"]


@dataclass(frozen=True, slots=True)
class WaldTest:
    """Whether the seats are equal: small `p` says they are not."""

    statistic: float
    degrees: int
    p: float


@dataclass(frozen=True, slots=True)
class SeatEffects:
    """What each seat adds to the rating of whoever sits there, in Elo; the sum is 0.

    `standard_errors` and `wald` are None where they can't be had (see `mark`, or fewer than two
    deals, or no spread at all between deals).
    """

    elo: tuple[float, ...]
    standard_errors: tuple[float, ...] | None
    wald: WaldTest | None
    mark: SeatMark


def seat_effects_of(fit: BradleyTerry) -> SeatEffects:
    """The seat effects of a fit, with errors clustered by deal (Wald, 1943)."""
    seat = fit.seat if fit.seat_bound is None else fit.seat_bound
    elo = tuple(float(value) for value in seat * ELO_PER_NAT)
    if fit.covariance is None or fit.seat_mark is not SeatMark.ESTIMATED:
        return SeatEffects(elo, None, None, fit.seat_mark)
    engines = len(fit.strength)
    covariance = fit.covariance[engines:, engines:]
    errors = np.sqrt(np.maximum(np.diag(covariance), 0.0)) * ELO_PER_NAT
    values, vectors = np.linalg.eigh(covariance)
    # The effects sum to 0, so one direction has no variance; few deals can leave more without.
    kept = values > 1e-10 * max(float(values[-1]), 1e-6)
    degrees = int(kept.sum())
    wald = None
    if degrees == len(fit.seat) - 1:
        along = vectors[:, kept].T @ fit.seat
        statistic = float(np.sum(along**2 / values[kept]))
        wald = WaldTest(statistic, degrees, chi_square_sf(statistic, degrees))
    return SeatEffects(elo, tuple(errors.tolist()), wald, fit.seat_mark)
