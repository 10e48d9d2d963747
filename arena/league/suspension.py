"""When an engine is suspended from a league: faults in a row, or being there when referees die."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from math import comb

from arena.ledger import MatchResult

__all__ = ["FaultStreaks", "VoidBlame"]


class FaultStreaks:
    """Counts the faults that each engine committed in a row, in the order of commits."""

    def __init__(self, limit: int) -> None:
        """`limit` faults in a row are enough."""
        self._limit = limit
        self._streaks: Counter[str] = Counter()

    def add(
        self,
        result: MatchResult,
        lifts: dict[str, int] | None = None,
        former: Collection[str] = (),
    ) -> list[str]:
        """Take a result in; returns the engines that have now reached the limit.

        `lifts` holds, by engine id, the number of the ledger before which faults are forgiven.
        `former` engines have another version now, which did nothing of this.
        """
        reached = []
        for seat, engine in enumerate(result.engines):
            if engine in former or (lifts is not None and result.number < lifts.get(engine, 0)):
                continue
            if seat in result.summary.faulty_seats:
                self._streaks[engine] += 1
                if self._streaks[engine] >= self._limit:
                    reached.append(engine)
            else:
                self._streaks[engine] = 0
        return reached

    def reached(self) -> list[str]:
        """All engines whose last faults in a row reach the limit."""
        return sorted(e for e, streak in self._streaks.items() if streak >= self._limit)

    def streak(self, engine_id: str) -> int:
        """Faults in a row so far."""
        return self._streaks[engine_id]


class VoidBlame:
    """Finds the engine that takes referees down with it.

    A void is nobody's fault at first. But an engine that sits in most void matches, more than any
    other, and so often that chance would have it in less than one of a hundred leagues, is taken
    for the cause. Where every match has the same engines nobody stands out, and nobody is blamed.
    """

    CHANCE = 0.005

    def __init__(self, engines: int, seats: int) -> None:
        self._engines = engines
        self._share = seats / engines
        self._voids = 0
        self._present: Counter[str] = Counter()

    def add(self, engines: Sequence[str]) -> str | None:
        """Take a void match in; returns the engine to blame, if there is one now."""
        self._voids += 1
        self._present.update(set(engines))
        ranked = self._present.most_common(2)
        engine, times = ranked[0]
        if len(ranked) > 1 and ranked[1][1] == times:
            return None
        if 2 * times <= self._voids or self._tail(times) >= self.CHANCE:
            return None
        return engine

    def add_all(self, matches: Iterable[Sequence[str]]) -> str | None:
        """Take in what happened in former runs; returns the engine to blame after the last one."""
        blamed = None
        for engines in matches:
            blamed = self.add(engines)
        return blamed

    def describe(self, engine_id: str) -> str:
        """The reason for a suspension, one line."""
        return f"present in {self._present[engine_id]} of {self._voids} void matches"

    def _tail(self, times: int) -> float:
        """Chance that any engine without a part in it is in at least `times` of the voids."""
        return self._engines * sum(
            comb(self._voids, k) * self._share**k * (1 - self._share) ** (self._voids - k)
            for k in range(times, self._voids + 1)
        )
