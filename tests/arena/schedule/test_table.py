import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.schedule import ScheduleError, table_key, table_of

IDS = st.sets(st.text(min_size=1, max_size=8), min_size=2, max_size=6)


def test_a_known_key_and_its_seatings() -> None:
    table = table_of(["greedy", "alpha"], 3)
    assert table.key == "alpha+greedy#3"
    assert set(table.seatings) == {("alpha", "greedy"), ("greedy", "alpha")}
    assert table.seatings[0] == table.engines


def test_the_seatings_are_the_same_on_every_machine() -> None:
    # Written down, because matches of a running league are named by these orders.
    assert [table_of(["a", "b", "c"], deal).engines for deal in range(4)] == [
        ("a", "c", "b"),
        ("c", "b", "a"),
        ("b", "a", "c"),
        ("a", "b", "c"),
    ]


@given(IDS, st.integers(0, 50))
def test_every_engine_sits_in_every_seat_exactly_once(ids: set[str], deal: int) -> None:
    table = table_of(ids, deal)
    for seat in range(len(ids)):
        assert {seating[seat] for seating in table.seatings} == ids
    assert all(set(seating) == ids for seating in table.seatings)


@given(IDS, st.integers(0, 50))
def test_rotations_move_every_engine_one_seat_down(ids: set[str], deal: int) -> None:
    table = table_of(ids, deal)
    for earlier, later in zip(table.seatings, table.seatings[1:], strict=False):
        assert later == earlier[1:] + earlier[:1]


@given(IDS, st.permutations(range(6)))
def test_the_order_of_the_ids_does_not_matter(ids: set[str], order: list[int]) -> None:
    listed = sorted(ids)
    shuffled = [listed[index] for index in order if index < len(listed)]
    assert table_of(shuffled, 1) == table_of(listed, 1)


@given(IDS, IDS, st.integers(0, 20), st.integers(0, 20))
def test_different_tables_have_different_keys(
    one: set[str], other: set[str], deal: int, another: int
) -> None:
    same = one == other and deal == another
    assert (table_key(one, deal) == table_key(other, another)) == same


def test_hostile_ids_can_not_forge_a_key() -> None:
    assert table_key(["a+b", "c"], 0) != table_key(["a", "b+c"], 0)
    assert table_key(["a", "b#1"], 0) == "a+b%231#0"
    assert "\n" not in table_key(["line\nbreak", "x"], 0)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_over_many_deals_everybody_begins_equally_often(seats: int) -> None:
    ids = [f"engine-{index}" for index in range(seats)]
    first = [table_of(ids, deal).engines[0] for deal in range(seats * 10)]
    assert {first.count(engine) for engine in ids} == {10}


def test_over_many_deals_all_cyclic_orders_occur() -> None:
    ids = ["a", "b", "c", "d"]
    assert len({table_of(ids, deal).engines for deal in range(24)}) == 24


def test_an_engine_can_not_meet_itself() -> None:
    with pytest.raises(ScheduleError, match="twice at one table: a, a"):
        table_of(["a", "a"], 0)


def test_deals_are_counted_from_zero() -> None:
    with pytest.raises(ScheduleError, match="from 0"):
        table_of(["a", "b"], -1)
