"""The final scoring of the districts."""

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["DistrictScore", "score_districts", "tower_winner"]


@dataclass(frozen=True, slots=True)
class DistrictScore:
    """One step: `district` (0-based) gives `value` to `winner` (None: to nobody).

    `pawn` stands there after it, positive on red's side.
    """

    district: int
    value: int
    winner: int | None
    pawn: int


def tower_winner(yellow: int, red: int) -> int | None:
    """Who wins a district by towers; both given as tallest * 64 + number (BO-47..49)."""
    return None if yellow == red else int(red > yellow)


def score_districts(
    pawn: int, values: Sequence[int | None], winners: Sequence[int | None]
) -> list[DistrictScore]:
    """Score all districts that were opened, in the order of BO-51.

    `values`: of each district, None where it was never opened. Whoever trails takes their
    lowest-numbered district; at 0, or without such a district, the lowest-numbered that anybody
    wins comes next; those that nobody wins come last.
    """
    waiting = [d for d, value in enumerate(values) if value is not None]
    steps = []
    while waiting:
        won = [d for d in waiting if winners[d] is not None]
        trailing = None if pawn == 0 else int(pawn < 0)
        own = [d for d in won if winners[d] == trailing]
        district = (own or won or waiting)[0]
        waiting.remove(district)
        winner, value = winners[district], values[district] or 0
        if winner is not None:
            pawn += value if winner else -value
        steps.append(DistrictScore(district, value, winner, pawn))
    return steps
