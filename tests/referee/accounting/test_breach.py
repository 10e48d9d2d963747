"""Which limit is broken, and how soon to look again."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.accounting.breach import LEAST_S, MOST_S, WATCHED_S, Breach, find_breach, look_again_s

MIB = 1 << 20


def test_without_limits_nothing_is_broken() -> None:
    assert find_breach({}, memory_bytes=1 << 40, tasks=10**6, cpu_us=10**12) is None


@pytest.mark.parametrize(
    ("limits", "broken"),
    [
        ({"memory_bytes": 100}, Breach("memory_bytes", 100, 101)),
        ({"memory_bytes": 101}, None),
        ({"processes": 6}, Breach("processes", 6, 7)),
        ({"processes": 7, "memory_bytes": None}, None),
        ({"cpu_time_s": 1.5}, Breach("cpu_time_s", 1.5, 2)),
        ({"cpu_time_s": 2.0, "file_size_bytes": 1}, None),
    ],
)
def test_a_limit_is_broken_by_more_than_it_allows(
    limits: dict[str, float | None], broken: Breach | None
) -> None:
    assert find_breach(limits, memory_bytes=101, tasks=7, cpu_us=2_000_000) == broken


@settings(max_examples=100, deadline=None)
@given(
    st.none() | st.integers(1, 1 << 36),
    st.none() | st.floats(0.1, 1e5),
    st.integers(0, 1 << 36),
    st.integers(0, 10**11),
    st.integers(1, 64),
)
def test_the_next_look_is_neither_too_soon_nor_too_late(
    memory: int | None, cpu_s: float | None, memory_bytes: int, cpu_us: int, cores: int
) -> None:
    limits = {"memory_bytes": memory, "cpu_time_s": cpu_s}
    pause_s = look_again_s(limits, memory_bytes=memory_bytes, cpu_us=cpu_us, cores=cores)
    assert LEAST_S <= pause_s <= MOST_S
    if memory is not None or cpu_s is not None:
        assert pause_s <= WATCHED_S
    if cpu_s is not None and pause_s > LEAST_S:
        # All cores at full speed do not get past it unseen.
        assert cpu_us / 1e6 + pause_s * cores <= cpu_s + 1e-6


def test_looks_come_sooner_near_a_limit() -> None:
    limits = {"memory_bytes": 500 * MIB}
    far = look_again_s(limits, memory_bytes=10 * MIB, cpu_us=0, cores=1)
    near = look_again_s(limits, memory_bytes=450 * MIB, cpu_us=0, cores=1)
    assert far == WATCHED_S
    assert LEAST_S < near < far
    assert look_again_s({}, memory_bytes=0, cpu_us=0, cores=1) == MOST_S
