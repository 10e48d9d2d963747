"""What `choose` may answer, and how it is written for the referee."""

from collections.abc import Sequence
from dataclasses import dataclass

from podesta.v1 import engine_pb2, game_pb2

from engines.kit.errors import BotError

__all__ = ["Answer", "Choice", "Evaluation", "Resign", "encode_answer"]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a bot thinks of a position; say as much as is known.

    `values` holds one number a seat, in points of the game or as the bot's documentation says;
    `depth` the decisions looked ahead; `nodes` the positions or playouts looked at; `line` the
    expected moves as canonical texts, the chosen one first. Line and comment are cut at 1 KiB.
    """

    values: Sequence[float] = ()
    depth: int | None = None
    nodes: int | None = None
    line: Sequence[str] = ()
    comment: str = ""

    def to_proto(self) -> game_pb2.Evaluation:
        """As it travels."""
        return game_pb2.Evaluation(
            values=self.values,
            depth=self.depth,
            nodes=self.nodes,
            line=self.line,
            comment=self.comment,
        )


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, as canonical text or as place in the list of legal moves, and what led to it."""

    move: str | int
    evaluation: Evaluation | None = None


@dataclass(frozen=True, slots=True)
class Resign:
    """The bot gives the match up."""


Answer = str | int | Choice | Resign

_MAX_INDEX = (1 << 32) - 1


def encode_answer(answer: object, match_id: str, decision_id: int, thinking_us: int) -> bytes:
    """The bytes of a Move or a Resign.

    Whether the move is legal is for the referee to say. Raises BotError for what is no answer at
    all.
    """
    evaluation: Evaluation | None = None
    chosen = answer
    if isinstance(answer, Choice):
        chosen, evaluation = answer.move, answer.evaluation
    request = engine_pb2.PlayRequest()
    if isinstance(chosen, str):
        move = request.move
        move.text = chosen
    elif isinstance(chosen, int) and not isinstance(chosen, bool):
        if not 0 <= chosen <= _MAX_INDEX:
            raise BotError(f"choose gave {chosen}, which is no place in the list of legal moves")
        move = request.move
        move.index = chosen
    elif isinstance(chosen, Resign):
        request.resign.match_id = match_id
        return request.SerializeToString()
    else:
        raise BotError(
            f"choose gave {answer!r}; it may give the text of a move (str), its place in "
            f"turn.legal_moves (int), Choice(move, evaluation) or Resign()"
        )
    move.match_id = match_id
    move.decision_id = decision_id
    move.thinking_us = thinking_us
    if evaluation is not None:
        move.evaluation.CopyFrom(evaluation.to_proto())
    return request.SerializeToString()
