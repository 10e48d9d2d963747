"""The score of a few matches as a table."""

from rich.table import Table
from rich.text import Text

from arena.match.tally import Tally
from arena.terminal.printable import printable

__all__ = ["tally_table"]

_NAME_WIDTH = 40


def tally_table(tally: Tally) -> Table:
    """A row an engine, the best first; forfeits have a column where there are any."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="heading")
    table.add_column("bot", max_width=_NAME_WIDTH, no_wrap=True)
    forfeits = any(row.forfeits for row in tally.rows)
    columns = ("points", "W-D-L", "placement", "faults", *(("forfeits",) if forfeits else ()))
    for column in columns:
        table.add_column(column, justify="right")
    for row in sorted(tally.rows, key=lambda row: -row.points):
        mean = sum(row.placements) / len(row.placements) if row.placements else None
        table.add_row(
            Text(printable(row.name, _NAME_WIDTH)),
            f"{row.points:g}",
            f"{row.wins}-{row.draws}-{row.losses}",
            f"{mean:.2f}" if mean is not None else "-",
            str(row.faults),
            *((str(row.forfeits),) if forfeits else ()),
        )
    if tally.void:
        table.caption = f"{tally.void} of {tally.matches} matches void"
    return table
