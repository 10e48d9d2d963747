"""The clocks of a running match as a watcher sees them tick between two events."""

from typing import NamedTuple

from podesta.v1 import game_pb2

from arena.match.picture import MatchPicture

__all__ = ["ShownClock", "shown_clock"]


class ShownClock(NamedTuple):
    """What the clock of a seat shows: microseconds, never negative, and byo-yomi periods."""

    left_us: int
    periods_left: int | None


def shown_clock(
    picture: MatchPicture, seat: int, control: game_pb2.TimeControl, now_us: int
) -> ShownClock | None:
    """The clock of a seat as it would stand if its move came at `now_us`.

    The bank, then the byo-yomi period that runs; where there is no bank ("10s/move") what is left
    of the turn, while the seat is to decide. None where there is nothing to show. The referee's
    own clock is the only one that counts; this one is for people.
    """
    asked = picture.asked if picture.asked and picture.asked.seat == seat else None
    elapsed_us = max(0, now_us - asked.at_us) if asked else 0
    clock = picture.clocks[seat] if seat < len(picture.clocks) else game_pb2.SeatClock()
    if not clock.HasField("remaining_us"):
        if asked is None or control.hang_us:
            return None
        return ShownClock(max(0, asked.limit_us - elapsed_us), None)
    if asked and control.delay_us:
        # What is left of the free delay: the limit is bank and delay, where no cap is nearer.
        free_us = min(max(0, asked.limit_us - clock.remaining_us), control.delay_us)
        elapsed_us = max(0, elapsed_us - free_us)
    periods = clock.periods_left if clock.HasField("periods_left") else None
    left_us = clock.remaining_us - elapsed_us
    if left_us > 0 or not periods:
        return ShownClock(max(0, left_us), periods)
    left_us += clock.period_us
    while left_us < 0 and periods > 1:
        left_us += control.byoyomi_us
        periods -= 1
    return ShownClock(max(0, left_us), periods)
