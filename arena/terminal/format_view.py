"""How the format of a league stands, on a terminal: a line of progress, rounds, brackets, tests."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from arena.schedule import FormatCell, FormatPicture, FormatTable
from arena.terminal.printable import printable

__all__ = ["count_text", "expected_matches", "format_lines", "format_tables"]

_LINE_WIDTH = 2_000
_CELL_WIDTH = 40


def format_lines(picture: FormatPicture) -> list[str]:
    """What the format is and how far it has come, a line each; neither may be there."""
    return [printable(line, _LINE_WIDTH) for line in (picture.title, picture.progress) if line]


def expected_matches(picture: FormatPicture, planned: int) -> int | None:
    """How many matches there will be in all; None where that is open. `planned` are known."""
    count = picture.count
    if count.most is None or count.least != count.most:
        return planned if picture.over else None
    return planned if picture.over else max(planned, count.most)


def count_text(picture: FormatPicture, done: int, planned: int) -> str:
    """How many matches are done, of how many: "12/40", or "12" where the end is open."""
    expected = expected_matches(picture, planned)
    return str(done) if expected is None else f"{done}/{expected}"


def format_tables(picture: FormatPicture) -> Iterator[RenderableType]:
    """The tables of a format, each with its title above and its note below."""
    for table in picture.tables:
        if table.rows:
            yield Text(table.title, "heading")
            yield _table(table)
            if table.note:
                yield Text(table.note)


def _table(table: FormatTable) -> Table:
    made = Table(box=None, padding=(0, 2, 0, 0), header_style="heading")
    for column, heading in enumerate(table.headings):
        numbers = all(isinstance(row[column], int | float | None) for row in table.rows)
        made.add_column(heading, justify="right" if numbers else "left", no_wrap=True)
    for row in table.rows:
        made.add_row(*(Text(_cell_text(cell)) for cell in row))
    return made


def _cell_text(cell: FormatCell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float):
        return f"{cell:g}" if cell == round(cell, 2) else f"{cell:.2f}"
    return printable(str(cell), _CELL_WIDTH)
