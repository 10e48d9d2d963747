"""The lobby over real TLS."""

import asyncio
import contextlib
import logging
import select
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from podesta.v1 import lobby_pb2, lobby_pb2_grpc

from arena.errors import LobbyError, TokenError
from arena.lobby.lobby_server import WAIT_METHOD, LobbyServer
from arena.lobby.refusals import MOST_A_MINUTE
from arena.lobby.waiting_room import WaitingRoom
from arena.tokens.token import Role
from arena.tokens.token_file import TokenFile
from referee.transport.tls_door import TlsDoor
from tests.certificates import make_certificate, needs_openssl

pytestmark = needs_openssl

NOW = datetime(2030, 1, 1, tzinfo=UTC)
REQUEST = lobby_pb2.WaitRequest(protocol_version=1, name="bot", version="1").SerializeToString()
LETTER = lobby_pb2.Invitation(address="localhost:1", seat_token="seat", reconnect_grace_us=5)


class Lobby:
    """A lobby, and what bots and referees do with it."""

    def __init__(self, directory: Path, door: TlsDoor, **options: Any) -> None:
        self.tokens = TokenFile(directory / "tokens.json")
        self.now = NOW
        self.private = f"unix:{directory}/private"
        self.door = door
        self.server = LobbyServer(
            door,
            self.private,
            "secret",
            TokenFile(self.tokens.path),
            now=lambda: self.now,
            **{"tokens_every_s": 0.02, **options},
        )
        self._channels = contextlib.AsyncExitStack()

    async def channel(self) -> grpc.aio.Channel:
        credentials = grpc.ssl_channel_credentials(self.door.certificate)
        channel = grpc.aio.secure_channel(self.server.address, credentials)
        return await self._channels.enter_async_context(channel)

    async def wait(self, token: str, request: bytes | None = REQUEST) -> Any:
        """A call that waits with a token; without a request it never says a word."""
        channel, metadata = await self.channel(), (("authorization", f"Bearer {token}"),)
        if request is None:
            silent: Any = channel.stream_stream(WAIT_METHOD)
            return silent(metadata=metadata)
        asking: Any = channel.unary_stream(WAIT_METHOD)
        return asking(request, metadata=metadata)

    async def hear(self, call: Any) -> lobby_pb2.WaitResponse:
        return lobby_pb2.WaitResponse.FromString(await call.read())

    async def invite(
        self, name: str, letter: lobby_pb2.Invitation = LETTER, secret: str | None = "secret"
    ) -> None:
        async with grpc.aio.insecure_channel(self.private) as channel:
            make_stub: Any = lobby_pb2_grpc.InvitationServiceStub
            stub = make_stub(channel)
            metadata = () if secret is None else (("authorization", f"Bearer {secret}"),)
            request = lobby_pb2.InviteRequest(token_name=name, invitation=letter)
            await stub.Invite(request, metadata=metadata)

    async def close(self) -> None:
        await self._channels.aclose()
        await self.server.stop()


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> TlsDoor:
    certificate, key = make_certificate(tmp_path_factory.mktemp("door"))
    return TlsDoor("127.0.0.1", "localhost", certificate.read_bytes(), key.read_bytes())


@pytest.fixture
def run(tmp_path: Path, door: TlsDoor) -> Callable[..., None]:
    def run_test(test: Callable[[Lobby], Awaitable[None]], **options: Any) -> None:
        @contextlib.asynccontextmanager
        async def opened() -> AsyncIterator[Lobby]:
            lobby = Lobby(tmp_path, door, **options)
            await lobby.server.start()
            try:
                yield lobby
            finally:
                await lobby.close()

        async def limited() -> None:
            async with asyncio.timeout(30), opened() as lobby:
                await test(lobby)

        asyncio.run(limited())

    return run_test


async def refusal(call: Any) -> tuple[grpc.StatusCode, str]:
    async def to_the_end() -> None:
        while await call.read() is not grpc.aio.EOF:
            pass

    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await to_the_end()
    return refused.value.code(), refused.value.details() or ""


Run = Callable[..., None]


