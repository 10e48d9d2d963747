"""Shares of the other seats that one leaves behind."""

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.evaluation import final_shares, shares
from referee.games import Outcome, SeatOutcome

POINTS = st.lists(st.floats(-1e4, 1e4), min_size=2, max_size=6)


def outcome(*placements: int) -> Outcome:
    return Outcome(tuple(SeatOutcome(p, 10 - p) for p in placements), "for the test")


@pytest.mark.parametrize(
    ("placements", "expected"),
    [
        ((1, 2), (1.0, 0.0)),
        ((1, 1), (0.5, 0.5)),
        ((2, 1, 3), (0.5, 1.0, 0.0)),
        ((1, 2, 2, 4), (1.0, 0.5, 0.5, 0.0)),
        ((1, 1, 1), (0.5, 0.5, 0.5)),
        ((6, 5, 4, 3, 2, 1), (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)),
    ],
)
def test_final_shares(placements: tuple[int, ...], expected: tuple[float, ...]) -> None:
    assert final_shares(outcome(*placements)) == pytest.approx(expected)


@settings(max_examples=60, deadline=None)
@given(POINTS, st.floats(0.1, 50))
def test_shares_add_up_and_keep_the_order(points: list[float], scale: float) -> None:
    found = shares(points, scale)
    assert sum(found) == pytest.approx(len(points) / 2)
    assert all(0 <= share <= 1 for share in found)
    order = sorted(range(len(points)), key=points.__getitem__)
    ranked = [found[seat] for seat in order]
    assert all(low <= high + 1e-12 for low, high in pairwise(ranked))


@settings(max_examples=40, deadline=None)
@given(POINTS, st.floats(-100, 100))
def test_only_differences_count(points: list[float], shift: float) -> None:
    assert shares([p + shift for p in points], 5.0) == pytest.approx(shares(points, 5.0), abs=1e-6)


def test_one_scale_ahead_is_73_percent() -> None:
    assert shares([5.0, 0.0], 5.0) == pytest.approx((0.7311, 0.2689), abs=1e-4)
    assert shares([0.0, 0.0, 0.0], 5.0) == pytest.approx((0.5, 0.5, 0.5))
    assert math.isclose(shares([1e9, -1e9], 1.0)[0], 1.0)
