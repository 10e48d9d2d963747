"""One message of a stream, read: who said what, when, and about which decision."""

from dataclasses import dataclass

from google.protobuf.message import DecodeError
from podesta.v1 import engine_pb2, transcript_pb2

from arena.debug.seat_rules import SeatRules, written

__all__ = ["BAD_BYTES", "CLOSED", "KINDS", "NOTHING", "Said", "SaidReader"]

BAD_BYTES = "bad_bytes"
"""Kind of what is no message."""
NOTHING = "nothing"
"""Kind of a message that says nothing, or what this version does not know."""
CLOSED = "closed"
"""Kind of the end of a stream."""


def _kinds() -> tuple[str, ...]:
    messages = (engine_pb2.PlayRequest, engine_pb2.PlayResponse)
    said = [field.name for kind in messages for field in kind.DESCRIPTOR.oneofs[0].fields]
    return (*said, CLOSED, BAD_BYTES, NOTHING)


KINDS = _kinds()
"""All kinds of message, as they are named in engine.proto."""


@dataclass(frozen=True, slots=True)
class Said:
    """A message; times in microseconds since the start.

    `message` is None where the kind is `closed` or `bad_bytes`. `ply` counts the decisions before
    the one that the message is about; None before the first. `took_us` is the time from the
    question to its answer, as the referee saw it; None for everything but answers. `move` is the
    text of an answer, also where it came as an index; empty where that is not known.
    """

    seat: int
    at_us: int
    from_engine: bool
    kind: str
    ply: int | None
    message: engine_pb2.PlayRequest | engine_pb2.PlayResponse | None
    data: bytes
    size_bytes: int
    detail: str = ""
    took_us: int | None = None
    move: str = ""


class SaidReader:
    """Reads the messages of one stream in order: knows what an answer answers."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._ply: int | None = None
        self._decide = engine_pb2.Decide()
        self._asked_us = 0
        self._rules: SeatRules | None = None

    def read(self, message: transcript_pb2.TranscriptMessage) -> Said:
        """The next message; bytes that are none are told as such."""
        which = message.WhichOneof("said")
        if which == CLOSED:
            return self._said(message, True, CLOSED, detail=message.closed)
        from_engine = which == "from_engine"
        data = message.from_engine if from_engine else message.to_engine
        parsed: engine_pb2.PlayRequest | engine_pb2.PlayResponse
        parsed = engine_pb2.PlayRequest() if from_engine else engine_pb2.PlayResponse()
        try:
            parsed.ParseFromString(data)
        except DecodeError:
            return self._said(message, from_engine, BAD_BYTES, data=data)
        kind = parsed.WhichOneof("message") or NOTHING
        took_us, move = None, ""
        if isinstance(parsed, engine_pb2.PlayRequest):
            if kind == "move":
                took_us, move = self._answer(parsed.move, message.at_us)
        elif kind == "new_match":
            self._rules = SeatRules.of(parsed.new_match)
            self._ply, self._decide = None, engine_pb2.Decide()
        elif kind == "decide":
            self._ply, self._decide, self._asked_us = (
                parsed.decide.ply,
                parsed.decide,
                message.at_us,
            )
        elif kind == "observe":
            self._ply = parsed.observe.ply
        return self._said(
            message, from_engine, kind, data=data, parsed=parsed, took_us=took_us, move=move
        )

    def _answer(self, move: engine_pb2.Move, at_us: int) -> tuple[int | None, str]:
        decide, text = self._decide, move.text
        if move.decision_id != decide.decision_id or not decide.decision_id:
            return None, text
        if move.WhichOneof("choice") == "index":
            if move.index < len(decide.legal_moves):
                text = decide.legal_moves[move.index]
            elif self._rules is not None:
                named, fault = self._rules.judge(decide, move)
                text = named if fault is None and named != written(move) else ""
        return at_us - self._asked_us, text

    def _said(
        self,
        message: transcript_pb2.TranscriptMessage,
        from_engine: bool,
        kind: str,
        *,
        data: bytes = b"",
        parsed: engine_pb2.PlayRequest | engine_pb2.PlayResponse | None = None,
        detail: str = "",
        took_us: int | None = None,
        move: str = "",
    ) -> Said:
        return Said(
            seat=self._seat,
            at_us=message.at_us,
            from_engine=from_engine,
            kind=kind,
            ply=self._ply,
            message=parsed,
            data=data,
            size_bytes=message.size_bytes,
            detail=detail,
            took_us=took_us,
            move=move,
        )
