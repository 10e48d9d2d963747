"""What towers are worth, and who has won (TB-30 to 37)."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.games.game import Outcome, SeatOutcome

__all__ = ["SeatScoring", "count_towers", "rank"]

_LEAST_HEIGHT = 2


@dataclass(frozen=True, slots=True)
class SeatScoring:
    """One scoring of one seat: its points and how many towers gave them."""

    points: int
    towers: int


def count_towers(towers: Sequence[bytes], plague: int, seats: int) -> tuple[SeatScoring, ...]:
    """One scoring (TB-30 to 32), by seat.

    `towers` holds the owners of the stones from the ground, by field; `plague` is a mask of fields.
    """
    points, scoring = [0] * seats, [0] * seats
    for field, tower in enumerate(towers):
        if len(tower) >= _LEAST_HEIGHT and not plague >> field & 1:
            owner = tower[-1]
            points[owner] += len(tower)
            scoring[owner] += 1
    return tuple(map(SeatScoring, points, scoring))


def rank(
    scorings: Sequence[Sequence[SeatScoring]],
    tokens: Sequence[int],
    stones_left: Sequence[int],
    reason: str,
) -> Outcome:
    """The outcome (TB-33, 36, 37): most points, then scoring towers at the end, then stones."""
    keys = [
        (
            sum(scoring[seat].points for scoring in scorings) + tokens[seat],
            (scorings[-1][seat].towers, left),
        )
        for seat, left in enumerate(stones_left)
    ]
    return Outcome(
        tuple(SeatOutcome(1 + sum(other > key for other in keys), *key) for key in keys), reason
    )
