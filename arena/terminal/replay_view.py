"""A record on a terminal: one position, what led to it, and the clocks at that time."""

from podesta.v1 import match_pb2, record_pb2
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from arena.match.replay_frames import ReplayFrame
from arena.terminal.durations import format_clock, format_span
from arena.terminal.evaluation_text import evaluation_text, line_text
from arena.terminal.fitted_screen import FittedScreen
from arena.terminal.match_text import last_words_lines, result_lines, seat_text
from arena.terminal.printable import printable
from arena.terminal.record_names import record_names
from referee.games import AnyGame

__all__ = ["ReplayView", "decision_line", "record_title"]

_NAME_WIDTH = 28


def record_title(record: record_pb2.MatchRecord) -> str:
    """One line: game, options other than empty ones, time control, and whether it counts."""
    options = " ".join(
        f"{key}={printable(value, 24)}"
        for key, value in sorted(record.game_options.items())
        if value
    )
    unrated = "unrated" if record.unrated else ""
    parts = (record.spec.game, options, record.time_control.text, unrated)
    return printable("  ".join(filter(None, parts)), 200)


def decision_line(record: record_pb2.MatchRecord, frame: ReplayFrame) -> str:
    """The decision that led to a frame, in one line."""
    decision = frame.decision
    if decision is None:
        return "   0. start"
    who = seat_text(record_names(record), decision.seat)
    line = f"{frame.ply:>4}. {who}: {printable(decision.move, 60)}"
    if decision.decider == match_pb2.DECIDER_OPENING:
        return f"{line} (opening)"
    if decision.decider == match_pb2.DECIDER_STAND_IN:
        return f"{line} (stand-in)"
    parts = [line, format_span(decision.charged_us)]
    if decision.HasField("remaining_us"):
        parts.append(f"left {format_clock(decision.remaining_us)}")
    if decision.HasField("evaluation"):
        parts.append(evaluation_text(decision.evaluation))
    return "  ".join(filter(None, parts))


class ReplayView:
    """One frame as a screen that `fits` into its height, or as plain text of any height."""

    def __init__(
        self,
        game: AnyGame,
        record: record_pb2.MatchRecord,
        frame: ReplayFrame,
        *,
        last_ply: int,
        seat: int | None = None,
        help_line: str = "",
        fits: bool = False,
    ) -> None:
        self._game = game
        self._record = record
        self._frame = frame
        self._last_ply = last_ply
        self._seat = seat
        self._help_line = help_line
        self._fits = fits

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Title, seats, the decision, at the end the outcome; below them the board."""
        frame, record = self._frame, self._record
        title = f"{record_title(record)}  ply {frame.ply} of {self._last_ply}"
        head: list[RenderableType] = [Rule(Text(title, "heading"), style="none", align="left")]
        if self._help_line:
            head.append(Text(self._help_line))
        head += [self._seats(), Text(decision_line(record, frame).strip(), "heading")]
        if frame.decision is not None and frame.decision.HasField("evaluation"):
            expects = line_text(frame.decision.evaluation)
            if expects:
                head.append(Text(f"      expects {expects}"))
        tail: list[RenderableType] = []
        if frame.ply == self._last_ply:
            head += [Text(line) for line in result_lines(record)]
            tail += [Text(line) for line in last_words_lines(record)]
        yield FittedScreen(head, None, self._board(), tail, fits=self._fits)

    def _seats(self) -> Table:
        frame = self._frame
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="heading")
        table.add_column("")
        table.add_column("seat", justify="right")
        table.add_column("bot", max_width=_NAME_WIDTH, no_wrap=True)
        table.add_column("clock", justify="right", no_wrap=True)
        table.add_column("used", justify="right", no_wrap=True)
        for seat, name in enumerate(record_names(self._record)):
            acting = frame.state.to_act == seat
            clock_us = frame.clocks_us[seat]
            table.add_row(
                ">" if acting else "",
                str(seat),
                Text(printable(name, _NAME_WIDTH)),
                format_clock(clock_us) if clock_us is not None else "-",
                format_span(frame.used_us[seat]) if frame.used_us[seat] else "-",
                style="acting" if acting else "",
            )
        return table

    def _board(self) -> RenderableType:
        state = self._frame.state
        private = state.private(self._seat) if self._seat is not None else None
        return self._game.draw(state.public(), private)
