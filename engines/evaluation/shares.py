"""From points to what a match is played for: the share of the other seats that one leaves behind.

A seat's share is the mean, over the other seats, of the chance to be placed before each of them; a
tie is one half. Two seats: the expected score. This is what ratings are made of.
"""

import math
from collections.abc import Sequence

from referee.games.game import Outcome

__all__ = ["final_shares", "shares"]

_STEEPEST = 60.0


def shares(points: Sequence[float], scale: float) -> tuple[float, ...]:
    """Expected shares by seat, each 0..1; `scale` points ahead of a seat make 73 % against it."""
    if len(points) == 2:
        first = _before(points[0] - points[1], scale)
        return first, 1.0 - first
    seats = len(points)
    sums = [0.0] * seats
    for seat in range(1, seats):
        for other in range(seat):
            before = _before(points[seat] - points[other], scale)
            sums[seat] += before
            sums[other] += 1.0 - before
    return tuple([total / (seats - 1) for total in sums])


def _before(ahead: float, scale: float) -> float:
    return 1.0 / (1.0 + math.exp(max(-_STEEPEST, min(_STEEPEST, -ahead / scale))))


def final_shares(outcome: Outcome) -> tuple[float, ...]:
    """The shares by seat when the match is over."""
    placements = [seat.placement for seat in outcome.seats]
    others = len(placements) - 1
    return tuple(
        [
            (sum((p > own) + 0.5 * (p == own) for p in placements) - 0.5) / others
            for own in placements
        ]
    )