def test_one_who_waits_is_invited(run: Run) -> None:
    async def test(lobby: Lobby) -> None:
        token = lobby.tokens.add("towers", Role.ENGINE, None, NOW)
        call = await lobby.wait(token)
        waiting = await lobby.hear(call)
        assert waiting.waiting.next_within_us > 0
        await lobby.invite("towers")
        assert (await lobby.hear(call)).invitation == LETTER
        assert await call.read() is grpc.aio.EOF

    run(test)


def test_one_who_comes_later_is_invited_too(run: Run) -> None:
    async def test(lobby: Lobby) -> None:
        token = lobby.tokens.add("towers", Role.ENGINE, None, NOW)
        other = lobby.tokens.add("walls", Role.ENGINE, None, NOW)
        inviting = asyncio.ensure_future(lobby.invite("towers"))
        bystander = await lobby.wait(other)
        call = await lobby.wait(token)
        while (response := await lobby.hear(call)).WhichOneof("message") == "waiting":
            pass
        assert response.invitation == LETTER
        await inviting
        # The letter of one is not for another.
        assert (await lobby.hear(bystander)).WhichOneof("message") == "waiting"

    run(test)


@pytest.mark.parametrize("secret", [None, "", "wrong"])
def test_nobody_invites_without_the_secret_of_the_lobby(run: Run, secret: str | None) -> None:
    """The socket of referees can be found by engines of the same user."""

    async def test(lobby: Lobby) -> None:
        token = lobby.tokens.add("towers", Role.ENGINE, None, NOW)
        call = await lobby.wait(token)
        await lobby.hear(call)
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await lobby.invite("towers", secret=secret)
        assert refused.value.code() is grpc.StatusCode.UNAUTHENTICATED
        await lobby.invite("towers")
        assert (await lobby.hear(call)).invitation == LETTER

    run(test)


def test_one_who_left_is_invited_no_more(run: Run) -> None:
    async def test(lobby: Lobby) -> None:
        token = lobby.tokens.add("towers", Role.ENGINE, None, NOW)
        gone = await lobby.wait(token)
        await lobby.hear(gone)
        gone.cancel()
        here = await lobby.wait(token)
        await lobby.hear(here)
        await lobby.invite("towers")
        assert (await lobby.hear(here)).invitation == LETTER

    run(test)


def test_the_lobby_is_heard_while_nothing_happens(run: Run) -> None:
    async def test(lobby: Lobby) -> None:
        call = await lobby.wait(lobby.tokens.add("towers", Role.ENGINE, None, NOW))
        for _ in range(3):
            assert (await lobby.hear(call)).WhichOneof("message") == "waiting"

    run(test, waiting_every_s=0.01)


def test_who_has_no_valid_token_is_refused(run: Run, caplog: pytest.LogCaptureFixture) -> None:
    async def test(lobby: Lobby) -> None:
        end = NOW + timedelta(days=1)
        good = lobby.tokens.add("towers", Role.ENGINE, end, NOW)
        revoked = lobby.tokens.add("walls", Role.ENGINE, None, NOW)
        organiser = lobby.tokens.add("boss", Role.ORGANISER, None, NOW)
        lobby.tokens.revoke("walls", NOW)
        unauthenticated = grpc.StatusCode.UNAUTHENTICATED
        for token in ("", "wrong", good[:-1], good + "x", "podesta_" + "A" * 43):
            assert await refusal(await lobby.wait(token, None)) == (
                unauthenticated,
                "wrong or missing token",
            )
        assert await refusal(await lobby.wait(revoked, None)) == (
            unauthenticated,
            "the token 'walls' is revoked",
        )
        code, _ = await refusal(await lobby.wait(organiser, None))
        assert code is grpc.StatusCode.PERMISSION_DENIED
        lobby.now = end
        assert await refusal(await lobby.wait(good, None)) == (
            unauthenticated,
            "the token 'towers' is expired",
        )
        for secret in (good, revoked, organiser):
            assert secret not in caplog.text

    with caplog.at_level(logging.DEBUG, logger="lobby"):
        run(test)


