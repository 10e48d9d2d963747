"""All pieces of Bologna, counted where they lie."""

from collections import Counter
from typing import TYPE_CHECKING

from referee.games.bologna.moves import SIZES

if TYPE_CHECKING:
    from referee.games.bologna.state import BolognaState

__all__ = ["holdings"]


def holdings(state: "BolognaState") -> Counter[str]:
    """Buildings and schools of both seats, and landmarks: left or placed (BO-02, BO-03, BO-04)."""
    found: Counter[str] = Counter()
    city = state.city
    for seat in range(2):
        supply = state.supply(seat)
        for size, left in zip(SIZES, supply.buildings, strict=True):
            found[_building(size, seat)] += left
        found[f"schools of seat {seat}"] += supply.schools
    for kind, left in zip(city.city_map.landmarks, state.landmarks_left, strict=True):
        found[kind] += left
    for code in state.placed:
        number, seat = divmod(code, 2)
        if number < len(city.placements):
            placement = city.placements[number]
            found[_building(SIZES[placement.size], seat)] += 1
            found[f"schools of seat {seat}"] += placement.school
        else:
            found[city.landmark_moves[number - len(city.placements)].kind] += 1
    return found


def _building(size: int, seat: int) -> str:
    return f"buildings of {size} of seat {seat}"
