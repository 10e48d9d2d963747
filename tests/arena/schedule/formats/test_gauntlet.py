"""The gauntlet: all of the field on the same deals, newcomers change nothing."""

from collections import Counter

import pytest

from arena.schedule import History, ScheduleError, Table
from arena.schedule.formats import Gauntlet
from tests.arena.schedule.formats.simulation import field_of


def tables(engines: int, deals: int, challengers: str, seats: int = 2) -> list[Table]:
    made = Gauntlet(field_of(engines, seats), deals, challengers)
    return [p.table for p in made.next_tables(History()) if p.table is not None]


def test_every_challenger_meets_all_of_the_field_on_every_deal() -> None:
    made = tables(6, 3, "ab")
    met = Counter((table.deal_key, *sorted(table.engines)) for table in made)
    assert met == Counter(
        (f"gauntlet#{deal}", challenger, other)
        for deal in range(3)
        for challenger in "ab"
        for other in "cdef"
    )


@pytest.mark.parametrize(("engines", "seats"), [(4, 3), (5, 3), (6, 3), (7, 4), (6, 5)])
def test_more_seats_spread_the_field_evenly(engines: int, seats: int) -> None:
    made = tables(engines, 2, "a", seats)
    played = Counter(e for table in made for e in table.engines if e != "a")
    assert len(set(played.values())) == 1
    assert all("a" in table.engines for table in made)
    assert {table.deal_key for table in made} == {"gauntlet#0", "gauntlet#1"}


def test_two_challengers_meet_the_same_sets_on_the_same_deals() -> None:
    made = tables(6, 2, "ab", 3)
    sets = {
        c: {(t.deal_key, frozenset(t.engines) - {c}) for t in made if c in t.engines} for c in "ab"
    }
    assert sets["a"] == sets["b"]


def test_newcomers_and_more_deals_only_add_tables() -> None:
    before = set(tables(5, 2, "a"))
    assert before < set(tables(6, 2, "a"))
    assert before < set(tables(5, 3, "a"))
    assert before < set(tables(6, 4, "af"))


def test_owners_are_kept_apart() -> None:
    field = field_of(6, 3, owners={"a": "anna", "b": "anna", "c": "carl", "d": "carl"})
    made = Gauntlet(field, 2, "a").next_tables(History())
    assert made
    for pairing in made:
        assert "b" not in pairing.engines
        assert not {"c", "d"} <= set(pairing.engines)


def test_what_makes_no_gauntlet_is_refused() -> None:
    with pytest.raises(ScheduleError, match="needs a challenger"):
        Gauntlet(field_of(3), 1, "z")
    with pytest.raises(ScheduleError, match="the field has 0"):
        Gauntlet(field_of(2), 1, "ab")
    with pytest.raises(ScheduleError, match="2 opponents of other owners, the field has 1"):
        Gauntlet(field_of(3, 3, owners={"b": "bea", "c": "bea"}), 1, "a")


@pytest.mark.parametrize(("engines", "seats", "deals"), [(5, 2, 7), (6, 3, 4), (3, 3, 2)])
def test_the_count_is_what_is_planned(engines: int, seats: int, deals: int) -> None:
    made = Gauntlet(field_of(engines, seats), deals, "a")
    assert made.count().most == len(tables(engines, deals, "a", seats)) * seats
