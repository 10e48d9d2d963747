"""A format: who meets next, as a pure function of what has been."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from arena.schedule.pairing import History, Pairing

__all__ = ["Format", "FormatCell", "FormatPicture", "FormatTable", "MatchCount", "deals_text"]

FormatCell = str | int | float | None
"""None where there is nothing to say."""


@dataclass(frozen=True, slots=True)
class MatchCount:
    """How many matches a format means; `most` is None where it has no end."""

    least: int
    most: int | None

    def text(self) -> str:
        """For people: "84 matches", "6 to 14 matches", "endless"."""
        if self.most is None:
            return "endless"
        if self.least == self.most:
            return f"{self.most:,} matches"
        return f"{self.least:,} to {self.most:,} matches"


@dataclass(frozen=True, slots=True)
class FormatTable:
    """A table that a format shows, with names of engines in it raw; headings are ours."""

    key: str
    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[FormatCell, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class FormatPicture:
    """How a format stands, for people and for programs.

    `title` says what it is and `progress` how far it has come, both one line, names in them raw.
    `count` is what it means from here. `over` says that nobody will be paired any more. `data` is
    the same as JSON values, with engine ids.
    """

    title: str
    progress: str
    count: MatchCount
    over: bool
    tables: tuple[FormatTable, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)


def deals_text(deals: int) -> str:
    """So many deals, for people: "1 deal", "20 deals"."""
    return "1 deal" if deals == 1 else f"{deals:,} deals"


class Format(ABC):
    """Who meets next. Pure: equal histories give equal answers, on every machine."""

    adaptive: ClassVar[bool] = True
    """Whether the answer depends on the history: then each pairing is committed to the ledger
    before it is played, while others are planned all at once."""

    on_demand: ClassVar[bool] = False
    """Whether there is always another pairing, so that it is asked for only when a referee is
    idle."""

    of_versions: ClassVar[bool] = False
    """Whether all results must be of one version of each engine."""

    @abstractmethod
    def next_tables(self, history: History) -> tuple[Pairing, ...]:
        """The pairings to be committed next, together; none where results must come first, or
        where all is over.

        Without adapting: all pairings, whatever the history. Raises ScheduleError for engines that
        make no schedule, and for a history that is not of this format.
        """

    @abstractmethod
    def count(self) -> MatchCount:
        """How many matches are meant, before the first one."""

    @abstractmethod
    def picture(self, history: History, names: Mapping[str, str]) -> FormatPicture:
        """How it stands; `names` are those of engines by their ids."""

    def warnings(self, history: History) -> tuple[str, ...]:
        """What the organiser should know, one line each."""
        return ()
