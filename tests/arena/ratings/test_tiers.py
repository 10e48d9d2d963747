import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from arena.ratings import Result, ResultColumns, rate, tiers_of
from arena.ratings.tiers import holm_rejections
from tests.arena.ratings.leagues import drawn_league


@settings(max_examples=25, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_is_that_of_statsmodels(p_values: list[float]) -> None:
    expected = multipletests(p_values, alpha=0.05, method="holm")[0]
    assert holm_rejections(np.array(p_values), 0.05).tolist() == expected.tolist()


def test_tests_that_were_not_made_count_for_nothing() -> None:
    assert holm_rejections(np.array([np.nan, 0.04, np.nan]), 0.05).tolist() == [False, True, False]
    assert holm_rejections(np.array([]), 0.05).tolist() == []


def test_two_clear_tiers() -> None:
    league = drawn_league([1.0, 1.0, -1.0, -1.0], [0.1, -0.1], 300, np.random.default_rng(4))
    assert [set(tier) for tier in tiers_of(rate(league))] == [
        {"engine00", "engine01"},
        {"engine02", "engine03"},
    ]


def test_tiers_overlap_where_neighbours_are_close_but_the_ends_are_not() -> None:
    league = drawn_league([0.25, 0.0, -0.25], [0.0, 0.0], 150, np.random.default_rng(6))
    tiers = tiers_of(rate(league))
    assert tiers == (("engine00", "engine01"), ("engine01", "engine02"))


def test_a_stricter_level_never_splits_more() -> None:
    ratings = rate(drawn_league([0.6, 0.2, 0.0, -0.4], [0.0, 0.0], 200, np.random.default_rng(1)))
    strict, loose = tiers_of(ratings, 1e-9), tiers_of(ratings, 0.5)
    assert strict == (("engine00", "engine01", "engine02", "engine03"),)
    assert len(loose) > 1


def test_pools_and_the_hopeless_are_apart_and_the_unrated_in_no_tier() -> None:
    def pool(one: str, other: str) -> list[Result]:
        return [
            Result(f"{one}{n}", (one, other) if n % 2 else (other, one), (1, 2)) for n in range(6)
        ]

    hopeless = [Result(f"z{n}", ("a", "zero"), (1, 2)) for n in range(3)]
    columns = ResultColumns.of([*pool("a", "b"), *pool("x", "y"), *hopeless], ["idle"])
    found = [set(tier) for tier in tiers_of(rate(columns))]
    assert found == [{"a", "b"}, {"zero"}, {"x", "y"}]


def test_no_engines_no_tiers() -> None:
    assert tiers_of(rate(ResultColumns.of([]))) == ()


@pytest.mark.parametrize("deals", [1, 2, 50])
def test_deals_that_all_ended_alike_separate_nobody(deals: int) -> None:
    results = [
        Result(f"{n}", engines, placements)
        for n in range(deals)
        for engines, placements in ((("a", "b"), (1, 2)), (("b", "a"), (1, 1)))
    ]
    assert tiers_of(rate(ResultColumns.of(results))) == (("a", "b"),)
