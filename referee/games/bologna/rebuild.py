"""A position from an observation alone."""

from string import ascii_lowercase

from podesta.bologna.v1 import bologna_pb2 as messages

from referee.games.bologna.courtyards import enclosed
from referee.games.bologna.moves import MAX_LINES
from referee.games.bologna.placements import Placement
from referee.games.bologna.state import BolognaState
from referee.games.bologna.supply import START, Supply

__all__ = ["rebuild"]

_COLUMNS = ascii_lowercase
_ENDINGS = (messages.ENDING_IMMEDIATE_VICTORY, messages.ENDING_FINAL_SCORING)


def rebuild(map_text: str, public: messages.BolognaPublic) -> BolognaState:
    """The position that `public` describes, on the map of the match's options.

    Raises ValueError where the message contradicts itself or the map.
    """
    state = BolognaState.empty(map_text, public.city, supplies=_supplies(public))
    last = _put_pieces(state, public)
    due = None if last is None else last.district
    if list(public.landmarks_left) != state.landmarks_left:
        raise ValueError(f"landmarks_left is not {state.landmarks_left}")
    if public.landmark_due != (0 if due is None else due + 1):
        raise ValueError(f"landmark_due is {public.landmark_due}, the pieces say otherwise")
    for district, side in enumerate(state.city.sides):
        if district != due:
            state.closed[district] = enclosed(side, state.occupied[district], 0)
    _ask(state, public, last)
    state.pawn = public.pawn
    state.turn = public.turn
    return state


def _supplies(public: messages.BolognaPublic) -> tuple[Supply, Supply]:
    supplies = []
    for supply in public.supplies:
        if len(supply.buildings) != len(START.buildings) or max(supply.buildings) > START.pieces:
            raise ValueError("supplies: five numbers of buildings are needed")
        two, three, four, five, six = supply.buildings
        if supply.schools > START.pieces:
            raise ValueError("supplies: too many schools")
        supplies.append(Supply((two, three, four, five, six), supply.schools))
    if len(supplies) != 2:
        raise ValueError(f"supplies: two are needed, not {len(supplies)}")
    return supplies[0], supplies[1]


def _put_pieces(state: BolognaState, public: messages.BolognaPublic) -> Placement | None:
    """Put everything down; gives the last building if its landmark is still due."""
    city, pieces = state.city, list(public.pieces)
    opening: Placement | None = None
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        school = None
        if at + 1 < len(pieces) and pieces[at + 1].kind == messages.PIECE_KIND_SCHOOL:
            school = pieces[at + 1]
        at += 1 if school is None else 2
        text = _move_text(piece, school)
        if piece.kind == messages.PIECE_KIND_LANDMARK:
            number = city.landmark_number_of.get(text)
            if number is None or opening is None or opening.district != piece.district - 1:
                raise ValueError(f"pieces: {text} can't stand there")
            local = number - city.landmark_base[opening.district]
            tables = city.districts[opening.district]
            if not state.landmarks_left[tables.landmark_kinds[local]]:
                raise ValueError(f"pieces: no landmark is left for {text}")
            _check_space(state, opening.district, tables.landmark_squares[local], text)
            state._put_landmark(opening.district, local)
            opening = None
        else:
            number = city.number_of.get(text)
            if number is None or opening is not None or piece.seat > 1:
                raise ValueError(f"pieces: {text} can't stand there")
            placement = city.placements[number]
            _check_space(state, placement.district, placement.occupied, text)
            if state._put_building(piece.seat, number, placement):
                opening = placement
    return opening


def _move_text(piece: messages.Piece, school: messages.Piece | None) -> str:
    """The text of the move that put the piece down, right only where such a move exists."""
    spaces = piece.spaces
    if not spaces:
        raise ValueError("pieces: each needs its spaces")
    place = f"{piece.district}:{_space_text(spaces[0])}"
    if piece.kind == messages.PIECE_KIND_HOUSE and piece.HasField("seat"):
        tail = "" if school is None else f"+{_space_text(*school.spaces)}"
        return f"h{len(spaces)}@{place}-{_space_text(spaces[-1])}{tail}"
    if school is not None:
        raise ValueError("pieces: a school follows its house")
    if piece.kind == messages.PIECE_KIND_TOWER and piece.HasField("seat"):
        return f"t{piece.size}@{place}"
    if piece.kind == messages.PIECE_KIND_LANDMARK:
        return f"{piece.landmark}@{place}-{_space_text(spaces[-1])}"
    raise ValueError("pieces: one has no known kind or no seat")


def _space_text(*spaces: messages.Space) -> str:
    """The text of the one space."""
    if len(spaces) != 1 or spaces[0].row >= MAX_LINES or spaces[0].column >= MAX_LINES:
        raise ValueError("pieces: a space lies off the board, or a school has not one")
    return f"{_COLUMNS[spaces[0].column]}{spaces[0].row + 1}"


def _check_space(state: BolognaState, district: int, mask: int, text: str) -> None:
    if state.occupied[district] & mask:
        raise ValueError(f"pieces: {text} covers another piece")


def _ask(state: BolognaState, public: messages.BolognaPublic, opening: Placement | None) -> None:
    """Let the same seat decide, or nobody."""
    if not public.HasField("to_act"):
        if public.ending not in _ENDINGS:
            raise ValueError("nobody is to act, but ending is missing")
        state._end(public.ending)
        return
    seat = public.to_act
    if seat > 1 or public.ending != messages.ENDING_UNSPECIFIED:
        raise ValueError("to_act and ending do not fit together")
    if opening is not None:
        tables = state.city.districts[opening.district]
        state.due = opening.district
        state.turn_seat = state.to_act = seat
        state.legal = opening.landmarks & tables.landmarks_of[state.available()]
        return
    state.ending = messages.ENDING_UNSPECIFIED
    state._ask(seat)
    if state.to_act != seat:
        raise ValueError(f"seat {seat} can't be the one to act")
