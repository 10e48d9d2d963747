"""The gauntlet: challengers meet a field, all of it on the same deals.

What a challenger scores against each of the field, and what two challengers score, is thereby
compared on equal terms. The field does not play among itself, nor do challengers.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice

from arena.schedule.base_blocks import develop, find_base_blocks
from arena.schedule.format import Format, FormatPicture, MatchCount, deals_text
from arena.schedule.owners import tables_apart
from arena.schedule.pairing import Field, History, Pairing
from arena.schedule.table import ScheduleError, Table, table_of

__all__ = ["Gauntlet"]


class Gauntlet(Format):
    """`deals` deals that every challenger plays against the whole field.

    Two seats: a deal is played against each of the field, in both seatings. More seats: a deal is
    played by one challenger with sets of the field that one base block gives, so that all of the
    field meet it equally often. A deal's name is its number alone, so that whoever joins later
    plays the deals that the others had; with two seats all former matches stay as they are.
    """

    adaptive = False

    def __init__(self, field: Field, deals: int, challengers: Sequence[str]) -> None:
        """Raises ScheduleError where there is nobody to challenge."""
        self._field = field
        self._deals = deals
        self._challengers = sorted(set(challengers) & set(field.engines))
        self._others = sorted(set(field.engines) - set(challengers))
        if not self._challengers:
            raise ScheduleError("a gauntlet needs a challenger")
        for challenger in self._challengers:
            owners = {field.owners.get(e, f"engine {e}") for e in self._opponents(challenger)}
            if len(owners) < field.seats - 1:
                raise ScheduleError(
                    f"{challenger} needs {field.seats - 1} opponents of other owners, "
                    f"the field has {len(owners)}"
                )

    def next_tables(self, history: History) -> tuple[Pairing, ...]:
        """See `Format.next_tables`."""
        return tuple(
            Pairing(f"{table.deal_key} {table.key}", table.engines, table)
            for deal in self._tables
            for table in deal
        )

    @cached_property
    def _tables(self) -> tuple[tuple[Table, ...], ...]:
        sets = [list(islice(self._sets(c), self._deals)) for c in self._challengers]
        return tuple(
            tuple(
                table_of((challenger, *opponents), deal, f"gauntlet#{deal}")
                for challenger, of_challenger in zip(self._challengers, sets, strict=True)
                for opponents in of_challenger[deal]
            )
            for deal in range(self._deals)
        )

    def _opponents(self, challenger: str) -> list[str]:
        return [other for other in self._others if not self._field.apart(challenger, other)]

    def _sets(self, challenger: str) -> Iterator[list[tuple[str, ...]]]:
        """For each deal, the sets of the field that meet the challenger; none of them twice."""
        opponents, places = self._opponents(challenger), self._field.seats - 1
        size = len(opponents)
        owner_of = [self._field.owners.get(e, f"engine {e}") for e in opponents]
        if places == 1:
            rounds: Iterator[Sequence[tuple[int, ...]]] = iter(
                [[(number,) for number in range(size)]] * self._deals
            )
        elif size == places:
            rounds = iter([[tuple(range(size))]] * self._deals)
        elif len(set(owner_of)) < size:
            rounds = _rounds_apart(owner_of, places, self._deals)
        else:
            rounds = (develop(b, size) for b in find_base_blocks(size, places, self._deals))
        for sets in rounds:
            # A block whose shifts come back early gives each of its sets several times.
            once = dict.fromkeys(tuple(sorted(members)) for members in sets)
            yield [tuple(opponents[number] for number in members) for members in once]

    def count(self) -> MatchCount:
        """See `Format.count`."""
        if self._field.seats == 2:
            tables = self._deals * sum(len(self._opponents(c)) for c in self._challengers)
        else:
            tables = sum(map(len, self._tables))
        matches = tables * self._field.seats
        return MatchCount(matches, matches)

    def picture(self, history: History, names: Mapping[str, str]) -> FormatPicture:
        """See `Format.picture`."""
        who = ", ".join(names.get(c, c) for c in self._challengers)
        title = f"gauntlet of {who}: {deals_text(self._deals)} against {len(self._others)} bots"
        data = {"challengers": list(self._challengers), "field": list(self._others)}
        return FormatPicture(title, "", self.count(), over=False, data=data)


def _rounds_apart(
    owner_of: Sequence[str], places: int, deals: int
) -> Iterator[Sequence[tuple[int, ...]]]:
    """Sets of different owners; those that one deal more adds belong to that deal."""
    tables = list(tables_apart(owner_of, places, deals))
    start = 0
    for deal in range(1, deals + 1):
        end = sum(1 for _ in tables_apart(owner_of, places, deal))
        yield tables[start:end]
        start = end
