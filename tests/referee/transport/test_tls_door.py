"""The door of a remote seat, and those who try it."""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from podesta.v1 import match_pb2

from referee.errors import AddressError
from referee.time_source import FakeTimeSource
from referee.transport.engine_server import PLAY_METHOD, EngineServer
from referee.transport.tls_door import TlsDoor, host_and_port
from tests.certificates import make_certificate, needs_openssl
from tests.referee.transport.test_engine_server import Listener, run

pytestmark = needs_openssl

UNSPECIFIED = match_pb2.TRANSPORT_UNSPECIFIED


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> TlsDoor:
    certificate, key = make_certificate(tmp_path_factory.mktemp("door"))
    return TlsDoor("127.0.0.1", "localhost", certificate.read_bytes(), key.read_bytes())


@contextlib.asynccontextmanager
async def seat(
    door: TlsDoor, takes_another: Callable[[], bool] = lambda: False
) -> AsyncIterator[tuple[EngineServer, Listener]]:
    listener = Listener()
    server = EngineServer(
        listener, FakeTimeSource(), UNSPECIFIED, door=door, takes_another=takes_another
    )
    await server.start()
    try:
        yield server, listener
    finally:
        await server.stop()


def secure(address: str, roots: bytes) -> grpc.aio.Channel:
    return grpc.aio.secure_channel(address, grpc.ssl_channel_credentials(roots))


def call(channel: grpc.aio.Channel, *metadata: tuple[str, str]) -> Any:
    stream: Any = channel.stream_stream(PLAY_METHOD)
    return stream(metadata=metadata)


async def refusal(call: Any) -> grpc.StatusCode:
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await call.read()
    return refused.value.code()


def test_the_token_of_a_seat_opens_that_seat_alone(door: TlsDoor) -> None:
    async def test() -> None:
        async with seat(door) as (mine, heard), seat(door) as (other, unheard):
            async with secure(mine.address, door.certificate) as channel:
                stream = call(channel, ("authorization", f"Bearer {mine.token}"))
                await stream.write(b"hello")
                await heard.until(lambda: heard.heard)
            async with secure(other.address, door.certificate) as channel:
                stolen = call(channel, ("authorization", f"Bearer {mine.token}"))
                assert await refusal(stolen) is grpc.StatusCode.UNAUTHENTICATED
            assert unheard.stream is None

    run(test)


def test_a_token_is_no_use_after_its_match(door: TlsDoor) -> None:
    async def test() -> None:
        async with seat(door) as (former, _):
            token = former.token
        async with seat(door) as (server, listener):
            async with secure(server.address, door.certificate) as channel:
                replayed = call(channel, ("authorization", f"Bearer {token}"))
                assert await refusal(replayed) is grpc.StatusCode.UNAUTHENTICATED
            assert listener.stream is None

    run(test)


def test_a_token_that_is_used_twice_opens_nothing_while_no_stream_may_come_back(
    door: TlsDoor,
) -> None:
    async def test() -> None:
        async with (
            seat(door) as (server, listener),
            secure(server.address, door.certificate) as channel,
        ):
            bearer = ("authorization", f"Bearer {server.token}")
            first = call(channel, bearer)
            await first.write(b"x")
            await listener.until(lambda: listener.heard)
            assert await refusal(call(channel, bearer)) is grpc.StatusCode.ALREADY_EXISTS
            await first.write(b"y")
            await listener.until(lambda: len(listener.heard) == 2)

    run(test)


def test_a_newer_stream_takes_the_place_where_one_may(door: TlsDoor) -> None:
    async def test() -> None:
        async with (
            seat(door, lambda: True) as (server, listener),
            secure(server.address, door.certificate) as channel,
        ):
            bearer = ("authorization", f"Bearer {server.token}")
            first = call(channel, bearer)
            await first.write(b"x")
            await listener.until(lambda: listener.heard)
            second = call(channel, bearer)
            await second.write(b"y")
            await listener.until(lambda: len(listener.heard) == 2)
            assert await refusal(first) is grpc.StatusCode.ABORTED
            # The listener never hears of the end of the one that was replaced.
            assert listener.closed_with is None

    run(test)


@pytest.mark.parametrize(
    "metadata",
    [
        [],
        [("authorization", "")],
        [("authorization", "Bearer ")],
        [("authorization", "{token}")],
        [("authorization", "bearer {token}")],
        [("authorization", "Basic {token}")],
        [("authorization", "Bearer {token} ")],
        [("authorization", "Bearer  {token}")],
        [("authorization", "Bearer {token}x")],
        [("authorization", "Bearer {token}"), ("authorization", "Bearer {token}")],
        [("authorization", "Bearer x"), ("authorization", "Bearer {token}")],
        [("token", "{token}")],
        [("x-authorization", "Bearer {token}")],
        [("proxy-authorization", "Bearer {token}")],
        [("cookie", "authorization=Bearer {token}")],
        [("authorization-bin", "Bearer {token}")],
    ],
)
def test_a_token_in_the_wrong_place_opens_nothing(
    door: TlsDoor, metadata: list[tuple[str, str]]
) -> None:
    async def test() -> None:
        async with (
            seat(door) as (server, listener),
            secure(server.address, door.certificate) as channel,
        ):
            given: list[Any] = [(key, value.format(token=server.token)) for key, value in metadata]
            given = [
                (key, value.encode() if key.endswith("-bin") else value) for key, value in given
            ]
            assert await refusal(call(channel, *given)) is grpc.StatusCode.UNAUTHENTICATED
            assert listener.stream is None

    run(test)


