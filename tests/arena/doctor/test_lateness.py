import pytest

from arena.doctor.lateness import Lateness


def test_percentiles_are_values_that_were_measured() -> None:
    late = Lateness.of([*range(1, 100), 5_000])
    assert late == Lateness(samples=100, p50_us=50, p99_us=99, max_us=5_000)


def test_one_measurement_is_all_percentiles() -> None:
    assert Lateness.of([7]) == Lateness(1, 7, 7, 7)


def test_nothing_measured_is_an_error() -> None:
    with pytest.raises(ValueError, match="nothing was measured"):
        Lateness.of([])
