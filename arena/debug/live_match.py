"""A live match as a debugger sees it: every message read, and kept in a transcript a seat."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from podesta.v1 import debug_pb2, match_pb2, transcript_pb2

from arena.debug.match_process import DebuggedMatch
from arena.debug.said import Said, SaidReader
from arena.debug.transcript import TRANSCRIPT_FORMAT, TranscriptWriter
from arena.errors import ExecutorError
from referee.distribution import referee_version
from referee.errors import SpecError
from referee.games import load_game

__all__ = ["LiveMatch", "News", "transcript_files"]

News = Said | match_pb2.MatchEvent | debug_pb2.PlayReached | debug_pb2.PlayEnded
"""What can happen; PlayEnded is the last."""


def transcript_files(folder: Path, seats: int) -> list[Path]:
    """Where the transcripts of a match go, by seat."""
    return [folder / f"seat-{seat}.transcript" for seat in range(seats)]


class LiveMatch:
    """Use as a context manager; at its end the match is over and no engine is left."""

    def __init__(
        self, spec: match_pb2.MatchSpec, *, stepped: bool, folder: Path | None, started_at_us: int
    ) -> None:
        """`folder` is made, and takes the transcripts; None keeps none.

        `started_at_us` is wall time, for the headers.
        """
        load_game(spec.game)  # so that its messages can be read
        self._spec = spec
        self._process = DebuggedMatch(spec, stepped=stepped)
        self._folder = folder
        self._started_at_us = started_at_us
        self._readers = [SaidReader(seat) for seat in range(len(spec.engines))]
        self._writers: list[TranscriptWriter] = []
        self._stack = ExitStack()
        self.over = False
        """PlayEnded was told."""

    def __enter__(self) -> Self:
        try:
            if self._folder is not None:
                self._folder.mkdir(parents=True, exist_ok=True)
                for seat, path in enumerate(
                    transcript_files(self._folder, len(self._spec.engines))
                ):
                    file = path.open("wb", buffering=0)
                    writer = TranscriptWriter(file, self._header(seat))
                    self._writers.append(self._stack.enter_context(writer))
            self._stack.enter_context(self._process)
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.__exit__(kind, error, trace)

    def news(self, timeout_s: float) -> Iterator[News]:
        """What happened since the last call, after at most `timeout_s`.

        A message is in its transcript before it is told. Raises SpecError where the match can't
        be played, ExecutorError where its referee went away, OSError where a disk is full.
        """
        for report in self._process.reports(timeout_s):
            which = report.WhichOneof("report")
            if which == "tapped":
                yield self._tapped(report.tapped)
            elif which == "event":
                yield report.event
            elif which == "reached":
                yield report.reached
            elif which == "refused":
                raise SpecError([report.refused])
            elif which == "ended":
                self.over = True
                for writer in self._writers:
                    writer.end(report.ended.lost)
                yield report.ended

    def go(self) -> None:
        """Let a match that waits go on."""
        self._process.go()

    def _tapped(self, tapped: debug_pb2.TappedMessage) -> Said:
        seat = tapped.seat
        if seat >= len(self._readers):
            raise ExecutorError(f"the referee told of a seat {seat} that there is not")
        if self._writers:
            self._writers[seat].add(tapped.message)
        return self._readers[seat].read(tapped.message)

    def _header(self, seat: int) -> transcript_pb2.TranscriptHeader:
        spec = self._spec
        engine = spec.engines[seat]
        return transcript_pb2.TranscriptHeader(
            format=TRANSCRIPT_FORMAT,
            match_id=spec.match_id,
            game=spec.game,
            seat=seat,
            engine=engine.name or engine.id,
            started_at_us=self._started_at_us,
            referee_version=referee_version(),
        )
