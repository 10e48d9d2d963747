"""The two doors of the lobby: one for anybody with a token, over TLS, one for our own referees."""

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, NoReturn

import grpc
import grpc.aio
from google.protobuf.message import DecodeError
from grpc_health.v1 import health_pb2
from podesta.v1 import lobby_pb2, lobby_pb2_grpc

from arena.errors import LobbyError, TokenError
from arena.lobby.refusals import MOST_A_MINUTE, Refusals, host_of
from arena.lobby.waiting_room import MOST_PLACES, Place, RoomFullError, WaitingRoom
from arena.tokens.token import Role, Token, TokenState, find_token
from arena.tokens.token_file import TokenFile
from referee.conversation import PROTOCOL_VERSION
from referee.errors import AddressError
from referee.transport.seat_token import bearer, bears_token
from referee.transport.tls_door import TlsDoor, listen, public_options
from referee.transport.whole_server import start_whole, stop_whole

__all__ = ["CHECK_METHOD", "WAIT_METHOD", "LobbyServer"]

_SERVICE = lobby_pb2.DESCRIPTOR.services_by_name["LobbyService"].full_name
WAIT_METHOD = f"/{_SERVICE}/Wait"
CHECK_METHOD = "/grpc.health.v1.Health/Check"

_MOST_MESSAGE_BYTES = 64 << 10
_MOST_CONNECTIONS = 2_048
_FIRST_MESSAGE_S = 10.0
_WAITING_EVERY_S = 10.0
_TOKENS_EVERY_S = 2.0

_log = logging.getLogger("lobby")


def _utc_now() -> datetime:
    return datetime.now(UTC)


