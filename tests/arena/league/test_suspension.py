"""Blame for void matches: only what chance does not explain."""

from itertools import cycle, islice
from random import Random

from arena.league.suspension import VoidBlame


def test_the_engine_in_every_void_is_found() -> None:
    blame = VoidBlame(engines=6, seats=2)
    others = cycle("abcde")
    named = [blame.add(("f", next(others))) for _ in range(10)]
    assert named == [None] * 6 + ["f"] * 4
    assert blame.describe("f") == "present in 10 of 10 void matches"


def test_a_fault_of_the_machine_is_nobodys() -> None:
    random = Random(5)
    blamed = 0
    for _ in range(200):
        blame = VoidBlame(engines=6, seats=2)
        blamed += any(blame.add(random.sample("abcdef", 2)) is not None for _ in range(12))
    assert blamed <= 4


def test_two_engines_that_always_meet_are_not_told_apart() -> None:
    blame = VoidBlame(engines=2, seats=2)
    assert not any(blame.add("ab") for _ in range(50))


def test_a_pair_that_shares_all_voids_is_not_told_apart() -> None:
    blame = VoidBlame(engines=6, seats=2)
    assert not any(blame.add("ef") for _ in range(20))


def test_former_runs_count() -> None:
    blame = VoidBlame(engines=6, seats=2)
    blame.add_all([("f", other) for other in islice(cycle("abcde"), 6)])
    assert blame.add("fa") == "f"
