"""Playing the matches of one command, and telling a watcher of every step.

Matches are played by referee processes, so that neither a redraw of the terminal nor a slow pipe
can delay a clock.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from podesta.v1 import match_pb2, record_pb2

from arena.errors import ExecutorError, UnkeptRecordError
from arena.executors import (
    EventSeen,
    Executor,
    MatchLost,
    MatchRecorded,
    Report,
    SlotIdle,
    SlotLost,
)
from arena.match.picture import MatchPicture

__all__ = ["MatchWatcher", "monotonic_us", "play_matches"]

_TICK_S = 0.1


class MatchWatcher(Protocol):
    """Shows matches in some way; called from one thread, of each match in this order."""

    def begins(self, spec: match_pb2.MatchSpec, number: int) -> None:
        """The match `number` (from 1) of the command is about to start."""

    def happened(self, event: match_pb2.MatchEvent, picture: MatchPicture) -> None:
        """Something happened; `picture` is how things stand in its match after it."""

    def waits(self) -> None:
        """Some time passed without news: clocks may be drawn anew."""

    def ended(self, record: record_pb2.MatchRecord, number: int) -> None:
        """The match is over."""

    def lost(self, spec: match_pb2.MatchSpec, number: int, cause: str) -> None:
        """The referee of the match went away: it is void and has no record."""

    def slot_lost(self, slot: int, cause: str) -> None:
        """No referee can be kept running in a slot, but in others: fewer are played at once."""


def monotonic_us() -> int:
    """The monotonic clock, microseconds: for what people are shown."""
    return time.monotonic_ns() // 1000


def play_matches(
    executor: Executor,
    specs: Sequence[match_pb2.MatchSpec],
    watcher: MatchWatcher,
    keep: Callable[[record_pb2.MatchRecord, int], None],
    now_us: Callable[[], int] = monotonic_us,
) -> Iterator[record_pb2.MatchRecord | None]:
    """Play as many at once as the executor has slots; they begin in their order.

    Gives each record, or None for a match whose referee was lost, in the order in which matches
    end. `keep` takes each record and its number from 1 before the referee may forget it. Raises
    ExecutorError where no referee can be kept running, and what `keep` raises; the watcher is told
    then that all matches that had begun are lost.
    """
    playing = _Playing(executor, watcher, keep, now_us)
    to_begin = deque(enumerate(specs, start=1))
    try:
        while to_begin or playing.begun:
            while to_begin and playing.begun < playing.slots:
                number, spec = to_begin.popleft()
                playing.begin(spec, number)
            yield from playing.go_on()
    except ExecutorError as error:
        yield from playing.give_up(str(error))
        raise
    except Exception as error:
        yield from playing.give_up(f"broken off: {error}")
        raise


@dataclass(slots=True)
class _Begun:
    number: int
    spec: match_pb2.MatchSpec
    picture: MatchPicture


class _Playing:
    """The matches that have begun and are not over."""

    def __init__(
        self,
        executor: Executor,
        watcher: MatchWatcher,
        keep: Callable[[record_pb2.MatchRecord, int], None],
        now_us: Callable[[], int],
    ) -> None:
        self._executor = executor
        self._watcher = watcher
        self._keep = keep
        self._now_us = now_us
        self._idle: deque[int] = deque()
        self._to_give: deque[_Begun] = deque()
        self._given: dict[int, _Begun] = {}
        self.slots = executor.slots
        """Those that are not lost."""

    @property
    def begun(self) -> int:
        return len(self._to_give) + len(self._given)

    def begin(self, spec: match_pb2.MatchSpec, number: int) -> None:
        self._watcher.begins(spec, number)
        self._to_give.append(_Begun(number, spec, MatchPicture.of(spec)))

    def go_on(self) -> Iterator[record_pb2.MatchRecord | None]:
        """Give matches to idle slots and take what is reported; the records of what ended.

        What fails is raised when all that was reported with it has been taken.
        """
        while self._idle and self._to_give:
            slot, match = self._idle.popleft(), self._to_give.popleft()
            self._given[slot] = match
            self._executor.play(slot, match.spec)
        reports = self._executor.wait(_TICK_S)
        if not reports:
            self._watcher.waits()
        failure: Exception | None = None
        for report in reports:
            try:
                yield from self._take(report)
            except (UnkeptRecordError, ExecutorError) as error:
                failure = failure or error
        if failure is not None:
            raise failure

    def give_up(self, cause: str) -> list[None]:
        """All that has begun comes to nothing."""
        begun = sorted((*self._given.values(), *self._to_give), key=lambda match: match.number)
        self._given.clear()
        self._to_give.clear()
        for match in begun:
            self._watcher.lost(match.spec, match.number, cause)
        return [None] * len(begun)

    def _take(self, report: Report) -> Iterator[record_pb2.MatchRecord | None]:
        match report:
            case SlotIdle(slot):
                self._idle.append(slot)
            case EventSeen(slot, event):
                seen = self._given[slot]
                seen.picture = seen.picture.after(event, self._now_us())
                self._watcher.happened(event, seen.picture)
            case MatchRecorded(slot, record):
                number = self._given.pop(slot).number
                try:
                    self._keep(record, number)
                    self._executor.committed(slot, record.spec.match_id, record.spec.attempt)
                finally:
                    # A disk that is full must not hide who won.
                    self._watcher.ended(record, number)
                    yield record
            case MatchLost(slot, _, cause):
                lost = self._given.pop(slot)
                self._watcher.lost(lost.spec, lost.number, cause)
                yield None
            case SlotLost(slot, cause):
                self.slots -= 1
                if not self.slots:
                    raise ExecutorError(cause)
                if slot in self._idle:  # it may have died before it was given a match
                    self._idle.remove(slot)
                self._watcher.slot_lost(slot, cause)
