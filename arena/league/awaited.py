"""Matches that do not begin because an engine from far away is not there yet."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from arena.league.plan import PlannedMatch

__all__ = ["Awaited", "AwaitedMatches"]

_PATIENCE_S = 2.0
"""Engines that wait in the lobby begin sooner: nobody need hear of them."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """A match that waits in a slot for `engines`, the ids of those from far away."""

    slot: int
    match: PlannedMatch
    attempt: int
    engines: tuple[str, ...]


class AwaitedMatches:
    """Which matches have been given to a referee and did not begin in good time."""

    def __init__(self, far: frozenset[str], now_s: Callable[[], float] = time.monotonic) -> None:
        """`far` are the ids of the engines from far away; nobody waits for others."""
        self._far = far
        self._now_s = now_s
        self._given: dict[int, tuple[float, Awaited]] = {}

    def given(self, slot: int, match: PlannedMatch, attempt: int) -> None:
        """A referee was given a match."""
        engines = tuple(engine for engine in match.engines if engine in self._far)
        if engines:
            self._given[slot] = self._now_s(), Awaited(slot, match, attempt, engines)

    def begun(self, slot: int) -> None:
        """Its engines are there, or it came to nothing."""
        self._given.pop(slot, None)

    def overdue(self) -> list[Awaited]:
        """Those that have waited for long and were not told yet."""
        late_s = self._now_s() - _PATIENCE_S
        found = [awaited for given_s, awaited in self._given.values() if given_s <= late_s]
        for awaited in found:
            del self._given[awaited.slot]
        return found
