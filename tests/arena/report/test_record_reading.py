"""What is read of records, and which of them."""

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from podesta.v1 import game_pb2, record_pb2

from arena.report.record_reading import _own_evaluation as own_evaluation
from arena.report.record_reading import points_of, read_records, spread


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 500), st.integers(0, 60))
def test_a_sample_is_spread_and_never_takes_one_twice(available: int, most: int) -> None:
    places = spread(available, most)
    assert len(places) == len(set(places)) == min(available, most)
    assert all(0 <= place < available for place in places)
    if len(places) > 1:
        steps = [b - a for a, b in pairwise(places)]
        assert max(steps) - min(steps) <= 1


@pytest.mark.parametrize(
    ("placements", "points"),
    [((1, 2), [1, 0]), ((1, 1), [0.5, 0.5]), ((2, 1, 2), [0.25, 1, 0.25]), ((1,), [0])],
)
def test_points(placements: tuple[int, ...], points: list[float]) -> None:
    assert points_of(placements) == points


@pytest.mark.parametrize(
    ("values", "own"),
    [
        ([3.0, 1.0], 2.0),
        ([3.0], math.nan),
        ([], math.nan),
        ([math.inf, 0.0], math.nan),
        ([1e300, -1e300], math.nan),
        ([math.nan, 0.0], math.nan),
    ],
)
def test_evaluations_that_mean_nothing_are_left_out(values: list[float], own: float) -> None:
    decision = record_pb2.DecisionRecord(evaluation=game_pb2.Evaluation(values=values))
    assert own_evaluation(decision, 0, 2) == pytest.approx(own, nan_ok=True)


def test_no_results_are_no_records() -> None:
    records = read_records(None, (), ("a",), 10)  # type: ignore[arg-type]
    assert (records.read, records.sampled, len(records.decisions.engine)) == (0, False, 0)
