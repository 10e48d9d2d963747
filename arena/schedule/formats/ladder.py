"""The ladder: it never ends, and the next table is the one that tells most.

Who plays next is decided by tables played first, and by uncertainty only among those who have
played about as often: an engine that crashes stays uncertain, and must not eat the league.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

import numpy as np

from arena.schedule.format import Format, FormatPicture, FormatTable, MatchCount, deals_text
from arena.schedule.formats.information import Knowledge
from arena.schedule.pairing import Field, History, Pairing, PastPairing, pair_halves
from arena.schedule.table import ScheduleError, table_of

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

    def next_tables(self, history: History) -> tuple[Pairing, ...]:
        """See `Format.next_tables`."""
        for number, past in enumerate(history.pairings, 1):
            if past.label != str(number):
                raise ScheduleError(f"{past.label!r} is no place in a ladder")
        if self._over(history):
            return ()
        engines = self._choose(history)
        if engines is None:
            return ()
        table = table_of(engines, history.deals_of(engines))
        return (Pairing(str(len(history.pairings) + 1), engines, table),)

    def _over(self, history: History) -> bool:
        owners = {self._field.owners.get(e, f"engine {e}") for e in history.present}
        full = self._deals is not None and len(history.pairings) >= self._deals
        return full or len(owners) < self._field.seats

    def _choose(self, history: History) -> tuple[str, ...] | None:
        order = [engine for engine in self._order if engine in history.present]
        place = {engine: number for number, engine in enumerate(order)}
        tables = Counter(engine for past in history.pairings for engine in past.engines)
        playing = {e for past in history.pairings if not past.closed for e in past.engines}
        suspects = _suspects(history.pairings)
        waiting = suspects & playing
        free = [engine for engine in order if engine not in waiting]
        if len(free) < self._field.seats:
            # Its table is being played; who plays it decides what comes next.
            return None
        knowledge = _knowledge(history.pairings, place)
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
        tables = Counter(engine for past in history.pairings for engine in past.engines)
        playing = [past for past in history.pairings if not past.closed]
        suspects = _suspects(history.pairings)
        rows = [(engine, tables[engine], engine in suspects) for engine in self._order]
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
            over=not playing and self._over(history),
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


def _suspects(pairings: Sequence[PastPairing]) -> frozenset[str]:
    """Engines that committed a fault at the last of their tables that are over."""
    faulty: dict[str, bool] = {}
    for past in pairings:
        if past.closed:
            wrong = {r.engines[seat] for r in past.results for seat in r.faulty}
            faulty.update((engine, engine in wrong) for engine in past.engines)
    return frozenset(engine for engine, wrong in faulty.items() if wrong)


def _knowledge(pairings: Sequence[PastPairing], place: Mapping[str, int]) -> Knowledge:
    size = len(place)
    counts, scores, expected = (np.zeros((size, size)) for _ in range(3))
    for past in pairings:
        if not past.closed:
            there = [place[engine] for engine in past.engines if engine in place]
            for one, other in permutations(there, 2):
                expected[one, other] += len(past.engines)
            continue
        for result in past.results:
            if result.forfeit:
                continue
            for seat, facing, mine, theirs in pair_halves(result):
                known = result.engines[seat] in place and result.engines[facing] in place
                unrated = (
                    result.rated_pairs is not None and (seat, facing) not in result.rated_pairs
                )
                if unrated or not known:
                    continue
                one, other = place[result.engines[seat]], place[result.engines[facing]]
                counts[one, other] += 1.0
                counts[other, one] += 1.0
                scores[one, other] += mine / 2.0
                scores[other, one] += theirs / 2.0
    return Knowledge(counts, scores, expected)
