"""From what an engine sent to a legal move, or to the fault that it is."""

from typing import Any

from podesta.v1 import engine_pb2, game_pb2

from referee.errors import EngineFault
from referee.games import AnyGame, AnyState, MoveSyntaxError

__all__ = ["LONGEST_MOVE_TEXT", "read_answer"]

LONGEST_MOVE_TEXT = 1_000
"""No canonical text of any game comes near to this."""

_MOST_QUOTED = 200


def read_answer(answer: engine_pb2.Move, game: AnyGame, state: AnyState, legal_count: int) -> Any:
    """The legal move that the answer names, by text or by index.

    Raises EngineFault: unreadable or illegal move.
    """
    choice = answer.WhichOneof("choice")
    if choice == "index":
        if answer.index >= legal_count:
            raise EngineFault(
                game_pb2.FAULT_KIND_ILLEGAL_MOVE,
                f"index {answer.index}, but there are {legal_count} legal moves",
            )
        return state.legal_move(answer.index)
    if choice is None:
        raise EngineFault(game_pb2.FAULT_KIND_UNREADABLE_MOVE, "a move with neither text nor index")
    text = answer.text
    if len(text) > LONGEST_MOVE_TEXT:
        raise EngineFault(game_pb2.FAULT_KIND_UNREADABLE_MOVE, f"a move of {len(text)} characters")
    known = state.known_move(text)
    if known is not None:
        return known
    try:
        move = game.parse_move(text)
    except MoveSyntaxError as error:
        detail = _about(text, str(error))
        raise EngineFault(game_pb2.FAULT_KIND_UNREADABLE_MOVE, detail) from None
    refusal = state.validate(move)
    if refusal is not None:
        raise EngineFault(game_pb2.FAULT_KIND_ILLEGAL_MOVE, _about(text, refusal))
    return move


def _about(text: str, reason: str) -> str:
    """The reason, which some games give with the move and some without."""
    quoted = repr(text if len(text) <= _MOST_QUOTED else f"{text[:_MOST_QUOTED]}...")
    return reason if quoted in reason else f"{quoted}: {reason}"
