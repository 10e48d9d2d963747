"""Brackets: their shape, who goes on, what decides a meeting, and what happens without one."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings import Result
from arena.schedule import History, PastPairing, ScheduleError
from arena.schedule.formats import Elimination
from arena.schedule.formats.bracket import bracket, bracket_size, seed_places
from arena.schedule.pairing import Pairing
from tests.arena.schedule.formats.simulation import (
    Simulation,
    all_level,
    by_chance,
    by_letter,
    field_of,
    ids,
)


def simulated(engines: int, *, double: bool, deals: int = 1, more: int = 2) -> Simulation:
    field = field_of(engines)
    made = Elimination(field, deals, more, ids(engines), double=double)
    return Simulation(made, set(field.engines))


def winner(simulation: Simulation) -> str | None:
    picture = simulation.format.picture(simulation.history(), {})
    assert picture.over
    found: str | None = picture.data["winner"]
    return found


def losses(simulation: Simulation) -> Counter[str]:
    return Counter(p.engines[1] for p in simulation.past if p.label.endswith("/win"))


def test_the_best_seeds_meet_last() -> None:
    assert seed_places(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert [bracket_size(n) for n in (2, 3, 4, 5, 8, 9)] == [2, 4, 4, 8, 8, 16]


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32])
def test_the_shape_of_a_double_elimination(size: int) -> None:
    nodes = bracket(size, double=True)
    assert len(nodes) == 2 * size - 1
    known: set[str] = set()
    used: Counter[tuple[object, str]] = Counter()
    for node in nodes:
        for source in node.sources:
            if source.node:
                assert source.node in known
                used[source.kind, source.node] += 1
        known.add(node.label)
    # Every winner and every loser of the winners' side goes somewhere, and to one place only.
    assert set(used.values()) == {1}
    single = bracket(size, double=False)
    assert len(single) == size - 1


@given(engines=st.integers(2, 13), seed=st.integers(0, 1000), deals=st.integers(1, 3))
@settings(max_examples=25, deadline=None)
def test_all_but_the_winner_lose_once(engines: int, seed: int, deals: int) -> None:
    simulation = simulated(engines, double=False, deals=deals)
    simulation.placements = by_chance(seed)
    simulation.play()
    champion = winner(simulation)
    assert losses(simulation) == Counter(e for e in ids(engines) if e != champion)


@given(engines=st.integers(2, 13), seed=st.integers(0, 1000))
@settings(max_examples=25, deadline=None)
def test_all_but_the_winner_lose_twice(engines: int, seed: int) -> None:
    simulation = simulated(engines, double=True)
    simulation.placements = by_chance(seed)
    simulation.play()
    champion = winner(simulation)
    lost = losses(simulation)
    assert champion is not None
    assert lost.pop(champion, 0) <= 1
    assert lost == Counter({e: 2 for e in ids(engines) if e != champion})


def test_a_bracket_of_six_has_two_byes() -> None:
    simulation = simulated(6, double=False)
    simulation.play()
    tables = {p.label: p.engines for p in simulation.past}
    assert tables == {
        "seeds": tuple("abcdef"),
        "W/1/2/1": ("d", "e"),
        "W/1/2/win": ("d", "e"),
        "W/1/4/1": ("c", "f"),
        "W/1/4/win": ("c", "f"),
        "W/2/1/1": ("a", "d"),
        "W/2/1/win": ("a", "d"),
        "W/2/2/1": ("b", "c"),
        "W/2/2/win": ("b", "c"),
        "W/3/1/1": ("a", "b"),
        "W/3/1/win": ("a", "b"),
    }
    assert winner(simulation) == "a"


def test_the_final_is_played_again_where_it_is_a_first_loss() -> None:
    simulation = simulated(4, double=True)
    # a beats everybody until it loses the final to b, and then again.
    finals = {"F/1/1", "F/2/1"}

    def upset(engines: tuple[str, ...]) -> tuple[int, ...]:
        final = any(p.label.rpartition("/")[0] in finals for p in simulation.past if not p.closed)
        ranked = sorted(engines, reverse=final)
        return tuple(1 + ranked.index(engine) for engine in engines)

    simulation.placements = upset
    simulation.play()
    labels = [past.label for past in simulation.past]
    assert "F/2/1/1" in labels
    assert winner(simulation) == "b"
    assert losses(simulation)["a"] == 2


@pytest.mark.parametrize(("deals", "played"), [(1, 1), (2, 2), (3, 2), (5, 3), (7, 4)])
def test_a_meeting_ends_when_it_is_decided(deals: int, played: int) -> None:
    simulation = simulated(2, double=False, deals=deals)
    simulation.play()
    assert sum(p.pairing.table is not None for p in simulation.past) == played


@pytest.mark.parametrize(("deals", "more"), [(1, 0), (1, 3), (3, 2)])
def test_where_all_is_level_the_better_seed_goes_on(deals: int, more: int) -> None:
    field = field_of(2)
    made = Elimination(field, deals, more, ["b", "a"], double=False)
    simulation = Simulation(made, set(field.engines), all_level)
    simulation.play()
    assert sum(p.pairing.table is not None for p in simulation.past) == deals + more
    assert winner(simulation) == "b"


def test_a_deal_more_decides_at_once() -> None:
    simulation = simulated(2, double=False, deals=1, more=5)

    def placements(engines: tuple[str, ...]) -> tuple[int, ...]:
        tables = sum(p.pairing.table is not None for p in simulation.past)
        return all_level(engines) if tables < 3 else by_letter(engines)

    simulation.placements = placements
    simulation.play()
    assert [p.label for p in simulation.past[1:]] == ["W/1/1/1", "W/1/1/2", "W/1/1/3", "W/1/1/win"]


@pytest.mark.parametrize("double", [False, True])
def test_who_is_gone_loses_by_default(double: bool) -> None:
    simulation = simulated(4, double=double)
    simulation.decide()
    simulation.decide()
    simulation.present.discard("a")
    simulation.play()
    assert winner(simulation) == "b"
    # What had begun was played to its end, but leading did not help.
    assert losses(simulation)["a"] == 1 + double


def test_of_two_that_are_gone_one_goes_on_and_loses_the_next() -> None:
    simulation = simulated(4, double=False)
    simulation.decide()
    simulation.present -= {"a", "d"}
    simulation.play()
    assert winner(simulation) == "b"
    assert all("a" not in p.engines or p.pairing.table is None for p in simulation.past)


def test_forfeited_and_unplayed_deals_count_for_nobody() -> None:
    field = field_of(2)
    made = Elimination(field, 1, 1, "ab", double=False)
    table = made.next_tables(History((PastPairing(Pairing("seeds", ("a", "b")), True),), _all(2)))
    neither = tuple(
        Result("d", seating, (2, 2), forfeit=True, faulty=frozenset({0, 1}))
        for seating in (("a", "b"), ("b", "a"))
    )
    past = (
        PastPairing(Pairing("seeds", ("a", "b")), True),
        PastPairing(table[0], True, neither),
    )
    (more,) = made.next_tables(History(past, _all(2)))
    assert more.label == "W/1/1/2"
    assert more.table is not None
    assert more.table.deal_index == 1
    unplayed = (*past, PastPairing(more, True, ()))
    (win,) = made.next_tables(History(unplayed, _all(2)))
    assert (win.label, win.engines) == ("W/1/1/win", ("a", "b"))


def test_what_was_ruled_stands_when_somebody_comes_back() -> None:
    simulation = simulated(4, double=False)
    simulation.decide()
    simulation.present.discard("a")
    simulation.decide()
    simulation.present.add("a")
    simulation.play()
    assert winner(simulation) == "b"


def test_newcomers_are_too_late() -> None:
    simulation = simulated(3, double=False)
    simulation.decide()
    large = field_of(4)
    simulation.format = Elimination(large, 1, 2, double=False)
    simulation.present = set(large.engines)
    simulation.play()
    assert all("d" not in past.engines for past in simulation.past)
    (warning,) = simulation.format.warnings(simulation.history())
    assert warning.startswith("d is not in the bracket")


def test_more_than_two_seats_are_refused() -> None:
    with pytest.raises(ScheduleError, match="two seats"):
        Elimination(field_of(4, 3), 1, 0, double=False)


@pytest.mark.parametrize("labels", [["W/1/1/1"], ["seeds", "X/1/1/1"], ["seeds", "W/9/1/win"]])
def test_a_history_of_something_else_is_refused(labels: list[str]) -> None:
    past = tuple(PastPairing(Pairing(label, ("a", "b")), True) for label in labels)
    with pytest.raises(ScheduleError):
        Elimination(field_of(2), 1, 0, double=False).next_tables(History(past, _all(2)))


def _all(engines: int) -> frozenset[str]:
    return frozenset(ids(engines))
