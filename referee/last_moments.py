"""The moment between the end of a stream and the end of its process, which tells a crash."""

import asyncio

from referee.launcher.launcher import EngineProcess
from referee.time_source import TimeSource

__all__ = ["ended_or_alive"]

_LOOK_US = 500_000
"""An engine that did nothing for so long after its stream closed is alive."""
_MOST_US = 10_000_000
"""One that goes on to be busy is alive after this."""


async def ended_or_alive(process: EngineProcess, time: TimeSource) -> None:
    """Wait until a process whose stream closed has ended, or is seen to live on without it.

    How long a program takes to end is a matter of how much else this machine does: so no time
    alone tells, but whether it does anything while it passes.
    """
    woken = asyncio.Event()
    process.call_at_exit(woken.set)
    until_us = time.now_us() + _MOST_US
    process.was_busy()
    while process.exit is None:
        timer = time.timer(time.now_us() + _LOOK_US)
        timer.add_done_callback(lambda _: woken.set())
        try:
            await woken.wait()
        finally:
            timer.cancel()
        woken.clear()
        if process.exit is None and (time.now_us() >= until_us or not process.was_busy()):
            return
