"""A bare echo stream over the same transport with the same messages: the floor of a decision."""

import os

os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_client,-event_engine_listener")

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import grpc.aio

from tests.bench.echo_client import write_frames

WARM_UP = 300


def _serve_echo(questions: list[bytes], rounds: int, times_ns: list[int]) -> Any:
    async def echo(_: object, context: Any) -> None:
        await context.read()
        total = WARM_UP + rounds
        for number in range(total):
            began = time.perf_counter_ns()
            await context.write(questions[number % len(questions)])
            await context.read()
            if number >= WARM_UP:
                times_ns.append(time.perf_counter_ns() - began)
        await context.write(b"")

    return grpc.method_handlers_generic_handler(
        "podesta.bench", {"Echo": grpc.stream_stream_rpc_method_handler(echo)}
    )


async def _measure(questions: list[bytes], answers: list[bytes], rounds: int) -> list[int]:
    with tempfile.TemporaryDirectory(prefix="podesta-bench-") as folder:
        times_ns: list[int] = []
        server = grpc.aio.server()
        server.add_generic_rpc_handlers((_serve_echo(questions, rounds, times_ns),))
        address = f"unix:{folder}/echo"
        server.add_insecure_port(address)
        await server.start()
        frames = Path(folder) / "answers"
        write_frames(frames, answers)
        client = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bench.echo_client", address, str(frames)
        )
        await client.wait()
        await server.stop(None)
    if len(times_ns) != rounds:
        raise RuntimeError(f"the echo client ended after {len(times_ns)} of {rounds} messages")
    return times_ns


def echo_round_trips_us(questions: list[bytes], answers: list[bytes], rounds: int) -> list[float]:
    """Times of `rounds` round trips, question written to answer read, microseconds."""
    return [t / 1000 for t in asyncio.run(_measure(questions, answers, rounds))]
