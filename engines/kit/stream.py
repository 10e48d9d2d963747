"""The one stream to the referee: raw bytes, read by one reader, written in order."""

import asyncio
import os
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, cast

# Newer gRPC cores turn on an event engine that is slower on a stream of small messages; this keeps
# the other one, unless the user has chosen. Must happen before the import.
os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_client,-event_engine_listener")
# What goes wrong is told by the kit itself; gRPC's own log tells of every connection that closes.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")

import grpc
import grpc.aio

from engines.kit.environment import Connection

__all__ = [
    "FAREWELL_S",
    "RpcError",
    "Stream",
    "StreamLostError",
    "bearer",
    "open_channel",
    "open_stream",
]

RpcError = grpc.aio.AioRpcError
"""From here, so that nothing of the kit imports gRPC before the choices above."""

FAREWELL_S = 1.0
"""How long the end of a conversation may take before it is broken off."""

METHOD = "/podesta.v1.RefereeService/Play"

_CHANNEL_OPTIONS = (
    ("grpc.max_receive_message_length", 16 << 20),
    ("grpc.max_send_message_length", 16 << 20),
    # The referee is where the address says, whatever proxy the user browses with.
    ("grpc.enable_http_proxy", 0),
)
# A network that swallows everything without a word is noticed.
_FAR_OPTIONS = (
    ("grpc.keepalive_time_ms", 15_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.max_reconnect_backoff_ms", 5_000),
)


class StreamLostError(Exception):
    """The stream ended with a status that is not OK; the text tells which."""

    def __init__(self, status: str, details: str | None) -> None:
        super().__init__(f"{status}: {details}")
        self.status = status
        """The name of the gRPC status, such as UNAVAILABLE."""


class Stream:
    """Whole messages to and from the referee; all of it belongs to one event loop."""

    def __init__(self, call: Any) -> None:
        self._call = call
        self._outbox: deque[bytes] = deque()
        self._writing = asyncio.Lock()
        self._drains: set[asyncio.Task[None]] = set()

    async def read(self) -> bytes | None:
        """The next message; None when the stream ended well. Raises StreamLostError."""
        try:
            data = await self._call.read()
        except grpc.aio.AioRpcError as error:
            raise StreamLostError(error.code().name, error.details()) from None
        return data if isinstance(data, bytes) else None

    async def send(self, data: bytes) -> None:
        """Write a message after all that were posted before."""
        self._outbox.append(data)
        await self._drain()

    def post(self, data: bytes) -> None:
        """Write a message soon, in order."""
        self._outbox.append(data)
        task = asyncio.get_running_loop().create_task(self._drain())
        self._drains.add(task)
        task.add_done_callback(self._drains.discard)

    async def _drain(self) -> None:
        async with self._writing:
            while self._outbox:
                data = self._outbox.popleft()
                try:
                    await self._call.write(data)
                except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
                    # The stream has ended; read() tells why, and nobody is left to write to.
                    self._outbox.clear()

    async def finish(self) -> None:
        """Write what was posted, say that no more comes, and wait a moment for the referee's end.

        Without that wait the cancel at the end could overtake the last words.
        """
        await self._drain()
        try:
            await self._call.done_writing()
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            return
        await asyncio.wait((asyncio.ensure_future(self._read_to_the_end()),), timeout=FAREWELL_S)

    async def _read_to_the_end(self) -> None:
        try:
            while await self.read() is not None:
                pass
        except StreamLostError:
            return


def open_channel(connection: Connection) -> grpc.aio.Channel:
    """A channel to an address, encrypted where the connection says so."""
    if not connection.tls:
        return grpc.aio.insecure_channel(connection.address, options=_CHANNEL_OPTIONS)
    credentials = grpc.ssl_channel_credentials(root_certificates=connection.roots)
    options = (*_CHANNEL_OPTIONS, *_FAR_OPTIONS)
    return grpc.aio.secure_channel(connection.address, credentials, options=options)


def bearer(connection: Connection) -> tuple[tuple[str, str], ...]:
    """The metadata of a call, with the token."""
    return (("authorization", f"Bearer {connection.token}"),)


@asynccontextmanager
async def open_stream(connection: Connection) -> AsyncGenerator[Stream, None]:
    """Dial the referee; the stream and its channel are closed at the end."""
    async with open_channel(connection) as channel:
        # Without serializers both directions carry bytes as they are.
        method = cast(Any, channel.stream_stream(METHOD))
        call = method(metadata=bearer(connection))
        stream = Stream(call)
        try:
            yield stream
        finally:
            call.cancel()
