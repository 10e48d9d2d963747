"""The gRPC server of one seat: its Play call, reflection and health.

The one handler takes raw bytes: size and form are checked by the referee itself, because to a typed
handler an oversize message, bad bytes and a closed stream all look alike.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import grpc
import grpc.aio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from podesta.v1 import engine_pb2, match_pb2

from referee.errors import AddressError
from referee.time_source import TimeSource
from referee.transport.engine_stream import EngineStream, StreamListener
from referee.transport.seat_address import SeatAddress
from referee.transport.seat_token import bears_token, new_token
from referee.transport.tls_door import TlsDoor, listen, public_options
from referee.transport.whole_server import start_whole, stop_whole

__all__ = ["GRPC_MESSAGE_BYTES", "PLAY_METHOD", "SERVICE", "EngineServer"]

SERVICE = engine_pb2.DESCRIPTOR.services_by_name["RefereeService"].full_name
PLAY_METHOD = f"/{SERVICE}/Play"

GRPC_MESSAGE_BYTES = 16 << 20
"""gRPC's own limit; a longer message breaks the stream before we see it."""

_OPTIONS = (
    ("grpc.max_receive_message_length", GRPC_MESSAGE_BYTES),
    ("grpc.max_send_message_length", GRPC_MESSAGE_BYTES),
    ("grpc.so_reuseport", 0),
    # An engine that pings to keep its connection alive is not sent away for it.
    ("grpc.http2.max_ping_strikes", 0),
)
_MOST_CALLS = 16
_MOST_FAR_CALLS = 256
"""At a door that anybody can dial; one without the token is over at once."""
_MOST_CONNECTIONS = 64
"""There too."""


def _none_after_the_first() -> bool:
    return False


class EngineServer:
    """Listens for one engine, which opens one stream and keeps it."""

    def __init__(
        self,
        listener: StreamListener,
        time: TimeSource,
        transport: match_pb2.Transport,
        *,
        door: TlsDoor | None = None,
        takes_another: Callable[[], bool] = _none_after_the_first,
    ) -> None:
        """`door` is for engines from far away; nothing but Play answers there.

        `takes_another` tells whether a new stream with the right token may take the place of the
        one before, which then ends.
        """
        self._listener = listener
        self._time = time
        self._transport = transport
        self._door = door
        self._takes_another = takes_another
        self._taken = False
        self._line: _Line | None = None
        self._server: Any = None
        self._where: SeatAddress | None = None
        self.token = new_token()
        self.address = ""
        """For the engine, once started: a gRPC target."""
        self.note = ""
        """What is odd about the address, for the record; mostly empty."""
        self.refused_calls = 0
        """Calls with a wrong token or after the first."""

    async def start(self) -> None:
        """Listen. Raises AddressError."""
        if self._door is not None:
            await self._start_far(self._door)
            return
        where = SeatAddress(self._transport)
        self._where, self.note = where, where.note
        server = self._new_server(_OPTIONS)
        servicer = health.aio.HealthServicer()
        health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
        reflection.enable_server_reflection(
            (SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME), server
        )
        try:
            port = server.add_insecure_port(where.target)
        except RuntimeError as error:
            await self.stop()
            raise AddressError(f"can't listen on {where.target}: {error}") from error
        self.address = where.bound(port)
        await start_whole(server)
        for name in ("", SERVICE):
            await servicer.set(name, health_pb2.HealthCheckResponse.SERVING)

    async def _start_far(self, door: TlsDoor) -> None:
        # The limits of _OPTIONS hold too; where both name one, the later wins.
        options = (*_OPTIONS, *public_options(_MOST_CONNECTIONS))
        server = self._new_server(options, _MOST_FAR_CALLS)
        try:
            self.address = door.public_address(listen(server, door))
        except AddressError:
            await self.stop()
            raise
        await start_whole(server)

    def _new_server(
        self, options: tuple[tuple[str, int], ...], most_calls: int = _MOST_CALLS
    ) -> Any:
        self._server = grpc.aio.server(options=options, maximum_concurrent_rpcs=most_calls)
        self._server.add_generic_rpc_handlers((_PlayHandler(self._play),))
        return self._server

    @property
    def directory(self) -> str:
        """Of its socket while it listens; empty where there is none."""
        return self._where.directory if self._where is not None else ""

    async def stop(self) -> None:
        """Break off every call and listen no more. May be called twice."""
        if self._where is not None:
            # Before gRPC removes the socket at its path: an engine may have made that a link.
            self._where.close()
            self._where = None
        server, self._server = self._server, None
        if server is not None:
            await stop_whole(server)

    async def _play(self, _: Any, context: Any) -> None:
        if not bears_token(context.invocation_metadata() or (), self.token):
            self.refused_calls += 1
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, "wrong or missing token")
        if self._door is not None:
            await self._play_far(context)
            return
        if self._taken:
            self.refused_calls += 1
            await context.abort(grpc.StatusCode.ALREADY_EXISTS, "this seat has its stream already")
        self._taken = True
        await EngineStream(context, self._listener, self._time).serve()

    async def _play_far(self, context: Any) -> None:
        if self._line is not None:
            if not self._takes_another():
                self.refused_calls += 1
                await context.abort(
                    grpc.StatusCode.ALREADY_EXISTS, "this seat has its stream already"
                )
            self._line.retire()
        line = self._line = _Line(self._listener, asyncio.current_task())
        try:
            await EngineStream(context, line, self._time).serve()
        except asyncio.CancelledError:
            if not line.retired:
                raise
            await context.abort(grpc.StatusCode.ABORTED, "a newer stream took this seat")


class _Line(StreamListener):
    """Hands on what one stream says, until a newer stream takes its place."""

    def __init__(self, listener: StreamListener, serving: "asyncio.Task[Any] | None") -> None:
        self._listener = listener
        self._serving = serving
        self.retired = False

    def retire(self) -> None:
        """Nothing more is handed on, and the stream ends."""
        self.retired = True
        if self._serving is not None:
            self._serving.cancel()

    def opened(self, stream: EngineStream) -> None:
        """See `StreamListener.opened`."""
        if not self.retired:
            self._listener.opened(stream)

    def received(self, data: bytes, arrived_us: int) -> bool:
        """See `StreamListener.received`."""
        return not self.retired and self._listener.received(data, arrived_us)

    def closed(self, detail: str) -> None:
        """See `StreamListener.closed`."""
        if not self.retired:
            self._listener.closed(detail)


class _PlayHandler(grpc.GenericRpcHandler):
    def __init__(self, play: Callable[[Any, Any], Awaitable[None]]) -> None:
        # No serializers: both directions carry bytes as they are.
        self._handler: Any = grpc.stream_stream_rpc_method_handler(play)

    def service(self, handler_call_details: Any) -> Any:
        return self._handler if handler_call_details.method == PLAY_METHOD else None
