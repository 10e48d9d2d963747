import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arena.report.jitter import Jitter, Lags


def counts_of(lags_us: list[int]) -> list[int]:
    counts = [0] * (max(lags_us).bit_length() + 1)
    for lag_us in lags_us:
        counts[lag_us.bit_length()] += 1
    return counts


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=60), st.floats(0.01, 1.0))
def test_a_quantile_is_never_too_small_and_less_than_twice_too_large(
    lags_us: list[int], share: float
) -> None:
    lags = Lags()
    for lag_us in lags_us:
        lags.add(counts_of([lag_us]))
    told = lags.quantile_us(share)
    true = int(np.quantile(lags_us, share, method="inverted_cdf"))
    assert told is not None
    assert true <= told <= max(2 * true, 0)
    assert lags.looks == len(lags_us)


def test_counts_that_no_time_has_are_left_out() -> None:
    lags = Lags()
    lags.add([0] * 64 + [5] * 1000)
    assert len(lags.counts) == 64
    assert lags.quantile_us(0.5) is None


def jitter(lag_us: int, decision_us: int | None, late: int = 0) -> Jitter:
    lags = Lags()
    lags.add(counts_of([lag_us] * 100))
    return Jitter.of(lags, [] if decision_us is None else [decision_us], 100, late)


def test_jitter_is_large_from_a_twentieth_of_a_decision_on() -> None:
    assert jitter(1023, 20 * 1023).is_large
    assert not jitter(1023, 20 * 1023 + 1).is_large


def test_without_a_clock_or_without_looks_nothing_is_large() -> None:
    assert not jitter(10**6, None).is_large
    assert not Jitter.of(Lags(), [1000], 1, 0).is_large


def test_flags_are_doubtful_when_more_than_one_match_of_a_hundred_was_late() -> None:
    assert not jitter(1, 1, late=1).makes_flags_doubtful
    assert jitter(1, 1, late=2).makes_flags_doubtful
