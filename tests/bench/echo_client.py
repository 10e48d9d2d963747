"""The engine's side of a bare echo stream: every message is answered with the next given answer.

Run as `python -m tests.bench.echo_client ADDRESS ANSWERS`, ANSWERS being a file of length-prefixed
messages (4 bytes, big-endian, then the message).
"""

import os

os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_client,-event_engine_listener")

import asyncio
import sys
from pathlib import Path
from typing import Any

import grpc.aio


def read_frames(path: Path) -> list[bytes]:
    """The messages of a file of length-prefixed messages."""
    data = path.read_bytes()
    frames, offset = [], 0
    while offset < len(data):
        size = int.from_bytes(data[offset : offset + 4], "big")
        frames.append(data[offset + 4 : offset + 4 + size])
        offset += 4 + size
    return frames


def write_frames(path: Path, frames: list[bytes]) -> None:
    """Write messages so that `read_frames` reads them."""
    path.write_bytes(b"".join(len(frame).to_bytes(4, "big") + frame for frame in frames))


async def run(address: str, answers: list[bytes]) -> None:
    """Answer until the server ends the stream."""
    async with grpc.aio.insecure_channel(address) as channel:
        call: Any = channel.stream_stream("/podesta.bench/Echo")()
        await call.write(b"hello")
        count = 0
        while (question := await call.read()) is not grpc.aio.EOF:
            if not question:
                break
            await call.write(answers[count % len(answers)])
            count += 1
        await call.done_writing()


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], read_frames(Path(sys.argv[2]))))
