"""What a ladder knows of its engines: counted once a table, since a ladder has no end."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from operator import is_
from typing import Self

import numpy as np

from arena.schedule.formats.information import Knowledge
from arena.schedule.pairing import PastPairing, pair_halves
from arena.schedule.table import ScheduleError

__all__ = ["LadderBook"]


class LadderBook:
    """Counts over pairings, tables being played included.

    `tables` by engine, `deals` by set of engines, `playing` are the engines at open tables.
    """

    def __init__(self) -> None:
        self._read: list[PastPairing] = []
        self._length = 0
        self._faulty: dict[str, bool] = {}
        self._met: Counter[tuple[str, str]] = Counter()
        self._won: Counter[tuple[str, str]] = Counter()
        self._expected: Counter[tuple[str, str]] = Counter()
        self.tables: Counter[str] = Counter()
        self.deals: Counter[frozenset[str]] = Counter()
        self.playing: set[str] = set()

    def reads(self, pairings: Sequence[PastPairing]) -> bool:
        """Whether these pairings begin with those that this book holds."""
        return len(self._read) <= len(pairings) and all(map(is_, self._read, pairings))

    def of(self, pairings: Sequence[PastPairing]) -> Self:
        """The book of these pairings; this one keeps those up to the first that is not over.

        `reads` must hold. Raises ScheduleError for what is no place in a ladder.
        """
        start = len(self._read)
        while start < len(pairings) and pairings[start].closed:
            self._add(pairings[start])
            self._read.append(pairings[start])
            start += 1
        whole = self._copy()
        for past in pairings[start:]:
            whole._add(past)
        return whole

    def suspects(self) -> frozenset[str]:
        """Engines that committed a fault at the last of their tables that are over."""
        return frozenset(engine for engine, wrong in self._faulty.items() if wrong)

    def knowledge(self, engines: Sequence[str]) -> Knowledge:
        """What results tell of these engines, by their places."""
        place = {engine: number for number, engine in enumerate(engines)}
        counts, scores, expected = (np.zeros((len(place), len(place))) for _ in range(3))
        for matrix, source, unit in (
            (counts, self._met, 1.0),
            (scores, self._won, 0.5),
            (expected, self._expected, 1.0),
        ):
            for (one, other), number in source.items():
                if one in place and other in place:
                    matrix[place[one], place[other]] = unit * number
        return Knowledge(counts, scores, expected)

    def _copy(self) -> Self:
        made = type(self)()
        made._length = self._length
        made._faulty = dict(self._faulty)
        made._met, made._won = self._met.copy(), self._won.copy()
        made.tables, made.deals = self.tables.copy(), self.deals.copy()
        return made

    def _add(self, past: PastPairing) -> None:
        self._length += 1
        if past.label != str(self._length):
            raise ScheduleError(f"{past.label!r} is no place in a ladder")
        self.tables.update(past.engines)
        self.deals[frozenset(past.engines)] += 1
        if not past.closed:
            self.playing.update(past.engines)
            for pair in permutations(past.engines, 2):
                self._expected[pair] += len(past.engines)
            return
        wrong = {result.engines[seat] for result in past.results for seat in result.faulty}
        self._faulty.update((engine, engine in wrong) for engine in past.engines)
        for result in past.results:
            if result.forfeit:
                continue
            for seat, facing, mine, theirs in pair_halves(result):
                if result.rated_pairs is not None and (seat, facing) not in result.rated_pairs:
                    continue
                one, other = result.engines[seat], result.engines[facing]
                self._met[one, other] += 1
                self._met[other, one] += 1
                self._won[one, other] += mine
                self._won[other, one] += theirs
