"""A watcher of several matches at once on a terminal: lines, and below them how far it all is."""

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from podesta.v1 import match_pb2, record_pb2
from rich.console import Console, ConsoleOptions, RenderResult
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from arena.match.picture import MatchPicture
from arena.match.tally import Tally
from arena.terminal.matches_text import begin_line, end_lines, lost_line, slot_lost_line
from arena.terminal.tally_view import tally_table

__all__ = ["LiveMatches"]

_BAR_WIDTH = 40


class LiveMatches:
    """A line when a match begins or ends; a bar and the tally below are drawn anew with each."""

    def __init__(
        self, console: Console, games: int, engines: Sequence[match_pb2.EngineSpec]
    ) -> None:
        """`engines` in the order of the command line."""
        self._console = console
        self._games = games
        self._tally = Tally.of(engines)
        self._running = 0
        # Nothing of it changes but with a line, so no thread has to draw it.
        self._live = Live(
            self,
            console=console,
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )

    def __enter__(self) -> Self:
        self._live.start(refresh=True)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.stop()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """What stands below the lines."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_row(
            ProgressBar(
                total=self._games,
                completed=self._tally.matches,
                width=min(_BAR_WIDTH, options.max_width // 3),
                style="remaining",
                complete_style="magenta",
                finished_style="green",
            ),
            f"{self._tally.matches} of {self._games} matches played, {self._running} running",
        )
        yield grid
        yield tally_table(self._tally)

    def begins(self, spec: match_pb2.MatchSpec, number: int) -> None:
        """Who plays."""
        self._running += 1
        self._write(begin_line(spec, number, self._games))

    def happened(self, event: match_pb2.MatchEvent, picture: MatchPicture) -> None:
        """Nothing: boards of several matches would not fit."""

    def waits(self) -> None:
        """Nothing: no clock is shown."""

    def ended(self, record: record_pb2.MatchRecord, number: int) -> None:
        """The outcome, which counts at once."""
        self._running -= 1
        self._tally = self._tally.after(record)
        self._write(*end_lines(record, number, self._games))

    def lost(self, spec: match_pb2.MatchSpec, number: int, cause: str) -> None:
        """A void match."""
        self._running -= 1
        self._tally = self._tally.after(None)
        self._write(lost_line(spec, number, self._games, cause))

    def slot_lost(self, slot: int, cause: str) -> None:
        """The others go on."""
        self._write(slot_lost_line(slot, cause))

    def _write(self, *lines: str) -> None:
        """Above what is drawn, which is drawn anew."""
        self._console.print(Text("\n".join(lines)))
