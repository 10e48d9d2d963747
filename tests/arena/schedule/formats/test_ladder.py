"""The ladder: balance first, information second, and nobody feeds an engine that crashes."""

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.schedule import History, PastPairing, ScheduleError
from arena.schedule.formats import Ladder
from arena.schedule.formats.information import Knowledge
from arena.schedule.pairing import Pairing
from tests.arena.schedule.formats.simulation import Simulation, by_chance, by_letter, field_of


def simulated(engines: int, seats: int = 2, seed: int = 1) -> Simulation:
    field = field_of(engines, seats)
    return Simulation(Ladder(field, None), set(field.engines), by_chance(seed))


def tables_of(simulation: Simulation) -> Counter[str]:
    return Counter(engine for past in simulation.past for engine in past.engines)


@given(
    engines=st.integers(3, 8),
    seats=st.integers(2, 3),
    at_once=st.integers(1, 4),
    seed=st.integers(0, 1000),
)
@settings(max_examples=12, deadline=None)
def test_everybody_plays_about_equally_often(
    engines: int, seats: int, at_once: int, seed: int
) -> None:
    simulation = simulated(engines, seats, seed)
    simulation.play(at_once=at_once, most=60, choose=random.Random(seed).choice)
    played = tables_of(simulation)
    assert max(played.values()) - min(played.values()) <= 4


@pytest.mark.parametrize("at_once", [1, 3])
def test_an_engine_that_crashes_is_not_fed(at_once: int) -> None:
    simulation = simulated(6)
    simulation.faulty = frozenset("c")
    simulation.placements = lambda engines: tuple(1 + (e == "c") for e in engines)
    simulation.play(at_once=at_once, most=90)
    played = tables_of(simulation)
    # Its score tells next to nothing of it, and yet it gets no more than its share.
    assert played["c"] == min(played.values())
    open_with_c = 0
    for past in simulation.past:
        open_with_c = max(open_with_c, "c" in past.engines)
    assert open_with_c == 1


def test_a_suspect_plays_one_table_at_a_time() -> None:
    simulation = simulated(4)
    simulation.faulty = frozenset("a")
    simulation.decide()
    while not any("a" in past.engines for past in simulation.past):
        simulation.decide()
    for place in simulation.open_places():
        simulation.close(place)
    for _ in range(6):
        simulation.decide()
    playing = [past for past in simulation.past if not past.closed and "a" in past.engines]
    assert len(playing) <= 1


def test_a_newcomer_catches_up() -> None:
    small, large = field_of(4), field_of(5)
    simulation = Simulation(Ladder(small, None), set(small.engines))
    simulation.play(most=20)
    first = list(simulation.past)
    simulation.format, simulation.present = Ladder(large, None), set(large.engines)
    simulation.play(most=30)
    assert simulation.past[:20] == first
    assert tables_of(simulation)["e"] >= 9


def test_an_even_meeting_tells_more_than_one_whose_end_is_known() -> None:
    # a and b are level, so are c and d; the former win nine of ten against the latter.
    counts = 40.0 * (np.ones((4, 4)) - np.eye(4))
    share = np.array([[0.5, 0.5, 0.9, 0.9]] * 2 + [[0.1, 0.1, 0.5, 0.5]] * 2)
    known = Knowledge(counts, counts * share, np.zeros((4, 4)))
    assert known.gain(0, [1], 2) > known.gain(0, [2], 2)
    assert known.gain(0, [1], 2) == known.gain(1, [0], 2)


def test_deals_of_one_set_are_numbered() -> None:
    simulation = simulated(2)
    simulation.play(most=5)
    tables = [past.pairing.table for past in simulation.past]
    assert [table.deal_index for table in tables if table] == [0, 1, 2, 3, 4]


def test_it_ends_where_it_is_told_to_or_nobody_is_left() -> None:
    field = field_of(3)
    simulation = Simulation(Ladder(field, 7), set(field.engines), by_letter)
    assert len(simulation.play()) == 7
    simulation = simulated(3)
    simulation.play(most=4)
    simulation.present = {"a"}
    assert simulation.decide() == ()
    assert simulation.format.picture(simulation.history(), {}).over


def test_a_history_of_something_else_is_refused() -> None:
    past = PastPairing(Pairing("2", ("a", "b")), True)
    with pytest.raises(ScheduleError):
        Ladder(field_of(2), None).next_tables(History((past,), frozenset("ab")))


def test_knowledge_agrees_with_the_formula() -> None:
    """One pair: the information is the sum of p (1 - p) and the prior; a gain is what inverting
    the larger matrix says."""
    counts = np.array([[0.0, 8.0, 2.0], [8.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
    scores = np.array([[0.0, 6.0, 1.0], [2.0, 0.0, 0.0], [1.0, 0.0, 0.0]])
    known = Knowledge(counts, scores, np.zeros((3, 3)))
    chance = 1.0 / (1.0 + np.exp(-(known.strength[0] - known.strength[1])))
    precision = (np.log(10.0) / 400.0 * 350.0) ** -2
    # The gradient of the log-posterior is zero.
    assert 2.0 - 8.0 * (1.0 - chance) - precision * known.strength[1] == pytest.approx(
        0.0, abs=1e-8
    )
    more = np.zeros((3, 3))
    more[1, 2] = more[2, 1] = 2.0
    larger = Knowledge(counts, scores, more)
    shrunk = np.trace(known.covariance) - np.trace(larger.covariance)
    assert known.gain(1, [2], 2) == pytest.approx(shrunk, rel=1e-5)
    assert known.variance(2) > known.variance(0)
