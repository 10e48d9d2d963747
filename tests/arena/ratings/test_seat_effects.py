from importlib import import_module

import numpy as np
import pytest

from arena.ratings import ResultColumns, SeatMark, rate
from arena.ratings.elo import ELO_PER_NAT
from tests.arena.ratings.leagues import as_results, drawn_league

# It comes with statsmodels, but has no type stubs.
stats = import_module("scipy.stats")


def test_seat_effects_are_found_with_honest_errors() -> None:
    worth = np.array([0.4, 0.0, -0.1, -0.3])
    league = drawn_league([0.3, 0.0, -0.2, 0.1, -0.2], worth, 800, np.random.default_rng(11), 0.4)
    effects = rate(league).seat_effects
    assert effects.mark is SeatMark.ESTIMATED
    assert sum(effects.elo) == pytest.approx(0.0, abs=1e-9)
    assert effects.standard_errors is not None
    assert effects.wald is not None
    z = (np.array(effects.elo) - worth * ELO_PER_NAT) / np.array(effects.standard_errors)
    assert np.abs(z).max() < 3.5
    assert effects.wald.degrees == 3
    assert effects.wald.p < 1e-6


def test_wald_of_two_seats_is_the_square_of_z() -> None:
    league = drawn_league([0.3, 0.0, -0.3], [0.1, -0.1], 60, np.random.default_rng(2))
    effects = rate(league).seat_effects
    assert effects.wald is not None
    assert effects.standard_errors is not None
    z = effects.elo[0] / effects.standard_errors[0]
    assert effects.wald.statistic == pytest.approx(z**2)
    assert effects.wald.p == pytest.approx(stats.chi2.sf(z**2, 1))


def test_equal_seats_are_seldom_called_unequal() -> None:
    p_values = []
    for seed in range(60):
        league = drawn_league(
            [0.2, 0.0, -0.2, 0.0], [0.0] * 3, 60, np.random.default_rng(seed), 0.5
        )
        wald = rate(league).seat_effects.wald
        assert wald is not None
        p_values.append(wald.p)
    # Expected 3; more than 10 of 60 has a chance of one in two thousand.
    assert sum(p < 0.05 for p in p_values) <= 10


def test_too_few_deals_for_a_test_of_the_seats() -> None:
    league = drawn_league([0.0] * 4, [0.0] * 4, 3, np.random.default_rng(8))
    effects = rate(ResultColumns.of(as_results(league)[:8])).seat_effects
    assert effects.wald is None
