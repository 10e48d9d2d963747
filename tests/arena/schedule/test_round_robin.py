import os
import subprocess
import sys
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.schedule import ScheduleError, Table, count_tables, round_robin

SEATS = st.integers(2, 6)


def ids(count: int) -> list[str]:
    return [f"bot{index:02}" for index in range(count)]


def meetings(tables: list[Table]) -> Counter[tuple[str, ...]]:
    met: Counter[tuple[str, ...]] = Counter()
    for table in tables:
        met.update(combinations(sorted(table.engines), 2))
    return met


@settings(max_examples=60)
@given(SEATS, st.integers(0, 9), st.integers(0, 5), st.randoms())
def test_what_every_round_robin_keeps(seats: int, more: int, deals: int, random: object) -> None:
    engines = ids(seats + more)
    tables = list(round_robin(engines, seats, deals))
    assert list(round_robin(engines[::-1], seats, deals)) == tables
    assert (
        len({table.key for table in tables}) == len(tables) == count_tables(engines, seats, deals)
    )
    seat_of: Counter[tuple[str, int]] = Counter()
    for table in tables:
        assert len(set(table.engines)) == seats
        for seating in table.seatings:
            seat_of.update((engine, seat) for seat, engine in enumerate(seating))
    if deals:
        assert len(set(seat_of.values())) == 1
        assert len(seat_of) == len(engines) * seats
        met = meetings(tables)
        every = [met[pair] for pair in combinations(engines, 2)]
        assert max(every) - min(every) <= (2 if seats > 2 else 0)


@settings(max_examples=40)
@given(SEATS, st.integers(0, 6), st.integers(0, 4))
def test_more_deals_only_add_tables(seats: int, more: int, deals: int) -> None:
    shorter = list(round_robin(ids(seats + more), seats, deals))
    longer = list(round_robin(ids(seats + more), seats, deals + 2))
    assert longer[: len(shorter)] == shorter


@given(st.integers(2, 9), st.integers(1, 4), st.sampled_from(["a", "bot035", "zz"]))
def test_two_seats_a_newcomer_only_adds_tables(count: int, deals: int, newcomer: str) -> None:
    before = set(round_robin(ids(count), 2, deals))
    after = set(round_robin([*ids(count), newcomer], 2, deals))
    assert before < after
    assert all(newcomer in table.engines for table in after - before)


@settings(max_examples=30)
@given(st.integers(3, 6), st.integers(1, 6), st.integers(1, 3))
def test_more_seats_a_newcomer_never_changes_what_a_key_means(
    seats: int, more: int, deals: int
) -> None:
    before = {table.key: table for table in round_robin(ids(seats + more), seats, deals)}
    after = {table.key: table for table in round_robin([*ids(seats + more), "a"], seats, deals)}
    for key in before.keys() & after.keys():
        assert before[key] == after[key]


def test_all_first_deals_come_before_any_second_deal() -> None:
    deals = [table.deal_index for table in round_robin(ids(7), 2, 3)]
    assert deals == sorted(deals)
    assert deals.count(0) == 21


def test_early_tables_give_everybody_something_to_do() -> None:
    first = list(round_robin(ids(8), 2, 2))[:4]
    assert sorted(engine for table in first for engine in table.engines) == ids(8)


def test_as_many_engines_as_seats_play_so_many_deals() -> None:
    tables = list(round_robin(["x", "y", "z"], 3, 4))
    assert [table.key for table in tables] == [f"x+y+z#{deal}" for deal in range(4)]


@settings(max_examples=60)
@given(SEATS, st.lists(st.integers(0, 7), min_size=2, max_size=14), st.integers(1, 3))
def test_engines_of_one_owner_never_share_a_table(
    seats: int, owned_by: list[int], deals: int
) -> None:
    engines = ids(len(owned_by))
    # Owner 0 stands for nobody: such engines may meet anyone.
    owners = {
        engine: f"owner{owner}" for engine, owner in zip(engines, owned_by, strict=True) if owner
    }
    parties = len(set(owners.values())) + owned_by.count(0)
    if parties < seats:
        with pytest.raises(ScheduleError):
            round_robin(engines, seats, deals, owners)
        return
    tables = list(round_robin(engines, seats, deals, owners))
    for table in tables:
        known = [owners[engine] for engine in table.engines if engine in owners]
        assert len(set(known)) == len(known)
    if seats > 2 and len(engines) > seats:
        tables_of = Counter(engine for table in tables for engine in table.engines)
        assert min(tables_of[engine] for engine in engines) >= seats * deals
    assert len({table.key for table in tables}) == len(tables)


def test_owners_with_equally_many_engines_stay_balanced() -> None:
    engines = ids(12)
    owners = {engine: f"owner{index % 6}" for index, engine in enumerate(engines)}
    tables = list(round_robin(engines, 4, 3, owners))
    played = Counter(engine for table in tables for engine in table.engines)
    assert max(played.values()) - min(played.values()) <= 1
    met = meetings(tables)
    allowed = [met[p] for p in combinations(engines, 2) if owners[p[0]] != owners[p[1]]]
    assert min(allowed) > 0
    assert max(allowed) - min(allowed) <= 4


def test_an_owner_named_like_an_engine_is_not_that_engine() -> None:
    assert len(list(round_robin(["a", "b"], 2, 1, {"a": "b"}))) == 1


@pytest.mark.parametrize(
    ("engines", "seats", "deals", "message"),
    [
        (["a", "b"], 1, 1, "2 to 6 seats, not 1"),
        (ids(9), 7, 1, "2 to 6 seats, not 7"),
        (["a"], 2, 1, "at least 2 engines, not 1"),
        (["a", "b", "a"], 2, 1, "named more than once: a"),
        (["a", "b"], 2, -1, "negative"),
    ],
)
def test_impossible_leagues_are_refused_at_once(
    engines: list[str], seats: int, deals: int, message: str
) -> None:
    with pytest.raises(ScheduleError, match=message):
        round_robin(engines, seats, deals)


def test_too_few_owners_are_refused() -> None:
    with pytest.raises(ScheduleError, match="at least 3 owners to keep owners apart, not 2"):
        round_robin(ids(4), 3, 1, dict.fromkeys(ids(3), "one"))


def test_no_hash_order_gets_in() -> None:
    program = (
        "from arena.schedule import round_robin\n"
        "names = [f'bot{i}' for i in range(9)]\n"
        "for t in round_robin(names, 4, 3, {'bot1': 'x', 'bot2': 'x'}): print(t)\n"
        "for t in round_robin(set(names), 5, 3): print(t)\n"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(printed) == 1
    assert "bot8" in printed.pop()
