from collections.abc import Callable
from math import erf, isnan, log, log10, nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings import (
    Anchor,
    ErrorMark,
    Rating,
    Ratings,
    Result,
    ResultColumns,
    Scale,
    SeatMark,
    rate,
)
from arena.ratings.elo import ELO_PER_NAT
from tests.arena.ratings.leagues import as_results, drawn_league


def rated(*results: Result, anchor: Anchor | None = None, roster: tuple[str, ...] = ()) -> Ratings:
    return rate(ResultColumns.of(results, roster), anchor)


def wins(winner: str, loser: str, deals: int, label: str = "d") -> list[Result]:
    """Both seatings of so many deals, all won by one."""
    return [
        Result(f"{label}{winner}{loser}{deal}", engines, placements)
        for deal in range(deals)
        for engines, placements in (((winner, loser), (1, 2)), ((loser, winner), (2, 1)))
    ]


def even(one: str, other: str, deals: int) -> list[Result]:
    """Both seatings of so many deals, won in turn by either."""
    results = []
    for deal in range(deals):
        winner, loser = (one, other) if deal % 2 else (other, one)
        results += wins(winner, loser, 1, f"{deal}:")
    return results


def random_league(seed: int, engines: int = 5, seats: int = 3, tables: int = 40) -> ResultColumns:
    generator = np.random.default_rng(seed)
    return drawn_league(
        generator.normal(0, 0.4, engines),
        generator.normal(0, 0.2, seats),
        tables,
        generator,
        0.3,
        0.1,
    )


def test_one_in_eleven_is_four_hundred_elo() -> None:
    ratings = rated(*wins("a", "b", 10), *wins("b", "a", 1))
    assert ratings.of("a").elo == pytest.approx(200.0, abs=1e-6)
    assert ratings.of("b").elo == pytest.approx(-200.0, abs=1e-6)
    assert log(10) * ELO_PER_NAT == pytest.approx(400.0)


def test_plus_minus_of_two_engines_by_hand() -> None:
    # 8 deals won in both seatings, 4 lost: one observation a deal, so the score is 2/3 with
    # variance 2/9 a deal, and the log-odds difference has error sqrt(2/9 / 12) / (2/9).
    ratings = rated(*wins("a", "b", 8), *wins("b", "a", 4))
    free, rows, deals = 2, 24, 12
    correction = deals / (deals - 1) * (rows - 1) / (rows - free)
    error = (2 / 9 / deals) ** 0.5 / (2 / 9) * correction**0.5
    expected = 1.959963984540054 * error / 2 * ELO_PER_NAT
    assert ratings.of("a").plus_minus == pytest.approx(expected, rel=1e-9)
    assert ratings.of("b").plus_minus == pytest.approx(expected, rel=1e-9)
    z = log(2) / error
    los = ratings.los_of("a", "b")
    assert los == pytest.approx(0.5 * (1 + erf(z / 2**0.5)), rel=1e-9)


# Invariances


def assert_same(one: Ratings, other: Ratings, name: Callable[[str], str] = str) -> None:
    for rating in one.ratings:
        twin = other.of(name(rating.engine))
        assert twin.elo == pytest.approx(rating.elo, abs=1e-5)
        assert twin.plus_minus == pytest.approx(rating.plus_minus, rel=1e-6, abs=1e-5)
        assert (twin.scale, twin.error_mark, twin.deals) == (
            rating.scale,
            rating.error_mark,
            rating.deals,
        )
        for rival in one.ratings:
            expected = one.los_of(rating.engine, rival.engine)
            found = other.los_of(name(rating.engine), name(rival.engine))
            assert found == pytest.approx(expected, abs=1e-6)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 4), st.randoms(use_true_random=False))
def test_the_order_of_matches_does_not_matter(seed: int, seats: int, random: object) -> None:
    results = as_results(random_league(seed, seats=seats))
    order = np.random.default_rng(seed).permutation(len(results))
    assert_same(rated(*results), rated(*(results[index] for index in order)))


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.permutations(range(5)))
def test_names_do_not_matter(seed: int, order: list[int]) -> None:
    results = as_results(random_league(seed))
    names = {f"engine{n:02}": f"bot{other}" for n, other in enumerate(order)}
    renamed = [
        Result(f"another {r.deal}", tuple(names[e] for e in r.engines), r.placements)
        for r in results
    ]
    assert_same(rated(*results), rated(*renamed), names.__getitem__)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.permutations(range(4)))
