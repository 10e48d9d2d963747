import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings import Result, ResultColumns, Standings, rate, standings_of, tally
from tests.arena.ratings.leagues import drawn_league


def standings(*results: Result, roster: tuple[str, ...] = ()) -> Standings:
    columns = ResultColumns.of(results, roster)
    return standings_of(columns, rate(columns))


def test_a_small_league_counted_by_hand() -> None:
    table = standings(
        Result("0", ("a", "b"), (1, 2)),
        Result("0", ("b", "a"), (1, 1)),
        Result("1", ("a", "b"), (1, 2)),
        Result("1", ("b", "a"), (1, 2)),
        # b did not come; and once a crashed in play.
        Result("2", ("b", "a"), (2, 1), forfeit=True, faulty=frozenset({0})),
        Result("3", ("a", "b"), (2, 1), faulty=frozenset({0})),
    )
    # Without the forfeit both made half of their points, but a had the better seat more often.
    second, first = table.rows
    assert (first.engine, first.rank, first.points, first.matches) == ("a", 2, 3.5, 6)
    assert (first.wins, first.draws, first.losses) == (3, 1, 2)
    assert first.mean_placement == pytest.approx((1 + 1 + 1 + 2 + 2) / 5)
    assert first.seats == (3, 2)
    assert (first.forfeits, first.faults) == (0, 1)
    assert (second.engine, second.rank, second.points, second.matches) == ("b", 1, 2.5, 6)
    assert (second.wins, second.draws, second.losses) == (2, 1, 3)
    assert second.seats == (2, 3)
    assert (second.forfeits, second.faults) == (1, 0)


def test_with_more_seats_points_are_the_share_of_opponents_beaten() -> None:
    table = standings(
        Result("0", ("a", "b", "c", "d"), (1, 2, 2, 4)),
        Result("1", ("d", "c", "b", "a"), (3, 1, 2, 4)),
    )
    by_engine = {row.engine: row for row in table.rows}
    assert by_engine["a"].points == pytest.approx(1.0)
    assert by_engine["b"].points == pytest.approx((1 + 0.5) / 3 + 2 / 3)
    assert by_engine["c"].points == pytest.approx((1 + 0.5) / 3 + 1)
    assert by_engine["d"].points == pytest.approx(1 / 3)
    assert (by_engine["c"].wins, by_engine["c"].draws, by_engine["c"].losses) == (4, 1, 1)
    assert by_engine["a"].seats == (1, 0, 0, 1)


def test_a_league_of_forfeits_alone_gives_neither_points_nor_rating_nor_rank() -> None:
    table = standings(
        Result("0", ("a", "b"), (1, 2), forfeit=True, faulty=frozenset({1})),
        Result("0", ("b", "a"), (2, 1), forfeit=True, faulty=frozenset({0})),
    )
    first, second = table.rows
    assert (first.engine, first.points, first.rank, first.rating.elo) == ("a", 0.0, None, None)
    assert (first.wins, second.losses) == (0, 0)
    assert first.mean_placement is None
    assert first.seats == (0, 0)
    assert (second.points, second.forfeits) == (0.0, 2)


def test_who_forfeits_together_has_nothing_from_each_other() -> None:
    both = frozenset({0, 1})
    table = standings(
        Result("2", ("c", "d"), (1, 2)),
        Result("0", ("a", "b"), (2, 2), forfeit=True, faulty=both),
        Result("1", ("a", "b", "c"), (2, 2, 1), forfeit=True, faulty=both),
    )
    by_engine = {row.engine: row for row in table.rows}
    for engine in "ab":
        row = by_engine[engine]
        assert (row.points, row.wins, row.draws, row.losses) == (0.0, 0, 0, 3)
        assert (row.matches, row.forfeits) == (2, 2)
    assert (by_engine["c"].points, by_engine["c"].wins) == (2.0, 3)


def test_faults_of_both_in_a_match_that_was_played_leave_its_result() -> None:
    table = standings(Result("0", ("a", "b", "c"), (1, 1, 3), faulty=frozenset({0, 1})))
    assert {row.engine: row.draws for row in table.rows} == {"a": 1, "b": 1, "c": 0}


def test_tables_of_different_sizes_in_one_league() -> None:
    table = standings(
        Result("0", ("a", "b", "c"), (1, 2, 3)),
        Result("1", ("c", "a"), (1, 2)),
        Result("2", ("b", "a"), (1, 2)),
    )
    by_engine = {row.engine: row for row in table.rows}
    assert by_engine["a"].points == pytest.approx(1.0)
    assert by_engine["c"].points == pytest.approx(1.0)
    assert by_engine["b"].seats == (1, 1, 0)


def test_equal_ratings_share_a_rank_and_the_next_one_is_skipped() -> None:
    deals = [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    even = [Result("0", order, (1, 2, 3)) for order in deals]
    low = [
        Result(f"{n}", pair, (1, 2)) for n, pair in enumerate((("a", "d"), ("b", "d"), ("c", "d")))
    ]
    luck = [Result(f"x{n}", ("d", engine), (1, 1)) for n, engine in enumerate("abc")]
    table = standings(*even, *low, *luck)
    assert [(row.engine, row.rank) for row in table.rows] == [
        ("a", 1),
        ("b", 1),
        ("c", 1),
        ("d", 4),
    ]


def test_pools_follow_each_other_and_unrated_engines_come_last() -> None:
    table = standings(
        *(Result(f"x{n}", ("x", "y"), (1, 2) if n % 3 else (2, 1)) for n in range(6)),
        *(Result(f"b{n}", ("a", "b"), (2, 1) if n % 3 else (1, 2)) for n in range(6)),
        roster=("idle",),
    )
    assert [(row.engine, row.rank) for row in table.rows] == [
        ("b", 1),
        ("a", 2),
        ("x", 1),
        ("y", 2),
        ("idle", None),
    ]


def test_no_match_no_rows() -> None:
    assert standings().rows == ()


def test_ratings_of_another_league_are_refused() -> None:
    one = ResultColumns.of([Result("0", ("a", "b"), (1, 2))])
    other = ResultColumns.of([Result("0", ("a", "c"), (1, 2))])
    with pytest.raises(ValueError, match="different engines"):
        standings_of(one, rate(other))


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 1000), st.integers(2, 6), st.integers(0, 12))
def test_totals_add_up(seed: int, seats: int, tables: int) -> None:
    generator = np.random.default_rng(seed)
    columns = drawn_league([0.0] * 7, [0.0] * seats, tables, generator, tie_share=0.3)
    counts = tally(columns)
    matches = tables * seats
    assert counts.points.sum() == pytest.approx(matches * seats / 2)
    assert counts.wins.sum() == counts.losses.sum()
    assert (counts.wins + counts.draws + counts.losses).tolist() == (
        counts.matches * (seats - 1)
    ).tolist()
    assert counts.matches.sum() == matches * seats
    # Rotated deals: everybody was in every seat equally often.
    assert (counts.seats == counts.seats[:, :1]).all()
