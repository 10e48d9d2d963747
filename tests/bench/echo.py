"""A bare echo stream over the same transport with the same messages: the floor of a decision."""

import os

os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_client,-event_engine_listener")

import asyncio
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc.aio

from tests.bench.echo_client import write_frames

__all__ = ["Echo", "in_turn_us", "open_echo"]

WARM_UP = 300


class Echo:
    """The server's side of one stream; its client answers every message at once."""

    def __init__(self, questions: list[bytes]) -> None:
        self._questions = questions
        self._context: Any = None
        self._open = asyncio.Event()
        self._over = asyncio.Event()

    async def handle(self, _: object, context: Any) -> None:
        """The handler of the call."""
        await context.read()
        self._context = context
        self._open.set()
        await self._over.wait()
        await context.write(b"")

    async def round_trips_us(self, rounds: int) -> list[float]:
        """Times from question written to answer read, microseconds."""
        return [await self.round_trip_us(number) for number in range(rounds)]

    async def round_trip_us(self, number: int) -> float:
        """The time of one, microseconds."""
        await self._open.wait()
        question = self._questions[number % len(self._questions)]
        began = time.perf_counter_ns()
        await self._context.write(question)
        if await self._context.read() is grpc.aio.EOF:
            raise RuntimeError("the echo client went away")
        return (time.perf_counter_ns() - began) / 1000

    def close(self) -> None:
        """Tell the client that it is over."""
        self._over.set()


async def in_turn_us(echoes: Sequence[Echo], rounds: int, busy_us: int) -> list[float]:
    """Round trips of one after another, with so much work of the asker between them.

    As in a match: each engine has slept for two decisions when it is asked, and so has its core.
    """
    times_us = []
    for number in range(rounds):
        until_ns = time.perf_counter_ns() + busy_us * 1000
        while time.perf_counter_ns() < until_ns:
            pass
        times_us.append(await echoes[number % len(echoes)].round_trip_us(number))
    return times_us


@asynccontextmanager
async def open_echo(questions: list[bytes], answers: list[bytes]) -> AsyncGenerator[Echo, None]:
    """A stream to an echo client in a process of its own, warmed up."""
    with tempfile.TemporaryDirectory(prefix="podesta-bench-") as folder:
        echo = Echo(questions)
        handler: Any = grpc.stream_stream_rpc_method_handler(echo.handle)
        server = grpc.aio.server()
        server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler("podesta.bench", {"Echo": handler}),)
        )
        address = f"unix:{folder}/echo"
        server.add_insecure_port(address)
        await server.start()
        frames = Path(folder) / "answers"
        write_frames(frames, answers)
        client = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bench.echo_client", address, str(frames)
        )
        try:
            await echo.round_trips_us(WARM_UP)
            yield echo
        finally:
            echo.close()
            await client.wait()
            await server.stop(None)
