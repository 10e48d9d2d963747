"""How late the referee's own timers wake: what a match publishes of itself."""

import asyncio
from collections.abc import Callable

from referee.time_source import TimeSource

__all__ = ["LagProbe"]

_EVERY_US = 100_000


class LagProbe:
    """Sets a timer ten times a second and tells how late it woke, microseconds."""

    def __init__(self, time: TimeSource, report: Callable[[int], None]) -> None:
        self._time = time
        self._report = report
        self._due_us = 0
        self._timer: asyncio.Future[None] | None = None

    def start(self) -> None:
        """Begin to look."""
        self._due_us = self._time.now_us() + _EVERY_US
        self._timer = self._time.timer(self._due_us)
        self._timer.add_done_callback(self._woke)

    def stop(self) -> None:
        """Look no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _woke(self, timer: "asyncio.Future[None]") -> None:
        if not timer.cancelled() and self._timer is timer:
            self._report(self._time.now_us() - self._due_us)
            self.start()
