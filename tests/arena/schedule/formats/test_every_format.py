"""What every format must keep, whatever it decides."""

import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings import Sprt
from arena.schedule import Field, Format, History, Pairing
from arena.schedule.formats import (
    Elimination,
    Gauntlet,
    Ladder,
    RoundRobin,
    SprtMatch,
    Swiss,
    make_format,
)
from arena.schedule.settings import FormatName, FormatSettings
from tests.arena.schedule.formats.simulation import Simulation, by_chance, field_of

MOST = 30
TEST = Sprt(0.0, 60.0)


@dataclass(frozen=True)
class Case:
    name: str
    make: Callable[[Field], Format]
    engines: int
    seats: int
    by_round: bool = False
    """Decisions wait for whole rounds or meetings, so that no order of results changes them."""


CASES = [
    Case("round robin", lambda f: RoundRobin(f, 2), 5, 2),
    Case("round robin of four", lambda f: RoundRobin(f, 1), 6, 4),
    Case("gauntlet", lambda f: Gauntlet(f, 3, "ab"), 6, 2),
    Case("gauntlet of three", lambda f: Gauntlet(f, 2, "a"), 6, 3),
    Case("swiss", lambda f: Swiss(f, 1), 8, 2, by_round=True),
    Case("odd swiss", lambda f: Swiss(f, 2, rounds=5), 7, 2, by_round=True),
    Case("swiss of three", lambda f: Swiss(f, 1, rounds=4), 10, 3, by_round=True),
    Case("single", lambda f: Elimination(f, 3, 2, double=False), 6, 2, by_round=True),
    Case("double", lambda f: Elimination(f, 1, 1, "ba", double=True), 7, 2, by_round=True),
    Case("double of two", lambda f: Elimination(f, 1, 0, double=True), 2, 2, by_round=True),
    Case("ladder", lambda f: Ladder(f, None), 6, 2),
    Case("ladder of three", lambda f: Ladder(f, 20), 7, 3),
    Case("sprt", lambda f: SprtMatch(f, 30, TEST, "ab"), 2, 2, by_round=True),
    Case("sprt of three", lambda f: SprtMatch(f, 30, TEST, "ab"), 3, 3, by_round=True),
]
ADAPTIVE = [case for case in CASES if case.make(field_of(case.engines, case.seats)).adaptive]

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
every_adaptive = pytest.mark.parametrize("case", ADAPTIVE, ids=lambda case: case.name)


def simulated(case: Case, seed: int = 0) -> Simulation:
    field = field_of(case.engines, case.seats)
    return Simulation(case.make(field), set(field.engines), by_chance(seed))


def played(case: Case, seed: int = 0) -> list[Pairing]:
    simulation = simulated(case, seed)
    if not simulation.format.adaptive:
        return list(simulation.decide())
    return simulation.play(most=MOST)


@every_case
def test_tables_seat_every_engine_in_every_seat_once(case: Case) -> None:
    pairings = played(case)
    assert pairings
    for pairing in pairings:
        if pairing.table is not None:
            assert sorted(pairing.table.engines) == sorted(pairing.engines)
            assert len(pairing.engines) == case.seats
            for seat in range(case.seats):
                there = [seating[seat] for seating in pairing.table.seatings]
                assert sorted(there) == sorted(pairing.engines)


@every_case
def test_no_label_and_no_match_comes_twice(case: Case) -> None:
    pairings = played(case)
    assert len({pairing.label for pairing in pairings}) == len(pairings)
    matches = [
        (pairing.table.deal_key, seating)
        for pairing in pairings
        if pairing.table is not None
        for seating in pairing.table.seatings
    ]
    assert len(set(matches)) == len(matches)


@every_case
def test_the_order_in_which_engines_are_named_says_nothing(case: Case) -> None:
    shuffled = list(field_of(case.engines).engines)
    random.Random(5).shuffle(shuffled)
    field = Field(tuple(shuffled), case.seats)
    other = Simulation(case.make(field), set(shuffled), by_chance(0))
    pairings = list(other.decide()) if not other.format.adaptive else other.play(most=MOST)
    assert [(p.label, sorted(p.engines)) for p in pairings] == [
        (p.label, sorted(p.engines)) for p in played(case)
    ]


