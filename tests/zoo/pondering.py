"""Engines that think while they are not to move, and tell how much they could.

Lines of stdout: CPU time used between an answer and the next question, seconds.
"""

import asyncio
import hashlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from podesta.v1 import engine_pb2

from tests.zoo.wire import Wire, dial


def _cpu_s(pid: int) -> float:
    """User and system time of a process, from the clock that the kernel keeps for it."""
    stat = Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii")
    return int(stat.split()[0]) / 1e9


async def _play(wire: Wire, used_s: Callable[[], float]) -> None:
    await wire.hello()
    since_s: float | None = None
    while True:
        response = await wire.hear()
        kind = response.WhichOneof("message")
        if kind == "new_match":
            await wire.ready(response.new_match)
        elif kind == "decide":
            if since_s is not None:
                print(used_s() - since_s, flush=True)
            await wire.answer(response.decide)
            since_s = used_s()
        elif kind == "match_over":
            since_s = None
        elif kind == "goodbye":
            return


async def ponders() -> None:
    """In a thread of its own process."""
    spinning = threading.Thread(target=_spin, daemon=True)
    spinning.start()
    async with dial() as wire:
        await _play(wire, lambda: _cpu_s_of_thread(spinning))


def _spin() -> None:
    # In the hash the interpreter's lock is given up, so that the other thread can hear.
    data = bytes(1 << 16)
    while True:
        hashlib.sha256(data)


def _cpu_s_of_thread(thread: threading.Thread) -> float:
    stat = Path(f"/proc/self/task/{thread.native_id}/schedstat").read_text(encoding="ascii")
    return int(stat.split()[0]) / 1e9


async def ponders_out_of_sight() -> None:
    """In a daemon: a double fork, a session of its own, no environment."""
    daemon = _start_daemon()
    async with dial() as wire:
        await _play(wire, lambda: _cpu_s(daemon))


def _start_daemon() -> int:
    reader, writer = os.pipe()
    code = (
        "import os, subprocess, sys\n"
        "spin = [sys.executable, '-S', '-c', 'while True: pass']\n"
        "one = subprocess.Popen(spin, start_new_session=True, env={})\n"
        "os.write(int(sys.argv[1]), str(one.pid).encode())\n"
        "os._exit(0)\n"
    )
    subprocess.run([sys.executable, "-S", "-c", code, str(writer)], check=True, pass_fds=(writer,))
    return int(os.read(reader, 20))


async def resigns_at_its_fifth() -> None:
    """Decision, and takes a fifth of a second for each before, idly: free for others to use."""
    async with dial() as wire:
        await wire.ready(await wire.begin())
        for _ in range(4):
            decide = await wire.wait_for("decide")
            await asyncio.sleep(0.2)
            await wire.answer(decide)
        decide = await wire.wait_for("decide")
        await wire.say(resign=engine_pb2.Resign(match_id=decide.match_id))
        await wire.play_on()
