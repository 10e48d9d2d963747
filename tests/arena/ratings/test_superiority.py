from math import erf

import numpy as np
import pytest

from arena.ratings import ResultColumns, rate
from arena.ratings.superiority import percent_of_los, standard_errors_of_differences
from tests.arena.ratings.leagues import drawn_league


def test_los_is_made_of_differences_and_not_of_single_errors() -> None:
    league = drawn_league(
        [0.2, 0.1, 0.0, -0.3], [0.1, 0.0, -0.1], 80, np.random.default_rng(7), 0.5
    )
    ratings = rate(league)
    fit = ratings.fit
    assert fit.covariance is not None
    errors = standard_errors_of_differences(fit)
    for one in range(4):
        for other in range(4):
            if one == other:
                continue
            step = np.zeros(7)
            step[one], step[other] = 1.0, -1.0
            error = float(step @ fit.covariance @ step) ** 0.5
            assert errors[one, other] == pytest.approx(error)
            z = float(fit.strength[one] - fit.strength[other]) / error
            assert ratings.los[one, other] == pytest.approx(0.5 * (1 + erf(z / 2**0.5)))


def test_the_error_of_a_difference_is_the_same_seen_from_either_side() -> None:
    league = drawn_league([0.2, 0.0, -0.2], [0.0, 0.0], 300, np.random.default_rng(1))
    errors = standard_errors_of_differences(rate(league).fit)
    assert (errors == errors.T).all()
    assert np.diag(errors).tolist() == [0.0, 0.0, 0.0]


def test_no_results_no_errors() -> None:
    assert standard_errors_of_differences(rate(ResultColumns.of([])).fit).shape == (0, 0)


@pytest.mark.parametrize(
    ("los", "text"),
    [
        (0.5, "50.0"),
        (0.9994, "99.9"),
        (0.9995, ">99.9"),
        (1.0, ">99.9"),
        (0.0006, "0.1"),
        (0.0004, "<0.1"),
        (0.0, "<0.1"),
    ],
)
def test_no_number_of_matches_proves_that_a_bot_is_the_stronger_one(los: float, text: str) -> None:
    assert percent_of_los(los) == text
