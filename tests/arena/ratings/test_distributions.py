from importlib import import_module

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings.distributions import chi_square_sf, normal_cdf, two_sided_p

# It comes with statsmodels, but has no type stubs.
stats = import_module("scipy.stats")


@settings(max_examples=100, deadline=None)
@given(st.floats(0, 3000), st.integers(1, 300))
def test_chi_square_tail_equals_that_of_scipy(statistic: float, degrees: int) -> None:
    expected = stats.chi2.sf(statistic, degrees)
    assert chi_square_sf(statistic, degrees) == pytest.approx(expected, rel=1e-8, abs=1e-300)


@settings(max_examples=50, deadline=None)
@given(st.floats(-30, 30))
def test_normal_tails_equal_those_of_scipy(z: float) -> None:
    assert normal_cdf(z) == pytest.approx(stats.norm.cdf(z), rel=1e-9)
    assert two_sided_p(z) == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-9)


def test_the_edges() -> None:
    assert chi_square_sf(0.0, 3) == 1.0
    assert chi_square_sf(-1.0, 3) == 1.0
    assert chi_square_sf(1.0, 0) == 0.0
    assert chi_square_sf(0.0, 0) == 1.0
    with pytest.raises(ValueError, match="negative"):
        chi_square_sf(1.0, -1)