def test_organisers_alone_may_ask_who_waits(run: Run) -> None:
    async def test(lobby: Lobby) -> None:
        engine = lobby.tokens.add("towers", Role.ENGINE, None, NOW)
        organiser = lobby.tokens.add("boss", Role.ORGANISER, None, NOW)

        async def check(token: str, service: str) -> int:
            make_stub: Any = health_pb2_grpc.HealthStub
            response = await make_stub(await lobby.channel()).Check(
                health_pb2.HealthCheckRequest(service=service),
                metadata=(("authorization", f"Bearer {token}"),),
            )
            return int(response.status)

        serving = health_pb2.HealthCheckResponse.SERVING
        assert await check(organiser, "") == serving
        assert await check(organiser, "towers") != serving
        await lobby.hear(await lobby.wait(engine))
        assert await check(organiser, "towers") == serving
        for token, code in (
            (engine, grpc.StatusCode.PERMISSION_DENIED),
            ("", grpc.StatusCode.UNAUTHENTICATED),
        ):
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await check(token, "towers")
            assert refused.value.code() is code

    run(test)


def test_one_who_waits_is_sent_away_when_the_token_ends(run: Run) -> None:
    async def test(lobby: Lobby) -> None:
        end = NOW + timedelta(days=1)
        one = await lobby.wait(lobby.tokens.add("towers", Role.ENGINE, end, NOW))
        other = await lobby.wait(lobby.tokens.add("walls", Role.ENGINE, None, NOW))
        await lobby.hear(one)
        await lobby.hear(other)
        lobby.tokens.revoke("walls", NOW)
        assert await refusal(other) == (
            grpc.StatusCode.UNAUTHENTICATED,
            "the token 'walls' is valid no more",
        )
        lobby.now = end
        code, _ = await refusal(one)
        assert code is grpc.StatusCode.UNAUTHENTICATED

    run(test)


def test_a_bad_file_of_tokens_sends_nobody_away_who_is_in(run: Run) -> None:
    async def test(lobby: Lobby) -> None:
        token = lobby.tokens.add("towers", Role.ENGINE, None, NOW)
        call = await lobby.wait(token)
        await lobby.hear(call)
        content = lobby.tokens.path.read_bytes()
        lobby.tokens.path.write_bytes(b"{")
        code, said = await refusal(await lobby.wait(token))
        assert code is grpc.StatusCode.UNAVAILABLE, said
        assert "can't read its tokens" in said
        lobby.tokens.path.write_bytes(content)
        await lobby.invite("towers")
        assert (await lobby.hear(call)).invitation == LETTER

    run(test)


@pytest.mark.parametrize(
    ("request_bytes", "code"),
    [
        (b"", grpc.StatusCode.FAILED_PRECONDITION),
        (b"\xff\xff\xff", grpc.StatusCode.INVALID_ARGUMENT),
        (
            lobby_pb2.WaitRequest(protocol_version=2).SerializeToString(),
            grpc.StatusCode.FAILED_PRECONDITION,
        ),
        (REQUEST + b"\x12\x80\x80\x08" + b"x" * 131_072, grpc.StatusCode.RESOURCE_EXHAUSTED),
        (None, grpc.StatusCode.DEADLINE_EXCEEDED),
    ],
    ids=["empty", "no message", "other version", "too long", "none at all"],
)
def test_what_is_no_request_is_refused(
    run: Run, request_bytes: bytes | None, code: grpc.StatusCode
) -> None:
    async def test(lobby: Lobby) -> None:
        token = lobby.tokens.add("towers", Role.ENGINE, None, NOW)
        call = await lobby.wait(token, request_bytes)
        given, _ = await refusal(call)
        # Too long a message ends the call in gRPC itself, which names it in one way or another.
        assert given is code or (request_bytes is not None and len(request_bytes) > 65_536)
        assert (await lobby.hear(await lobby.wait(token))).WhichOneof("message") == "waiting"

    run(test, first_message_s=0.2)


def test_places_are_limited_a_token(run: Run) -> None:
    async def test(lobby: Lobby) -> None:
        token = lobby.tokens.add("towers", Role.ENGINE, None, NOW)
        calls = [await lobby.wait(token) for _ in range(2)]
        for call in calls:
            await lobby.hear(call)
        code, said = await refusal(await lobby.wait(token))
        assert code is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert "2 calls wait" in said
        other = lobby.tokens.add("walls", Role.ENGINE, None, NOW)
        await lobby.hear(await lobby.wait(other))

    run(test, room=WaitingRoom(most=10, most_a_token=2))


