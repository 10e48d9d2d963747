import numpy as np
import pytest

from arena.ratings import sandwich
from arena.ratings.comparisons import compare
from arena.ratings.sandwich import clustered_covariance, deal_scores
from tests.arena.ratings.leagues import drawn_league, expanded


@pytest.mark.parametrize("block", [1, 50, 1 << 22])
@pytest.mark.parametrize("seat_effects", [True, False])
def test_scores_of_deals_added_up_in_blocks_of_any_size(
    block: int, seat_effects: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandwich, "_LARGEST_BLOCK", block)
    league = drawn_league([0.0] * 6, [0.0] * 3, 40, np.random.default_rng(4))
    rows = compare(league)
    design, score, deals = expanded(league)
    size = 9 if seat_effects else 6
    expected = np.zeros((size, size))
    played = np.zeros(6, dtype=int)
    for deal in np.unique(deals):
        total = (design * (score - 0.4)[:, np.newaxis])[deals == deal].sum(axis=0)[:size]
        expected += np.outer(total, total)
        played += np.abs(design[deals == deal, :6]).any(axis=0)
    found = deal_scores(rows, rows.score - 0.4, seat_effects)
    assert found.outer == pytest.approx(expected)
    assert found.deals == 40
    assert found.deals_of.tolist() == played.tolist()


def test_too_little_for_a_covariance() -> None:
    league = drawn_league([0.0] * 3, [0.0] * 2, 1, np.random.default_rng(4))
    rows = compare(league)
    scores = deal_scores(rows, rows.score - 0.5, True)
    assert clustered_covariance(np.eye(5), scores, rows=2, parameters=1) is None
    two = compare(drawn_league([0.0] * 3, [0.0] * 2, 2, np.random.default_rng(4)))
    scores = deal_scores(two, two.score - 0.5, True)
    assert clustered_covariance(np.eye(5), scores, rows=4, parameters=4) is None
    found = clustered_covariance(np.eye(5), scores, rows=4, parameters=3)
    # G/(G-1) = 2 and (N-1)/(N-K) = 3.
    assert found == pytest.approx(6.0 * scores.outer)
