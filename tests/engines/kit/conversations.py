"""Let a bot and a script talk: inside the test's process, or with the bot as a program."""

import asyncio
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engines.kit import Bot, Connection, play
from engines.kit.monotonic import Monotonic, monotonic_us
from tests.engines.kit.scripted_referee import TOKEN, Script, referee, socket_in

ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True)
class Exit:
    """How a program ended."""

    status: int
    out: str
    err: str


def converse(
    bot: Bot,
    script: Script,
    *,
    monotonic: Monotonic = monotonic_us,
    address: str | None = None,
) -> None:
    """Run both to their ends; raises what the script raised, else what the bot raised."""

    async def both(address: str) -> None:
        async with referee(script, address) as served:
            playing = asyncio.ensure_future(play(bot, Connection(served.address, TOKEN), monotonic))
            try:
                await asyncio.wait(
                    (playing, asyncio.ensure_future(served.ended())),
                    return_when=asyncio.FIRST_EXCEPTION,
                )
                if playing.done() and playing.exception() is not None:
                    await playing
                await served.ended()
                await playing
            finally:
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)

    # A socket's path must be short, which the folders of pytest are not.
    with tempfile.TemporaryDirectory(prefix="kit") as folder:
        asyncio.run(both(address or socket_in(Path(folder))))


async def run_program(command: Sequence[str], environment: Mapping[str, str]) -> Exit:
    """Run a program to its end with only this added to the environment."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("PODESTA_")}
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=ROOT,
        env={**clean, **environment},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        out, err = await process.communicate()
    except BaseException:
        process.kill()
        await process.communicate()
        raise
    assert process.returncode is not None
    return Exit(process.returncode, out.decode(), err.decode())


def converse_with_program(
    command: Sequence[str],
    script: Script,
    *,
    environment: Mapping[str, str] | None = None,
    address: str | None = None,
) -> Exit:
    """Run a bot as a program against a script; raises what the script raised."""

    async def both(address: str) -> Exit:
        async with referee(script, address) as served:
            told = {"PODESTA_ADDRESS": served.address, "PODESTA_TOKEN": TOKEN}
            end = await run_program(command, {**told, **(environment or {})})
            try:
                await asyncio.wait_for(served.ended(), 5)
            except TimeoutError:
                raise AssertionError(f"the script did not end: {end}") from None
            return end

    with tempfile.TemporaryDirectory(prefix="kit") as folder:
        return asyncio.run(both(address or socket_in(Path(folder))))


def python(source: str) -> list[str]:
    """The command that runs a source text."""
    return [sys.executable, "-W", "error", "-c", source]
