"""Where the referee takes its time from: injected, so that no test waits for time to pass."""

import asyncio
import heapq
import itertools
import time
from typing import Protocol

__all__ = ["FakeTimeSource", "MonotonicTime", "TimeSource", "elapsed_us"]

_NS_PER_US = 1_000
_US_PER_S = 1_000_000


class TimeSource(Protocol):
    """A monotonic clock and its alarms, both in microseconds since some instant."""

    def now_us(self) -> int:
        """The instant now; never less than before."""
        ...

    def timer(self, at_us: int) -> "asyncio.Future[None]":
        """A future, done at `at_us` or as soon after as the event loop wakes, never earlier.

        Cancel it when it is no longer needed. Belongs to the running event loop.
        """
        ...


def elapsed_us(start_us: int, end_us: int) -> int:
    """Time between two instants, at least 1: nothing is for free."""
    return max(1, end_us - start_us)


class MonotonicTime:
    """The monotonic clock of the machine, the one that asyncio's own timers use."""

    __slots__ = ()

    def now_us(self) -> int:
        """See `TimeSource.now_us`."""
        return time.monotonic_ns() // _NS_PER_US

    def timer(self, at_us: int) -> "asyncio.Future[None]":
        """See `TimeSource.timer`."""
        return _Alarm(self, at_us).future


class _Alarm:
    """One timer of `MonotonicTime`."""

    __slots__ = ("_at_us", "_handle", "_loop", "_time", "future")

    def __init__(self, time_source: TimeSource, at_us: int) -> None:
        self._time = time_source
        self._at_us = at_us
        self._loop = asyncio.get_running_loop()
        self._handle: asyncio.TimerHandle | None = None
        self.future: asyncio.Future[None] = self._loop.create_future()
        self.future.add_done_callback(self._disarm)
        self._fire()

    def _fire(self) -> None:
        if self.future.done():
            return
        # asyncio may wake earlier by the resolution of its clock: then the rest is waited for.
        left_us = self._at_us - self._time.now_us()
        if left_us > 0:
            self._handle = self._loop.call_later(left_us / _US_PER_S, self._fire)
        else:
            self.future.set_result(None)

    def _disarm(self, _: "asyncio.Future[None]") -> None:
        if self._handle is not None:
            self._handle.cancel()


class FakeTimeSource:
    """Time that stands still until `jump` moves it."""

    __slots__ = ("_count", "_now_us", "_timers")

    def __init__(self, now_us: int = 0) -> None:
        self._now_us = now_us
        self._count = itertools.count()
        self._timers: list[tuple[int, int, asyncio.Future[None]]] = []

    def now_us(self) -> int:
        """See `TimeSource.now_us`."""
        return self._now_us

    def timer(self, at_us: int) -> "asyncio.Future[None]":
        """See `TimeSource.timer`."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if at_us <= self._now_us:
            future.set_result(None)
        else:
            heapq.heappush(self._timers, (at_us, next(self._count), future))
        return future

    def jump(self, by_us: int) -> None:
        """Let time pass at once; timers that became due are done, the earliest first."""
        if by_us < 0:
            raise ValueError(f"time can't run backwards, not even by {-by_us} us")
        self._now_us += by_us
        while self._timers and self._timers[0][0] <= self._now_us:
            future = heapq.heappop(self._timers)[2]
            if not future.done():
                future.set_result(None)

    def jump_to_next_timer(self) -> bool:
        """Jump to the earliest timer that somebody still waits for; False when there is none."""
        while self._timers:
            at_us, _, future = self._timers[0]
            if not future.done():
                self.jump(at_us - self._now_us)
                return True
            heapq.heappop(self._timers)
        return False
