from math import exp, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings import Result, rate
from arena.ratings.elo import ELO_PER_NAT
from arena.ratings.ladder import Ladder
from tests.arena.ratings.leagues import as_results, drawn_league

MU, SIGMA, BETA, TAU = 25.0, 25.0 / 3.0, 25.0 / 6.0, 25.0 / 300.0


def weng_lin(results: list[Result]) -> dict[str, float]:
    """Algorithm 1 of Weng and Lin (2011) with all pairs, written out; matches of any seats."""
    mean: dict[str, float] = {}
    spread: dict[str, float] = {}
    for result in results:
        names = result.engines
        for name in names:
            mean.setdefault(name, MU)
            spread[name] = sqrt(spread.get(name, SIGMA) ** 2 + TAU**2)
        after = {}
        for i, name in enumerate(names):
            omega = delta = 0.0
            for q, other in enumerate(names):
                if q == i:
                    continue
                c = sqrt(spread[name] ** 2 + spread[other] ** 2 + 2.0 * BETA**2)
                p = 1.0 / (1.0 + exp((mean[other] - mean[name]) / c))
                lead = result.placements[q] - result.placements[i]
                s = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
                part = spread[name] ** 2 / c
                omega += part * (s - p)
                delta += spread[name] / c * part / c * p * (1.0 - p)
            after[name] = (
                mean[name] + omega,
                spread[name] * sqrt(max(1.0 - delta, 0.0001)),
            )
        for name, (mu, sigma) in after.items():
            mean[name], spread[name] = mu, sigma
    middle = sum(mean.values()) / len(mean)
    return {name: (mu - middle) * ELO_PER_NAT / (sqrt(2.0) * BETA) for name, mu in mean.items()}


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([2, 3, 4]))
def test_it_is_the_full_pair_update_of_weng_and_lin(seed: int, seats: int) -> None:
    league = drawn_league(
        [0.6, 0.2, 0.0, -0.3], [0.0] * seats, 8, np.random.default_rng(seed), 0.3, 0.2
    )
    results = as_results(league)
    assert Ladder(results).elo() == pytest.approx(weng_lin(results), abs=1e-6)


def test_it_comes_near_to_the_ratings_of_a_long_league() -> None:
    league = drawn_league([0.8, 0.3, -0.2, -0.9], [0.1, -0.1], 600, np.random.default_rng(3))
    elo = Ladder(as_results(league)).elo()
    for rating in rate(league).ratings:
        assert rating.elo is not None
        assert elo[rating.engine] == pytest.approx(rating.elo, abs=60.0)


def test_the_last_matches_count_most() -> None:
    won = [Result("d", ("a", "b"), (1, 2))] * 20
    lost = [Result("d", ("a", "b"), (2, 1))] * 20
    assert Ladder(won + lost).elo()["a"] < 0.0 < Ladder(lost + won).elo()["a"]


def test_ties_of_equals_move_nobody() -> None:
    ladder = Ladder([Result("d", ("a", "b", "c"), (1, 1, 1))])
    assert ladder.elo() == pytest.approx({"a": 0.0, "b": 0.0, "c": 0.0})


def test_forfeits_and_matches_of_one_engine_alone_say_nothing() -> None:
    ladder = Ladder()
    ladder.add(Result("d", ("a", "b"), (1, 2), forfeit=True, faulty=frozenset({1})))
    ladder.add(Result("d", ("a", "a"), (1, 2)))
    ladder.add(Result("d", ("a",), (1,)))
    assert ladder.elo() == {}


def test_only_rated_pairs_count() -> None:
    ladder = Ladder()
    pairs = frozenset({(0, 1), (0, 2)})
    ladder.add(Result("d", ("a", "b", "c"), (3, 1, 2), rated_pairs=pairs))
    elo = ladder.elo()
    assert elo["a"] < min(elo["b"], elo["c"])
    ladder.add(Result("d", ("a", "b", "c"), (1, 2, 3), rated_pairs=frozenset()))
    assert ladder.elo() == elo


def test_an_engine_twice_at_a_table_counts_against_the_others() -> None:
    elo = Ladder([Result("d", ("a", "a", "b"), (1, 2, 3))]).elo()
    assert elo["a"] > 0.0 > elo["b"]
