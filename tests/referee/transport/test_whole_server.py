"""Servers that are cancelled while they start or stop."""

import asyncio
import contextlib

import grpc.aio
import pytest

from referee.transport.whole_server import start_whole, stop_whole


def _server() -> grpc.aio.Server:
    server = grpc.aio.server()
    server.add_insecure_port("127.0.0.1:0")
    return server


async def _cancelled_after(task: "asyncio.Task[None]", turns: int) -> None:
    for _ in range(turns):
        await asyncio.sleep(0)
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


@pytest.mark.parametrize("turns", range(1, 8))
def test_one_that_was_cancelled_in_its_start_can_be_stopped(turns: int) -> None:
    async def test() -> None:
        server = _server()
        await _cancelled_after(asyncio.create_task(start_whole(server)), turns)
        await server.stop(None)
        await server.wait_for_termination()

    asyncio.run(test())


@pytest.mark.parametrize("turns", range(1, 8))
def test_a_stop_that_was_cancelled_has_stopped_it(turns: int) -> None:
    async def test() -> None:
        server = _server()
        await server.start()
        await _cancelled_after(asyncio.create_task(stop_whole(server)), turns)
        await server.wait_for_termination()

    asyncio.run(test())