def test_nothing_but_play_answers(door: TlsDoor) -> None:
    async def test() -> None:
        async with (
            seat(door) as (server, _),
            secure(server.address, door.certificate) as channel,
        ):
            health = health_pb2_grpc.HealthStub(channel)
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await health.Check(health_pb2.HealthCheckRequest())
            assert refused.value.code() is grpc.StatusCode.UNIMPLEMENTED

    run(test)


def test_without_tls_or_with_other_authorities_nobody_gets_in(
    door: TlsDoor, tmp_path: Path
) -> None:
    stranger, _ = make_certificate(tmp_path, "stranger")

    async def test() -> None:
        async with seat(door) as (server, listener):
            bearer = ("authorization", f"Bearer {server.token}")
            async with grpc.aio.insecure_channel(server.address) as channel:
                assert await refusal(call(channel, bearer)) is grpc.StatusCode.UNAVAILABLE
            async with secure(server.address, stranger.read_bytes()) as channel:
                assert await refusal(call(channel, bearer)) is grpc.StatusCode.UNAVAILABLE
            assert listener.stream is None
            assert server.refused_calls == 0

    run(test)


def test_many_who_only_knock_keep_nobody_out(door: TlsDoor) -> None:
    """Open sockets, half a handshake, garbage and wrong tokens, and one who has the right one."""

    async def test() -> None:
        async with seat(door) as (server, listener):
            port = int(server.address.rpartition(":")[2])
            knocking = [socket.create_connection(("127.0.0.1", port)) for _ in range(20)]
            try:
                for place, one in enumerate(knocking):
                    # Nothing at all, the beginning of a TLS record, and what is none.
                    one.sendall([b"", b"\x16\x03\x01\x02\x00", b"GET / HTTP/1.1\r\n"][place % 3])
                async with secure(server.address, door.certificate) as channel:
                    wrong = [call(channel, ("authorization", "Bearer no")) for _ in range(100)]
                    codes = {await refusal(one) for one in wrong}
                    assert codes <= {
                        grpc.StatusCode.UNAUTHENTICATED,
                        grpc.StatusCode.RESOURCE_EXHAUSTED,
                    }
                    right = call(channel, ("authorization", f"Bearer {server.token}"))
                    await right.write(b"here")
                    await listener.until(lambda: listener.heard)
            finally:
                for one in knocking:
                    one.close()

    run(test)


def test_old_versions_of_tls_are_refused(door: TlsDoor) -> None:
    async def test() -> None:
        async with seat(door) as (server, _):
            port = int(server.address.rpartition(":")[2])

            def shake_hands(version: ssl.TLSVersion) -> str | None:
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
                context.load_verify_locations(cadata=door.certificate.decode())
                context.set_alpn_protocols(["h2"])
                context.maximum_version = version
                with (
                    socket.create_connection(("127.0.0.1", port)) as plain,
                    context.wrap_socket(plain, server_hostname="localhost") as wrapped,
                ):
                    return wrapped.version()

            assert await asyncio.to_thread(shake_hands, ssl.TLSVersion.TLSv1_2) == "TLSv1.2"
            with (
                pytest.warns(DeprecationWarning, match="TLS"),
                pytest.raises((ssl.SSLError, OSError)),
            ):
                await asyncio.to_thread(shake_hands, ssl.TLSVersion.TLSv1_1)

    run(test)


def test_the_first_free_port_of_a_range_is_taken(door: TlsDoor) -> None:
    async def test() -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            first = taken.getsockname()[1]
            one = TlsDoor("127.0.0.1", "localhost", door.certificate, door.key, (first, first))
            with pytest.raises(AddressError, match="taken or not ours"):
                async with seat(one):
                    pass
            few = TlsDoor("127.0.0.1", "localhost", door.certificate, door.key, (first, first + 9))
            async with seat(few) as (server, _):
                assert first < int(server.address.rpartition(":")[2]) <= first + 9

    run(test)


def test_a_certificate_that_is_none_is_told(door: TlsDoor) -> None:
    async def test() -> None:
        bad = TlsDoor("127.0.0.1", "localhost", b"no PEM", door.key)
        with pytest.raises(AddressError, match="certificate"):
            async with seat(bad):
                pass

    run(test)


def test_the_key_does_not_show(door: TlsDoor) -> None:
    assert "PRIVATE" not in repr(door)
    assert host_and_port("::1", 7) == "[::1]:7"
