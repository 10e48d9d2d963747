"""A watcher of matches that writes plain lines, one a move."""

import sys
from typing import IO

from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.match.picture import MatchPicture
from arena.terminal.match_text import event_line, outcome_lines, record_lines

__all__ = ["PlainWatcher"]


class PlainWatcher:
    """Lines to a stream, flushed at once so that a pipe sees a move when it is made."""

    def __init__(self, games: int, stream: IO[str] | None = None) -> None:
        self._games = games
        self._stream = stream or sys.stdout

    def begins(self, spec: match_pb2.MatchSpec, number: int) -> None:
        """A headline where there are several matches."""
        if self._games > 1:
            self._write(f"match {number} of {self._games}")

    def happened(self, event: match_pb2.MatchEvent, picture: MatchPicture) -> None:
        """A line for what deserves one."""
        line = event_line(picture, event)
        if line is not None:
            self._write(line)

    def waits(self) -> None:
        """Nothing: a line that was written stays."""

    def ended(self, record: record_pb2.MatchRecord, number: int) -> None:
        """The outcome."""
        for line in record_lines(record):
            self._write(line)

    def lost(self, spec: match_pb2.MatchSpec, number: int, cause: str) -> None:
        """A void match."""
        names = [engine.name for engine in spec.engines]
        for line in outcome_lines(names, None, game_pb2.TERMINATION_VOID, cause):
            self._write(line)

    def slot_lost(self, slot: int, cause: str) -> None:
        """Nothing: with the only slot the command ends, and tells why."""

    def _write(self, line: str) -> None:
        self._stream.write(line + "\n")
        self._stream.flush()
