"""The round robin as a format: everybody meets everybody, planned all at once."""

from collections.abc import Mapping
from functools import cached_property
from itertools import combinations

from arena.schedule.format import Format, FormatPicture, MatchCount, deals_text
from arena.schedule.pairing import Field, History, Pairing
from arena.schedule.round_robin import round_robin
from arena.schedule.table import Table

__all__ = ["RoundRobin"]


class RoundRobin(Format):
    """See `arena.schedule.round_robin`."""

    adaptive = False

    def __init__(self, field: Field, deals: int) -> None:
        self._field = field
        self._deals = deals

    @cached_property
    def _tables(self) -> tuple[Table, ...]:
        field = self._field
        return tuple(round_robin(field.engines, field.seats, self._deals, field.owners))

    def next_tables(self, history: History) -> tuple[Pairing, ...]:
        """See `Format.next_tables`."""
        return tuple(Pairing(table.key, table.engines, table) for table in self._tables)

    def count(self) -> MatchCount:
        """See `Format.count`."""
        matches = self._count_tables() * self._field.seats
        return MatchCount(matches, matches)

    def _count_tables(self) -> int:
        # A league may have millions of deals; only owners make counting hard.
        field, size = self._field, len(self._field.engines)
        if field.seats == 2:
            pairs = combinations(field.engines, 2)
            return self._deals * sum(not field.apart(one, other) for one, other in pairs)
        if field.owners:
            return len(self._tables)
        return self._deals * (1 if size == field.seats else size)

    def picture(self, history: History, names: Mapping[str, str]) -> FormatPicture:
        """See `Format.picture`."""
        unit = "a pair" if self._field.seats == 2 else "a block"
        title = f"round robin, {deals_text(self._deals)} {unit}"
        return FormatPicture(title, "", self.count(), over=False)