def test_numbers_of_seats_do_not_matter(seed: int, order: list[int]) -> None:
    results = as_results(random_league(seed, seats=4))
    reseated = [
        Result(r.deal, tuple(r.engines[s] for s in order), tuple(r.placements[s] for s in order))
        for r in results
    ]
    one, other = rated(*results), rated(*reseated)
    assert_same(one, other)
    moved = [one.seat_effects.elo[seat] for seat in order]
    assert other.seat_effects.elo == pytest.approx(moved, abs=1e-5)
    assert one.seat_effects.wald is not None
    assert other.seat_effects.wald is not None
    assert other.seat_effects.wald.p == pytest.approx(one.seat_effects.wald.p, abs=1e-6)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 4))
def test_each_match_twice_changes_no_rating_and_hardly_an_error(seed: int, seats: int) -> None:
    results = as_results(random_league(seed, seats=seats))
    one, other = rated(*results), rated(*results, *results)
    for rating in one.ratings:
        twin = other.of(rating.engine)
        assert twin.elo == pytest.approx(rating.elo, abs=1e-5)
        # The deals are the same ones: nothing was learned. Only the count of rows in the
        # small-sample factor moves.
        assert twin.plus_minus == pytest.approx(rating.plus_minus, rel=0.05)
    assert other.seat_effects.elo == pytest.approx(one.seat_effects.elo, abs=1e-5)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000))
def test_los_of_a_over_b_and_of_b_over_a_add_up_to_one(seed: int) -> None:
    los = rate(random_league(seed)).los
    assert los + los.T == pytest.approx(np.ones_like(los))
    assert np.diag(los) == pytest.approx(np.full(len(los), 0.5))


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 2),
            st.permutations("abcde").map(lambda order: tuple(order[:3])),
            st.tuples(*[st.integers(1, 3)] * 3),
            st.booleans(),
        ),
        max_size=14,
    )
)
def test_whatever_was_played_no_number_is_unmarked(
    drawn: list[tuple[int, tuple[str, ...], tuple[int, ...], bool]],
) -> None:
    results = [
        Result(
            f"d{deal}",
            engines,
            placements,
            forfeit=forfeit,
            faulty=frozenset({0} if forfeit else ()),
        )
        for deal, engines, placements, forfeit in drawn
    ]
    ratings = rated(*results, roster=tuple("abcde"))
    assert ratings.fit.converged
    for rating in ratings.ratings:
        assert (rating.elo is None) == (rating.scale is Scale.UNRATED)
        assert rating.elo is None or not isnan(rating.elo)
        marked = rating.error_mark in (ErrorMark.GOOD, ErrorMark.FEW_DEALS, ErrorMark.NO_SPREAD)
        assert (rating.plus_minus is not None) == marked
        assert not isnan(rating.plus_minus or 0.0)
    assert not np.isnan(ratings.seat_effects.elo).any()
    known = ratings.los[~np.isnan(ratings.los)]
    assert ((known >= 0) & (known <= 1)).all()


# Degenerate leagues


def test_no_match_at_all() -> None:
    ratings = rated()
    assert ratings.ratings == ()
    assert ratings.pools == 0
    assert ratings.seat_effects.mark is SeatMark.NO_DATA


def test_an_engine_without_a_match_is_unrated() -> None:
    ratings = rated(*even("a", "b", 4), roster=("newcomer",))
    assert ratings.of("newcomer") == Rating(
        "newcomer", None, Scale.UNRATED, None, ErrorMark.UNRATED, 1, 0
    )
    assert ratings.pools == 1
    assert ratings.los_of("a", "newcomer") is None


def test_one_engine_alone() -> None:
    ratings = rated(Result("d", ("a",), (1,)), Result("e", ("a",), (1,)))
    assert ratings.of("a").scale is Scale.UNRATED


def test_an_engine_against_itself_rates_the_seats_only() -> None:
    ratings = rated(*(Result(f"{n}", ("a", "a"), (1, 2) if n % 4 else (2, 1)) for n in range(8)))
    assert ratings.of("a").scale is Scale.UNRATED
    assert ratings.seat_effects.elo[0] == pytest.approx(ELO_PER_NAT * log(3) / 2)


