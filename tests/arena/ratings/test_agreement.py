import numpy as np
import pytest
import statsmodels.api as sm
from numpy.typing import NDArray

from arena.ratings import Result, ResultColumns, agreement_of, rate
from arena.ratings.elo import ELO_PER_NAT
from tests.arena.ratings.leagues import drawn_league


def cyclic_league(deals: int, upset: int) -> ResultColumns:
    """Rock beats scissors beats paper beats rock, but in every deal number `upset`."""
    results = []
    for winner, loser in (("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")):
        for deal in range(deals):
            first, second = (2, 1) if deal % upset == 0 else (1, 2)
            name = f"{winner} {deal}"
            results.append(Result(name, (winner, loser), (first, second)))
            results.append(Result(name, (loser, winner), (second, first)))
    return ResultColumns.of(results)


def test_rock_paper_scissors_has_no_scale() -> None:
    ratings = rate(cyclic_league(40, 5))
    assert [rating.elo for rating in ratings.ratings] == pytest.approx([0.0] * 3, abs=1e-6)
    found = agreement_of(ratings)
    assert found.cyclic_share == pytest.approx(1.0)
    assert found.lack_of_fit.degrees == 1
    assert found.lack_of_fit.p is not None
    assert found.lack_of_fit.p < 1e-6
    (cycle,) = found.cycles
    assert cycle.engines == ("paper", "rock", "scissors")
    # 64.5 to 16.5 with the half points, three times.
    assert cycle.elo == pytest.approx(3 * ELO_PER_NAT * np.log(64.5 / 16.5))
    # Each pair: 8 of 40 deals lost whole, so the score's variance is 0.2 * 0.8 / 40.
    smooth = 64.5 / 81
    error = (3 * 0.2 * 0.8 / 40) ** 0.5 / (smooth * (1 - smooth))
    assert cycle.z == pytest.approx(3 * np.log(64.5 / 16.5) / error)


def test_cycles_come_worst_first_and_no_more_than_asked() -> None:
    generator = np.random.default_rng(5)
    engines = [f"e{number}" for number in range(7)]
    results = []
    for one in range(7):
        for other in range(one + 1, 7):
            chance = generator.uniform(0.1, 0.9)
            for deal in range(30):
                for seats in ((one, other), (other, one)):
                    won = (generator.random() < chance) == (seats[0] == one)
                    results.append(
                        Result(
                            f"{one} {other} {deal}",
                            (engines[seats[0]], engines[seats[1]]),
                            (1, 2) if won else (2, 1),
                        )
                    )
    ratings = rate(ResultColumns.of(results))
    all_of_them = agreement_of(ratings, cycles=1000).cycles
    assert len(all_of_them) > 5
    assert len({cycle.engines for cycle in all_of_them}) == len(all_of_them)
    scores = [cycle.z or 0.0 for cycle in all_of_them]
    assert scores == sorted(scores, reverse=True)
    assert agreement_of(ratings, cycles=3).cycles == all_of_them[:3]
    # Counted another way: three engines are a cycle when each won one of the three pairings.
    wins = np.zeros((7, 7))
    for result in results:
        low, high = (engines.index(engine) for engine in result.engines)
        wins[low, high] += result.placements[0] < result.placements[1]
        wins[high, low] += result.placements[1] < result.placements[0]
    beats = wins > wins.T
    cycles = int(np.trace(np.linalg.matrix_power(beats.astype(int), 3))) // 3
    assert len(all_of_them) == cycles


def test_deviance_equals_that_of_statsmodels() -> None:
    # Each pair in both seats equally often, seats without effect: one binomial row a pair.
    generator = np.random.default_rng(12)
    results, rows, won = [], [], []
    for one in range(5):
        for other in range(one + 1, 5):
            wins = int(generator.integers(3, 17))
            row = np.zeros(5)
            row[one], row[other] = 1.0, -1.0
            rows.append(row)
            won.append(wins)
            for deal in range(20):
                a, b = (1, 2) if deal < wins else (2, 1)
                name = f"{one} {other} {deal}"
                results.append(Result(name, (f"e{one}", f"e{other}"), (a, b)))
                results.append(Result(name, (f"e{other}", f"e{one}"), (b, a)))
    made = np.array(won) * 2
    endog: NDArray[np.int64] = np.stack([made, 40 - made], axis=1)
    oracle = sm.GLM(endog, np.stack(rows)[:, 1:], family=sm.families.Binomial()).fit(tol=1e-12)
    found = agreement_of(rate(ResultColumns.of(results))).lack_of_fit
    assert found.deviance == pytest.approx(oracle.deviance, rel=1e-6)
    assert found.degrees == oracle.df_resid == 10 - 4
    # Both matches of a deal ended alike, so only half of the rows are news.
    assert found.dispersion == pytest.approx(2.0, rel=0.3)


def test_a_league_on_one_scale_seldom_looks_as_if_it_were_not() -> None:
    p_values = []
    for seed in range(60):
        generator = np.random.default_rng(seed)
        league = drawn_league(generator.normal(0, 0.5, 6), [0.1, -0.1], 300, generator, 0.6, 0.2)
        p = agreement_of(rate(league)).lack_of_fit.p
        assert p is not None
        p_values.append(p)
    assert sum(p < 0.05 for p in p_values) <= 10
    assert 0.3 < np.mean(p_values) < 0.7


def test_a_transitive_league_is_hardly_cyclic() -> None:
    league = drawn_league([1.0, 0.5, 0.0, -0.5], [0.0, 0.0], 3000, np.random.default_rng(1))
    found = agreement_of(rate(league))
    assert found.cyclic_share is not None
    assert found.cyclic_share < 0.01
    assert found.cycles == ()


def test_few_matches_a_pair_are_said_to_be_too_few_for_a_verdict() -> None:
    # Thirty engines on one scale, some four comparisons a pair: the deviance is far too large.
    generator = np.random.default_rng(3)
    league = drawn_league(generator.normal(0, 0.5, 30), [0.0, 0.0], 900, generator)
    found = agreement_of(rate(league)).lack_of_fit
    assert found.sparse
    assert found.p is None
    assert found.deviance > found.degrees
    denser = drawn_league([0.3, 0.0, -0.3], [0.0, 0.0], 100, generator)
    assert not agreement_of(rate(denser)).lack_of_fit.sparse


def test_degenerate_leagues() -> None:
    nothing = agreement_of(rate(ResultColumns.of([])))
    assert nothing.cyclic_share is None
    assert nothing.lack_of_fit.degrees == 0
    assert nothing.cycles == ()
    ties = [
        Result(f"{n}", pair, (1, 1))
        for n in range(3)
        for pair in (("a", "b"), ("b", "c"), ("c", "a"), ("b", "a"), ("c", "b"), ("a", "c"))
    ]
    tied = agreement_of(rate(ResultColumns.of(ties)))
    assert tied.cyclic_share == 0.0
    assert tied.lack_of_fit.deviance == pytest.approx(0.0, abs=1e-9)
    assert tied.lack_of_fit.p is None
    sweep = agreement_of(rate(ResultColumns.of([Result("d", ("a", "b"), (1, 2))] * 3)))
    assert sweep.cyclic_share == pytest.approx(0.0)
    assert sweep.lack_of_fit.degrees == 0
    selfplay = agreement_of(rate(ResultColumns.of([Result("d", ("a", "a"), (1, 2))])))
    assert selfplay.cyclic_share is None


def test_a_cycle_without_upsets_is_found_too() -> None:
    (cycle,) = agreement_of(rate(cyclic_league(5, 100))).cycles[:1]
    assert cycle.engines == ("paper", "rock", "scissors")
