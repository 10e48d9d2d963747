"""Playing the matches of one command, and telling a watcher of every step."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from podesta.v1 import match_pb2, record_pb2

from arena.match.picture import MatchPicture

__all__ = ["MatchWatcher", "Player", "monotonic_us", "play_matches"]


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


class Player(Protocol):
    """What plays a match; see `arena.match.worker_process.MatchWorker`."""

    def play(
        self, spec: match_pb2.MatchSpec, tick_s: float = 0.1
    ) -> Iterator[match_pb2.MatchEvent | record_pb2.MatchRecord | None]:
        """Events, None for time passed, at last the record."""


def monotonic_us() -> int:
    """The monotonic clock, microseconds: for what people are shown."""
    return time.monotonic_ns() // 1000


def play_matches(
    player: Player,
    specs: Sequence[match_pb2.MatchSpec],
    watcher: MatchWatcher,
    keep: Callable[[record_pb2.MatchRecord, int], None],
    now_us: Callable[[], int] = monotonic_us,
) -> Iterator[record_pb2.MatchRecord]:
    """Play one after another; gives each record after `keep` has taken it and its number from 1."""
    for number, spec in enumerate(specs, start=1):
        watcher.begins(spec, number)
        picture = MatchPicture.of(spec)
        for news in player.play(spec):
            if news is None:
                watcher.waits()
            elif isinstance(news, match_pb2.MatchEvent):
                picture = picture.after(news, now_us())
                watcher.happened(news, picture)
            else:
                keep(news, number)
                watcher.ended(news, number)
                yield news
