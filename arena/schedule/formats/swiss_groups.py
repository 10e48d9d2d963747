"""Seating a round of a Swiss with three seats or more: by score, with few repeats."""

from collections.abc import Callable, Sequence
from itertools import combinations

from arena.schedule.formats.swiss_pairs import Standing

__all__ = ["seat_round"]

_MOST_SWEEPS = 20


def seat_round(
    standings: Sequence[Standing],
    seats: int,
    met: Callable[[str, str], int],
    apart: Callable[[str, str], bool],
) -> tuple[list[tuple[str, ...]], list[str]]:
    """The tables of a round and who has a bye.

    `standings` are in order, the best first. Byes go to who had fewest, then to the lowest. Tables
    are filled from the top, each with those nearest in score who have met the seated ones least;
    then engines change tables for as long as that makes repeats fewer or scores closer. A table
    that still holds engines that must be kept `apart` is not played: they have byes.
    """
    spare = len(standings) % seats
    lowest_first = standings[::-1]
    by_bye = sorted(lowest_first, key=lambda standing: (standing.byes, standing.score))
    sitting = {standing.engine for standing in by_bye[:spare]}
    playing = [standing for standing in standings if standing.engine not in sitting]
    if not playing:
        return [], [s.engine for s in standings]
    cost = _Cost(playing, met, apart)
    tables: list[list[Standing]] = []
    rest = list(playing)
    while rest:
        table = [rest.pop(0)]
        while len(table) < seats:
            table.append(rest.pop(cost.nearest(table, rest)))
        tables.append(table)
    _exchange(tables, cost)
    order = {standing.engine: place for place, standing in enumerate(standings)}
    played, byes = [], sitting
    for table in tables:
        engines = sorted((standing.engine for standing in table), key=order.__getitem__)
        if any(apart(one, other) for one, other in combinations(engines, 2)):
            byes = byes | set(engines)
        else:
            played.append(tuple(engines))
    return played, [s.engine for s in standings if s.engine in byes]


class _Cost:
    """What it costs to seat engines together: owners first, then repeats, then scores."""

    def __init__(
        self,
        playing: Sequence[Standing],
        met: Callable[[str, str], int],
        apart: Callable[[str, str], bool],
    ) -> None:
        self._met = met
        self._apart = apart
        scores = [standing.score for standing in playing]
        pairs = len(playing) ** 2
        self._by_repeat = pairs * (max(scores) - min(scores)) ** 2 + 1
        engines = [standing.engine for standing in playing]
        most = max((met(one, other) ** 2 for one, other in combinations(engines, 2)), default=0)
        self._by_owner = self._by_repeat * (pairs * most + 1)

    def pair(self, one: Standing, other: Standing) -> int:
        return (
            self._apart(one.engine, other.engine) * self._by_owner
            # Squared: that two meet a third time is worse than two second times.
            + self._met(one.engine, other.engine) ** 2 * self._by_repeat
            + (one.score - other.score) ** 2
        )

    def of(self, engine: Standing, table: Sequence[Standing]) -> int:
        return sum(self.pair(engine, other) for other in table if other is not engine)

    def nearest(self, table: Sequence[Standing], rest: Sequence[Standing]) -> int:
        return min(range(len(rest)), key=lambda place: (self.of(rest[place], table), place))


def _exchange(tables: list[list[Standing]], cost: _Cost) -> None:
    """Swap engines of two tables while that makes the whole round cheaper."""
    for _ in range(_MOST_SWEEPS):
        better = False
        for one, other in combinations(tables, 2):
            for here in range(len(one)):
                for there in range(len(other)):
                    mine, theirs = one[here], other[there]
                    before = cost.of(mine, one) + cost.of(theirs, other)
                    one[here], other[there] = theirs, mine
                    if cost.of(theirs, one) + cost.of(mine, other) < before:
                        better = True
                    else:
                        one[here], other[there] = mine, theirs
        if not better:
            return
