import numpy as np
import pytest

from arena.ratings import Result, ResultColumns
from arena.ratings.deal_scores import ScoreCounts, head_to_head, pentanomial, trinomial
from tests.arena.ratings.leagues import drawn_league


def test_two_seats_give_the_pentanomial() -> None:
    deals = {
        "LL": ((2, 1), (1, 2)),
        "LD": ((2, 1), (1, 1)),
        "DD": ((1, 1), (1, 1)),
        "WL": ((1, 2), (1, 2)),
        "DW": ((1, 1), (2, 1)),
        "WW": ((1, 2), (2, 1)),
        "WW again": ((1, 2), (2, 1)),
    }
    results = [
        Result(deal, engines, placements)
        for deal, matches in deals.items()
        for engines, placements in zip((("a", "b"), ("b", "a")), matches, strict=True)
    ]
    results.append(Result("unfinished", ("a", "b"), (1, 2)))
    results.append(Result("forfeited", ("a", "b"), (1, 2)))
    results.append(Result("forfeited", ("b", "a"), (2, 1), forfeit=True))
    columns = ResultColumns.of(results)
    found = head_to_head(columns, "a", "b")
    assert found.scores == pentanomial([1, 1, 2, 1, 2])
    assert found.incomplete == 2
    assert head_to_head(columns, "b", "a").scores == pentanomial([2, 1, 2, 1, 1])


def test_three_seats_give_the_mean_over_all_rotations() -> None:
    rotations = [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    # a before b, b before a, and both shared the last place.
    placements = [(1, 2, 3), (1, 2, 3), (1, 2, 2)]
    results = [Result("d", e, p) for e, p in zip(rotations, placements, strict=True)]
    columns = ResultColumns.of(results)
    assert head_to_head(columns, "a", "b").scores == ScoreCounts((0, 0, 0, 1, 0, 0, 0), 3)
    assert head_to_head(columns, "c", "a").scores == ScoreCounts((0, 0, 0, 0, 1, 0, 0), 3)


def test_every_deal_is_counted_once() -> None:
    league = drawn_league([0.0] * 4, [0.0] * 4, 50, np.random.default_rng(3), tie_share=0.2)
    found = head_to_head(league, "engine00", "engine03")
    assert found.scores.deals == 50
    assert found.incomplete == 0


def test_engines_that_never_met_and_engines_unknown() -> None:
    columns = ResultColumns.of([Result("d", ("a", "b"), (1, 2))], ["c"])
    assert head_to_head(columns, "a", "c").scores.deals == 0
    with pytest.raises(KeyError, match="nobody"):
        head_to_head(columns, "a", "nobody")


def test_counts_that_can_not_be() -> None:
    with pytest.raises(ValueError, match="5 possible scores, not 4"):
        pentanomial([1, 2, 3, 4])
    with pytest.raises(ValueError, match="negative"):
        trinomial([1, -2, 3])
    with pytest.raises(ValueError, match="matches"):
        ScoreCounts((1,), 0)
