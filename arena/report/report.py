"""What a report is made of, whatever form it is written in."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from arena.report.cross_table import CrossTable
from arena.report.sheet import Sheet

__all__ = ["Caution", "Chart", "Report", "Section"]


@dataclass(frozen=True, slots=True)
class Caution:
    """Something that a reader must know before the numbers; `section` is where more is told."""

    text: str
    section: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture as a Vega-Lite specification, with its data inside; `description` says it.

    `narrow` is the same for the width of a phone, where it can be had.
    """

    key: str
    title: str
    description: str
    spec: dict[str, Any]
    narrow: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a report. `lines` are sentences of ours, with names of engines in them raw."""

    key: str
    title: str
    lines: tuple[str, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    charts: tuple[Chart, ...] = ()
    cross_table: CrossTable | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """A league at one moment. Texts are raw: names and reasons come from outside."""

    title: str
    game: str
    game_title: str
    time_control: str
    progress: str
    cautions: tuple[Caution, ...]
    sections: tuple[Section, ...]
    provenance: Sheet

    def sheets(self) -> Iterator[Sheet]:
        """All tables, provenance last."""
        for section in self.sections:
            yield from section.sheets
        yield self.provenance

    def sheet(self, key: str) -> Sheet:
        """One table. Raises KeyError."""
        for sheet in self.sheets():
            if sheet.key == key:
                return sheet
        raise KeyError(key)
