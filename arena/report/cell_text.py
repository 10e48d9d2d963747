"""Cells of a sheet as people read them."""

import math

from arena.ratings.superiority import percent_of_los
from arena.report.sheet import Cell, Kind
from arena.terminal.durations import format_span

__all__ = ["cell_text", "likelihood_text", "sort_key"]

_UNKNOWN = "-"


def cell_text(kind: Kind, cell: Cell) -> str:
    """Raw text for a column of that kind; whoever writes it escapes it."""
    if cell is None:
        return _UNKNOWN
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, str):
        return cell
    if not math.isfinite(cell):
        return str(cell)
    if kind is Kind.SHARE:
        return f"{cell * 100:.1f} %"
    if kind is Kind.LIKELIHOOD:
        return f"{percent_of_los(cell)} %"
    if kind is Kind.ELO:
        return f"{round(cell):+d}"
    if kind is Kind.SPAN_US:
        return format_span(int(cell))
    if kind is Kind.NUMBER:
        digits = 0 if abs(cell) >= 100 else 1 if abs(cell) >= 10 else 2
        text = f"{cell:.{digits}f}"
        return text.rstrip("0").rstrip(".") if digits else text
    return f"{int(cell)}"


def likelihood_text(los: float | None) -> str:
    """LOS in per cent, with its name."""
    return "LOS -" if los is None else f"LOS {percent_of_los(los)} %"


def sort_key(cell: Cell) -> str:
    """What a table is sorted by: numbers as they are, nothing where nothing is known."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return str(int(cell))
    return repr(cell) if isinstance(cell, int | float) else cell
