"""Cores for referees and engines."""

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.executors.pinning import Cores, Pinning, cores_of, shared_cores


def test_nothing_is_bound_unless_asked_for() -> None:
    assert cores_of(1, Pinning.NONE, slots=2, seats=2, cores=[0, 1]) == Cores()


def test_a_worker_has_one_core_with_all_of_its_engines() -> None:
    given = [cores_of(slot, Pinning.WORKER, slots=3, seats=2, cores=[4, 7]) for slot in range(3)]
    assert [cores.referee for cores in given] == [(4,), (7,), (4,)]
    assert all(cores.seats == () for cores in given)


def test_seats_have_a_core_each_and_referees_what_is_left() -> None:
    cores = [0, 1, 2, 3, 8, 9]
    given = [cores_of(slot, Pinning.SEAT, slots=2, seats=2, cores=cores) for slot in range(2)]
    assert given == [Cores((8, 9), (0, 1)), Cores((8, 9), (2, 3))]
    # None is left: then the system decides where referees run.
    assert cores_of(1, Pinning.SEAT, slots=2, seats=2, cores=cores[:4]) == Cores((), (2, 3))


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 9), st.integers(1, 6), st.sets(st.integers(0, 40), min_size=1, max_size=24))
def test_seats_share_cores_only_where_there_are_too_few(
    slots: int, seats: int, numbers: set[int]
) -> None:
    cores = sorted(numbers)
    given = [
        cores_of(slot, Pinning.SEAT, slots=slots, seats=seats, cores=cores) for slot in range(slots)
    ]
    used = [core for one in given for core in one.seats]
    assert all(len(one.seats) == seats for one in given)
    assert set(used) <= numbers
    shared = len(set(used)) < len(used)
    assert shared == shared_cores(Pinning.SEAT, slots=slots, seats=seats, cores=len(cores))
    # The busiest core has at most one engine more than the least busy one.
    counts = [used.count(core) for core in cores]
    assert max(counts) - min(counts) <= 1
    for one in given:
        assert not set(one.referee) & set(used)
