"""A watcher of matches that keeps one picture on a terminal and redraws it."""

from collections.abc import Callable
from types import TracebackType
from typing import Self

from podesta.v1 import game_pb2, match_pb2, record_pb2
from rich.console import Console
from rich.live import Live
from rich.text import Text

from arena.match.picture import MatchPicture
from arena.match.playing import monotonic_us
from arena.terminal.match_text import outcome_lines, record_lines
from arena.terminal.match_view import MatchView
from arena.terminal.printable import printable

__all__ = ["LiveWatcher"]

_LEAST_REDRAW_US = 100_000
_ROWS_AFTER = 3
"""Below the result: which deal it was, an empty line, and the prompt."""


class LiveWatcher:
    """Redraws at most ten times a second; of several matches only the results stay."""

    def __init__(
        self,
        console: Console,
        games: int,
        control: game_pb2.TimeControl,
        now_us: Callable[[], int] = monotonic_us,
    ) -> None:
        self._console = console
        self._games = games
        self._control = control
        self._now_us = now_us
        self._view: MatchView | None = None
        self._live: Live | None = None
        self._drawn_us = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop()

    def begins(self, spec: match_pb2.MatchSpec, number: int) -> None:
        """A new picture."""
        several = f"  match {number} of {self._games}" if self._games > 1 else ""
        title = printable(f"{spec.game}  {spec.time_control}{several}", 120)
        self._view = MatchView(title, self._control, self._now_us)
        self._view.show(MatchPicture.of(spec))
        self._live = Live(
            self._view, console=self._console, auto_refresh=False, transient=self._games > 1
        )
        self._live.start(refresh=True)

    def happened(self, event: match_pb2.MatchEvent, picture: MatchPicture) -> None:
        """The picture changes."""
        if self._view is not None:
            self._view.show(picture)
            self._redraw()

    def waits(self) -> None:
        """The clocks tick."""
        self._redraw()

    def ended(self, record: record_pb2.MatchRecord, number: int) -> None:
        """The picture stays as it was at the end, and the result below it."""
        self._conclude(number, record_lines(record))

    def lost(self, spec: match_pb2.MatchSpec, number: int, cause: str) -> None:
        """A void match."""
        names = [engine.name for engine in spec.engines]
        self._conclude(number, outcome_lines(names, None, game_pb2.TERMINATION_VOID, cause))

    def slot_lost(self, slot: int, cause: str) -> None:
        """Nothing: with the only slot the command ends, and tells why."""

    def _conclude(self, number: int, lines: list[str]) -> None:
        if self._view is not None and self._games == 1:
            self._view.stay_above(len(lines) + _ROWS_AFTER)
        self._stop()
        if self._games > 1:
            lines = [f"match {number}: {lines[0]}", *lines[1:]]
        self._console.print(Text("\n".join(lines)))

    def _redraw(self) -> None:
        now_us = self._now_us()
        if self._live is not None and now_us - self._drawn_us >= _LEAST_REDRAW_US:
            self._live.refresh()
            self._drawn_us = now_us

    def _stop(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None
