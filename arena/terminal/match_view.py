"""A running match on a terminal: board, clocks that tick, evaluations, the last moves."""

from collections.abc import Callable

from podesta.v1 import game_pb2, match_pb2
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from arena.match.picture import MatchPicture
from arena.match.shown_clock import ShownClock, shown_clock
from arena.terminal.durations import format_clock, format_span
from arena.terminal.evaluation_text import evaluation_text, line_text
from arena.terminal.fitted_screen import FittedScreen
from arena.terminal.match_text import fault_text, seat_text
from arena.terminal.observation_view import draw_observation
from arena.terminal.printable import printable

__all__ = ["MatchView", "seats_table"]

_LAST_MOVES = 6
_LAST_FAULTS = 3
_NAME_WIDTH = 28


class MatchView:
    """Renders the picture that was shown last, with clocks as they stand when it is rendered."""

    def __init__(
        self, title: str, control: game_pb2.TimeControl, now_us: Callable[[], int]
    ) -> None:
        self._title = title
        self._control = control
        self._now_us = now_us
        self._picture = MatchPicture()
        self._board: RenderableType = Text()
        self._stays_above: int | None = None

    def stay_above(self, rows: int) -> None:
        """The picture is to stay, with so many rows of text below it."""
        self._stays_above = rows

    def show(self, picture: MatchPicture) -> None:
        """Take a new picture; the board is drawn anew only where the observation is another."""
        if picture.observation is not None and (
            picture.observation is not self._picture.observation
        ):
            self._board = draw_observation(picture.game, picture.observation)
        self._picture = picture

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Title, clocks, whose turn, faults, the last moves; below them the board."""
        picture = self._picture
        if picture.observation is None:
            state = "starting the engines ..." if not picture.ended else "nothing was played"
        else:
            kind = f"  {picture.asked.kind}" if picture.asked else ""
            state = f"ply {picture.ply}{kind}"
        head: list[RenderableType] = [
            Rule(Text(self._title, "heading"), style="none", align="left"),
            seats_table(picture, self._control, self._now_us()),
            Text(state),
            *_fault_lines(picture),
        ]
        moves = _moves_table(picture) if picture.moves else None
        yield FittedScreen(head, moves, self._board, fits=True, stays_above=self._stays_above)


def seats_table(picture: MatchPicture, control: game_pb2.TimeControl, now_us: int) -> Table:
    """A row a seat: whose turn, name, clock, time used, what it thinks, what it expects."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="heading")
    table.add_column("")
    table.add_column("seat", justify="right")
    table.add_column("bot", max_width=_NAME_WIDTH, no_wrap=True)
    table.add_column("clock", justify="right", no_wrap=True)
    table.add_column("used", justify="right", no_wrap=True)
    table.add_column("thinks", no_wrap=True)
    table.add_column("expects", no_wrap=True, overflow="ellipsis")
    for seat, name in enumerate(picture.names):
        acting = picture.asked is not None and picture.asked.seat == seat
        clock = shown_clock(picture, seat, control, now_us)
        used_us = picture.used_us[seat]
        if acting and picture.asked is not None:
            used_us += max(0, now_us - picture.asked.at_us)
        evaluation = picture.evaluations[seat]
        table.add_row(
            ">" if acting else "",
            str(seat),
            Text(printable(name, _NAME_WIDTH)),
            _clock_text(clock, control),
            format_span(used_us) if used_us else "-",
            evaluation_text(evaluation),
            line_text(evaluation),
            style="acting" if acting else "",
        )
    return table


def _clock_text(clock: ShownClock | None, control: game_pb2.TimeControl) -> Text:
    if clock is None:
        return Text("-")
    text = format_clock(clock.left_us)
    if clock.periods_left is not None:
        text += f" x{clock.periods_left}"
    low = control.bank_us > 0 and clock.left_us * 10 < control.bank_us
    return Text(text, "bad" if low else "")


def _fault_lines(picture: MatchPicture) -> list[Text]:
    return [
        Text(f"fault: {seat_text(picture.names, fault.seat)}: {fault_text(fault)}", "bad")
        for fault in picture.faults[-_LAST_FAULTS:]
    ]


def _moves_table(picture: MatchPicture) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(justify="right")
    table.add_column(max_width=_NAME_WIDTH, no_wrap=True)
    table.add_column(no_wrap=True, overflow="ellipsis")
    table.add_column(justify="right", no_wrap=True)
    for move in picture.moves[-_LAST_MOVES:]:
        by_engine = move.decider in (match_pb2.DECIDER_UNSPECIFIED, match_pb2.DECIDER_ENGINE)
        text = printable(move.text, 60) if move.text else "(hidden)"
        taken = format_span(move.charged_us) if by_engine else "referee"
        table.add_row(f"{move.ply + 1}.", seat_text(picture.names, move.seat), text, taken)
    return table
