"""Whether 95 % intervals hold the truth 95 times in 100: simulated leagues, fixed seeds."""

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.ratings import ResultColumns, rate
from arena.ratings.elo import Z_95
from tests.arena.ratings.leagues import drawn_league

LEAGUES = 250
STRENGTH = np.array([0.6, 0.2, 0.0, -0.2, -0.6])


def by_single_match(results: ResultColumns) -> ResultColumns:
    """The same results as if every match were a deal of its own."""
    return ResultColumns(
        results.engine_ids,
        np.arange(results.matches, dtype=np.int64),
        results.engines,
        results.placements,
        results.rated_pairs,
        results.forfeit,
        results.faulty,
    )


@cache
def limit(seats: int) -> NDArray[np.float64]:
    """What ratings tend to when a league of this kind goes on for ever, by a very long one."""
    effects = np.linspace(0.15, -0.15, seats)
    league = drawn_league(STRENGTH, effects, 600_000 // seats, np.random.default_rng(99), 1.0)
    # Engines of equal distance from the middle mirror each other, so halves can be averaged.
    elo = np.array([rating.elo or 0.0 for rating in rate(league).ratings])
    return np.asarray((elo - elo[::-1]) / 2.0, dtype=np.float64)


def simulate(seats: int, seed: int, single: bool = False) -> tuple[float, NDArray[np.float64]]:
    """The share of intervals that hold the true rating, and the z of every rating.

    The luck of a seat is shared by all matches of a deal, and strong: what a hand of cards does.
    """
    effects = np.linspace(0.15, -0.15, seats)
    z_values = []
    for league in range(LEAGUES):
        generator = np.random.default_rng([seed, seats, league])
        results = drawn_league(STRENGTH, effects, 150, generator, 1.0)
        rated = rate(by_single_match(results) if single else results)
        # Luck of the deal makes every difference look smaller, so the truth is what an endless
        # league of this kind shows.
        for rating, truth in zip(rated.ratings, limit(seats), strict=True):
            assert rating.elo is not None
            assert rating.plus_minus is not None
            z_values.append((rating.elo - truth) / (rating.plus_minus / Z_95))
    z = np.array(z_values)
    return float(np.mean(np.abs(z) <= Z_95)), z


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
def test_intervals_cover_what_they_promise(seats: int) -> None:
    covered, z = simulate(seats, seed=1)
    # 1250 intervals: the standard error of the share is 0.6 per cent.
    assert 0.93 <= covered <= 0.97
    assert abs(z.mean()) < 0.1
    assert 0.9 < z.std() < 1.1


@pytest.mark.slow
def test_clustering_by_single_match_would_be_wrong() -> None:
    # Rotated deals cancel the luck of the seat; who looks at single matches can't see it.
    covered, z = simulate(4, seed=2, single=True)
    assert covered > 0.97
    assert z.std() < 0.9


@pytest.mark.slow
def test_los_is_calibrated() -> None:
    # Equal engines: LOS is uniform, so it passes 95 % one time in twenty.
    los = []
    for seed in range(LEAGUES):
        league = drawn_league(
            [0.3, 0.0, 0.0, -0.3], [0.1, -0.1], 120, np.random.default_rng([7, seed]), 0.8
        )
        value = rate(league).los_of("engine01", "engine02")
        assert value is not None
        los.append(value)
    assert 0.02 <= np.mean(np.array(los) > 0.95) <= 0.085
    assert np.mean(los) == pytest.approx(0.5, abs=0.05)
