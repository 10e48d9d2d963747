"""The seam between a league and the processes that play its matches.

An executor has slots; each slot plays one match at a time. It says when a slot is idle, is given a
match for it, and reports what became of the match. It decides nothing about leagues: whether a
lost match is played again is not its business.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from podesta.v1 import match_pb2, record_pb2

__all__ = ["EventSeen", "Executor", "MatchLost", "MatchRecorded", "Report", "SlotIdle", "SlotLost"]


@dataclass(frozen=True, slots=True)
class SlotIdle:
    """A slot wants a match."""

    slot: int


@dataclass(frozen=True, slots=True)
class EventSeen:
    """Something happened in the match of a slot."""

    slot: int
    event: match_pb2.MatchEvent


@dataclass(frozen=True, slots=True)
class MatchRecorded:
    """A match ended, void or not. It is reported once and waits for `Executor.committed`."""

    slot: int
    record: record_pb2.MatchRecord


@dataclass(frozen=True, slots=True)
class MatchLost:
    """The referee of a slot went away in mid-match, or got stuck and was killed.

    `cause` is one line for people. The slot reports itself idle when it has another referee.
    """

    slot: int
    spec: match_pb2.MatchSpec
    cause: str


@dataclass(frozen=True, slots=True)
class SlotLost:
    """No referee can be kept running in a slot; it is idle never again."""

    slot: int
    cause: str


Report = SlotIdle | EventSeen | MatchRecorded | MatchLost | SlotLost


class Executor(Protocol):
    """Plays matches somewhere. Used as a context manager: outside of it nothing is running."""

    @property
    def slots(self) -> int:
        """How many matches can be played at once."""
        ...

    @property
    def usage(self) -> str:
        """What it takes of the machine, for people; known once it is entered."""
        ...

    @property
    def scarce(self) -> bool:
        """Whether that is most of what the machine allows; known once it is entered."""
        ...

    def __enter__(self) -> Self:
        """Start. Raises CapacityError or ExecutorError."""
        ...

    def __exit__(self, *_: object) -> None:
        """Stop everything at once; matches in flight come to nothing."""
        ...

    def play(self, slot: int, spec: match_pb2.MatchSpec) -> None:
        """Give an idle slot its next match."""
        ...

    def committed(self, slot: int, match_id: str, attempt: int) -> None:
        """The record of this slot is safe; the slot may forget it and become idle."""
        ...

    def wait(self, timeout_s: float | None = None) -> Sequence[Report]:
        """What happened since the last call; waits until something does, or `wake` is called.

        Empty after `timeout_s` or after a `wake`.
        """
        ...

    def wake(self) -> None:
        """End a `wait` early; may be called from a signal handler or another thread."""
        ...
