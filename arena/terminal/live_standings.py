"""Standings that follow a running league without holding it up."""

from collections.abc import Callable, Mapping
from itertools import islice

from arena.ratings import Anchor, Result, ResultColumns, Standings, rate, standings_of
from arena.ratings.ladder import Ladder

__all__ = ["MOST_CLIMBED", "LiveStandings"]

_LEAST_US = 1_000_000
_SHARE = 20
"""At most one part in so many of the time goes into ratings."""

MOST_CLIMBED = 3_000
"""A ladder that must be built anew begins so many matches ago; it forgets older ones anyway."""


class LiveStandings:
    """Takes results one by one and rates them anew now and then."""

    def __init__(
        self, roster: tuple[str, ...], anchor: Anchor | None, now_us: Callable[[], int]
    ) -> None:
        self._roster = roster
        self._anchor = anchor
        self._now_us = now_us
        self._next_us = 0
        self._changed = True
        self._results: dict[str, Result] = {}
        self._standings: Standings | None = None
        self._ladder: Ladder | None = None

    def add(self, match_id: str, result: Result) -> None:
        """One more match; of a match that was played anew the last result counts."""
        if self._results.pop(match_id, None) is not None:
            self._ladder = None
        self._results[match_id] = result
        if self._ladder is not None:
            self._ladder.add(result)
        self._changed = True

    def drop_deal(self, deal: str) -> None:
        """The results of a deal that is dealt anew do not count any more."""
        self._results = {key: r for key, r in self._results.items() if r.deal != deal}
        self._ladder = None
        self._changed = True

    def ladder(self) -> Mapping[str, float]:
        """The ladder after the last match, in Elo by engine; of engines that have played.

        Its zero is that of the standings: the mean, or the anchor once that has played.
        """
        if self._ladder is None:
            first = max(0, len(self._results) - MOST_CLIMBED)
            self._ladder = Ladder(islice(self._results.values(), first, None))
        elo, anchor = self._ladder.elo(), self._anchor
        if anchor is None or anchor.engine not in elo:
            return elo
        moved = anchor.elo - elo[anchor.engine]
        return {engine: value + moved for engine, value in elo.items()}

    def current(self) -> Standings | None:
        """Not older than a second or, where rating takes long, twenty times that long."""
        started_us = self._now_us()
        if self._changed and started_us >= self._next_us:
            columns = ResultColumns.of(self._results.values(), self._roster)
            self._standings = standings_of(columns, rate(columns, self._anchor))
            self._changed = False
            ended_us = self._now_us()
            self._next_us = ended_us + max(_LEAST_US, _SHARE * (ended_us - started_us))
        return self._standings
