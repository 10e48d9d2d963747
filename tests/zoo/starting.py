"""Engines that go wrong before they play."""

import asyncio
import os
import sys

from podesta.v1 import engine_pb2

from tests.zoo.wire import RefereeGoneError, dial, stand_still


async def crashes_at_start() -> None:
    print("no network file", file=sys.stderr)
    os._exit(3)


async def never_connects() -> None:
    await stand_still()


async def never_says_hello() -> None:
    async with dial() as wire:
        # A call without a message begins with its first read.
        await wire.hear()


async def speaks_version_99() -> None:
    async with dial() as wire:
        await wire.hello(protocol_version=99)
        await stand_still()


async def plays_another_game() -> None:
    async with dial() as wire:
        await wire.begin(games=["chess", "go"])


async def has_a_wrong_token() -> None:
    async with dial("guessed") as wire:
        try:
            await wire.hello()
            await wire.hear()
        except RefereeGoneError as gone:
            print(gone, file=sys.stderr)
            os._exit(4)


async def never_gets_ready() -> None:
    async with dial() as wire:
        await wire.begin()
        await stand_still()


async def is_ready_for_another_match() -> None:
    async with dial() as wire:
        await wire.begin()
        await wire.say(ready=engine_pb2.Ready(match_id="another"))
        await stand_still()


async def resigns_before_ready() -> None:
    async with dial() as wire:
        match = await wire.begin()
        await wire.say(resign=engine_pb2.Resign(match_id=match.match_id))
        await stand_still()


async def moves_before_hello() -> None:
    async with dial() as wire:
        await wire.say(move=engine_pb2.Move(match_id="x", decision_id=1, text="x"))
        await stand_still()


async def starts_slowly() -> None:
    await asyncio.sleep(0.3)
    async with dial() as wire:
        match = await wire.begin()
        await asyncio.sleep(0.3)
        await wire.ready(match)
        await wire.play_on()


async def has_an_odd_name() -> None:
    async with dial() as wire:
        await wire.hello(
            name="../../etc/\u2713 \U0001f984\n\x1b[31mred\u202e", version="1\n2", author="\0"
        )
        await wire.play_on()


async def brags() -> None:
    async with dial() as wire:
        await wire.hello(name="n" * 300_000, version="v" * 300_000, author="a" * 300_000)
        await wire.play_on()
