from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from arena.ratings.constrained import likeliest_with_mean, likeliest_with_t
from arena.ratings.deal_scores import ScoreCounts, pentanomial, trinomial
from arena.ratings.elo import score_of_elo
from arena.ratings.score_estimate import NORMALIZED_PER_T
from arena.ratings.sprt import EloModel, Sprt, Verdict

SHARES = st.lists(st.integers(1, 50), min_size=5, max_size=5)


@pytest.mark.parametrize(
    ("scores", "elo0", "elo1", "llr"),
    [
        (pentanomial([365, 16618, 36229, 16974, 390]), 0.0, 2.0, 2.25),
        (pentanomial([127, 4883, 10712, 5150, 104]), -1.75, 0.25, 3.01),
        (trinomial([36027, 68692, 36433]), 0.0, 2.0, 0.92),
    ],
)
def test_published_cases(scores: ScoreCounts, elo0: float, elo1: float, llr: float) -> None:
    assert round(Sprt(elo0, elo1).state(scores).llr, 2) == llr


def test_the_bounds_of_five_percent() -> None:
    state = Sprt(0, 2).state(pentanomial([0] * 5))
    assert (state.llr, state.verdict) == (0.0, Verdict.CONTINUE)
    assert state.upper == pytest.approx(log(19.0))
    assert state.lower == pytest.approx(-log(19.0))
    assert Sprt(0, 2, alpha=0.01, beta=0.1).upper == pytest.approx(log(90.0))
    assert Sprt(0, 2, alpha=0.01, beta=0.1).lower == pytest.approx(log(0.1 / 0.99))


@pytest.mark.parametrize("model", list(EloModel))
def test_verdicts(model: EloModel) -> None:
    sprt = Sprt(0, 20, model=model)
    assert sprt.state(pentanomial([10, 100, 200, 160, 40])).verdict is Verdict.ACCEPT_H1
    assert sprt.state(pentanomial([40, 160, 200, 100, 10])).verdict is Verdict.ACCEPT_H0
    assert sprt.state(pentanomial([1, 3, 5, 3, 1])).verdict is Verdict.CONTINUE


@settings(max_examples=40, deadline=None)
@given(SHARES, st.floats(-60, 0), st.floats(1, 60), st.sampled_from(EloModel))
def test_the_other_side_sees_the_opposite(
    counts: list[int], elo0: float, above: float, model: EloModel
) -> None:
    elo1 = elo0 + above
    ours = Sprt(elo0, elo1, model=model).state(pentanomial(counts)).llr
    theirs = Sprt(-elo1, -elo0, model=model).state(pentanomial(counts[::-1])).llr
    assert ours == pytest.approx(-theirs, rel=1e-6, abs=1e-7)


@settings(max_examples=40, deadline=None)
@given(SHARES, st.floats(0.05, 0.95))
def test_the_likeliest_distribution_with_a_mean(counts: list[int], mean: float) -> None:
    values, shares = np.linspace(0, 1, 5), np.array(counts) / sum(counts)
    found = likeliest_with_mean(values, shares, mean)
    assert found.sum() == pytest.approx(1.0)
    assert found @ values == pytest.approx(mean)
    assert_no_neighbour_is_likelier(found, shares, np.stack([np.ones(5), values]))


@settings(max_examples=40, deadline=None)
@given(SHARES, st.floats(-150, 150))
def test_the_likeliest_distribution_with_a_normalized_elo(counts: list[int], elo: float) -> None:
    values, shares = np.linspace(0, 1, 5), np.array(counts) / sum(counts)
    t = elo / NORMALIZED_PER_T * 2**0.5
    found = likeliest_with_t(values, shares, t)
    mean = float(found @ values)
    sigma = float(found @ (values - mean) ** 2) ** 0.5
    assert found.sum() == pytest.approx(1.0)
    assert (mean - 0.5) / sigma == pytest.approx(t, abs=1e-7)
    # The gradient of mean - 1/2 - t sigma.
    constraint = values - t * ((values - mean) ** 2) / (2 * sigma)
    assert_no_neighbour_is_likelier(found, shares, np.stack([np.ones(5), constraint]))


def assert_no_neighbour_is_likelier(
    found: NDArray[np.float64], shares: NDArray[np.float64], constraints: NDArray[np.float64]
) -> None:
    """The gradient of the likelihood is a combination of the constraints (Lagrange)."""
    gradient = shares / found
    left = gradient - constraints.T @ np.linalg.lstsq(constraints.T, gradient, rcond=None)[0]
    assert np.abs(left).max() < 1e-5 * np.abs(gradient).max()


