"""The one stream of an engine, as raw messages.

One task reads all the time and stamps each message when it arrives; another writes. Neither waits
for anybody else, so an engine that never reads or never stops talking holds up nothing of ours.
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
        self._more: asyncio.Future[None] | None = None
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
        self._idle.clear()
        if self._more is not None and not self._more.done():
            self._more.set_result(None)

    async def drained(self) -> None:
        """Wait until everything sent was taken by gRPC, or the stream has ended."""
        await self._idle.wait()

    async def serve(self) -> None:
        """Read and write until the engine closes the stream."""
        writer = asyncio.create_task(self._write())
        detail = "the stream was broken off"
        try:
            self._listener.opened(self)
            detail = await self._read()
        finally:
            # Nothing here may await: after a cancel by the engine, read() returns as at a plain
            # end, and gRPC cancels this task at its next await.
            self._ended = True
            writer.cancel()
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
            except (grpc.aio.AioRpcError, grpc.aio.UsageError, grpc.RpcError) as error:
                return f"the stream broke: {error}"
            if data is end:
                return "the engine closed the stream"
            if not received(data, now_us()):
                # What still comes stays in the socket, which is full soon, until we hang up.
                await asyncio.get_running_loop().create_future()

    async def _write(self) -> None:
        write, now_us, outbox = self._context.write, self._time.now_us, self._outbox
        loop = asyncio.get_running_loop()
        while True:
            if not outbox:
                self._idle.set()
                self._more = loop.create_future()
                await self._more
                self._more = None
                continue
            data, stamp = outbox.popleft()
            if stamp is not None:
                stamp.begun_us = now_us()
            try:
                await write(data)
            except (grpc.RpcError, grpc.aio.UsageError):
                # The stream has ended; the reader tells why.
                self._outbox.clear()
                self._idle.set()
                self._ended = True
                return
