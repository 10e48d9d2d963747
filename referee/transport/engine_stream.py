"""The one stream of an engine, as raw messages.

One task reads all the time and stamps each message when it arrives; writes go on beside it. Neither
waits for anybody else, so an engine that never reads or never stops talking holds up nothing.
"""

import asyncio
from collections import deque
from typing import Any, Protocol

import grpc
import grpc.aio

from referee.time_source import TimeSource

__all__ = ["EngineStream", "StreamListener", "WriteStamp"]


class StreamListener(Protocol):
    """Who hears what an engine says. Called in the event loop; must not block."""

    def opened(self, stream: "EngineStream") -> None:
        """The engine has opened its stream."""

    def received(self, data: bytes, arrived_us: int) -> bool:
        """A message arrived, at this instant of the monotonic clock; False to hear no more."""

    def closed(self, detail: str) -> None:
        """No more will come; `detail` says why, for people."""


class WriteStamp:
    """When a message was handed to gRPC (monotonic, microseconds); None while it waits."""

    __slots__ = ("begun_us",)

    def __init__(self) -> None:
        self.begun_us: int | None = None


class EngineStream:
    """Reads and writes whole messages of one call."""

    def __init__(self, context: Any, listener: StreamListener, time: TimeSource) -> None:
        self._context = context
        self._listener = listener
        self._time = time
        self._outbox: deque[tuple[bytes, WriteStamp | None]] = deque()
        self._writing: Any = None
        self._idle = asyncio.Event()
        self._idle.set()
        self._ended = False

    def send(self, data: bytes, stamp: WriteStamp | None = None) -> None:
        """Write a message after all sent before; returns at once.

        Nothing happens when the stream has ended: the listener is told of that.
        """
        if self._ended:
            return
        self._outbox.append((data, stamp))
        if self._writing is None:
            self._write_on()

    async def drained(self) -> None:
        """Wait until everything sent was taken by gRPC, or the stream has ended."""
        await self._idle.wait()

    async def serve(self) -> None:
        """Read and write until the engine closes the stream."""
        detail = "the stream was broken off"
        try:
            self._listener.opened(self)
            detail = await self._read()
        finally:
            # Nothing here may await: after a cancel by the engine, read() returns as at a plain
            # end, and gRPC cancels this task at its next await.
            self._ended = True
            self._outbox.clear()
            self._idle.set()
            self._listener.closed(detail)

    async def _read(self) -> str:
        read, now_us, received = self._context.read, self._time.now_us, self._listener.received
        end = grpc.aio.EOF
        while True:
            # Never under a timeout: a cancelled read cancels the whole stream.
            try:
                data = await read()
            except (grpc.RpcError, grpc.aio.BaseError) as error:
                return f"the stream broke: {error}"
            if data is end:
                return "the engine closed the stream"
            if not received(data, now_us()):
                # What still comes stays in the socket, which is full soon, until we hang up.
                await asyncio.get_running_loop().create_future()

    def _write_on(self) -> None:
        """Begin to write what waits, until gRPC takes no more; goes on when it does.

        A write is a coroutine that this drives itself, by its first step at once and by callbacks
        later: in a task it would begin one turn of the event loop later, on the engine's time.
        """
        outbox = self._outbox
        while outbox and not self._ended:
            data, stamp = outbox.popleft()
            if stamp is not None:
                stamp.begun_us = self._time.now_us()
            self._writing = self._context.write(data)
            if not self._step():
                return
        self._idle.set()

    def _step(self) -> bool:
        """One step of the write in hand; whether it is done."""
        writing = self._writing
        try:
            waits_for = writing.send(None)
        except StopIteration:
            pass
        except (grpc.RpcError, grpc.aio.BaseError, asyncio.CancelledError):
            # The stream has ended; the reader tells why.
            self._ended = True
            self._outbox.clear()
        else:
            self._idle.clear()
            waits_for._asyncio_future_blocking = False
            waits_for.add_done_callback(self._resume)
            return False
        self._writing = None
        return True

    def _resume(self, _: object) -> None:
        if self._step():
            self._write_on()
