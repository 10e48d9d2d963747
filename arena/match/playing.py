"""Playing the matches of one command, and telling a watcher of every step.

The match is played by a referee process, so that neither a redraw of the terminal nor a slow pipe
can delay a clock.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from podesta.v1 import match_pb2, record_pb2

from arena.errors import ExecutorError
from arena.executors import EventSeen, Executor, MatchLost, MatchRecorded, SlotIdle, SlotLost
from arena.match.picture import MatchPicture

__all__ = ["MatchWatcher", "monotonic_us", "play_matches"]

_TICK_S = 0.1


class MatchWatcher(Protocol):
    """Shows matches in some way; called from one thread, in this order."""

    def begins(self, spec: match_pb2.MatchSpec, number: int) -> None:
        """The match `number` (from 1) of the command is about to start."""

    def happened(self, event: match_pb2.MatchEvent, picture: MatchPicture) -> None:
        """Something happened; `picture` is how things stand after it."""

    def waits(self) -> None:
        """Some time passed without news: clocks may be drawn anew."""

    def ended(self, record: record_pb2.MatchRecord, number: int) -> None:
        """The match is over."""

    def lost(self, spec: match_pb2.MatchSpec, number: int, cause: str) -> None:
        """The referee of the match went away: it is void and has no record."""


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
    """Play one after another; gives each record, or None for a match whose referee was lost.

    `keep` takes each record and its number from 1 before the referee may forget it. Raises
    ExecutorError where no referee can be kept running.
    """
    idle: set[int] = set()
    for number, spec in enumerate(specs, start=1):
        watcher.begins(spec, number)
        yield _play(executor, idle, spec, number, watcher, keep, now_us)


def _play(
    executor: Executor,
    idle: set[int],
    spec: match_pb2.MatchSpec,
    number: int,
    watcher: MatchWatcher,
    keep: Callable[[record_pb2.MatchRecord, int], None],
    now_us: Callable[[], int],
) -> record_pb2.MatchRecord | None:
    picture = MatchPicture.of(spec)
    given = over = False
    kept: record_pb2.MatchRecord | None = None
    while not over:
        if idle and not given:
            executor.play(idle.pop(), spec)
            given = True
        reports = executor.wait(_TICK_S)
        if not reports:
            watcher.waits()
        for report in reports:
            match report:
                case SlotIdle(slot):
                    idle.add(slot)
                case EventSeen(_, event):
                    picture = picture.after(event, now_us())
                    watcher.happened(event, picture)
                case MatchRecorded(slot, record):
                    try:
                        keep(record, number)
                    finally:
                        # A disk that is full must not hide who won.
                        watcher.ended(record, number)
                    executor.committed(slot, record.spec.match_id, record.spec.attempt)
                    kept, over = record, True
                case MatchLost(_, _, cause):
                    watcher.lost(spec, number, cause)
                    over = True
                case SlotLost(_, cause):
                    raise ExecutorError(cause)
    return kept
