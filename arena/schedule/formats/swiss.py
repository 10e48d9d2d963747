"""The Swiss: a fixed number of rounds, in each of which engines with equal scores meet."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import ceil, log2

from arena.schedule.format import Format, FormatPicture, FormatTable, MatchCount, deals_text
from arena.schedule.formats.swiss_groups import seat_round
from arena.schedule.formats.swiss_pairs import Standing, pair_round
from arena.schedule.formats.swiss_standings import SwissRow, encounters_of, swiss_rows
from arena.schedule.pairing import Field, History, Pairing, PastPairing
from arena.schedule.table import ScheduleError, table_of

__all__ = ["Swiss", "default_rounds"]


def default_rounds(engines: int) -> int:
    """As many rounds as single out one of so many engines."""
    return max(1, ceil(log2(max(engines, 2))))


class Swiss(Format):
    """`rounds` rounds; every table plays `deals` deals with each rotation of the seats.

    A round is paired when nothing of the one before is left to play. Labels are
    `round/table/deal`, and `round/bye/number` for who sits out. Newcomers join with the next
    round, without points; who has left or is suspended is not paired any more.
    """

    def __init__(
        self, field: Field, deals: int, rounds: int | None = None, seeds: Sequence[str] = ()
    ) -> None:
        self._field = field
        self._deals = deals
        self._rounds = rounds or default_rounds(len(field.engines))
        self._order = field.drawn(seeds)

    def next_tables(self, history: History) -> tuple[Pairing, ...]:
        """See `Format.next_tables`."""
        rounds = _rounds(history)
        if self._over(history, rounds) or any(not past.closed for past in history.pairings):
            return ()
        tables, sitting = self._pair(rounds, history.present)
        number = len(rounds) + 1
        dealt = Counter(
            frozenset(past.engines) for past in history.pairings if past.pairing.table is not None
        )
        made = []
        for deal in range(1, self._deals + 1):
            for place, engines in enumerate(tables, 1):
                table = table_of(engines, dealt[frozenset(engines)] + deal - 1)
                made.append(Pairing(f"{number}/{place}/{deal}", engines, table))
        for place, engine in enumerate(sitting, 1):
            made.append(Pairing(f"{number}/bye/{place}", (engine,)))
        return tuple(made)

    def _over(self, history: History, rounds: Sequence[Sequence[PastPairing]]) -> bool:
        return len(rounds) >= self._rounds or not self._can_play(history.present)

    def _can_play(self, present: frozenset[str]) -> bool:
        owners = {self._field.owners.get(engine, f"engine {engine}") for engine in present}
        return len(owners) >= self._field.seats

    def _pair(
        self, rounds: Sequence[Sequence[PastPairing]], present: frozenset[str]
    ) -> tuple[Sequence[tuple[str, ...]], list[str]]:
        points, _ = encounters_of(rounds, self._field.seats)
        unit = 2 * (self._field.seats - 1)
        met: Counter[frozenset[str]] = Counter()
        byes: Counter[str] = Counter()
        for pairings in rounds:
            for past in pairings:
                if past.pairing.table is None:
                    byes.update(past.engines)
                elif past.label.endswith("/1"):
                    met.update(frozenset(pair) for pair in combinations(past.engines, 2))
        standings = [
            Standing(engine, int(points.get(engine, 0) * unit), byes[engine])
            for engine in self._order
            if engine in present
        ]
        # Sorting keeps the order of seeds and lots among equals.
        standings.sort(key=lambda standing: -standing.score)

        def times_met(one: str, other: str) -> int:
            return met[frozenset((one, other))]

        if self._field.seats == 2:
            return pair_round(standings, times_met, self._field.apart)
        return seat_round(standings, self._field.seats, times_met, self._field.apart)

    def count(self) -> MatchCount:
        """See `Format.count`."""
        seats, size = self._field.seats, len(self._field.engines)
        matches = self._rounds * (size // seats) * seats * self._deals
        # Owners can keep engines from being paired.
        sure = 0 if self._field.owners else matches
        return MatchCount(sure, matches)

    def picture(self, history: History, names: Mapping[str, str]) -> FormatPicture:
        """See `Format.picture`."""
        rounds = _rounds(history)
        open_tables = [past for past in history.pairings if not past.closed]
        over = not open_tables and self._over(history, rounds)
        rows = swiss_rows(rounds, self._listed(history), self._field.seats)
        title = f"Swiss, {self._rounds} rounds, {deals_text(self._deals)} a table"
        return FormatPicture(
            title,
            self._progress(rounds, open_tables, names, over=over),
            self.count(),
            over=over,
            tables=(_table(rows, names),),
            data={
                "rounds": self._rounds,
                "round": len(rounds),
                "standings": [_row_data(row) for row in rows],
            },
        )

    def _listed(self, history: History) -> list[str]:
        """All that take part or have been paired."""
        gone = dict.fromkeys(engine for past in history.pairings for engine in past.engines)
        return [*self._order, *(engine for engine in gone if engine not in self._order)]

    def _progress(
        self,
        rounds: Sequence[Sequence[PastPairing]],
        open_tables: Sequence[PastPairing],
        names: Mapping[str, str],
        *,
        over: bool,
    ) -> str:
        if over:
            early = f", ended after {len(rounds)}" if len(rounds) < self._rounds else ""
            return f"all rounds are over{early}"
        if not rounds:
            return f"round 1 of {self._rounds} is to be paired"
        byes = [past.engines[0] for past in rounds[-1] if past.pairing.table is None]
        seated = [past for past in rounds[-1] if past.pairing.table is not None]
        tables = [past for past in seated if past.label.endswith("/1")]
        who = ", ".join(" v ".join(names.get(e, e) for e in past.engines) for past in tables)
        sitting = f"; bye: {', '.join(names.get(e, e) for e in byes)}" if byes else ""
        return f"round {len(rounds)} of {self._rounds}: {who}{sitting}"


def _rounds(history: History) -> list[list[PastPairing]]:
    rounds: list[list[PastPairing]] = []
    for past in history.pairings:
        words = past.label.split("/")
        if len(words) != 3 or not (words[0].isdecimal() and words[2].isdecimal()):
            raise ScheduleError(f"{past.label!r} is no place in a Swiss")
        number = int(words[0])
        if number == len(rounds) + 1:
            rounds.append([])
        if number != len(rounds):
            raise ScheduleError(f"round {number} follows round {len(rounds)}")
        rounds[-1].append(past)
    return rounds


def _table(rows: Sequence[SwissRow], names: Mapping[str, str]) -> FormatTable:
    return FormatTable(
        "swiss",
        "Swiss table",
        ("rank", "bot", "points", "Buchholz cut 1", "Buchholz", "Sonneborn-Berger", "rounds"),
        tuple(
            (
                row.rank,
                names.get(row.engine, row.engine),
                float(row.points),
                float(row.cut),
                float(row.buchholz),
                float(row.sonneborn_berger),
                row.rounds,
            )
            for row in rows
        ),
        "Ties are broken from left to right; a bye counts as a table won.",
    )


def _row_data(row: SwissRow) -> dict[str, object]:
    return {
        "engine": row.engine,
        "rank": row.rank,
        "points": float(row.points),
        "buchholz_cut_1": float(row.cut),
        "buchholz": float(row.buchholz),
        "sonneborn_berger": float(row.sonneborn_berger),
        "rounds": row.rounds,
        "byes": row.byes,
    }
