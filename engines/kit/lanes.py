"""Where the bot's methods run: one at a time, in the order the referee spoke.

The reader of the stream must go on while a bot thinks, so that Info goes out and the end of a match
is heard. So an ordinary bot has a thread of its own, an asyncio bot a task of its own; an instant
bot is called by the reader itself, which costs least.
"""

import asyncio
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from inspect import isawaitable
from queue import SimpleQueue
from typing import Any

from engines.kit.errors import BotError
from engines.kit.stream import FAREWELL_S, Stream

__all__ = ["AsyncLane", "InlineLane", "Lane", "ThreadLane"]

_GONE_S = 60.0
"""How long a bot may compute on before its next match is in vain."""

Call = Callable[[], Any]
"""A call of a method of the bot; an awaitable result is awaited where the lane can."""

Finish = Callable[[Any], bytes | None]
"""Makes the message for the referee out of a result; runs where the call ran."""

Fail = Callable[[BaseException], None]
"""Hears what the bot raised, in the event loop."""


class Lane(ABC):
    """Runs the bot's methods, one after another."""

    @abstractmethod
    async def run(self, call: Call, finish: Finish) -> None:
        """Have it called; what `finish` gives is sent."""

    @abstractmethod
    def post(self, data: bytes) -> None:
        """Send a message from inside the bot."""

    def interrupt(self) -> None:  # noqa: B027 - only some lanes can
        """Nobody waits for the result of what runs now; end it if that can be done."""

    async def end(self) -> None:  # noqa: B027 - only some lanes wait
        """Nothing more will be run: wait a moment for what was asked for."""

    async def gone(self) -> None:  # noqa: B027 - only some lanes leave anything behind
        """After `end`: wait until nothing of the bot runs any more. Raises BotError."""


class InlineLane(Lane):
    """In the event loop itself: for instant bots."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    async def run(self, call: Call, finish: Finish) -> None:
        """Call at once."""
        data = finish(call())
        if data is not None:
            await self._stream.send(data)

    def post(self, data: bytes) -> None:
        """Goes out with the answer."""
        self._stream.post(data)


class ThreadLane(Lane):
    """In one thread: for bots that compute."""

    def __init__(self, stream: Stream, fail: Fail) -> None:
        self._stream = stream
        self._fail = fail
        self._loop = asyncio.get_running_loop()
        self._ended = self._loop.create_future()
        self._calls: SimpleQueue[tuple[Call, Finish] | None] = SimpleQueue()
        # A daemon: a search that does not end must not keep the process.
        threading.Thread(target=self._work, name="bot", daemon=True).start()

    async def run(self, call: Call, finish: Finish) -> None:
        """Put it in the queue."""
        self._calls.put((call, finish))

    def post(self, data: bytes) -> None:
        """May be called from any thread."""
        self._in_loop(self._stream.post, data)

    async def end(self) -> None:
        """Wait for the thread; where it does not come back in time, leave it behind."""
        self._calls.put(None)
        await asyncio.wait((self._ended,), timeout=FAREWELL_S)

    async def gone(self) -> None:
        """One that never looks whether its turn is closed can't play on."""
        done, _ = await asyncio.wait((self._ended,), timeout=_GONE_S)
        if not done:
            raise BotError(f"choose did not end within {_GONE_S:g} s after its turn was closed")

    def _in_loop(self, function: Callable[[Any], object], argument: Any) -> None:
        try:
            self._loop.call_soon_threadsafe(function, argument)
        except RuntimeError:
            # The loop is closed: the thread was left behind.
            if not self._loop.is_closed():
                raise

    def _work(self) -> None:
        while (job := self._calls.get()) is not None:
            call, finish = job
            try:
                data = finish(call())
            except BaseException as error:  # noqa: BLE001 - reported from the event loop
                self._in_loop(self._fail, error)
                return
            if data is not None:
                self.post(data)
        self._in_loop(self._end, None)

    def _end(self, _: None) -> None:
        if not self._ended.done():
            self._ended.set_result(None)


class AsyncLane(Lane):
    """In one task of the event loop: for asyncio bots."""

    def __init__(self, stream: Stream, fail: Fail) -> None:
        self._stream = stream
        self._fail = fail
        self._calls: asyncio.Queue[tuple[Call, Finish] | None] = asyncio.Queue()
        self._running: asyncio.Future[Any] | None = None
        self._task = asyncio.get_running_loop().create_task(self._work())

    async def run(self, call: Call, finish: Finish) -> None:
        """Put it in the queue."""
        self._calls.put_nowait((call, finish))

    def post(self, data: bytes) -> None:
        """Goes out as soon as the bot awaits something."""
        self._stream.post(data)

    def interrupt(self) -> None:
        """Cancel the coroutine that runs now."""
        if self._running is not None:
            self._running.cancel()

    async def end(self) -> None:
        """Wait for the task; where it does not end in time, cancel it."""
        self._calls.put_nowait(None)
        await asyncio.wait((self._task,), timeout=FAREWELL_S)
        self._task.cancel()
        self.interrupt()

    async def _work(self) -> None:
        while (job := await self._calls.get()) is not None:
            call, finish = job
            try:
                result = call()
                if isawaitable(result):
                    self._running = asyncio.ensure_future(result)
                    await asyncio.wait((self._running,))
                    if self._running.cancelled():
                        continue
                    result = self._running.result()
                data = finish(result)
            except Exception as error:  # noqa: BLE001 - reported by the reader
                self._fail(error)
                return
            finally:
                self._running = None
            if data is not None:
                await self._stream.send(data)
