"""What a position of Bologna is worth, in points of influence, positive for red.

Three parts: the pawn as it stands; each district's landmark and schools for the side whose tower
is ahead, weighed by how surely it stays ahead; and each courtyard in the making for the side that
would win it, weighed by how many buildings are still needed to close it.
"""

from collections.abc import Mapping
from typing import ClassVar

from engines.evaluation.evaluator import Evaluator
from referee.games.bologna import BolognaState
from referee.games.bologna.city import DISTRICTS, load_map
from referee.games.bologna.courtyards import separate

__all__ = ["EVALUATOR", "WIN", "BolognaEvaluator"]

WIN = 1000.0
"""Worth of a won game; more than any position that is not decided."""

_PIECES = 34
_LANDMARK_WEIGHT = 1 / 3
_LANDMARK_GUESS = 3.0
_SETTLED = 0.95
_LEVEL = 0.75
_OPEN, _OPEN_LATE = 0.35, 0.45
_CLOSING_FOR_MOVER = 0.85
_CLOSING_FOR_OTHER = 0.55
_IN_THE_MAKING = (0.0, 0.0, 0.30, 0.16, 0.08, 0.04)
_HALF_TURN = 2.1
"""Half of what a turn brings on average, measured."""

_LONG_RUN = 4
_LARGEST_IN_KEY = tuple((key & 31).bit_length() + 1 if key & 31 else 0 for key in range(64))


class BolognaEvaluator(Evaluator[BolognaState]):
    """Judges positions; remembers the courtyards of districts that it has seen."""

    scale: ClassVar[float] = 5.0
    temperature: ClassVar[float] = 3.0
    search_width: ClassVar[int] = 8

    __slots__ = ("_courtyards",)

    def __init__(self) -> None:
        self._courtyards: dict[tuple[int, int, int, int, int], float] = {}

    @classmethod
    def prepare(cls, options: Mapping[str, str]) -> None:
        """Make the tables of all sides: they take a tenth of a second each."""
        city_map = load_map(options.get("map", ""))
        for letter in "AB":
            city_map.city(letter * DISTRICTS)

    def points(self, state: BolognaState) -> tuple[float, float]:
        """See `Evaluator.points`: half of the influence for red, and as much less for yellow."""
        half = self.red_points(state) / 2
        return -half, half

    def decisions_left(self, state: BolognaState, seat: int) -> float:
        """See `Evaluator.decisions_left`: the buildings, and one more for landmarks."""
        return sum(state.supply(seat).buildings) + 1

    def weight(self, state: BolognaState) -> float:
        """See `Evaluator.weight`: a landmark has fewer places than a building."""
        return 1.0 if state.due is None else _LANDMARK_WEIGHT

    def red_points(self, state: BolognaState) -> float:
        """Worth for red, in points of influence; +-`WIN` and the margin at the end."""
        pawn = state.pawn
        mover = state.to_act
        if mover is None:
            return float(pawn) + (WIN if pawn > 0 else -WIN if pawn < 0 else 0.0)
        # Whoever has the next turn is better off than the board says.
        worth = pawn + (_HALF_TURN if (mover == 1) == (state.due is None) else -_HALF_TURN)
        keys = state.keys
        largest = (_LARGEST_IN_KEY[keys[0]], _LARGEST_IN_KEY[keys[1]])
        progress = len(state.placed) / _PIECES
        towers, occupied, owned = state.towers, state.occupied, state.owned
        remembered = self._courtyards
        for district, value in enumerate(state.values):
            if value is None:
                continue
            at = 2 * district
            yellow, red = towers[at], towers[at + 1]
            points = value if district != state.due else value + _LANDMARK_GUESS
            if red > yellow:
                worth += points * _hold(red, largest[0], progress)
            elif yellow > red:
                worth -= points * _hold(yellow, largest[1], progress)
            key = (at + mover, occupied[district], owned[at], owned[at + 1], red)
            courtyards = remembered.get(key)
            if courtyards is None:
                courtyards = remembered[key] = _courtyards(state, district)
            worth += courtyards
        return worth


def _hold(ahead: int, rival_largest: int, progress: float) -> float:
    """How surely the side ahead keeps the district, given the rival's largest building left."""
    tallest = ahead >> 6
    if rival_largest < tallest:
        return _SETTLED
    if rival_largest == tallest:
        return _LEVEL
    return _OPEN + _OPEN_LATE * progress


def _courtyards(state: BolognaState, district: int) -> float:
    """Worth of the courtyards in the making of one district, positive for red."""
    side = state.city.sides[district]
    occupied = state.occupied[district]
    stride = side.stride
    empty = side.squares & ~(occupied | state.closed[district])
    if not empty & side.interior:
        return 0.0
    worth = 0.0
    houses: list[tuple[int, int]] | None = None
    gates = (side.edge | side.triangles) & ~occupied
    for part in separate(empty | gates, stride):
        inner = part & side.interior
        if not inner:
            continue
        needed = 0
        for run in separate(part & gates, stride):
            needed += 1 if run.bit_count() <= _LONG_RUN else 2
            if needed > 5:
                break
        if needed > 5 or not needed:
            continue
        if houses is None:
            houses = state.houses(district)
        around = inner << 1 | inner >> 1 | inner << stride | inner >> stride
        lead = 0
        for seat, house in houses:
            if house & around:
                lead += 1 if seat else -1
        squares = (state.owned[2 * district + 1] & around).bit_count() - (
            state.owned[2 * district] & around
        ).bit_count()
        worth += _potential(inner.bit_count(), needed, lead, squares, state.to_act)
    return worth


def _potential(size: int, needed: int, lead: int, squares: int, mover: int | None) -> float:
    """Worth of a courtyard of `size` squares that needs so many buildings to close.

    `lead`: red's houses around it minus yellow's; `squares` likewise.
    """
    if needed == 1:
        # Who closes it adds a house; the side to move may do so at once.
        to_move = 1 if mover == 1 else -1
        after = lead + to_move
        winner = after if after else (squares + 2 * to_move)
        if winner * to_move > 0:
            return to_move * size * _CLOSING_FOR_MOVER
        after = lead - to_move
        return -to_move * size * _CLOSING_FOR_OTHER if after * to_move < 0 else 0.0
    share = max(-2.0, min(2.0, lead + 0.2 * squares)) / 2
    return size * _IN_THE_MAKING[needed] * share


EVALUATOR = BolognaEvaluator
