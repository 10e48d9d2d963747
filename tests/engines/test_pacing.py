"""How long to think: never over the limit, and most of the bank over a match."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from podesta.v1 import engine_pb2, game_pb2

from engines.kit import Match, Turn
from engines.pacing import Pace, budget_us
from referee.clock import SeatClock
from referee.time_control import parse_time_control
from tests.engines.kit.scripted_referee import new_match

CONTROLS = (
    *("1m", "3s+50ms", "10s+1s", "2s d200ms", "2s b200ms", "5/2s", "8/1s+20ms"),
    *("1s+3x500ms", "200ms/move", "2s/move", "3s+50ms max100ms", "20ms", "none hang2s"),
)
RESERVE_US = 60_000


def ask(clock: SeatClock) -> Turn:
    """A question with this clock, its limit as a referee would reckon it."""
    match = Match(new_match(time_control=clock.control.to_proto()))
    empty = game_pb2.SeatClock()
    question = engine_pb2.Decide(
        match_id="m1",
        decision_id=1,
        limit_us=clock.limit_us(),
        clocks=[empty, clock.to_proto()],
    )
    return Turn(match, question, asked_at_us=0, monotonic=lambda: 0, post=lambda _: None)


def budget(clock: SeatClock, pace: Pace, unlimited_us: int = 1_000_000) -> int:
    return budget_us(ask(clock), pace, unlimited_us)


PACES = st.builds(
    Pace,
    decisions_left=st.floats(0.5, 200),
    decisions_a_turn=st.floats(1, 5),
    weight=st.floats(0.1, 4),
    reaction=st.booleans(),
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(CONTROLS), PACES, st.integers(0, 3_000_000))
def test_never_over_the_limit_less_the_reserve(text: str, pace: Pace, used_us: int) -> None:
    clock = SeatClock.start(parse_time_control(text))
    if used_us:
        clock = clock.charge(min(used_us, max(1, clock.limit_us()))).clock
        clock = clock.end_turn()
    limit_us = clock.limit_us()
    found = budget(clock, pace)
    assert 0 <= found <= limit_us
    if limit_us > 2 * RESERVE_US:
        assert found <= limit_us - RESERVE_US
    else:
        assert found <= max(limit_us / 2, 1_000)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["1m", "3s+50ms", "20s+500ms", "5s d100ms", "5s b100ms", "10s+3x500ms"]),
    st.integers(10, 60),
    st.sampled_from([1, 2, 3]),
)
def test_a_match_uses_most_of_the_bank_and_never_all(text: str, turns: int, a_turn: int) -> None:
    control = parse_time_control(text)
    clock = SeatClock.start(control)
    spent_us = 0
    for turn in range(turns):
        for part in range(a_turn):
            left = (turns - turn) * a_turn - part
            thought_us = budget(clock, Pace(left, a_turn)) + 2_000  # and a little overhead
            assert thought_us < clock.limit_us()
            spent_us += thought_us
            clock = clock.charge(thought_us).clock
        clock = clock.end_turn()
    earned_us = turns * (control.increment_us + control.delay_us + control.bronstein_us)
    assert spent_us > 0.6 * (control.bank_us + earned_us)


def test_what_a_decision_weighs() -> None:
    clock = SeatClock.start(parse_time_control("1m"))
    light, heavy = (budget(clock, Pace(20, weight=w)) for w in (0.5, 2.0))
    assert heavy == pytest.approx(4 * light, rel=0.01)


def test_an_increment_belongs_to_the_whole_turn() -> None:
    clock = SeatClock.start(parse_time_control("5s+1s"))
    whole, part = (budget(clock, Pace(1000, decisions_a_turn=n)) for n in (1, 4))
    assert whole == pytest.approx(4 * part, rel=0.05)
    assert budget(clock, Pace(1000, reaction=True)) < part / 10


def test_without_a_clock_as_told() -> None:
    clock = SeatClock.start(parse_time_control("none"))
    assert budget(clock, Pace(20), unlimited_us=250_000) == 250_000


def test_byo_yomi_lives_on_its_periods() -> None:
    clock = SeatClock.start(parse_time_control("1s+3x1s"))
    clock = clock.charge(1_000_000).clock.end_turn()
    found = budget(clock, Pace(30))
    assert 500_000 < found < 1_000_000
