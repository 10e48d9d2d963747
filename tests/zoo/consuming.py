"""Engines that use more than they may, each of something else."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

from tests.zoo.wire import dial, stand_still

_SAFETY = 3_000
"""So many and no more, should nobody stop us."""
_MIB = 1 << 20


def _scratch() -> Path:
    return Path(os.environ["PODESTA_ADDRESS"].removeprefix("unix:")).parent


def _start(count: int, command: list[str]) -> None:
    for _ in range(count):
        subprocess.Popen(command, start_new_session=True)


async def swallows_memory() -> None:
    async with dial() as wire:
        await wire.first_question()
        print("eating", file=sys.stderr, flush=True)
        eaten = [bytearray(_MIB) for _ in range(_SAFETY)]
        print(len(eaten), flush=True)
        await stand_still()


async def swallows_memory_in_children() -> None:
    """No process has much, all together have."""
    program = "x = bytearray(60 << 20); import signal; signal.pause()"
    async with dial() as wire:
        await wire.first_question()
        _start(6, [sys.executable, "-S", "-c", program])
        await stand_still()


async def forks_without_end() -> None:
    async with dial() as wire:
        await wire.first_question()
        _start(_SAFETY, ["sleep", "600"])
        await stand_still()


async def writes_without_end() -> None:
    """As a program that is not Python: those are ended by the kernel for a file too long."""
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    async with dial() as wire:
        await wire.first_question()
        _write_without_end()


async def writes_without_end_and_is_told() -> None:
    """As Python does: the write fails."""
    async with dial() as wire:
        await wire.first_question()
        try:
            _write_without_end()
        except OSError as error:
            print(error, file=sys.stderr, flush=True)
            os._exit(9)


def _write_without_end() -> None:
    with (_scratch() / "big").open("wb", buffering=0) as file:
        for _ in range(_SAFETY):
            file.write(bytes(_MIB))


async def burns_cpu() -> None:
    async with dial() as wire:
        await wire.first_question()
        while True:
            pass


async def burns_cpu_in_children() -> None:
    """None of them lives long enough to be seen using much."""
    program = "x = 0\nwhile x < 500_000: x += 1"
    async with dial() as wire:
        await wire.first_question()
        for _ in range(_SAFETY):
            await (await asyncio.create_subprocess_exec(sys.executable, "-S", "-c", program)).wait()
        await stand_still()


async def floods_stdout() -> None:
    """Prints as fast as it can, from its first question to its last, and plays well."""
    over = threading.Event()

    def flood() -> None:
        while not over.is_set():
            os.write(1, b"spam and eggs\n" * 4_000)
            os.write(2, b"eggs and spam\n" * 4_000)

    printer = threading.Thread(target=flood)
    async with dial() as wire:
        await wire.ready(await wire.begin())
        printer.start()
        try:
            await wire.play_on()
        finally:
            over.set()
            await asyncio.to_thread(printer.join)