def test_guessing_is_slowed_down_and_locks_nobody_out(
    run: Run, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(lobby: Lobby) -> None:
        token = lobby.tokens.add("towers", Role.ENGINE, None, NOW)
        method: Any = (await lobby.channel()).unary_stream(WAIT_METHOD)
        codes = [
            (await refusal(method(REQUEST, metadata=(("authorization", f"Bearer {number}"),))))[0]
            for number in range(MOST_A_MINUTE + 5)
        ]
        assert set(codes[:MOST_A_MINUTE]) == {grpc.StatusCode.UNAUTHENTICATED}
        assert set(codes[MOST_A_MINUTE:]) == {grpc.StatusCode.RESOURCE_EXHAUSTED}
        # The same address, the right token.
        assert (await lobby.hear(await lobby.wait(token))).WhichOneof("message") == "waiting"
        assert len(caplog.records) == 2

    with caplog.at_level(logging.WARNING, logger="lobby"):
        run(test)


def test_it_stays_up_for_the_others_when_many_only_knock(run: Run) -> None:
    async def test(lobby: Lobby) -> None:
        token = lobby.tokens.add("towers", Role.ENGINE, None, NOW)
        port = int(lobby.server.address.rpartition(":")[2])
        knocking = []
        try:
            for place in range(60):
                one = socket.create_connection(("127.0.0.1", port))
                knocking.append(one)
                # Nothing at all, a byte of a handshake, and what is none: and then silence.
                one.sendall([b"", b"\x16", b"GET / HTTP/1.1\r\n"][place % 3])
            call = await lobby.wait(token)
            assert (await lobby.hear(call)).WhichOneof("message") == "waiting"
            await lobby.invite("towers")
            assert (await lobby.hear(call)).invitation == LETTER
        finally:
            for one in knocking:
                one.close()

    run(test)


def test_connections_are_limited_in_all(run: Run) -> None:
    async def test(lobby: Lobby) -> None:
        port = int(lobby.server.address.rpartition(":")[2])
        knocking = [socket.create_connection(("127.0.0.1", port)) for _ in range(30)]
        try:
            # Those beyond the limit are closed as they come; those within keep silent.
            silent = set(knocking)
            while len(silent) > 10:
                heard, _, _ = await asyncio.to_thread(select.select, silent, (), (), 1)
                for one in heard:
                    with contextlib.suppress(ConnectionError):
                        assert one.recv(1) == b""
                silent.difference_update(heard)
        finally:
            for one in knocking:
                one.close()

    run(test, most_connections=8)


def test_an_engine_cant_invite(run: Run) -> None:
    """The service of referees does not answer at the door that anybody can dial."""

    async def test(lobby: Lobby) -> None:
        token = lobby.tokens.add("towers", Role.ENGINE, None, NOW)
        make_stub: Any = lobby_pb2_grpc.InvitationServiceStub
        stub = make_stub(await lobby.channel())
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await stub.Invite(
                lobby_pb2.InviteRequest(token_name="towers", invitation=LETTER),
                metadata=(("authorization", f"Bearer {token}"),),
            )
        assert refused.value.code() is grpc.StatusCode.UNIMPLEMENTED

    run(test)


def test_an_address_that_is_taken_and_tokens_that_cant_be_read_are_told(
    tmp_path: Path, door: TlsDoor
) -> None:
    async def start(lobby: Lobby) -> None:
        try:
            await lobby.server.start()
        finally:
            await lobby.close()

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        busy = TlsDoor("127.0.0.1", "localhost", door.certificate, door.key, (port, port))
        with pytest.raises(LobbyError, match=f"127.0.0.1:{port}"):
            asyncio.run(start(Lobby(tmp_path, busy)))
    (tmp_path / "tokens.json").write_text("{")
    (tmp_path / "tokens.json").chmod(0o600)
    with pytest.raises(TokenError):
        asyncio.run(start(Lobby(tmp_path, door)))
