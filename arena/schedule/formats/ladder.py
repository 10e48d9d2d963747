"""The ladder: it never ends, and the next table is the one that tells most.

Who plays next is decided by tables played first, and by uncertainty only among those who have
played about as often: an engine that crashes stays uncertain, and must not eat the league.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from arena.schedule.format import Format, FormatPicture, FormatTable, MatchCount, deals_text
from arena.schedule.formats.information import Knowledge
from arena.schedule.formats.ladder_book import LadderBook
from arena.schedule.pairing import Field, History, Pairing
from arena.schedule.table import table_of

__all__ = ["Ladder"]

_SLACK = 2
"""Opponents have at most so many tables more than the engine that has fewest, if there are any."""


class Ladder(Format):
    """One table after another, numbered from 1; `deals` is where it ends, None for never.

    The first engine at a table is one with the fewest tables, those being played included; among
    these the most uncertain one. The others are chosen one by one among those with about as few
    tables: whose meeting with the seated ones tells most. An engine that committed a fault at its
    last table waits for that table and for others: nobody needs it as an opponent, and while it
    plays it gets no other table.
    """

    on_demand = True

    def __init__(self, field: Field, deals: int | None) -> None:
        self._field = field
        self._deals = deals
        self._order = field.drawn()
        self._book = LadderBook()

    def _book_of(self, history: History) -> LadderBook:
        if not self._book.reads(history.pairings):
            # Another history than the one before.
            self._book = LadderBook()
        return self._book.of(history.pairings)

    def next_tables(self, history: History) -> tuple[Pairing, ...]:
        """See `Format.next_tables`."""
        book = self._book_of(history)
        if self._over(history):
            return ()
        engines = self._choose(history, book)
        if engines is None:
            return ()
        table = table_of(engines, book.deals[frozenset(engines)])
        return (Pairing(str(len(history.pairings) + 1), engines, table),)

    def _over(self, history: History) -> bool:
        owners = {self._field.owners.get(e, f"engine {e}") for e in history.present}
        full = self._deals is not None and len(history.pairings) >= self._deals
        return full or len(owners) < self._field.seats

    def _choose(self, history: History, book: LadderBook) -> tuple[str, ...] | None:
        order = [engine for engine in self._order if engine in history.present]
        place = {engine: number for number, engine in enumerate(order)}
        tables, suspects = book.tables, book.suspects()
        waiting = suspects & book.playing
        free = [engine for engine in order if engine not in waiting]
        if len(free) < self._field.seats:
            # Its table is being played; who plays it decides what comes next.
            return None
        knowledge = book.knowledge(order)
        first = min(
            free,
            key=lambda engine: (
                tables[engine],
                -knowledge.variance(place[engine]),
                place[engine],
            ),
        )
        seated = [first]
        while len(seated) < self._field.seats:
            allowed = [
                engine
                for engine in free
                if engine not in seated and not any(self._field.apart(engine, s) for s in seated)
            ]
            if not allowed:
                return None
            seated.append(self._opponent(seated, allowed, tables, suspects, knowledge, place))
        return tuple(seated)

    def _opponent(
        self,
        seated: Sequence[str],
        allowed: Sequence[str],
        tables: Mapping[str, int],
        suspects: frozenset[str],
        knowledge: Knowledge,
        place: Mapping[str, int],
    ) -> str:
        sound = [engine for engine in allowed if engine not in suspects] or allowed
        fewest = min(tables[engine] for engine in sound)
        near = [engine for engine in sound if tables[engine] <= fewest + _SLACK]
        at_table = [place[engine] for engine in seated]
        return max(
            near,
            key=lambda engine: (
                knowledge.gain(place[engine], at_table, self._field.seats),
                -tables[engine],
                -place[engine],
            ),
        )

    def count(self) -> MatchCount:
        """See `Format.count`."""
        if self._deals is None:
            return MatchCount(0, None)
        matches = self._deals * self._field.seats
        return MatchCount(matches, matches)

    def picture(self, history: History, names: Mapping[str, str]) -> FormatPicture:
        """See `Format.picture`."""
        end = "" if self._deals is None else f", {deals_text(self._deals)}"
        book = self._book_of(history)
        suspects = book.suspects()
        rows = [(engine, book.tables[engine], engine in suspects) for engine in self._order]
        data: dict[str, Any] = {
            "tables": len(history.pairings),
            "engines": [
                {"engine": engine, "tables": count, "held_back": held}
                for engine, count, held in rows
            ],
        }
        return FormatPicture(
            f"ladder{end}",
            "",
            self.count(),
            over=not book.playing and self._over(history),
            tables=(
                FormatTable(
                    "ladder",
                    "Tables played",
                    ("bot", "tables", "held back"),
                    tuple(
                        (names.get(engine, engine), count, "fault" if held else "")
                        for engine, count, held in rows
                    ),
                    "Who committed a fault at its last table is nobody's opponent meanwhile.",
                ),
            ),
            data=data,
        )
