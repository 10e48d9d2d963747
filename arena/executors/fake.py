"""An executor without processes: matches end as a function says, in an order that never changes."""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

from podesta.v1 import match_pb2, record_pb2

from arena.executors.executor import (
    EventSeen,
    MatchLost,
    MatchRecorded,
    Report,
    SlotIdle,
    SlotLost,
)

__all__ = ["Answer", "Breaks", "FakeExecutor", "Hangs", "Vanishes"]


@dataclass(frozen=True, slots=True)
class Vanishes:
    """The referee dies in mid-match."""

    cause: str = "the referee was killed"


@dataclass(frozen=True, slots=True)
class Breaks:
    """The referee dies and the slot gets no other."""

    cause: str = "no referee starts any more"


@dataclass(frozen=True, slots=True)
class Hangs:
    """The match goes on until the executor is stopped."""


Answer = record_pb2.MatchRecord | Vanishes | Breaks | Hangs


class FakeExecutor:
    """Plays by calling `answer`; each match takes one `wait`, slots answer in turn.

    `specs` lists what was played, `acknowledged` what was said to be committed, as
    (match id, attempt). With `events` each match tells its start and its end.
    """

    def __init__(
        self,
        answer: Callable[[match_pb2.MatchSpec], Answer],
        slots: int = 1,
        *,
        events: bool = False,
    ) -> None:
        self._answer = answer
        self._slots = slots
        self._events = events
        self._reports: deque[Report] = deque()
        self._waiting: dict[int, tuple[str, int]] = {}
        self._woken = threading.Event()
        self.specs: list[match_pb2.MatchSpec] = []
        self.acknowledged: list[tuple[str, int]] = []
        self.entered = False

    @property
    def slots(self) -> int:
        """See `Executor.slots`."""
        return self._slots

    @property
    def usage(self) -> str:
        """See `Executor.usage`."""
        return "no processes"

    @property
    def scarce(self) -> bool:
        """See `Executor.scarce`."""
        return False

    def __enter__(self) -> Self:
        self.entered = True
        self._reports.extend(SlotIdle(slot) for slot in range(self._slots))
        return self

    def __exit__(self, *_: object) -> None:
        self.entered = False

    def play(self, slot: int, spec: match_pb2.MatchSpec) -> None:
        """See `Executor.play`."""
        kept = match_pb2.MatchSpec()
        kept.CopyFrom(spec)
        self.specs.append(kept)
        answer = self._answer(kept)
        if self._events:
            names = [engine.name for engine in spec.engines]
            started = match_pb2.MatchStarted(game=spec.game, names=names)
            event = match_pb2.MatchEvent(match_id=spec.match_id, started=started)
            self._reports.append(EventSeen(slot, event))
        match answer:
            case Hangs():
                pass
            case Vanishes(cause):
                self._reports.append(MatchLost(slot, kept, cause))
                self._reports.append(SlotIdle(slot))
            case Breaks(cause):
                self._reports.append(MatchLost(slot, kept, cause))
                self._reports.append(SlotLost(slot, cause))
            case record:
                self._waiting[slot] = (record.spec.match_id, record.spec.attempt)
                self._reports.append(MatchRecorded(slot, record))

    def committed(self, slot: int, match_id: str, attempt: int) -> None:
        """See `Executor.committed`. Raises ValueError where nothing waits for it."""
        if self._waiting.pop(slot, None) != (match_id, attempt):
            raise ValueError(f"slot {slot} has no record of {match_id}, attempt {attempt}")
        self.acknowledged.append((match_id, attempt))
        self._reports.append(SlotIdle(slot))

    def wait(self, timeout_s: float | None = None) -> Sequence[Report]:
        """See `Executor.wait`: one report at a time."""
        if self._reports:
            return (self._reports.popleft(),)
        self._woken.wait(timeout_s)
        self._woken.clear()
        return ()

    def wake(self) -> None:
        """See `Executor.wake`."""
        self._woken.set()
