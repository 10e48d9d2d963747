import pytest

from arena.ratings.deal_scores import pentanomial, trinomial
from arena.ratings.score_estimate import Estimate, estimate_from_scores


def test_the_published_match() -> None:
    found = estimate_from_scores(pentanomial([332, 433, 498, 333, 334]))
    assert found is not None
    assert found.normalized_elo is not None
    assert found.los is not None
    assert round(found.normalized_elo.value, 2) == -9.17
    assert round(found.normalized_elo.plus_minus or 0.0, 2) == 10.96
    assert round(found.elo.value, 2) == -8.64
    assert round(found.elo.plus_minus or 0.0, 2) == 10.33
    assert round(100 * found.los, 2) == 5.05


def test_deals_without_correlation_say_the_same_as_their_matches() -> None:
    # Independent matches with 1/4, 1/2, 1/4 give deals in the shares of the squares.
    single = estimate_from_scores(trinomial([8 * 4, 16 * 4, 8 * 4]))
    paired = estimate_from_scores(pentanomial([4, 16, 24, 16, 4]))
    assert single is not None
    assert paired is not None
    assert single.elo.plus_minus == pytest.approx(paired.elo.plus_minus)
    assert single.normalized_elo is not None
    assert paired.normalized_elo is not None
    assert single.normalized_elo.plus_minus == pytest.approx(paired.normalized_elo.plus_minus)


def test_a_clean_sweep_is_infinite_and_says_so() -> None:
    found = estimate_from_scores(pentanomial([0, 0, 0, 0, 9]))
    assert found is not None
    assert found.elo == Estimate(float("inf"), None)
    assert found.normalized_elo is None
    assert found.los is None


def test_an_interval_that_reaches_the_end_has_none() -> None:
    found = estimate_from_scores(pentanomial([0, 0, 0, 1, 3]))
    assert found is not None
    assert found.elo.plus_minus is None
    assert found.normalized_elo is not None


def test_no_deal_no_estimate() -> None:
    assert estimate_from_scores(pentanomial([0, 0, 0, 0, 0])) is None
