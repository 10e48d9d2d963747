"""A report for the terminal: warnings, then every table."""

from collections.abc import Iterator, Mapping

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from arena.report.cell_text import cell_text, likelihood_text
from arena.report.cross_table import CrossTable
from arena.report.report import Report
from arena.report.sheet import Kind, Sheet
from arena.terminal.printable import printable

__all__ = ["text_page"]

_CELL_WIDTH = 36
_MOST_ROWS = 40
_MOST_ACROSS = 12


def text_page(report: Report, names: Mapping[str, str]) -> Iterator[RenderableType]:
    """Parts to print one after the other; long tables are cut, and say so."""
    yield Text(
        printable(f"{report.title}: {report.game_title} at {report.time_control}"), "heading"
    )
    yield Text(printable(report.progress))
    for caution in report.cautions:
        yield Text(f"! {printable(caution.text)}", "bad")
    for section in report.sections:
        yield Text(f"\n{section.title}", "heading")
        for line in section.lines:
            yield Text(printable(line))
        if section.cross_table is not None and len(section.cross_table.engines) <= _MOST_ACROSS:
            yield _cross(section.cross_table, names)
            continue
        for sheet in section.sheets:
            yield from _sheet(sheet)
    yield Text("\nProvenance", "heading")
    for name, value in report.provenance.rows:
        yield Text(f"{printable(str(name))}: {printable(str(value))}")


def _sheet(sheet: Sheet) -> Iterator[RenderableType]:
    if not sheet.rows:
        return
    yield Text(f"{sheet.title}:")
    shown = sheet.shown()
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="heading")
    for place in shown:
        column = sheet.columns[place]
        left = column.kind is Kind.TEXT
        table.add_column(column.heading, justify="left" if left else "right", no_wrap=not left)
    for row in sheet.rows[:_MOST_ROWS]:
        table.add_row(
            *(
                Text(printable(cell_text(sheet.columns[place].kind, row[place]), _CELL_WIDTH))
                for place in shown
            )
        )
    yield table
    if len(sheet.rows) > _MOST_ROWS:
        yield Text(f"... and {len(sheet.rows) - _MOST_ROWS} more")
    if sheet.note:
        yield Text(printable(sheet.note))


def _cross(table: CrossTable, names: Mapping[str, str]) -> Table:
    view = Table(box=None, padding=(0, 2, 0, 0), header_style="heading")
    view.add_column("", justify="right")
    view.add_column("bot", no_wrap=True)
    for number in range(1, len(table.engines) + 1):
        view.add_column(str(number), justify="right", no_wrap=True)
    for number, (engine, row) in enumerate(zip(table.engines, table.cells, strict=True)):
        texts = [
            f"{cell.wins}-{cell.draws}-{cell.losses} {likelihood_text(cell.los)[4:]}"
            if cell
            else ("." if place == number else "-")
            for place, cell in enumerate(row)
        ]
        name = Text(printable(names.get(engine, engine), 28))
        view.add_row(str(number + 1), name, *map(Text, texts))
    return view