@pytest.mark.parametrize("matches", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("elo", [5.0, 60.0, 200.0])
def test_extreme_results_never_break_the_test(matches: int, elo: float) -> None:
    cells = 2 * matches + 1
    for counts in (
        [0] * (cells - 1) + [7],
        [7] + [0] * (cells - 1),
        [0] * matches + [9] + [0] * matches,
        [5] + [0] * (cells - 2) + [5],
        [1] * cells,
    ):
        for sprt in (
            Sprt(-elo, elo),
            Sprt(0, elo),
            Sprt(-elo, 0),
            Sprt(0, elo, model=EloModel.LOGISTIC),
        ):
            assert np.isfinite(sprt.state(ScoreCounts(tuple(counts), matches)).llr)


@pytest.mark.parametrize("model", list(EloModel))
def test_scores_that_did_not_occur_count_a_thousandth_of_a_deal(model: EloModel) -> None:
    sprt = Sprt(0, 20, model=model)
    written_out = sprt.log_likelihood_ratios(np.array([1e-3, 1e-3, 4.0, 1e-3, 3.0]), 2)
    assert sprt.state(pentanomial([0, 0, 4, 0, 3])).llr == pytest.approx(float(written_out))


@pytest.mark.parametrize(
    ("elo0", "elo1", "alpha", "beta", "message"),
    [
        (2.0, 2.0, 0.05, 0.05, "elo0 must be below elo1"),
        (0.0, 2.0, 0.0, 0.05, "between 0 and 0.5"),
        (0.0, 2.0, 0.05, 0.5, "between 0 and 0.5"),
        (0.0, 500.0, 0.05, 0.05, "normalized Elo bounds lie between -200.0 and 200.0"),
        (float("nan"), 5.0, 0.05, 0.05, "elo0 must be below elo1"),
    ],
)
def test_numbers_that_make_no_test(
    elo0: float, elo1: float, alpha: float, beta: float, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Sprt(elo0, elo1, alpha, beta)


def deals_at(
    model: EloModel, elo: float, matches: int, tests: int, deals: int, seed: int
) -> NDArray[np.int64]:
    """Scores (tests, deals, in half points) of matches of engines this Elo of the model apart."""
    generator = np.random.default_rng(seed)
    # Win, draw, loss of single matches with a draw share of 30 %.
    sigma = 0.7**0.5 / 2
    edge = elo / NORMALIZED_PER_T * sigma
    if model is EloModel.LOGISTIC:
        edge = score_of_elo(elo) - 0.5
    drawn = generator.random((tests, deals, matches))
    points = (drawn < 0.35 + edge).astype(np.int64) + (drawn < 0.65 + edge)
    total: NDArray[np.int64] = points.sum(axis=2)
    return total


def run_all(sprt: Sprt, scores: NDArray[np.int64], matches: int) -> tuple[float, float, float]:
    """The shares of tests that accepted H1, accepted H0, and did not end."""
    tests, deals = scores.shape
    counts = np.zeros((tests, 2 * matches + 1))
    verdicts = np.zeros(tests)
    running = np.arange(tests)
    for deal in range(deals):
        counts[running, scores[running, deal]] += 1
        # Looking after every twentieth deal only makes errors rarer.
        if deal % 20 == 19:
            ratio = sprt.log_likelihood_ratios(counts[running], matches)
            verdicts[running[ratio >= sprt.upper]] = 1
            verdicts[running[ratio <= sprt.lower]] = -1
            running = np.flatnonzero(verdicts == 0)
            if not len(running):
                break
    return float((verdicts > 0).mean()), float((verdicts < 0).mean()), float((verdicts == 0).mean())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "matches"),
    [(EloModel.NORMALIZED, 2), (EloModel.NORMALIZED, 4), (EloModel.LOGISTIC, 2)],
)
def test_error_rates_are_at_most_as_stated(model: EloModel, matches: int) -> None:
    sprt = Sprt(0.0, 40.0, alpha=0.05, beta=0.1, model=model)
    tests, deals = 600, 3000 // matches
    equal = deals_at(model, 0.0, matches, tests, deals, 1)
    better = deals_at(model, 40.0, matches, tests, deals, 2)
    false_alarms, _, open_ = run_all(sprt, equal, matches)
    _, missed, open_too = run_all(sprt, better, matches)
    # Three standard errors over the stated rates.
    assert false_alarms <= 0.05 + 3 * (0.05 * 0.95 / tests) ** 0.5
    assert missed <= 0.1 + 3 * (0.1 * 0.9 / tests) ** 0.5
    # Nor is the test useless by being far too careful, or endless.
    assert false_alarms > 0.01
    assert missed > 0.03
    assert open_ + open_too < 0.01
