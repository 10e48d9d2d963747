"""The sequential match: the same verdict in any order of arrival, and deals that tell nothing."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings import ErrorMark, Result, ScoreCounts, Sprt, Verdict
from arena.schedule import History, PastPairing, ScheduleError
from arena.schedule.formats import SprtMatch
from tests.arena.schedule.formats.simulation import Simulation, all_level, field_of

TEST = Sprt(0.0, 100.0)


def simulated(seats: int = 2, deals: int | None = None) -> Simulation:
    field = field_of(seats, seats)
    return Simulation(SprtMatch(field, deals, TEST, "ab"), set(field.engines))


def made(simulation: Simulation) -> SprtMatch:
    assert isinstance(simulation.format, SprtMatch)
    return simulation.format


def noisy(seed: int, edge: float) -> "Simulation":
    """Deals in which a has an edge; a deal's result depends on nothing but its number."""
    simulation = simulated()

    def close(place: int) -> None:
        pairing = simulation.past[place].pairing
        assert pairing.table is not None
        chance = random.Random(f"{seed} {pairing.label}")
        results = []
        for seating in pairing.table.seatings:
            mine, theirs = chance.random() + edge, chance.random()
            places = {"a": 1 + (theirs > mine), "b": 1 + (mine > theirs)}
            results.append(Result(pairing.label, seating, tuple(places[e] for e in seating)))
        simulation.past[place] = PastPairing(pairing, True, tuple(results))

    simulation.close = close  # type: ignore[method-assign]
    return simulation


@given(seed=st.integers(0, 10_000), at_once=st.integers(2, 6))
@settings(max_examples=5, deadline=None)
def test_no_order_of_arrival_changes_the_verdict(seed: int, at_once: int) -> None:
    one = noisy(seed, 0.15)
    one.play(most=200)
    other = noisy(seed, 0.15)
    other.play(at_once=at_once, most=200, choose=random.Random(seed).choice)
    mine, theirs = made(one).progress(one.history()), made(other).progress(other.history())
    assert mine.state == theirs.state
    assert mine.scores == theirs.scores
    assert mine.later == 0


def test_it_stops_at_the_deal_that_decides() -> None:
    simulation = noisy(7, 0.4)
    simulation.play(most=2_000)
    progress = made(simulation).progress(simulation.history())
    assert progress.state.verdict is Verdict.ACCEPT_H1
    assert progress.scores.deals == len(simulation.past)
    without = list(progress.scores.counts)
    last = simulation.past[-1]
    without[made(simulation)._halves(last) or 0] -= 1
    assert TEST.state(ScoreCounts(tuple(without), 2)).verdict is Verdict.CONTINUE
    assert simulation.decide() == ()


def test_a_few_deals_never_make_superiority_certain() -> None:
    simulation = noisy(7, 0.5)
    simulation.play(most=2_000)
    (table,) = made(simulation).picture(simulation.history(), {}).tables
    assert ("LOS", ">99.9 %") in table.rows


def _told(simulation: Simulation) -> tuple[dict[object, object], str]:
    (table,) = made(simulation).picture(simulation.history(), {}).tables
    assert "\n" not in table.note  # a report shows it as one line
    return {row[0]: row[1] for row in table.rows}, table.note


def test_deals_that_all_ended_alike_are_said_to_show_no_spread() -> None:
    simulation = simulated(deals=3)
    simulation.placements = all_level
    simulation.play()
    rows, note = _told(simulation)
    assert rows["Elo"] == "0.00 +- 0"
    assert rows["normalized Elo"] == rows["LOS"] == "none: all deals ended alike"
    # In the words of the standings.
    assert f" +- {ErrorMark.NO_SPREAD.value}; without spread" in note


