"""Engines whose processes go wrong: they end too early, too late, or not alone.

Process ids of what they leave behind go to the file named by ZOO_PIDS.
"""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.zoo.wire import dial


def _note(pid: int) -> None:
    with Path(os.environ["ZOO_PIDS"]).open("a", encoding="ascii") as file:
        file.write(f"{pid}\n")


def _leave_children() -> None:
    """A plain child, one in a session of its own, a daemon by double fork without environment."""
    sleeper = [sys.executable, "-S", "-c", "import time; time.sleep(600)"]
    _note(subprocess.Popen(sleeper).pid)
    _note(subprocess.Popen(sleeper, start_new_session=True).pid)
    reader, writer = os.pipe()
    if os.fork() == 0:
        os.setsid()
        daemon = os.fork()
        if daemon == 0:
            os.set_inheritable(writer, False)
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            os.execve(sys.executable, sleeper, {})
        os.write(writer, str(daemon).encode())
        os._exit(0)
    os.close(writer)
    _note(int(os.read(reader, 20)))
    os.wait()


async def crashes_in_mid_match() -> None:
    async with dial() as wire:
        decide = await wire.first_question()
        await wire.answer(decide)
        await wire.wait_for("decide")
        print("Segmentation fault (almost)", file=sys.stderr, flush=True)
        os._exit(7)


async def dies_by_a_signal() -> None:
    async with dial() as wire:
        await wire.first_question()
        os.kill(os.getpid(), signal.SIGSEGV)


async def exits_0_in_mid_match() -> None:
    async with dial() as wire:
        await wire.first_question()
        sys.exit(0)


async def leaves_children_and_crashes() -> None:
    _leave_children()
    async with dial() as wire:
        await wire.first_question()
        os._exit(1)


async def leaves_children_and_plays() -> None:
    _leave_children()
    async with dial() as wire:
        await wire.hello()
        await wire.play_on()


async def ignores_goodbye_and_sigterm() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _note(os.getpid())
    async with dial() as wire:
        await wire.hello()
        await wire.play_on()
        await asyncio.sleep(600)


async def dies_between_matches() -> None:
    async with dial() as wire:
        match = await wire.begin()
        await wire.ready(match)
        while True:
            response = await wire.hear()
            kind = response.WhichOneof("message")
            if kind == "decide":
                await wire.answer(response.decide)
            elif kind == "match_over":
                os._exit(5)


async def kills_its_keeper() -> None:
    _leave_children()
    async with dial() as wire:
        await wire.first_question()
        os.kill(os.getppid(), signal.SIGKILL)
        await asyncio.sleep(600)


async def stops_its_keeper() -> None:
    """And plays well."""
    _note(os.getpid())
    async with dial() as wire:
        decide = await wire.first_question()
        os.kill(os.getppid(), signal.SIGSTOP)
        await wire.answer(decide)
        await wire.play_on()


async def stops_its_keeper_and_errs() -> None:
    _leave_children()
    async with dial() as wire:
        decide = await wire.first_question()
        os.kill(os.getppid(), signal.SIGSTOP)
        await wire.answer(decide, text="sit")
        await asyncio.sleep(600)


async def leaves_children_and_hangs() -> None:
    _leave_children()
    async with dial() as wire:
        await wire.first_question()
        await asyncio.sleep(600)
