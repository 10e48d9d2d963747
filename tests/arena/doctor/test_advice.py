import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.doctor.advice import GRACES_US, MOST_LATE_US, grace_for, recommend
from arena.doctor.lateness import Lateness, Phase
from arena.executors.capacity import Capacity

PLENTY = Capacity(descriptors=None, tasks=None)


def phase(name: str, p99_us: int, worst_us: int | None = None) -> Phase:
    worst_us = p99_us if worst_us is None else worst_us
    late = Lateness(100, p99_us // 2, p99_us, worst_us)
    return Phase(name, 1, Lateness(100, 0, 0, 0), late)


def three(full_us: int = 10_000, over_us: int = 20_000) -> list[Phase]:
    return [phase("idle", 1_000), phase("full", full_us), phase("over", over_us)]


def test_a_calm_machine_gets_all_its_cores_and_the_usual_grace() -> None:
    advice = recommend(three(), 2, PLENTY)
    assert (advice.concurrency, advice.grace_us, advice.over_grace_us) == (2, 100_000, 250_000)
    # Jitter of 10 ms is 5 % of 200 ms, where the report begins to warn.
    assert advice.decision_us == 200_000


def test_the_grace_covers_twice_the_worst_with_all_cores_thinking() -> None:
    assert recommend(three(full_us=50_000), 2, PLENTY).grace_us == 100_000
    assert recommend(three(full_us=50_001), 2, PLENTY).grace_us == 150_000


def test_where_answers_come_too_late_a_core_is_left_free() -> None:
    assert recommend(three(full_us=MOST_LATE_US), 4, PLENTY).concurrency == 4
    advice = recommend(three(full_us=MOST_LATE_US + 1), 4, PLENTY)
    assert advice.concurrency == 3
    assert "a core is left free" in advice.reasons[0]


def test_a_single_core_is_used_however_late_it_is() -> None:
    phases = [phase("idle", MOST_LATE_US * 2), phase("over", MOST_LATE_US * 3)]
    advice = recommend(phases, 1, PLENTY)
    assert (advice.concurrency, advice.grace_us) == (1, 200_000)


def test_no_more_matches_than_the_limits_allow() -> None:
    advice = recommend(three(), 8, Capacity(descriptors=100, tasks=200))
    assert 0 < advice.concurrency < 8
    assert "do not suffice" in advice.reasons[1]
    assert recommend(three(), 8, Capacity(descriptors=10, tasks=None)).concurrency == 0


@given(st.integers(0, 10**7), st.integers(0, 10**7))
def test_more_load_never_asks_for_less_grace(full_us: int, over_us: int) -> None:
    advice = recommend(three(full_us, over_us), 2, PLENTY)
    assert GRACES_US[0] <= advice.grace_us <= advice.over_grace_us
    assert {advice.grace_us, advice.over_grace_us} <= set(GRACES_US)


def test_a_grace_has_an_end() -> None:
    assert grace_for(phase("full", 10**9)) == GRACES_US[-1]


def test_a_missing_phase_is_an_error() -> None:
    with pytest.raises(KeyError):
        recommend([phase("full", 1)], 2, PLENTY)