@every_adaptive
@given(seed=st.integers(0, 2**32), at_once=st.integers(1, 5))
@settings(max_examples=4, deadline=None)
def test_a_history_decides_alone(case: Case, seed: int, at_once: int) -> None:
    """Whoever has the same history decides the same, however and wherever it came about."""
    chosen = random.Random(seed)
    simulation = simulated(case, seed)
    field = field_of(case.engines, case.seats)
    decided: list[tuple[History, tuple[Pairing, ...]]] = []
    decide = simulation.decide

    def noted() -> tuple[Pairing, ...]:
        before = simulation.history()
        made = decide()
        decided.append((before, made))
        return made

    simulation.decide = noted  # type: ignore[method-assign]
    simulation.play(at_once=at_once, most=MOST, choose=chosen.choice)
    again = case.make(field)
    chosen.shuffle(decided)
    for history, made in decided[:5]:
        assert again.next_tables(history) == made


@every_adaptive
@given(seed=st.integers(0, 2**32), at_once=st.integers(2, 6))
@settings(max_examples=4, deadline=None)
def test_no_order_of_arrival_changes_what_waits_for_rounds(
    case: Case, seed: int, at_once: int
) -> None:
    if not case.by_round:
        return
    results = seed % 7
    in_order = {(p.label, p.engines) for p in simulated(case, results).play(most=200)}
    simulation = simulated(case, results)
    chosen = random.Random(seed).choice
    made = {(p.label, p.engines) for p in simulation.play(at_once=at_once, most=200, choose=chosen)}
    # While a test waits for a slow deal, more are played; they change nothing.
    assert made == in_order or (simulation.format.on_demand and made > in_order)


@every_adaptive
@given(seed=st.integers(0, 2**32), gone=st.sampled_from("abcdef"), when=st.integers(0, 6))
@settings(max_examples=4, deadline=None)
def test_who_is_suspended_is_sent_to_no_table_any_more(
    case: Case, seed: int, gone: str, when: int
) -> None:
    simulation = simulated(case, seed)
    if gone not in simulation.present:
        return
    ended = 0
    before = set()

    def after() -> None:
        nonlocal ended, before
        ended += 1
        if ended == when + 1:
            simulation.present.discard(gone)
            before = {past.label for past in simulation.past}

    simulation.play(at_once=2, most=MOST, choose=random.Random(seed).choice, after=after)
    if before:
        for past in simulation.past:
            if past.label not in before and past.pairing.table is not None:
                assert gone not in past.engines
    picture = simulation.format.picture(simulation.history(), {})
    assert picture.over or len(simulation.past) >= MOST


@every_case
def test_a_picture_can_be_shown_at_any_moment(case: Case) -> None:
    simulation = simulated(case)
    names = {engine: engine.upper() for engine in simulation.present}

    def look() -> None:
        picture = simulation.format.picture(simulation.history(), names)
        json.dumps(picture.data, allow_nan=False)
        assert picture.title
        assert "\n" not in picture.title + picture.progress
        for table in picture.tables:
            assert {len(row) for row in table.rows} <= {len(table.headings)}
            assert table.title

    look()
    if simulation.format.adaptive:
        simulation.play(at_once=2, most=MOST, after=look)
        look()
        again = simulation.format.picture(simulation.history(), names)
        unlimited = case.name == "ladder"
        assert again.over is not unlimited


@every_case
def test_the_count_said_before_holds(case: Case) -> None:
    for seed in range(4):
        tables = [p for p in played(case, seed) if p.table is not None]
        count = simulated(case).format.count()
        matches = len(tables) * case.seats
        assert count.least <= matches
        assert count.most is None or matches <= count.most


@every_adaptive
def test_engines_of_one_owner_are_kept_apart(case: Case) -> None:
    if case.name.startswith(("single", "double", "sprt")):
        pytest.skip("everybody may meet everybody there: docs/formats.md says so")
    field = field_of(case.engines, case.seats, owners={"a": "anna", "b": "anna", "c": "anna"})
    simulation = Simulation(case.make(field), set(field.engines), by_chance(3))
    met: Counter[frozenset[str]] = Counter()
    for pairing in simulation.play(most=60):
        if pairing.table is not None:
            met.update({frozenset({"a", "b", "c"} & set(pairing.engines))})
    assert all(len(together) <= 1 for together in met)


def test_settings_make_each_format() -> None:
    kinds = {
        FormatName.ROUND_ROBIN: RoundRobin,
        FormatName.GAUNTLET: Gauntlet,
        FormatName.SWISS: Swiss,
        FormatName.SINGLE_ELIMINATION: Elimination,
        FormatName.DOUBLE_ELIMINATION: Elimination,
        FormatName.LADDER: Ladder,
    }
    for name, kind in kinds.items():
        made = make_format(FormatSettings(name=name, challengers=("a",)), field_of(4), 1)
        assert made.__class__.__name__ == kind.__name__
        assert made.adaptive is FormatSettings(name=name).adaptive
