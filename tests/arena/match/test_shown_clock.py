import pytest
from podesta.v1 import game_pb2, match_pb2

from arena.match.picture import MatchPicture
from arena.match.shown_clock import ShownClock, shown_clock
from referee.clock import SeatClock
from referee.time_control import parse_time_control

S = 1_000_000


def _picture(control: str, seat: int = 0, limit_us: int | None = None) -> MatchPicture:
    clock = SeatClock.start(parse_time_control(control))
    started = match_pb2.MatchStarted(
        game="bologna", names=["a", "b"], clocks=[clock.to_proto(), clock.to_proto()]
    )
    asked = match_pb2.DecisionAsked(
        seat=seat, limit_us=clock.limit_us() if limit_us is None else limit_us
    )
    picture = MatchPicture().after(match_pb2.MatchEvent(started=started), 0)
    return picture.after(match_pb2.MatchEvent(asked=asked), 1000 * S)


def _proto(control: str) -> game_pb2.TimeControl:
    return parse_time_control(control).to_proto()


@pytest.mark.parametrize(
    ("control", "elapsed_s", "left_s", "periods"),
    [
        ("1m", 0, 60, None),
        ("1m+1s", 12, 48, None),
        ("1m", 61, 0, None),
        ("1m d2s", 1.5, 60, None),
        ("1m d2s", 5, 57, None),
        ("1m b2s", 5, 55, None),
        ("10s/move", 4, 6, None),
        ("40/5m", 10, 290, None),
        ("1m+3x10s", 30, 30, 3),
        ("1m+3x10s", 64, 6, 3),
        ("1m+3x10s", 75, 5, 2),
        ("1m+3x10s", 95, 0, 1),
    ],
)
def test_the_clock_of_the_seat_to_act_ticks(
    control: str, elapsed_s: float, left_s: float, periods: int | None
) -> None:
    now_us = 1000 * S + round(elapsed_s * S)
    shown = shown_clock(_picture(control), 0, _proto(control), now_us)
    assert shown == ShownClock(round(left_s * S), periods)


def test_the_clock_of_the_other_seat_stands_still() -> None:
    picture = _picture("1m+1s")
    assert shown_clock(picture, 1, _proto("1m+1s"), 1030 * S) == ShownClock(60 * S, None)


@pytest.mark.parametrize(("control", "seat"), [("none", 0), ("10s/move", 1)])
def test_where_there_is_nothing_to_show(control: str, seat: int) -> None:
    assert shown_clock(_picture(control), seat, _proto(control), 1001 * S) is None


def test_agrees_with_the_clock_of_the_referee_over_the_bank_and_its_periods() -> None:
    control = parse_time_control("1m+3x10s")
    clock = SeatClock.start(control)
    picture = _picture("1m+3x10s")
    for used_s in (1, 30, 59, 61, 69, 71, 85):
        after = clock.charge(used_s * S).clock
        shown = shown_clock(picture, 0, control.to_proto(), (1000 + used_s) * S)
        expected = after.bank_us if after.bank_us > 0 else after.period_us
        assert shown == ShownClock(expected, after.periods_left)
