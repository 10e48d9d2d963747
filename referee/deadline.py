"""When the flag of the decision in hand falls."""

import asyncio
from collections.abc import Callable

from referee.time_source import TimeSource

__all__ = ["Deadline"]


class Deadline:
    """Calls `ring` when a moving deadline has passed, and may call it earlier too.

    One timer serves many decisions: most deadlines move on long before they pass, so a timer that
    wakes too early is set again for what is left, instead of one being made for each decision.
    """

    __slots__ = ("_at_us", "_ring", "_time", "_timer", "_timer_us")

    def __init__(self, time: TimeSource, ring: Callable[[], None]) -> None:
        self._time = time
        self._ring = ring
        self._at_us: int | None = None
        self._timer: asyncio.Future[None] | None = None
        self._timer_us = 0

    def set(self, at_us: int) -> None:
        """The deadline (monotonic, microseconds) in place of any before."""
        self._at_us = at_us
        if self._timer is None or at_us < self._timer_us:
            self._arm(at_us)

    def clear(self) -> None:
        """There is none for now."""
        self._at_us = None

    @property
    def passed(self) -> bool:
        """Whether it is set and has passed."""
        return self._at_us is not None and self._time.now_us() >= self._at_us

    def close(self) -> None:
        """No more timers."""
        self._at_us = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _arm(self, at_us: int) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer_us = at_us
        self._timer = self._time.timer(at_us)
        self._timer.add_done_callback(self._woke)

    def _woke(self, timer: "asyncio.Future[None]") -> None:
        if timer is not self._timer:
            return
        self._timer = None
        if self._at_us is None:
            return
        if self._time.now_us() >= self._at_us:
            self._ring()
        else:
            self._arm(self._at_us)
