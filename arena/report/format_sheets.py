"""What the format of a league is, with its bracket, table or test."""

from collections import Counter

from arena.report.report import Section
from arena.report.sheet import Column, Kind, Sheet
from arena.schedule import FormatPicture, FormatTable

__all__ = ["format_section"]


def format_section(picture: FormatPicture) -> Section:
    """One section; formats that are planned at once have no table of their own."""
    lines = [f"{line}." for line in (_sentence(picture.title), _sentence(picture.progress)) if line]
    return Section("format", "Format", tuple(lines), tuple(map(_sheet, picture.tables)))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _sheet(table: FormatTable) -> Sheet:
    seen: Counter[str] = Counter()
    columns = []
    for place, heading in enumerate(table.headings):
        key = "_".join("".join(c if c.isalnum() else " " for c in heading.lower()).split())
        seen[key] += 1
        # A bracket names two bots in one row.
        unique = key if seen[key] == 1 else f"{key}_{seen[key]}"
        columns.append(Column(unique, heading, _kind(table, place)))
    return Sheet(table.key, table.title, tuple(columns), table.rows, note=table.note)


def _kind(table: FormatTable, place: int) -> Kind:
    cells = [row[place] for row in table.rows if row[place] is not None]
    if cells and all(isinstance(cell, int) for cell in cells):
        return Kind.COUNT
    if cells and all(isinstance(cell, int | float) for cell in cells):
        return Kind.NUMBER
    return Kind.TEXT
