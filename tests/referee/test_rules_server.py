import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest
from google.protobuf.message import Message
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from podesta.v1 import rules_pb2, rules_pb2_grpc

from referee.errors import AddressError
from referee.rules_answers import RulesAnswers
from referee.rules_server import SERVICE, RulesServer, serve_rules
from tests.referee.test_rules_answers import SEED, TINY, at


@asynccontextmanager
async def serving(address: str = "127.0.0.1:0") -> AsyncIterator[Any]:
    """A channel to a server of the tiny game."""
    server = RulesServer(RulesAnswers(TINY))
    bound = await server.start(address)
    try:
        async with grpc.aio.insecure_channel(bound) as channel:
            yield channel
    finally:
        await server.stop()


def stub(channel: Any) -> Any:
    return rules_pb2_grpc.RulesServiceStub(channel)  # type: ignore[no-untyped-call]


def test_every_call_is_answered_over_a_socket(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(f"unix:{tmp_path}/rules") as channel:
            rules = stub(channel)
            described = await rules.Describe(rules_pb2.DescribeRequest())
            assert [game.name for game in described.games] == ["tiny"]
            legal = await rules.LegalMoves(rules_pb2.LegalMovesRequest(position=at()))
            assert list(legal.moves) == ["1", "2"]
            valid = await rules.Validate(rules_pb2.ValidateRequest(position=at(), move="keep"))
            assert (valid.legal, valid.reason) == (False, "keep is no answer to roll")
            applied = await rules.Apply(rules_pb2.ApplyRequest(position=at(), move="1"))
            assert applied.kind == "keep"
            assert len(applied.digest) == 16
            seen = await rules.Observation(rules_pb2.ObservationRequest(position=at(), seat=0))
            assert seen.observation.HasField("private")
            counted = await rules.Perft(rules_pb2.PerftRequest(position=at("1"), depth=1))
            assert counted.nodes == 2

    asyncio.run(play())


async def refusal(
    call: Callable[[Any], Any], request: Message | bytes
) -> tuple[grpc.StatusCode, str]:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call(request)
    return caught.value.code(), caught.value.details() or ""


def test_what_can_not_be_answered_is_an_invalid_argument() -> None:
    async def play() -> None:
        async with serving() as channel:
            rules = stub(channel)
            code, told = await refusal(
                rules.LegalMoves, rules_pb2.LegalMovesRequest(position=at("fly"))
            )
            assert code == grpc.StatusCode.INVALID_ARGUMENT
            assert told.startswith("moves[0] 'fly' is unreadable")
            code, told = await refusal(
                rules.Perft, rules_pb2.PerftRequest(position=at("1"), depth=4_000_000_000)
            )
            assert code == grpc.StatusCode.INVALID_ARGUMENT
            assert told == "depth 4000000000: at most 6 is counted"
            code, told = await refusal(rules.Describe, rules_pb2.DescribeRequest(game="go"))
            assert (code, told) == (
                grpc.StatusCode.INVALID_ARGUMENT,
                "no game is called 'go': there are tiny",
            )
            # An answer still comes after all of that.
            assert (await rules.Describe(rules_pb2.DescribeRequest())).games

    asyncio.run(play())


METHODS = [method.name for method in rules_pb2.DESCRIPTOR.services_by_name["RulesService"].methods]


@pytest.mark.parametrize("method", METHODS)
def test_bytes_that_are_no_request_are_an_invalid_argument_and_no_bug(
    method: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with serving() as channel:
            call = channel.unary_unary(f"/{SERVICE}/{method}")
            code, told = await refusal(call, b"\xff" * 7)
            assert code == grpc.StatusCode.INVALID_ARGUMENT
            assert told == f"7 bytes that are no podesta.v1.{method}Request"
            # A text that is no UTF-8: the first field of a move, a position or a name.
            code, told = await refusal(call, b"\x0a\x01\xff")
            assert code == grpc.StatusCode.INVALID_ARGUMENT
            assert (await stub(channel).Describe(rules_pb2.DescribeRequest())).games

    asyncio.run(play())
    assert caplog.text == ""


def test_a_reason_is_never_too_long_to_travel() -> None:
    async def play() -> None:
        async with serving() as channel:
            for name in ("x" * 100_000, "\u4e00" * 100_000):
                position = at()
                position.game_options[name] = "1"
                request = rules_pb2.LegalMovesRequest(position=position)
                code, told = await refusal(stub(channel).LegalMoves, request)
                assert code == grpc.StatusCode.INVALID_ARGUMENT
                assert told.startswith("game_options of tiny: ")

    asyncio.run(play())


def test_a_message_that_is_too_long_is_refused() -> None:
    async def play() -> None:
        async with serving() as channel:
            request = rules_pb2.ValidateRequest(position=at(), move="x" * (1 << 20))
            code, _ = await refusal(stub(channel).Validate, request)
            assert code == grpc.StatusCode.RESOURCE_EXHAUSTED

    asyncio.run(play())


def test_health_is_told_while_an_answer_is_being_found() -> None:
    async def play() -> None:
        found, asked = threading.Event(), threading.Event()

        class Waiting(RulesAnswers):
            def perft(self, request: rules_pb2.PerftRequest) -> rules_pb2.PerftResponse:
                asked.set()
                assert found.wait(60)
                return super().perft(request)

        server = RulesServer(Waiting(TINY))
        bound = await server.start("127.0.0.1:0")
        async with grpc.aio.insecure_channel(bound) as channel:
            call = stub(channel).Perft(rules_pb2.PerftRequest(position=at("1"), depth=1))
            counting = asyncio.ensure_future(call)
            assert await asyncio.to_thread(asked.wait, 60)
            check = health_pb2_grpc.HealthStub(channel).Check
            for name in ("", SERVICE):
                told = await check(health_pb2.HealthCheckRequest(service=name))
                assert told.status == health_pb2.HealthCheckResponse.SERVING
            assert not counting.done()
            found.set()
            assert (await counting).nodes == 2
        await server.stop()

    asyncio.run(play())


def test_reflection_names_the_service() -> None:
    async def play() -> None:
        async with serving() as channel:
            ask = reflection_pb2_grpc.ServerReflectionStub(channel).ServerReflectionInfo
            stream = ask(iter([reflection_pb2.ServerReflectionRequest(list_services="")]))
            response = await stream.read()
            names = {service.name for service in response.list_services_response.service}
            assert {SERVICE, "grpc.health.v1.Health"} <= names
            stream.cancel()

    asyncio.run(play())


def test_an_address_that_is_taken_is_an_address_error() -> None:
    async def play() -> None:
        first = RulesServer(RulesAnswers(TINY))
        bound = await first.start("127.0.0.1:0")
        with pytest.raises(AddressError, match=bound):
            await RulesServer(RulesAnswers(TINY)).start(bound)
        with pytest.raises(AddressError, match="nowhere"):
            await RulesServer(RulesAnswers(TINY)).start("unix:/nowhere/at/all")
        await first.stop()

    asyncio.run(play())


def test_serve_rules_serves_until_it_is_cancelled() -> None:
    async def play() -> None:
        bound: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        task = asyncio.create_task(
            serve_rules("127.0.0.1:0", answers=RulesAnswers(TINY), listening=bound.set_result)
        )
        async with grpc.aio.insecure_channel(await bound) as channel:
            request = rules_pb2.LegalMovesRequest(position=at(seed=SEED))
            assert (await stub(channel).LegalMoves(request)).kind == "roll"
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        again = RulesServer(RulesAnswers(TINY))
        assert await again.start(bound.result()) == bound.result()  # the port is free again
        await again.stop()

    asyncio.run(play())


def test_stopping_gives_up_what_is_being_counted() -> None:
    async def play() -> None:
        asked = threading.Event()

        class Endless(RulesAnswers):
            def perft(self, request: rules_pb2.PerftRequest) -> rules_pb2.PerftResponse:
                keep_going = self._budget()
                asked.set()
                while True:
                    keep_going()

        server = RulesServer(Endless(TINY, budget_us=60_000_000))
        bound = await server.start("127.0.0.1:0")
        async with grpc.aio.insecure_channel(bound) as channel:
            call = stub(channel).Perft(rules_pb2.PerftRequest(position=at("1"), depth=1))
            counting = asyncio.ensure_future(call)
            assert await asyncio.to_thread(asked.wait, 60)
            await server.stop()
            with pytest.raises(grpc.aio.AioRpcError):
                await counting

    asyncio.run(play())
    assert not [t for t in threading.enumerate() if t.name.startswith("rules") and _hangs(t)]


def _hangs(thread: threading.Thread) -> bool:
    thread.join(60)
    return thread.is_alive()


@pytest.mark.parametrize("turns", range(12))
def test_a_server_that_is_cancelled_in_its_start_is_stopped(
    turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[object] = []
    stop = RulesServer.stop

    async def noted(server: RulesServer) -> None:
        await stop(server)
        ended.append(server)

    monkeypatch.setattr(RulesServer, "stop", noted)

    async def test() -> None:
        serving = asyncio.create_task(serve_rules("127.0.0.1:0", answers=RulesAnswers(TINY)))
        for _ in range(turns):
            await asyncio.sleep(0)
        serving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await serving

    asyncio.run(test())
    # Before its first step there is none.
    assert len(ended) == min(turns, 1)
