from importlib import import_module

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from arena.ratings import Result, ResultColumns, rate
from arena.ratings.metagame import ScoreTable, alpha_rank, maximum_entropy_nash, score_table
from tests.arena.ratings.leagues import drawn_league

# It comes with statsmodels, but has no type stubs.
linprog = import_module("scipy.optimize").linprog


def table(log_odds: list[list[float]]) -> ScoreTable:
    matrix = np.array(log_odds)
    ids = tuple(f"e{number}" for number in range(len(matrix)))
    return ScoreTable(ids, 1.0 / (1.0 + np.exp(-matrix)), matrix)


def antisymmetric(size: int, seed: int) -> ScoreTable:
    drawn = np.random.default_rng(seed).normal(0, 1, (size, size))
    return table((drawn - drawn.T).tolist())


def entropy(mixture: NDArray[np.float64]) -> float:
    positive = mixture[mixture > 0]
    return float(-(positive * np.log(positive)).sum())


def test_the_strongest_of_a_transitive_field_takes_all() -> None:
    field = table([[0, 1, 2], [-1, 0, 1], [-2, -1, 0]])
    assert alpha_rank(field) == pytest.approx([1, 0, 0])
    assert maximum_entropy_nash(field) == pytest.approx([1, 0, 0], abs=1e-4)


def test_rock_paper_scissors_share_alike_also_when_they_win_by_different_margins() -> None:
    even = table([[0, 1, -1], [-1, 0, 1], [1, -1, 0]])
    assert alpha_rank(even) == pytest.approx([1 / 3] * 3)
    assert maximum_entropy_nash(even) == pytest.approx([1 / 3] * 3, abs=1e-6)
    # Each plays as often as the margin between the two others says.
    uneven = table([[0, 3, -2], [-3, 0, 1], [2, -1, 0]])
    assert alpha_rank(uneven) == pytest.approx([1 / 3] * 3)
    assert maximum_entropy_nash(uneven) == pytest.approx([1 / 6, 2 / 6, 3 / 6], abs=1e-5)


def test_copies_share_the_part_of_the_original() -> None:
    game = table([[0, 1, -1, -1], [-1, 0, 1, 1], [1, -1, 0, 0], [1, -1, 0, 0]])
    assert maximum_entropy_nash(game) == pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6], abs=1e-5)


def test_equal_engines_and_a_single_one() -> None:
    assert maximum_entropy_nash(table([[0, 0], [0, 0]])) == pytest.approx([0.5, 0.5])
    assert alpha_rank(table([[0, 0], [0, 0]])) == pytest.approx([0.5, 0.5])
    assert maximum_entropy_nash(table([[0]])).tolist() == [1.0]
    assert alpha_rank(table([[0]])).tolist() == [1.0]


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 12), st.integers(0, 10_000))
def test_nobody_gains_on_the_mixture_and_it_is_the_one_of_linear_programming(
    size: int, seed: int
) -> None:
    game = antisymmetric(size, seed)
    found = maximum_entropy_nash(game)
    assert found.sum() == pytest.approx(1.0)
    assert (found >= 0).all()
    largest = np.abs(game.log_odds).max()
    assert (game.log_odds @ found).max() <= 2e-8 * largest
    oracle = linprog(
        np.zeros(size),
        A_ub=game.log_odds,
        b_ub=np.zeros(size),
        A_eq=np.ones((1, size)),
        b_eq=[1.0],
    )
    # Drawn payoffs have one equilibrium with probability 1.
    assert found == pytest.approx(oracle.x, abs=1e-3)
    assert entropy(found) >= entropy(oracle.x) - 1e-6


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 12), st.integers(0, 10_000))
def test_alpha_rank_is_where_a_long_walk_ends(size: int, seed: int) -> None:
    game = antisymmetric(size, seed)
    better = (game.score > game.score.T).T.astype(float) / (size - 1)
    walk = better + np.diag(1.0 - better.sum(axis=1))
    expected = np.full(size, 1.0 / size) @ np.linalg.matrix_power(walk, 1 << 14)
    assert alpha_rank(game) == pytest.approx(expected, abs=1e-6)


def test_the_table_of_a_league() -> None:
    league = drawn_league([1.0, 0.0, -1.0], [0.0, 0.0], 200, np.random.default_rng(2))
    found = score_table(rate(league))
    assert found.engines == ("engine00", "engine01", "engine02")
    assert found.score + found.score.T == pytest.approx(np.ones((3, 3)))
    assert found.log_odds == pytest.approx(np.log(found.score / (1 - found.score)))
    assert alpha_rank(found) == pytest.approx([1, 0, 0])


def test_pairs_that_never_met_get_what_their_ratings_expect() -> None:
    results = []
    for winner, loser in (("a", "b"), ("b", "c")):
        for deal in range(12):
            for seating, placements in (((winner, loser), (1, 2)), ((loser, winner), (2, 1))):
                lost = deal % 4 == 0
                results.append(
                    Result(f"{winner}{deal}", seating, placements[::-1] if lost else placements)
                )
    found = score_table(rate(ResultColumns.of(results)))
    # Three to one and three to one again make nine to one.
    assert found.score[0, 2] == pytest.approx(0.9)


def test_another_pool_and_none() -> None:
    results = [Result(f"{n}", ("a", "b") if n % 2 else ("b", "a"), (1, 2)) for n in range(4)]
    results += [Result(f"x{n}", ("x", "y") if n % 2 else ("y", "x"), (1, 2)) for n in range(4)]
    ratings = rate(ResultColumns.of(results, ["zz"]))
    assert score_table(ratings, 1).engines == ("x", "y")
    for pool in (2, 9):
        with pytest.raises(ValueError, match="no rated engine"):
            score_table(ratings, pool)
