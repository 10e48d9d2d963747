"""A transcript as a script: what to tell an engine, what to ask it, and what was answered then."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from podesta.v1 import engine_pb2, game_pb2, transcript_pb2

from arena.debug.said import CLOSED, Said, SaidReader
from arena.debug.seat_rules import written
from arena.errors import TranscriptError

__all__ = ["Answer", "AnswerKind", "Question", "Step", "Telling", "Try", "seat_script"]


class AnswerKind(StrEnum):
    """How a decision was answered."""

    MOVE = "move"
    RESIGNED = "resigned"
    CRASHED = "crashed"
    """The stream was closed."""
    SILENT = "silent"
    """No answer came before the time was over, or the match."""
    NONSENSE = "nonsense"
    """Something that the protocol does not allow there."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine did when it was asked. `took_us` is None where nobody knows.

    `text` is the move, as canonical as it can be known. `fault` is what is wrong with it, a kind
    and a line for people; 0 and empty where nothing is.
    """

    kind: AnswerKind
    text: str = ""
    took_us: int | None = None
    fault: game_pb2.FaultKind = game_pb2.FAULT_KIND_UNSPECIFIED
    detail: str = ""

    def same_as(self, other: "Answer") -> bool:
        """Whether both did the same, whatever time they took."""
        return (self.kind, self.text) == (other.kind, other.text)

    @property
    def wrong(self) -> bool:
        """Whether it was a fault."""
        return self.fault != game_pb2.FAULT_KIND_UNSPECIFIED


@dataclass(frozen=True, slots=True)
class Telling:
    """A message that asks for no move."""

    kind: str
    message: engine_pb2.PlayResponse


@dataclass(frozen=True, slots=True)
class Try:
    """An answer that was given then, and the Rejected that it brought; None where it was taken."""

    answer: Answer
    rejected: engine_pb2.PlayResponse | None = None


@dataclass(slots=True)
class Question:
    """A decision that was asked, and all answers to it; a last one is always there."""

    message: engine_pb2.PlayResponse
    asked_us: int
    tries: list[Try] = field(default_factory=list)

    @property
    def decide(self) -> engine_pb2.Decide:
        """What was asked."""
        return self.message.decide


Step = Telling | Question


def seat_script(messages: Sequence[transcript_pb2.TranscriptMessage], seat: int) -> list[Step]:
    """The script of a transcript, from NewMatch on.

    Raises TranscriptError where the referee's part can't be read.
    """
    writer = _ScriptWriter()
    reader = SaidReader(seat)
    for message in messages:
        writer.add(reader.read(message))
    return writer.end()


class _ScriptWriter:
    def __init__(self) -> None:
        self._steps: list[Step] = []
        self._open: Question | None = None
        self._begun = False

    def add(self, said: Said) -> None:
        if said.kind == CLOSED:
            if self._open is not None:
                self._answer(Answer(AnswerKind.CRASHED, detail=said.detail, fault=_CRASH))
                self._open = None
        elif said.from_engine:
            self._heard(said)
        elif isinstance(said.message, engine_pb2.PlayResponse):
            self._told(said.kind, said.message, said.at_us)
        else:
            raise TranscriptError("the transcript holds a message of the referee that is none")

    def end(self) -> list[Step]:
        if not self._begun:
            raise TranscriptError("the transcript holds no match: nothing can be played back")
        self._close()
        return self._steps

    def _told(self, kind: str, message: engine_pb2.PlayResponse, at_us: int) -> None:
        self._begun = self._begun or kind == "new_match"
        if not self._begun:
            return  # Welcome, which the engine hears anyway
        if kind == "decide":
            self._close()
            self._open = Question(message, at_us)
            self._steps.append(self._open)
        elif kind == "rejected" and self._is_rejected(message.rejected):
            self._reject(message)
        else:
            self._close()
            self._steps.append(Telling(kind, message))

    def _is_rejected(self, rejected: engine_pb2.Rejected) -> bool:
        asked = self._open
        return (
            asked is not None
            and bool(asked.tries)
            and rejected.HasField("decision_id")
            and rejected.decision_id == asked.decide.decision_id
        )

    def _reject(self, message: engine_pb2.PlayResponse) -> None:
        asked, rejected = self._open, message.rejected
        assert asked is not None
        told = asked.tries[-1].answer
        answer = Answer(told.kind, told.text, told.took_us, rejected.kind, rejected.reason)
        asked.tries[-1] = Try(answer, message)
        if not rejected.may_retry:
            self._open = None

    def _heard(self, said: Said) -> None:
        asked, message = self._open, said.message
        if asked is None:
            return
        took_us = said.at_us - asked.asked_us
        if isinstance(message, engine_pb2.PlayRequest) and said.kind == "move":
            if message.move.decision_id == asked.decide.decision_id:
                text = said.move or written(message.move)
                self._answer(Answer(AnswerKind.MOVE, text, took_us))
        elif said.kind == "resign":
            self._answer(Answer(AnswerKind.RESIGNED, took_us=took_us))
            self._open = None

    def _answer(self, answer: Answer) -> None:
        assert self._open is not None
        self._open.tries.append(Try(answer))

    def _close(self) -> None:
        """Nothing more belongs to the open question."""
        asked, self._open = self._open, None
        if asked is not None and (not asked.tries or asked.tries[-1].rejected is not None):
            self._open = asked
            self._answer(Answer(AnswerKind.SILENT, fault=_TIMEOUT))
            self._open = None


_CRASH = game_pb2.FAULT_KIND_CRASH
_TIMEOUT = game_pb2.FAULT_KIND_TIMEOUT