class LobbyServer:
    """Lets engines wait and hands them the invitations of referees."""

    def __init__(
        self,
        door: TlsDoor,
        private_target: str,
        private_secret: str,
        tokens: TokenFile,
        *,
        room: WaitingRoom | None = None,
        now: Callable[[], datetime] = _utc_now,
        most_connections: int = _MOST_CONNECTIONS,
        first_message_s: float = _FIRST_MESSAGE_S,
        waiting_every_s: float = _WAITING_EVERY_S,
        tokens_every_s: float = _TOKENS_EVERY_S,
    ) -> None:
        """`private_target` is a gRPC target that only our own user can reach.

        Engines of that user may reach it too: referees bear `private_secret`.
        """
        self._door = door
        self._private_secret = private_secret
        self._private_target = private_target
        self._tokens = tokens
        self._room = room or WaitingRoom()
        self._now = now
        self._most_connections = most_connections
        self._first_message_s = first_message_s
        self._waiting_every_s = waiting_every_s
        self._tokens_every_s = tokens_every_s
        self._refusals = Refusals()
        self._servers: list[Any] = []
        self._watching: asyncio.Task[None] | None = None
        self.address = ""
        """What engines dial, once started."""

    async def start(self) -> None:
        """Open both doors. Raises LobbyError, and TokenError where the tokens can't be read."""
        self._tokens.tokens()
        public = grpc.aio.server(
            options=(
                ("grpc.max_receive_message_length", _MOST_MESSAGE_BYTES),
                *public_options(self._most_connections),
            ),
            # Those that wait, and as many that are about to be refused.
            maximum_concurrent_rpcs=2 * MOST_PLACES,
        )
        public.add_generic_rpc_handlers((_PublicHandler(self._wait, self._check),))
        private = grpc.aio.server(options=(("grpc.so_reuseport", 0),))
        add_servicer: Any = lobby_pb2_grpc.add_InvitationServiceServicer_to_server
        add_servicer(_Invitations(self._room, self._private_secret), private)
        self._servers = [public, private]
        try:
            self.address = self._door.public_address(listen(public, self._door))
        except AddressError as error:
            raise LobbyError(f"the lobby {error}") from error
        try:
            private.add_insecure_port(self._private_target)
        except RuntimeError as error:
            raise LobbyError(f"the lobby can't hear referees: {error}") from error
        for server in self._servers:
            await start_whole(server)
        self._watching = asyncio.create_task(self._watch_tokens())

    async def stop(self) -> None:
        """Close both doors; calls are broken off. May be called twice."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.wait((self._watching,))
            self._watching = None
        servers, self._servers = self._servers, []
        for server in servers:
            await stop_whole(server)

    # --- one call ------------------------------------------------------------------------------

    async def _wait(self, _: Any, context: Any) -> None:
        token = await self._admit(context, Role.ENGINE)
        try:
            place = self._room.take(token.name, token.sha256)
        except RoomFullError as full:
            await self._refuse(context, grpc.StatusCode.RESOURCE_EXHAUSTED, str(full))
        try:
            await self._read_request(context)
            self._room.sit(place)
            await self._keep_waiting(context, place)
        finally:
            self._room.leave(place)

    async def _check(self, _: Any, context: Any) -> None:
        """The standard health service, for organisers: is it up, and does this bot wait?

        The name of the service is empty, or that of a token.
        """
        await self._admit(context, Role.ORGANISER)
        data = await self._first_message(context)
        try:
            request = health_pb2.HealthCheckRequest.FromString(data)
        except DecodeError:
            await self._refuse(
                context, grpc.StatusCode.INVALID_ARGUMENT, "bytes that are no HealthCheckRequest"
            )
        here = not request.service or any(
            place.token_name == request.service for place in self._room.places
        )
        status = health_pb2.HealthCheckResponse.SERVING
        if not here:
            status = health_pb2.HealthCheckResponse.NOT_SERVING
        response = health_pb2.HealthCheckResponse(status=status)
        await context.write(response.SerializeToString())

    async def _admit(self, context: Any, role: Role) -> Token:
        """The valid token that a call bears; else the call is ended."""
        text = bearer(context.invocation_metadata() or ())
        try:
            found = find_token(self._tokens.tokens(), text) if text is not None else None
        except TokenError as error:
            _log.error("%s", error)
            await self._refuse(
                context, grpc.StatusCode.UNAVAILABLE, "the lobby can't read its tokens just now"
            )
        if found is None:
            await self._turn_away(context, "wrong or missing token")
        state = found.state(self._now())
        if state is not TokenState.VALID:
            await self._turn_away(context, f"the token {found.name!r} is {state.value}")
        if found.role is not role:
            await self._refuse(
                context,
                grpc.StatusCode.PERMISSION_DENIED,
                f"the token {found.name!r} has the role {found.role.value}, not {role.value}",
            )
        return found

    async def _turn_away(self, context: Any, why: str) -> NoReturn:
        host = host_of(context.peer())
        number = self._refusals.count(host)
        if number in (1, MOST_A_MINUTE):
            _log.warning("%s: %s (%d in this minute)", host, why, number)
        if number > MOST_A_MINUTE:
            await self._refuse(
                context, grpc.StatusCode.RESOURCE_EXHAUSTED, "too many refused calls; wait a minute"
            )
        await self._refuse(context, grpc.StatusCode.UNAUTHENTICATED, why)

    async def _refuse(self, context: Any, code: grpc.StatusCode, why: str) -> NoReturn:
        await context.abort(code, why)
        raise AssertionError("abort has raised")

    async def _first_message(self, context: Any) -> bytes:
        try:
            # A cancelled read breaks the call, which is meant to end then.
            async with asyncio.timeout(self._first_message_s):
                data = await context.read()
        except TimeoutError:
            await self._refuse(
                context, grpc.StatusCode.DEADLINE_EXCEEDED, "no message came in time"
            )
        return data if isinstance(data, bytes) else b""

    async def _read_request(self, context: Any) -> None:
        data = await self._first_message(context)
        try:
            request = lobby_pb2.WaitRequest.FromString(data)
        except DecodeError:
            await self._refuse(
                context, grpc.StatusCode.INVALID_ARGUMENT, "bytes that are no WaitRequest"
            )
        if request.protocol_version != PROTOCOL_VERSION:
            await self._refuse(
                context,
                grpc.StatusCode.FAILED_PRECONDITION,
                f"the engine speaks version {request.protocol_version} of the protocol, "
                f"the lobby version {PROTOCOL_VERSION}",
            )

    async def _keep_waiting(self, context: Any, place: Place) -> None:
        waiting = lobby_pb2.WaitResponse(
            waiting=lobby_pb2.Waiting(next_within_us=int(self._waiting_every_s * 2_000_000))
        ).SerializeToString()
        while True:
            await context.write(waiting)
            await asyncio.wait((place.letter,), timeout=self._waiting_every_s)
            if place.letter.cancelled():
                await self._turn_away(context, f"the token {place.token_name!r} is valid no more")
            if place.letter.done():
                letter = lobby_pb2.WaitResponse(invitation=place.letter.result())
                await context.write(letter.SerializeToString())
                place.delivered(True)
                return

    # --- tokens --------------------------------------------------------------------------------

    async def _watch_tokens(self) -> None:
        """Those whose token was revoked or ran out wait no longer."""
        while True:
            await asyncio.sleep(self._tokens_every_s)
            try:
                tokens = self._tokens.tokens()
            except TokenError as error:
                _log.error("%s", error)
                continue
            now = self._now()
            valid = {token.sha256 for token in tokens if token.state(now) is TokenState.VALID}
            for place in self._room.places:
                if place.token_sha256 not in valid:
                    place.letter.cancel()


class _PublicHandler(grpc.GenericRpcHandler):
    def __init__(self, wait: Callable[[Any, Any], Any], check: Callable[[Any, Any], Any]) -> None:
        # As streams both ways, though a caller sends but one message: so the handler runs, and
        # may refuse, before that message is there.
        self._handlers: dict[str, Any] = {
            WAIT_METHOD: grpc.stream_stream_rpc_method_handler(wait),
            CHECK_METHOD: grpc.stream_stream_rpc_method_handler(check),
        }

    def service(self, handler_call_details: Any) -> Any:
        return self._handlers.get(handler_call_details.method)


class _Invitations(lobby_pb2_grpc.InvitationServiceServicer):
    def __init__(self, room: WaitingRoom, secret: str) -> None:
        self._room = room
        self._secret = secret

    async def Invite(  # noqa: N802 - the name in the protocol
        self, request: lobby_pb2.InviteRequest, context: Any
    ) -> lobby_pb2.InviteResponse:
        if not bears_token(context.invocation_metadata() or (), self._secret):
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, "referees bear the lobby's secret")
        await self._room.invite(request.token_name, request.invitation)
        return lobby_pb2.InviteResponse()
