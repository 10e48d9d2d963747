"""Real time that an engine of a test can push on: nobody waits for a limit to pass."""

import asyncio

from referee.time_source import MonotonicTime

__all__ = ["NudgedTime"]


class NudgedTime:
    """The monotonic clock, and whatever `pass_time` added to it. Implements `TimeSource`."""

    def __init__(self) -> None:
        self._real = MonotonicTime()
        self._ahead_us = 0
        self._timers: list[tuple[int, asyncio.Future[None]]] = []

    def now_us(self) -> int:
        """See `TimeSource.now_us`."""
        return self._real.now_us() + self._ahead_us

    def timer(self, at_us: int) -> "asyncio.Future[None]":
        """See `TimeSource.timer`."""
        future = self._real.timer(at_us - self._ahead_us)
        self._timers = [(at, timer) for at, timer in self._timers if not timer.done()]
        self._timers.append((at_us, future))
        return future

    def pass_time(self, by_us: int) -> None:
        """That much passes at once."""
        self._ahead_us += by_us
        for at_us, future in self._timers:
            if at_us <= self.now_us() and not future.done():
                future.set_result(None)