def test_all_ties() -> None:
    ties = [
        Result(f"{n // 2}", pair, (1, 1)) for n in range(8) for pair in (("a", "b"), ("b", "a"))
    ]
    ratings = rated(*ties)
    for rating in ratings.ratings:
        assert rating.elo == pytest.approx(0.0)
        assert rating.plus_minus == 0.0
        assert rating.error_mark is ErrorMark.NO_SPREAD
    assert ratings.los_of("a", "b") == 0.5


def test_one_deal_has_no_error() -> None:
    results = [
        Result("d", ("a", "b"), (1, 2)),
        Result("d", ("b", "a"), (1, 2)),
        Result("d", ("b", "a"), (2, 1)),
        Result("d", ("a", "b"), (2, 1)),
    ]
    ratings = rated(*results)
    for rating in ratings.ratings:
        assert rating.elo == pytest.approx(0.0)
        assert rating.plus_minus is None
        assert rating.error_mark is ErrorMark.ONE_DEAL
    assert ratings.los_of("a", "b") is None


def test_an_engine_of_one_deal_among_others_of_many_has_no_error() -> None:
    # Its residuals in that deal add up to 0 by construction: a naive sandwich would say +- 0.
    guest = [
        Result("guest", ("c", "a"), (1, 2)),
        Result("guest", ("a", "c"), (1, 2)),
    ]
    ratings = rated(*even("a", "b", 40), *guest)
    assert ratings.of("c").error_mark is ErrorMark.ONE_DEAL
    assert ratings.of("c").plus_minus is None
    assert ratings.of("a").error_mark is ErrorMark.GOOD
    assert ratings.los_of("a", "c") is None
    assert ratings.los_of("a", "b") is not None


def test_two_deals_of_one_match_are_too_few() -> None:
    # Two comparisons for two parameters, the difference of the engines and that of the seats.
    ratings = rated(Result("d", ("a", "b"), (1, 1)), Result("e", ("b", "a"), (1, 1)))
    assert ratings.of("a").plus_minus is None
    assert ratings.of("a").error_mark is ErrorMark.TOO_FEW
    assert ratings.los_of("a", "b") is None


def test_few_deals_give_a_rough_error() -> None:
    assert rated(*even("a", "b", 29)).of("a").error_mark is ErrorMark.FEW_DEALS
    assert rated(*even("a", "b", 30)).of("a").error_mark is ErrorMark.GOOD


# Pools and bounds


def test_pools_that_never_met_have_no_common_scale() -> None:
    ratings = rated(*even("a", "b", 6), *even("x", "y", 6), *wins("x", "y", 3, "more"))
    assert ratings.pools == 2
    assert [rating.pool for rating in ratings.ratings] == [0, 0, 1, 1]
    assert ratings.los_of("a", "x") is None
    los = ratings.los_of("x", "y")
    assert los is not None
    assert los > 0.5
    for pool in (("a", "b"), ("x", "y")):
        assert sum(ratings.of(engine).elo or 0.0 for engine in pool) == pytest.approx(0.0)


def test_the_hopeless_one_gets_a_bound_and_leaves_the_others_alone() -> None:
    field = [*even("a", "b", 10), *wins("a", "b", 4, "more")]
    alone = rated(*field)
    ratings = rated(*field, *wins("a", "zero", 10), *wins("b", "zero", 10))
    for engine in ("a", "b"):
        assert ratings.of(engine).elo == pytest.approx(alone.of(engine).elo)
        assert ratings.of(engine).plus_minus == pytest.approx(alone.of(engine).plus_minus)
        assert ratings.of(engine).scale is Scale.MEASURED
    zero = ratings.of("zero")
    assert zero.scale is Scale.AT_MOST
    assert zero.deals == 20
    assert (zero.plus_minus, zero.error_mark) == (None, ErrorMark.BOUND)
    assert zero.elo is not None
    assert -1200 < zero.elo < -400
    # Ten deals won of ten: 1 - 2^-11.
    assert ratings.los_of("a", "zero") == pytest.approx(1 - 0.5**11)


