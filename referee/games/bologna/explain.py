"""Why a move is not legal, for the authors of engines."""

from typing import TYPE_CHECKING

from referee.games.bologna.moves import PASS, BolognaMove, House, Landmark, Space, Tower
from referee.games.bologna.side import LEGS, Side

if TYPE_CHECKING:
    from referee.games.bologna.state import BolognaState

__all__ = ["why_not"]


def why_not(state: "BolognaState", move: BolognaMove) -> str:
    """The reason why `move`, which is not legal, is not."""
    if state.to_act is None:
        return "the game is over"
    if not state.legal:
        return "no building can be placed: the only move is pass"
    if move == PASS:
        return "placing is compulsory while it is possible"
    if state.due is not None:
        return _why_no_landmark(state, state.due, move)
    if isinstance(move, House):
        return _why_no_building(state, move, move.squares, move.school)
    if isinstance(move, Tower):
        return _why_no_building(state, move, (move.square,), None)
    return "no landmark is due: a building is asked for"


def _why_no_building(
    state: "BolognaState", move: House | Tower, squares: tuple[Space, ...], school: Space | None
) -> str:
    seat, district = state.turn_seat, move.district - 1
    side = state.city.sides[district]
    supply = state.supply(seat)
    if not supply.buildings[move.size - 2]:
        return f"no building of size {move.size} is left"
    if school is not None and not supply.schools:
        return "no school is left"
    wrong = _off_board(side, squares, move.district)
    if wrong:
        return wrong
    if school is not None and side.at(school.row, school.column) not in LEGS:
        return f"{school} is no triangle: a school stands on a triangle only"
    if move.text not in state.city.number_of:
        if school is not None:
            return f"the school on {school} touches no end of the house"
        return "no side of the building is on the edge of the district"
    wrong = _taken(state, district, squares if school is None else (*squares, school))
    if wrong:
        return wrong
    return f"no landmark that is left would fit into district {move.district} with it"


def _why_no_landmark(state: "BolognaState", due: int, move: BolognaMove) -> str:
    if not isinstance(move, Landmark):
        return f"a landmark is due in district {due + 1}"
    if move.district != due + 1:
        return f"the landmark is due in district {due + 1}, not {move.district}"
    kinds = state.city.city_map.landmarks
    if not state.landmarks_left[list(kinds).index(move.kind)]:
        return f"no {move.kind} is left"
    side = state.city.sides[due]
    wrong = _off_board(side, move.squares, move.district)
    if wrong:
        return wrong
    if move.text not in state.city.landmark_number_of:
        first, last = move.squares[0], move.squares[-1]
        height, width = last.row - first.row + 1, last.column - first.column + 1
        if tuple(sorted((height, width))) != kinds[move.kind].shape:
            wanted = "x".join(map(str, kinds[move.kind].shape))
            return f"the {move.kind} covers {wanted} squares, not {height}x{width}"
        return "no side of the landmark is on the edge of the district"
    return _taken(state, due, move.squares) or "it does not fit there"


def _off_board(side: Side, squares: tuple[Space, ...], number: int) -> str | None:
    for square in squares:
        letter = side.at(square.row, square.column)
        if letter == "#":
            return f"{square} lies outside district {number}"
        if letter != ".":
            return f"{square} is a triangle: only schools stand there"
    return None


def _taken(state: "BolognaState", district: int, spaces: tuple[Space, ...]) -> str | None:
    side = state.city.sides[district]
    for space in spaces:
        if state.occupied[district] & side.bit(space):
            return f"{space} of district {district + 1} is taken"
    return None
