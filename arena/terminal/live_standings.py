"""Standings that follow a running league without holding it up."""

from collections.abc import Callable

from arena.ratings import Anchor, Result, ResultColumns, Standings, rate, standings_of

__all__ = ["LiveStandings"]

_LEAST_US = 1_000_000
_SHARE = 20
"""At most one part in so many of the time goes into ratings."""


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

    def add(self, match_id: str, result: Result) -> None:
        """One more match; of a match that was played anew the last result counts."""
        self._results[match_id] = result
        self._changed = True

    def drop_deal(self, deal: str) -> None:
        """The results of a deal that is dealt anew do not count any more."""
        self._results = {key: r for key, r in self._results.items() if r.deal != deal}
        self._changed = True

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
