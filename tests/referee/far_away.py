"""A lobby that hands on whatever it is told, and engines that dial over TLS, for tests."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
from podesta.v1 import lobby_pb2, lobby_pb2_grpc, match_pb2

from referee.remote_seats import RemoteSeats
from referee.transport.engine_server import PLAY_METHOD
from referee.transport.tls_door import TlsDoor
from tests.certificates import make_certificate
from tests.zoo.wire import Wire


class PlainLobby(lobby_pb2_grpc.InvitationServiceServicer):
    """Every invitation goes into `letters`; one that nobody takes stays open."""

    def __init__(self) -> None:
        self.letters: asyncio.Queue[lobby_pb2.InviteRequest] = asyncio.Queue()

    async def Invite(  # noqa: N802
        self, request: lobby_pb2.InviteRequest, context: Any
    ) -> lobby_pb2.InviteResponse:
        self.letters.put_nowait(request)
        return lobby_pb2.InviteResponse()


@dataclass
class FarAway:
    """What a test with remote seats works with."""

    lobby: PlainLobby
    seats: RemoteSeats
    certificate: bytes

    async def invitation(self) -> lobby_pb2.Invitation:
        return (await self.lobby.letters.get()).invitation

    @asynccontextmanager
    async def dial(self, address: str, token: str) -> AsyncIterator[Wire]:
        """A stream to a seat."""
        credentials = grpc.ssl_channel_credentials(self.certificate)
        async with grpc.aio.secure_channel(address, credentials) as channel:
            method: Any = channel.stream_stream(PLAY_METHOD)
            call = method(metadata=(("authorization", f"Bearer {token}"),))
            try:
                yield Wire(call)
            finally:
                call.cancel()


@asynccontextmanager
async def far_away(directory: Path) -> AsyncIterator[FarAway]:
    """A lobby on a Unix socket in `directory`, and a door with a certificate for localhost."""
    certificate, key = make_certificate(directory)
    lobby = PlainLobby()
    server = grpc.aio.server()
    lobby_pb2_grpc.add_InvitationServiceServicer_to_server(lobby, server)  # type: ignore[no-untyped-call]
    target = f"unix:{directory}/lobby"
    server.add_insecure_port(target)
    await server.start()
    door = TlsDoor("127.0.0.1", "localhost", certificate.read_bytes(), key.read_bytes())
    try:
        yield FarAway(lobby, RemoteSeats(target, "secret", door), certificate.read_bytes())
    finally:
        await server.stop(None)


def remote(name: str, **fields: Any) -> match_pb2.EngineSpec:
    """An engine that waits with the token of that name."""
    values: dict[str, Any] = {
        "token_name": name,
        "wait_limit_us": 30_000_000,
        "reconnect_grace_us": 10_000_000,
    }
    far = match_pb2.RemoteEngine(**(values | fields))
    return match_pb2.EngineSpec(id=f"id-{name}", name=name, remote=far)
