"""A running league on a terminal: progress, running matches, standings, the last results."""

from collections.abc import Callable

from rich.console import Console, ConsoleOptions, RenderResult
from rich.progress_bar import ProgressBar
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from arena.league.result import Totals
from arena.league.stopping import StopLevel
from arena.terminal.durations import format_seconds
from arena.terminal.format_view import format_lines
from arena.terminal.league_picture import LeaguePicture, progress, progress_text
from arena.terminal.league_text import part_lines, result_line, seating_text, stop_line
from arena.terminal.printable import printable
from arena.terminal.standings_view import standings_table

__all__ = ["LeagueView"]

_MOST_ROWS = 12
_MOST_RUNNING = 8
_BAR_WIDTH = 40


class LeagueView:
    """Renders the picture that was shown last; may be rendered by another thread than `show`."""

    def __init__(self, picture: LeaguePicture, now_us: Callable[[], int]) -> None:
        self._picture = picture
        self._now_us = now_us

    def show(self, picture: LeaguePicture) -> None:
        """Take a new picture."""
        self._picture = picture

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Everything, from the title down to the last troubles."""
        picture, now_us = self._picture, self._now_us()
        title = f"{picture.name}  {picture.game}  {picture.time_control}"
        yield Rule(Text(printable(title, 120), "heading"), style="none", align="left")
        for line in (*format_lines(picture.format), *part_lines(picture.totals)):
            yield Text(line, no_wrap=True, overflow="ellipsis")
        yield _progress(picture, now_us, min(_BAR_WIDTH, options.max_width // 3))
        if picture.stop is not StopLevel.NONE:
            yield Text(stop_line(picture.stop), "bad")
        if picture.running:
            yield _running_table(picture, now_us)
        if picture.standings is not None:
            yield standings_table(
                picture.standings, picture.names, _MOST_ROWS, ladder=picture.ladder
            )
        for result in picture.results:
            yield Text(result_line(picture.names, result), no_wrap=True, overflow="ellipsis")
        for note in picture.notes:
            yield Text(note, "bad", no_wrap=True, overflow="ellipsis")


def _progress(picture: LeaguePicture, now_us: int, width: int) -> Table:
    totals = picture.totals
    finished, expected = progress(picture.format, totals)
    grid = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(4):
        grid.add_column(no_wrap=True)
    grid.add_row(
        ProgressBar(
            # Without an end in sight the bar only shows that something goes on.
            total=None if expected is None else max(expected, 1),
            completed=finished,
            width=width,
            style="remaining",
            complete_style="magenta",
            finished_style="green",
        ),
        progress_text(picture.format, totals),
        _time_text(picture, now_us),
        _trouble_text(totals),
    )
    return grid


def _time_text(picture: LeaguePicture, now_us: int) -> str:
    elapsed = format_seconds(now_us - picture.started_us)
    _, expected = progress(picture.format, picture.totals)
    if expected is None:
        return elapsed
    remaining_us = picture.remaining_us(now_us)
    if remaining_us is None:
        return f"{elapsed}, estimating"
    return f"{elapsed}, {format_seconds(remaining_us)} left"


def _trouble_text(totals: Totals) -> str:
    parts = [
        f"{number} {word}"
        for number, word in (
            (totals.not_started, "not started"),
            (totals.forfeited, "forfeited"),
            (totals.unplayed, "unplayed"),
            (totals.voids, "void attempt" if totals.voids == 1 else "void attempts"),
            (totals.taken_back, "taken back"),
            (totals.identical, "identical"),
        )
        if number
    ]
    return ", ".join(parts)


def _running_table(picture: LeaguePicture, now_us: int) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="heading")
    table.add_column("slot", justify="right")
    table.add_column("playing", no_wrap=True, overflow="ellipsis")
    table.add_column("ply", justify="right")
    table.add_column("for", justify="right")
    running = sorted(picture.running.items())
    for slot, match in running[:_MOST_RUNNING]:
        seating = seating_text(picture.names, match.engines)
        again = f" (attempt {match.attempt})" if match.attempt > 1 else ""
        lasts = format_seconds(now_us - match.started_us)
        table.add_row(str(slot), seating + again, str(match.ply), lasts)
    if len(running) > _MOST_RUNNING:
        table.add_row("", f"... {len(running) - _MOST_RUNNING} more", "", "")
    return table
