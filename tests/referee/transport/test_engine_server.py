"""The server of a seat over real sockets."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from podesta.v1 import match_pb2

from referee.time_source import FakeTimeSource
from referee.transport.engine_server import PLAY_METHOD, SERVICE, EngineServer
from referee.transport.engine_stream import EngineStream, WriteStamp

TRANSPORTS = [match_pb2.TRANSPORT_UNIX, match_pb2.TRANSPORT_TCP]


class Listener:
    def __init__(self) -> None:
        self.heard: list[tuple[bytes, int]] = []
        self.stream: EngineStream | None = None
        self.closed_with: str | None = None
        self.changed = asyncio.Event()
        self.go_on = True

    def opened(self, stream: EngineStream) -> None:
        self.stream = stream
        self.changed.set()

    def received(self, data: bytes, arrived_us: int) -> bool:
        self.heard.append((data, arrived_us))
        self.changed.set()
        return self.go_on

    def closed(self, detail: str) -> None:
        self.closed_with = detail
        self.changed.set()

    async def until(self, condition: Callable[[], object]) -> None:
        while not condition():
            self.changed.clear()
            await self.changed.wait()


@contextlib.asynccontextmanager
async def served(
    transport: match_pb2.Transport = match_pb2.TRANSPORT_UNIX,
) -> AsyncIterator[tuple[EngineServer, Listener, grpc.aio.Channel, FakeTimeSource]]:
    time, listener = FakeTimeSource(1_000), Listener()
    server = EngineServer(listener, time, transport)
    await server.start()
    try:
        async with grpc.aio.insecure_channel(server.address) as channel:
            yield server, listener, channel, time
    finally:
        await server.stop()


def call(channel: grpc.aio.Channel, token: str, method: str = PLAY_METHOD) -> Any:
    stream: Any = channel.stream_stream(method)
    return stream(metadata=(("authorization", f"Bearer {token}"),))


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(30):
            await test()

    asyncio.run(limited())


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_bytes_go_both_ways_unchanged_and_stamped(transport: match_pb2.Transport) -> None:
    async def test() -> None:
        async with served(transport) as (server, listener, channel, time):
            engine = call(channel, server.token)
            await engine.write(b"\xff\0no protobuf")
            await listener.until(lambda: listener.heard)
            time.jump(5)
            await engine.write(b"")
            await listener.until(lambda: len(listener.heard) == 2)
            assert listener.heard == [(b"\xff\0no protobuf", 1_000), (b"", 1_005)]
            assert listener.stream is not None
            stamp = WriteStamp()
            listener.stream.send(b"one", stamp)
            listener.stream.send(b"two")
            assert stamp.begun_us == 1_005
            assert [await engine.read(), await engine.read()] == [b"one", b"two"]
            await listener.stream.drained()
            await engine.done_writing()
            await listener.until(lambda: listener.closed_with)
            assert listener.closed_with == "the engine closed the stream"
            listener.stream.send(b"nobody hears it")

    run(test)


def test_a_wrong_token_or_a_second_stream_is_refused() -> None:
    async def test() -> None:
        async with served() as (server, listener, channel, _):
            for token in ("", "wrong", server.token + "x"):
                with pytest.raises(grpc.aio.AioRpcError) as refused:
                    await call(channel, token).read()
                assert refused.value.code() is grpc.StatusCode.UNAUTHENTICATED
            assert listener.stream is None
            first = call(channel, server.token)
            await first.write(b"x")
            await listener.until(lambda: listener.heard)
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await call(channel, server.token).read()
            assert refused.value.code() is grpc.StatusCode.ALREADY_EXISTS
            assert server.refused_calls == 4
            await first.write(b"y")
            await listener.until(lambda: len(listener.heard) == 2)

    run(test)


def test_a_stream_that_is_cancelled_is_told_at_once() -> None:
    async def test() -> None:
        async with served() as (server, listener, channel, _):
            engine = call(channel, server.token)
            await engine.write(b"x")
            await listener.until(lambda: listener.heard)
            engine.cancel()
            await listener.until(lambda: listener.closed_with)

    run(test)


def test_an_engine_that_never_reads_does_not_hold_up_the_sender() -> None:
    async def test() -> None:
        async with served() as (server, listener, channel, _):
            engine = call(channel, server.token)
            await engine.write(b"x")
            await listener.until(lambda: listener.heard)
            assert listener.stream is not None
            stamps = [WriteStamp() for _ in range(40)]
            for stamp in stamps:
                listener.stream.send(b"\0" * 1_000_000, stamp)
            # The first go out, the rest waits for a reader that never comes.
            assert stamps[0].begun_us is not None
            assert stamps[-1].begun_us is None
            # And what the engine says is heard all the same.
            await engine.write(b"y")
            await listener.until(lambda: len(listener.heard) == 2)

    run(test)


def test_nothing_is_read_any_more_when_the_listener_had_enough() -> None:
    async def test() -> None:
        async with served() as (server, listener, channel, _):
            listener.go_on = False
            engine = call(channel, server.token)

            async def flood() -> None:
                while True:
                    await engine.write(b"\0" * 100_000)

            flooding = asyncio.ensure_future(flood())
            await listener.until(lambda: listener.heard)
            await asyncio.wait((flooding,), timeout=0.2)
            assert not flooding.done()
            assert len(listener.heard) == 1
            await server.stop()
            await listener.until(lambda: listener.closed_with)
            # The second is what a write raises that begins when the call is over.
            with pytest.raises((grpc.aio.AioRpcError, asyncio.InvalidStateError)):
                await flooding

    run(test)


def test_health_and_reflection_answer() -> None:
    async def test() -> None:
        async with served() as (_, _, channel, _):
            stub = health_pb2_grpc.HealthStub(channel)
            for name in ("", SERVICE):
                status = await stub.Check(health_pb2.HealthCheckRequest(service=name))
                assert status.status == health_pb2.HealthCheckResponse.SERVING
            asking = reflection_pb2_grpc.ServerReflectionStub(channel).ServerReflectionInfo()
            await asking.write(reflection_pb2.ServerReflectionRequest(list_services=""))
            listed = await asking.read()
            names = {service.name for service in listed.list_services_response.service}
            assert SERVICE in names
            await asking.write(
                reflection_pb2.ServerReflectionRequest(file_containing_symbol=SERVICE)
            )
            assert (await asking.read()).file_descriptor_response.file_descriptor_proto
            await asking.done_writing()

    run(test)


def test_an_unknown_method_is_unimplemented() -> None:
    async def test() -> None:
        async with served() as (server, _, channel, _):
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await call(channel, server.token, f"/{SERVICE}/Peek").read()
            assert refused.value.code() is grpc.StatusCode.UNIMPLEMENTED

    run(test)


def test_stopping_removes_the_directory_and_may_be_done_twice() -> None:
    async def test() -> None:
        server = EngineServer(Listener(), FakeTimeSource(), match_pb2.TRANSPORT_UNIX)
        await server.stop()
        await server.start()
        directory = Path(server.directory)
        assert directory.is_dir()
        await server.stop()
        await server.stop()
        assert not directory.exists()

    run(test)