def test_the_perfect_one_gets_a_bound_from_one_virtual_draw() -> None:
    ratings = rated(*even("a", "b", 10), *wins("top", "a", 5))
    top = ratings.of("top")
    assert top.scale is Scale.AT_LEAST
    assert top.elo is not None
    # 10 wins against a (0) and a draw against the average (0): 10.5 of 11.
    assert top.elo == pytest.approx(ELO_PER_NAT * log(10.5 / 0.5), abs=1e-4)


def test_a_bound_grows_with_every_win() -> None:
    bounds = [
        rated(*even("a", "b", 6), *wins("top", "a", deals)).of("top").elo for deals in (1, 4, 40)
    ]
    assert bounds == sorted(bounds, key=lambda bound: bound or nan)


def test_a_ladder_without_upsets_is_all_bounds_in_the_right_order() -> None:
    ratings = rated(*wins("a", "b", 5), *wins("b", "c", 5), *wins("a", "c", 5))
    scales = [ratings.of(engine).scale for engine in "abc"]
    assert scales == [Scale.AT_LEAST, Scale.BY_PRIOR, Scale.AT_MOST]
    elos = [ratings.of(engine).elo or 0.0 for engine in "abc"]
    assert elos == sorted(elos, reverse=True)
    assert sum(elos) == pytest.approx(0.0, abs=1e-6)
    assert ratings.los_of("a", "b") == pytest.approx(1 - 0.5**6)


def test_neither_above_nor_below_the_measured_ones() -> None:
    ratings = rated(*even("a", "b", 6), *wins("a", "low", 3), *wins("other", "low", 3))
    assert ratings.of("low").scale is Scale.AT_MOST
    assert ratings.of("other").scale is Scale.BY_PRIOR
    assert ratings.los_of("a", "other") is None


# Anchors


def test_an_anchor_moves_its_pool_and_no_other() -> None:
    results = [*even("a", "b", 6), *wins("a", "b", 2, "more"), *even("x", "y", 6)]
    free, anchored = rated(*results), rated(*results, anchor=Anchor("b", 1500.0))
    assert anchored.of("b").elo == pytest.approx(1500.0)
    gap = (free.of("a").elo or 0.0) - (free.of("b").elo or 0.0)
    assert anchored.of("a").elo == pytest.approx(1500.0 + gap)
    assert anchored.of("a").plus_minus == free.of("a").plus_minus
    assert anchored.of("x").elo == pytest.approx(free.of("x").elo, abs=1e-9)


def test_an_unknown_anchor_is_refused() -> None:
    with pytest.raises(ValueError, match="not among the engines: nobody"):
        rated(*even("a", "b", 2), anchor=Anchor("nobody"))


def test_an_unknown_engine_has_no_rating() -> None:
    with pytest.raises(KeyError):
        rated(*even("a", "b", 2)).of("nobody")


def test_an_average_moves_every_pool_but_that_of_the_anchor() -> None:
    results = ResultColumns.of(
        [
            Result(f"d{n}", pair, (1 + n % 2, 2 - n % 2))
            for n in range(6)
            for pair in (("a", "b"), ("x", "y"))
        ]
        + [Result(f"e{n}", pair, (1, 2)) for n in range(2) for pair in (("a", "b"), ("x", "y"))]
    )
    plain, moved = rate(results), rate(results, average=2300.0)
    anchored = rate(results, Anchor("x", 100.0), average=2300.0)
    for engine in "abxy":
        elo = plain.of(engine).elo
        assert elo is not None
        assert moved.of(engine).elo == pytest.approx(elo + 2300.0)
    assert anchored.of("a").elo == pytest.approx(moved.of("a").elo)
    assert anchored.of("x").elo == pytest.approx(100.0)


def test_without_seats_an_advantage_of_the_first_is_no_ones() -> None:
    won = [Result(f"d{n}", ("a", "b"), (1, 2)) for n in range(20)]
    others = [Result(f"e{n}", ("b", "a"), (2, 1) if n < 5 else (1, 2)) for n in range(10)]
    rated = rate(ResultColumns.of(won + others), seats=False)
    # 25 of 30 points, whoever sat where.
    assert rated.of("a").elo == pytest.approx(200.0 * log10(5.0))
    assert rated.seat_effects.mark is SeatMark.LEFT_OUT
    assert rated.seat_effects.elo == (0.0, 0.0)
    assert rated.seat_effects.wald is None
