"""Standings of a league as tables: ratings, likelihoods of superiority, seats."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from arena.ratings import ErrorMark, Rating, Row, Scale, SeatMark, StandingsTable
from arena.ratings.superiority import percent_of_los
from arena.terminal.printable import printable

__all__ = ["likelihood_table", "rating_text", "seat_lines", "standings_notes", "standings_table"]

_NAME_WIDTH = 32
_MOST_IN_MATRIX = 30

_COLUMNS = (
    "pool",
    "rank",
    "bot",
    "Elo",
    "+-",
    "ladder",
    "points",
    "matches",
    "W-D-L",
    "placement",
    "faults",
    "forfeits",
)
_LEFT_OUT_FIRST = ("placement", "ladder", "forfeits", "W-D-L", "faults", "matches", "points", "+-")
_BOUNDLESS = 10_000
"""Columns of a terminal on which everything fits."""

_BOUND_SIGNS = {Scale.AT_LEAST: ">=", Scale.AT_MOST: "<=", Scale.BY_PRIOR: "~"}
_ERROR_SIGNS = {ErrorMark.FEW_DEALS: "?"}


def rating_text(rating: Rating) -> str:
    """A rating in whole Elo, with >= or <= where it is only a bound."""
    if rating.elo is None:
        return "-"
    return f"{_BOUND_SIGNS.get(rating.scale, '')}{round(rating.elo):+d}"


def _error_text(rating: Rating) -> str:
    if rating.plus_minus is None:
        return "-"
    return f"{rating.plus_minus:.0f}" + _ERROR_SIGNS.get(rating.error_mark, "")


class _StandingsTable:
    """The columns that fit; the least important are left out first, which a line below says."""

    def __init__(
        self,
        standings: StandingsTable,
        names: Mapping[str, str],
        most: int | None,
        ladder: Mapping[str, float],
    ) -> None:
        self._standings = standings
        self._names = names
        self._most = most
        self._ladder = ladder

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """As many columns as the width has room for, ranks, bots and ratings in any case."""
        wanted = {"pool": self._pools, "ladder": bool(self._ladder)}
        columns = [column for column in _COLUMNS if wanted.get(column, True)]
        left_out: list[str] = []
        boundless = options.update(width=_BOUNDLESS)
        for column in ("", *(c for c in _LEFT_OUT_FIRST if c in columns)):
            if column:
                columns.remove(column)
                left_out.append(column)
            table = self._table(columns, _NAME_WIDTH)
            missing = console.measure(table, options=boundless).maximum - options.max_width
            if missing <= 0:
                break
        else:  # names are cut before numbers
            longest = max((len(row["bot"]) for row in self._rows), default=0)
            table = self._table(columns, max(len("bot"), longest - missing))
        yield table
        if left_out:
            note = f"left out, the terminal being narrow: {', '.join(reversed(left_out))}"
            yield Text(note, no_wrap=True, overflow="ellipsis")

    @property
    def _pools(self) -> bool:
        return self._standings.ratings.pools > 1

    def _table(self, columns: Sequence[str], name_width: int) -> Table:
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="heading")
        for column in columns:
            if column == "bot":
                table.add_column(column, max_width=name_width, no_wrap=True)
            else:
                # What is left out is left out whole: a number without its end would be another.
                width = max(len(column), *(len(row[column]) for row in self._rows), 0)
                table.add_column(column, justify="right", no_wrap=True, min_width=width)
        for row in self._rows:
            table.add_row(*(Text(row[column]) for column in columns))
        more = len(self._standings.rows) - len(self._rows)
        if more:
            table.add_row(*(f"... {more} more" if c == "bot" else "" for c in columns))
        return table

    @cached_property
    def _rows(self) -> list[dict[str, str]]:
        return [
            _cells(row, self._names, self._ladder) for row in self._standings.rows[: self._most]
        ]


def standings_table(
    standings: StandingsTable,
    names: Mapping[str, str],
    most: int | None = None,
    *,
    ladder: Mapping[str, float] | None = None,
) -> RenderableType:
    """A row an engine, best first; `names` by engine id. `most` cuts a long table.

    `ladder` is what `Ladder.elo` says while a league runs: a column of its own, beside the ratings.
    """
    return _StandingsTable(standings, names, most, ladder or {})


def _cells(row: Row, names: Mapping[str, str], ladder: Mapping[str, float]) -> dict[str, str]:
    placement = row.mean_placement
    rung = ladder.get(row.engine)
    return {
        "pool": str(row.rating.pool + 1),
        "rank": str(row.rank) if row.rank is not None else "-",
        "bot": printable(names.get(row.engine, row.engine), _NAME_WIDTH),
        "Elo": rating_text(row.rating),
        "+-": _error_text(row.rating),
        "ladder": "-" if rung is None else f"{round(rung):+d}",
        "points": f"{row.points:g}",
        "matches": str(row.matches),
        "W-D-L": f"{row.wins}-{row.draws}-{row.losses}",
        "placement": f"{placement:.2f}" if placement is not None else "-",
        "faults": str(row.faults),
        "forfeits": str(row.forfeits),
    }


def likelihood_table(standings: StandingsTable, names: Mapping[str, str]) -> Table | None:
    """How likely it is, in percent, that the bot of the row is stronger than that of the column.

    Columns have the numbers of the rows. None for fewer than two bots or more than would fit.
    """
    rows = standings.rows
    if not 2 <= len(rows) <= _MOST_IN_MATRIX:
        return None
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="heading")
    table.add_column("", justify="right")
    table.add_column("LOS %", max_width=_NAME_WIDTH, no_wrap=True)
    for number in range(1, len(rows) + 1):
        table.add_column(str(number), justify="right", no_wrap=True)
    for number, row in enumerate(rows, start=1):
        cells = [_percent(standings, row.engine, other.engine) for other in rows]
        name = Text(printable(names.get(row.engine, row.engine), _NAME_WIDTH))
        table.add_row(str(number), name, *cells)
    return table


def _percent(standings: StandingsTable, engine: str, other: str) -> str:
    if engine == other:
        return "."
    value = standings.ratings.los_of(engine, other)
    if value is None:
        return "-"
    return percent_of_los(value)


def seat_lines(standings: StandingsTable) -> list[str]:
    """What each seat is worth, a line each, and whether seats differ."""
    effects = standings.ratings.seat_effects
    if effects.mark is SeatMark.NO_DATA or not effects.elo:
        return []
    if effects.mark in (SeatMark.NOT_SEPARABLE, SeatMark.LEFT_OUT):
        return [f"seats: {effects.mark.value}"]
    lines = []
    for seat, elo in enumerate(effects.elo):
        error = effects.standard_errors
        spread = f" (se {error[seat]:.0f})" if error is not None else ""
        lines.append(f"seat {seat}: {round(elo):+d} Elo{spread}")
    if effects.mark is SeatMark.BOUND:
        lines.append(f"seats: {effects.mark.value}")
    if effects.wald is not None:
        wald = effects.wald
        lines.append(
            f"equal seats: p = {wald.p:.3f} (Wald {wald.statistic:.2f}, df {wald.degrees})"
        )
    return lines


def standings_notes(standings: StandingsTable) -> list[str]:
    """What the marks in the table mean, only those that occur."""
    notes: list[str] = []
    scales = {row.rating.scale for row in standings.rows}
    marks = {row.rating.error_mark for row in standings.rows}
    notes += [f"{sign} {scale.value}" for scale, sign in _BOUND_SIGNS.items() if scale in scales]
    if ErrorMark.FEW_DEALS in marks:
        notes.append("? the +- is rough: few deals")
    for mark in (ErrorMark.ONE_DEAL, ErrorMark.TOO_FEW):
        if mark in marks:
            notes.append(f"+- {mark.value}")
    if ErrorMark.NO_SPREAD in marks:
        notes.append(f"+- {ErrorMark.NO_SPREAD.value}")
    if standings.ratings.pools > 1:
        notes.append("ratings of different pools can't be compared")
    return notes
