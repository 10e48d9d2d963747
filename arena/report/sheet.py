"""A sheet: one table of a report as plain values, from which every form of it is written."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Cell", "Column", "Kind", "Sheet"]

Cell = str | int | float | bool | None
"""None where nothing is known."""


class Kind(StrEnum):
    """What stands in a column."""

    TEXT = "text"
    """Raw text, of engines too: whoever writes it somewhere escapes it there."""

    COUNT = "count"
    NUMBER = "number"
    ELO = "elo"
    SHARE = "share"
    """0 to 1, shown as per cent."""

    LIKELIHOOD = "likelihood"
    """The same, where neither 0 nor 1 can be proved."""

    SPAN_US = "span_us"
    """A length of time, microseconds."""

    MATCH = "match"
    """The number of a match in the ledger, shown as a link where its replay is at hand."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column; `key` is its name in files, `heading` that for people."""

    key: str
    heading: str
    kind: Kind = Kind.TEXT
    help: str = ""
    files_only: bool = False
    """Pages have no room for it."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table. `key` is its name in files; every row has one cell a column."""

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{self.key}: {len(row)} cells in {len(self.columns)} columns")

    def shown(self) -> tuple[int, ...]:
        """Places of the columns that pages have room for."""
        return tuple(n for n, column in enumerate(self.columns) if not column.files_only)

    def records(self) -> list[dict[str, Cell]]:
        """The rows by column keys."""
        keys = [column.key for column in self.columns]
        return [dict(zip(keys, row, strict=True)) for row in self.rows]
