"""The gRPC server of one seat: its Play call, reflection and health.

The one handler takes raw bytes: size and form are checked by the referee itself, because to a typed
handler an oversize message, bad bytes and a closed stream all look alike.
"""

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


class EngineServer:
    """Listens for one engine, which opens one stream and keeps it."""

    def __init__(
        self, listener: StreamListener, time: TimeSource, transport: match_pb2.Transport
    ) -> None:
        self._listener = listener
        self._time = time
        self._transport = transport
        self._taken = False
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
        where = SeatAddress(self._transport)
        self._where, self.note = where, where.note
        server = grpc.aio.server(options=_OPTIONS, maximum_concurrent_rpcs=_MOST_CALLS)
        self._server = server
        server.add_generic_rpc_handlers((_PlayHandler(self._play),))
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
        await server.start()
        for name in ("", SERVICE):
            await servicer.set(name, health_pb2.HealthCheckResponse.SERVING)

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
            await server.stop(None)

    async def _play(self, _: Any, context: Any) -> None:
        if not bears_token(context.invocation_metadata() or (), self.token):
            self.refused_calls += 1
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, "wrong or missing token")
        if self._taken:
            self.refused_calls += 1
            await context.abort(grpc.StatusCode.ALREADY_EXISTS, "this seat has its stream already")
        self._taken = True
        await EngineStream(context, self._listener, self._time).serve()


class _PlayHandler(grpc.GenericRpcHandler):
    def __init__(self, play: Callable[[Any, Any], Awaitable[None]]) -> None:
        # No serializers: both directions carry bytes as they are.
        self._handler: Any = grpc.stream_stream_rpc_method_handler(play)

    def service(self, handler_call_details: Any) -> Any:
        return self._handler if handler_call_details.method == PLAY_METHOD else None
