"""What was said on one stream, by both sides, with the times."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from podesta.v1 import engine_pb2

from referee.time_source import TimeSource

__all__ = ["MOST_KEPT_BYTES", "Exchange", "Speaker", "Utterance"]

MOST_KEPT_BYTES = 1 << 16
"""Of one message; what an engine sends must not fill our memory."""
_FIRST_KEPT = 8
"""Hello, Welcome, NewMatch and what follows at once."""
_LAST_KEPT = 400
_MOST_NOTE = 1_000


class Speaker(StrEnum):
    """Who spoke."""

    ENGINE = "engine"
    REFEREE = "referee"
    """The check in the referee's place."""
    NOTE = "note"
    """Nobody: something happened, such as the end of a process."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """One message, or one note.

    `at_us` counts from the start of the exchange. `data` are the bytes of a PlayRequest or a
    PlayResponse, cut to 64 KiB of `size_bytes`; `text` is a note.
    """

    at_us: int
    speaker: Speaker
    data: bytes = b""
    size_bytes: int = 0
    text: str = ""


class Exchange:
    """The first few and the last few hundred utterances of one stream, in order."""

    def __init__(self, time: TimeSource) -> None:
        self._time = time
        self._start_us = time.now_us()
        self._first: list[Utterance] = []
        self._last: deque[Utterance] = deque(maxlen=_LAST_KEPT)
        self.left_out = 0
        """Utterances between the first and the last that are not kept."""

    @property
    def first(self) -> Sequence[Utterance]:
        """How it began."""
        return tuple(self._first)

    @property
    def last(self) -> Sequence[Utterance]:
        """What followed, after `left_out` others."""
        return tuple(self._last)

    def heard(self, data: bytes, arrived_us: int) -> None:
        """The engine said something, whether it is a message or not."""
        self._keep(
            Utterance(
                arrived_us - self._start_us, Speaker.ENGINE, data[:MOST_KEPT_BYTES], len(data)
            )
        )

    def said(self, message: engine_pb2.PlayResponse) -> None:
        """The check said something."""
        data = message.SerializeToString()
        self._keep(Utterance(self._now_us(), Speaker.REFEREE, data, len(data)))

    def note(self, text: str) -> None:
        """Something happened that is no message."""
        self._keep(Utterance(self._now_us(), Speaker.NOTE, text=text[:_MOST_NOTE]))

    def _now_us(self) -> int:
        return self._time.now_us() - self._start_us

    def _keep(self, utterance: Utterance) -> None:
        if len(self._first) < _FIRST_KEPT:
            self._first.append(utterance)
            return
        if len(self._last) == _LAST_KEPT:
            self.left_out += 1
        self._last.append(utterance)
