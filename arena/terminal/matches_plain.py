"""A watcher of several matches at once that writes a plain line when one begins or ends."""

import sys
from typing import IO

from podesta.v1 import match_pb2, record_pb2

from arena.match.picture import MatchPicture
from arena.terminal.matches_text import begin_line, end_lines, lost_line, slot_lost_line

__all__ = ["PlainMatches"]


class PlainMatches:
    """Lines to a stream, flushed at once; moves of several matches mixed would tell nobody much."""

    def __init__(self, games: int, stream: IO[str] | None = None) -> None:
        self._games = games
        self._stream = stream or sys.stdout

    def begins(self, spec: match_pb2.MatchSpec, number: int) -> None:
        """Who plays."""
        self._write(begin_line(spec, number, self._games))

    def happened(self, event: match_pb2.MatchEvent, picture: MatchPicture) -> None:
        """Nothing: see the class."""

    def waits(self) -> None:
        """Nothing: a line that was written stays."""

    def ended(self, record: record_pb2.MatchRecord, number: int) -> None:
        """The outcome."""
        self._write(*end_lines(record, number, self._games))

    def lost(self, spec: match_pb2.MatchSpec, number: int, cause: str) -> None:
        """A void match."""
        self._write(lost_line(spec, number, self._games, cause))

    def slot_lost(self, slot: int, cause: str) -> None:
        """The others go on."""
        self._write(slot_lost_line(slot, cause))

    def _write(self, *lines: str) -> None:
        for line in lines:
            self._stream.write(line + "\n")
        self._stream.flush()
