"""Parts of a plan: how they are written, and whose deals are whose."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.league.agenda import Agenda, MatchStatus
from arena.league.part import MOST_PARTS, WHOLE, Part
from arena.league.plan import PlannedTable, plan_league
from arena.league.roster import Roster
from arena.schedule import FormatName, FormatSettings
from tests.arena.league.scripted_matches import (
    make_engine,
    make_league,
)

FIXED = [name for name in FormatName if not FormatSettings(name=name).adaptive]


# --- the words --------------------------------------------------------------------------------


def test_parts_are_written_as_fractions() -> None:
    assert Part.parse("1/3") == Part(1, 3)
    assert Part.parse("007/010") == Part(7, 10)
    assert Part.parse(f"{MOST_PARTS}/{MOST_PARTS}").of == MOST_PARTS
    assert str(Part(2, 3)) == "part 2 of 3"
    assert Part.parse("1/1") == WHOLE
    assert WHOLE.whole
    assert not Part(1, 2).whole


@pytest.mark.parametrize(
    "text",
    [
        *("0/3", "4/3", "a/b", "1/0", "0/0", "", "/", "1", "1/", "/3", "-1/3", "1/-3", "1/2/3"),
        *("1.0/3", " 1/3", "1/3\n", "1 / 3", "+1/3", "1_0/1_0", "\u0661/\u0663", "1\u20443"),
        *("1/1001", "1/" + "9" * 5_000),
    ],
)
def test_what_is_no_part_is_told_what_is_expected(text: str) -> None:
    with pytest.raises(ValueError, match=r"such as 1/3 .* I from 1 to N, N from 1 to 1000"):
        Part.parse(text)


@given(deal=st.integers(0, 10**9), of=st.integers(1, MOST_PARTS))
def test_a_deal_belongs_to_one_part(deal: int, of: int) -> None:
    assert sum(Part(number, of).holds(deal) for number in range(1, of + 1)) == 1


@given(block=st.integers(0, 10**6), of=st.integers(1, 60))
def test_every_part_has_one_of_as_many_deals_as_there_are_parts(block: int, of: int) -> None:
    deals = range(block * of, (block + 1) * of)
    for number in range(1, of + 1):
        assert sum(Part(number, of).holds(deal) for deal in deals) == 1


@pytest.mark.parametrize("of", [2, 3, 5])
def test_no_pair_always_meets_in_one_part(of: int) -> None:
    pairs = of * 2
    for pair in range(pairs):
        deals = range(pair, pairs * of * of, pairs)
        assert {n for n in range(1, of + 1) for d in deals if Part(n, of).holds(d)} == {
            *range(1, of + 1)
        }


# --- the plan ---------------------------------------------------------------------------------


@cache
def _plan(
    name: FormatName, size: int, seats: int, deals: int, owners: int
) -> tuple[PlannedTable, ...]:
    engines = [
        make_engine(letter, owner=f"o{number % owners}" if owners else "")
        for number, letter in enumerate("abcdefgh"[:size])
    ]
    challengers = ("a", "b") if name is FormatName.GAUNTLET else ()
    league = make_league(
        Path("nowhere"),
        engines,
        seats=seats,
        deals=deals,
        format=FormatSettings(name=name, challengers=challengers),
    )
    return plan_league(Roster.of_league(league, bytes(32)))


@given(
    name=st.sampled_from(FIXED),
    size=st.integers(5, 8),
    seats=st.integers(2, 3),
    deals=st.integers(1, 5),
    owners=st.sampled_from([0, 4]),
    of=st.integers(1, 9),
    hidden=st.booleans(),
)
@settings(max_examples=200, deadline=None)
def test_parts_are_disjoint_and_cover_the_plan(
    name: FormatName, size: int, seats: int, deals: int, owners: int, of: int, hidden: bool
) -> None:
    plan = _plan(name, size, seats, deals, owners)
    given_out: list[str] = []
    whose: dict[str, set[int]] = {}
    tables = []
    for number in range(1, of + 1):
        agenda = Agenda(plan, hidden=hidden, part=Part(number, of))
        assert agenda.planned == sum(len(table.matches) for table in plan)
        assert agenda.left == agenda.planned_of_part
        while (assignment := agenda.next()) is not None:
            match = assignment.match
            assert agenda.is_of_part(match.match_id)
            given_out.append(match.match_id)
            whose.setdefault(match.deal_id, set()).add(number)
            agenda.counted(assignment)
        assert agenda.left == 0
        assert agenda.count_of_part(MatchStatus.COUNTED) == agenda.planned_of_part
        assert agenda.count(MatchStatus.TO_DO) == agenda.planned - agenda.planned_of_part
        tables.append(sum(whole == {number} for whole in whose.values()))
    assert Counter(given_out) == Counter(m for table in plan for m in table.match_ids)
    assert all(len(numbers) == 1 for numbers in whose.values()), "a deal is played in one place"
    assert max(tables) - min(tables) <= 1


@given(
    name=st.sampled_from(FIXED),
    size=st.integers(5, 8),
    seats=st.integers(2, 3),
    deals=st.integers(1, 5),
    owners=st.sampled_from([0, 4]),
)
@settings(max_examples=100, deadline=None)
def test_more_deals_leave_the_others_in_their_parts(
    name: FormatName, size: int, seats: int, deals: int, owners: int
) -> None:
    fewer, more = (_plan(name, size, seats, number, owners) for number in (deals, deals + 1))
    assert more[: len(fewer)] == fewer


def test_other_parts_are_counted_but_never_given_out() -> None:
    plan = _plan(FormatName.ROUND_ROBIN, 5, 2, 1, 0)
    agenda = Agenda(plan, hidden=True, part=Part(2, 2))
    # Dealt anew, forfeited and begun again: still only ours.
    first = agenda.next()
    assert first is not None
    assert first.match.deal_id == plan[1].deal_id
    agenda.voided(first, interrupted=False)
    agenda.suspend("a", 1)
    assert agenda.count(MatchStatus.FORFEITED) == 8
    assert agenda.count_of_part(MatchStatus.FORFEITED) < 8
    ours = {
        match_id
        for number, table in enumerate(plan)
        if Part(2, 2).holds(number)
        for match_id in table.match_ids
    }
    while (assignment := agenda.next()) is not None:
        assert assignment.match.match_id in ours
    assert not agenda.is_of_part("nothing")
