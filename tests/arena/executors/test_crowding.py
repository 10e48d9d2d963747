from arena.executors.crowding import crowded_cores, crowded_seats
from arena.executors.pinning import Pinning


def test_timed_matches_want_a_core_each() -> None:
    assert crowded_cores(2, cores=2, timed=True) is None
    assert crowded_cores(3, cores=2, timed=False) is None
    told = crowded_cores(3, cores=2, timed=True)
    assert told is not None
    assert told.startswith("3 matches on 2 cores: engines take time")


def test_engines_that_are_bound_want_a_core_each() -> None:
    assert crowded_seats(Pinning.SEAT, slots=2, seats=2, cores=4) is None
    assert crowded_seats(Pinning.WORKER, slots=2, seats=2, cores=3) is None
    told = crowded_seats(Pinning.SEAT, slots=2, seats=2, cores=3)
    assert told == "2 matches of 2 seats on 3 cores: some engines share a core"