@pytest.mark.parametrize(("edge", "word"), [(1.0, "won"), (-1.0, "lost")])
def test_no_row_vanishes_where_every_match_was_won(edge: float, word: str) -> None:
    simulation = noisy(7, edge)
    simulation.play(most=3)
    rows, _ = _told(simulation)
    assert rows["Elo"] == f"no bound: every match was {word}"
    assert rows["normalized Elo"] == rows["LOS"] == "none: all deals ended alike"


def test_one_deal_shows_no_spread_either() -> None:
    simulation = simulated(deals=1)
    simulation.placements = all_level
    simulation.play()
    rows, note = _told(simulation)
    assert rows["Elo"] == "0.00 +- none"
    assert rows["normalized Elo"] == rows["LOS"] == "none: it takes two deals"
    assert f"+- {ErrorMark.ONE_DEAL.value}" in note


def test_where_deals_differ_every_estimate_is_a_number() -> None:
    simulation = noisy(7, 0.1)
    simulation.play(most=30)
    rows, note = _told(simulation)
    for name in ("Elo", "normalized Elo"):
        value, plus_minus = str(rows[name]).split(" +- ")
        assert float(plus_minus) > 0
        assert abs(float(value)) < 1_000
    assert "without spread" not in note


def test_a_worse_version_is_turned_down() -> None:
    simulation = noisy(7, -0.3)
    simulation.play(most=2_000)
    assert made(simulation).progress(simulation.history()).state.verdict is Verdict.ACCEPT_H0


def test_deals_that_were_forfeited_tell_nothing() -> None:
    simulation = simulated()
    (pairing,) = simulation.decide()
    assert pairing.table is not None
    forfeits = tuple(
        Result("d", seating, (1, 2), forfeit=True, faulty=frozenset({1}))
        for seating in pairing.table.seatings
    )
    history = History((PastPairing(pairing, True, forfeits),), frozenset("ab"))
    progress = made(simulation).progress(history)
    assert (progress.scores.deals, progress.incomplete) == (0, 1)
    (warning,) = simulation.format.warnings(history)
    assert warning.startswith("1 deals tell nothing")


def test_a_deal_is_averaged_over_its_rotations() -> None:
    simulation = simulated(3)
    simulation.decide()
    simulation.close(0)
    progress = made(simulation).progress(simulation.history())
    assert progress.scores == ScoreCounts((0, 0, 0, 0, 0, 0, 1), 3)


def test_a_match_in_which_others_were_at_fault_is_no_comparison() -> None:
    simulation = simulated(3)
    (pairing,) = simulation.decide()
    assert pairing.table is not None
    results = [Result("d", seating, (1, 2, 3)) for seating in pairing.table.seatings]
    seats = {engine: seat for seat, engine in enumerate(results[0].engines)}
    pairs = frozenset((min(seats["c"], seats[e]), max(seats["c"], seats[e])) for e in "ab")
    results[0] = Result("d", results[0].engines, (1, 2, 3), rated_pairs=pairs)
    history = History((PastPairing(pairing, True, tuple(results)),), frozenset("abc"))
    assert made(simulation).progress(history).incomplete == 1


def test_it_is_given_up_after_so_many_deals_or_when_somebody_is_gone() -> None:
    simulation = simulated(deals=3)
    simulation.placements = all_level
    assert len(simulation.play()) == 3
    picture = simulation.format.picture(simulation.history(), {})
    assert picture.over
    assert picture.progress.startswith("undecided: LLR")
    simulation = simulated()
    simulation.decide()
    simulation.present.discard("b")
    assert simulation.decide() == ()


def test_what_makes_no_test_is_refused() -> None:
    with pytest.raises(ScheduleError, match="has 2 engines, not 3"):
        SprtMatch(field_of(3), None, TEST, "ab")
    with pytest.raises(ScheduleError, match="compares two"):
        SprtMatch(field_of(2), None, TEST, "aa")
    past = PastPairing(simulated().decide()[0], True)
    with pytest.raises(ScheduleError):
        made(simulated()).next_tables(History((past, past), frozenset("ab")))
