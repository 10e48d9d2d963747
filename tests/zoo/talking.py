"""Engines that say too much, say it wrongly, or do not listen."""

import asyncio
import sys

from podesta.v1 import engine_pb2, game_pb2

from tests.zoo.wire import RefereeGoneError, dial, stand_still


async def chats_and_never_moves() -> None:
    async with dial() as wire:
        decide = await wire.first_question()
        while True:
            await wire.say(
                info=engine_pb2.Info(
                    match_id=decide.match_id,
                    decision_id=decide.decision_id,
                    evaluation=game_pb2.Evaluation(values=[0.5, -0.5], comment="soon"),
                )
            )
            await asyncio.sleep(0.02)


async def floods_with_info() -> None:
    async with dial() as wire:
        decide = await wire.first_question()
        info = engine_pb2.Info(match_id=decide.match_id, decision_id=decide.decision_id)
        while True:
            await wire.say(info=info)


async def floods_with_big_logs() -> None:
    async with dial() as wire:
        await wire.first_question()
        while True:
            await wire.say(log=engine_pb2.Log(text="l" * 900_000))


async def logs_a_lot() -> None:
    """Within what is allowed."""
    async with dial() as wire:
        match = await wire.begin()
        await wire.ready(match)
        for number in range(500):
            await wire.say(log=engine_pb2.Log(text=f"line {number} " + "x" * 2_000))
        await wire.play_on()


async def sends_bad_bytes() -> None:
    async with dial() as wire:
        await wire.first_question()
        await wire.raw(b"\xff\xff\xff\xff")
        await stand_still()


async def sends_an_empty_message() -> None:
    async with dial() as wire:
        await wire.first_question()
        await wire.raw(b"")
        await stand_still()


async def sends_10_megabytes() -> None:
    async with dial() as wire:
        await wire.first_question()
        await wire.raw(b"\0" * (10 << 20))
        await stand_still()


async def sends_20_megabytes() -> None:
    """More than gRPC itself takes."""
    async with dial() as wire:
        await wire.first_question()
        await wire.raw(b"\0" * (20 << 20))
        await stand_still()


async def closes_its_stream() -> None:
    async with dial() as wire:
        await wire.first_question()
        await wire.close()
        await stand_still()


async def hangs_up() -> None:
    async with dial() as wire:
        await wire.first_question()
    await stand_still()


async def never_reads() -> None:
    async with dial() as wire:
        match = await wire.begin()
        await wire.ready(match)
        await stand_still()


async def prints_a_lot() -> None:
    """To stdout and stderr, much more than a pipe holds, and plays well."""
    async with dial() as wire:
        match = await wire.begin()
        await wire.ready(match)
        for number in range(2_000):
            print(f"out {number} " + "o" * 500)
            print(f"err {number} " + "e" * 500, file=sys.stderr)
        sys.stdout.flush()
        try:
            await wire.play_on()
        except RefereeGoneError:
            return
