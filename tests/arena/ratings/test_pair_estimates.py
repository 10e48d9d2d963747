import numpy as np
import pytest

from arena.ratings import Result, ResultColumns, estimate_from_scores, head_to_head, rate
from arena.ratings.pair_estimates import pair_estimates
from tests.arena.ratings.leagues import drawn_league


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_pair_is_estimated_as_alone(seats: int) -> None:
    league = drawn_league(
        [0.5, 0.1, 0.0, -0.2, -0.4], [0.0] * seats, 60, np.random.default_rng(seats), 0.5, 0.2
    )
    found = pair_estimates(rate(league))
    assert len(found) == 10
    for (one, other), pair in found.items():
        scores = head_to_head(league, one, other).scores
        alone = estimate_from_scores(scores)
        assert alone is not None
        assert pair.deals == scores.deals
        assert pair.estimate.score == pytest.approx(alone.score)
        assert pair.estimate.elo.value == pytest.approx(alone.elo.value)
        assert pair.estimate.elo.plus_minus == pytest.approx(alone.elo.plus_minus)
        assert pair.estimate.normalized_elo is not None
        assert alone.normalized_elo is not None
        assert pair.estimate.normalized_elo.value == pytest.approx(alone.normalized_elo.value)
        assert pair.estimate.los == pytest.approx(alone.los)


def test_a_deal_that_two_tables_got_is_still_one() -> None:
    twice = [Result("d", pair, (1, 2)) for pair in (("a", "b"), ("b", "a")) * 2]
    once = [Result("e", ("a", "b"), (1, 2)), Result("e", ("b", "a"), (2, 1))]
    (pair,) = pair_estimates(rate(ResultColumns.of(twice + once))).values()
    assert pair.deals == 2
    assert pair.estimate.score == pytest.approx(0.75)


def test_a_deal_that_is_not_finished_does_not_count() -> None:
    results = [Result("d", ("a", "b"), (1, 2))]
    assert pair_estimates(rate(ResultColumns.of(results))) == {}


def test_no_matches_and_an_engine_alone() -> None:
    assert pair_estimates(rate(ResultColumns.of([], "ab"))) == {}
    assert pair_estimates(rate(ResultColumns.of([Result("d", ("a", "a"), (1, 2))]))) == {}
