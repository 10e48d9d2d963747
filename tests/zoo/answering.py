"""Engines that answer wrongly, late, or not at all."""

import asyncio

from podesta.v1 import engine_pb2, game_pb2

from tests.zoo.wire import dial, stand_still


async def hangs() -> None:
    async with dial() as wire:
        await wire.first_question()
        await stand_still()


async def answers_late() -> None:
    async with dial() as wire:
        decide = await wire.first_question()
        await asyncio.sleep(decide.limit_us / 1e6 + 0.05)
        await wire.answer(decide)
        await wire.play_on()


async def makes_an_illegal_move() -> None:
    """Its first move again and again: the place is taken."""
    async with dial() as wire:
        decide = await wire.first_question()
        text = decide.legal_moves[0]
        while True:
            await wire.answer(decide, text=text)
            decide = await wire.wait_for("decide")


async def picks_an_index_too_high() -> None:
    async with dial() as wire:
        decide = await wire.first_question()
        await wire.answer(decide, index=decide.legal_count)
        await stand_still()


async def writes_nonsense() -> None:
    async with dial() as wire:
        decide = await wire.first_question()
        await wire.answer(decide, text="Nf3\n\x1b[2J\u202e")
        await stand_still()


async def writes_a_novel() -> None:
    async with dial() as wire:
        decide = await wire.first_question()
        await wire.answer(decide, text="h" * 1_000_000)
        await stand_still()


async def moves_nothing() -> None:
    async with dial() as wire:
        decide = await wire.first_question()
        await wire.say(
            move=engine_pb2.Move(match_id=decide.match_id, decision_id=decide.decision_id)
        )
        await stand_still()


async def answers_twice() -> None:
    async with dial() as wire:
        decide = await wire.first_question()
        await wire.answer(decide)
        await wire.answer(decide)
        await wire.play_on()


async def answers_what_was_not_asked() -> None:
    async with dial() as wire:
        decide = await wire.first_question()
        await wire.answer(decide, decision_id=7)
        await stand_still()


async def answers_for_another_match() -> None:
    async with dial() as wire:
        decide = await wire.first_question()
        await wire.answer(decide, match_id="another")
        await stand_still()


async def says_hello_again() -> None:
    async with dial() as wire:
        await wire.first_question()
        await wire.hello()
        await stand_still()


async def is_ready_again() -> None:
    async with dial() as wire:
        decide = await wire.first_question()
        await wire.say(ready=engine_pb2.Ready(match_id=decide.match_id))
        await stand_still()


async def resigns() -> None:
    async with dial() as wire:
        decide = await wire.first_question()
        await wire.say(resign=engine_pb2.Resign(match_id=decide.match_id))
        await wire.play_on()


async def resigns_out_of_turn() -> None:
    """At once after its move, while the other seat is asked."""
    async with dial() as wire:
        decide = await wire.first_question()
        await wire.answer(decide)
        await wire.say(resign=engine_pb2.Resign(match_id=decide.match_id))
        await wire.play_on()


async def errs_once_a_decision() -> None:
    """Plays well if it may answer again."""
    async with dial() as wire:
        await wire.ready(await wire.begin())
        while True:
            response = await wire.hear()
            kind = response.WhichOneof("message")
            if kind == "decide":
                decide = response.decide
                await wire.answer(decide, text="oops")
            elif kind == "rejected" and response.rejected.may_retry:
                await wire.answer(decide)
            elif kind in ("match_over", "goodbye"):
                break
        await wire.play_on()


async def evaluates_without_end() -> None:
    """Plays well, with evaluations that are too long."""
    async with dial() as wire:
        await wire.ready(await wire.begin())
        while True:
            response = await wire.hear()
            kind = response.WhichOneof("message")
            if kind == "decide":
                much = game_pb2.Evaluation(
                    values=[float("nan"), float("inf"), *[0.0] * 1_000],
                    line=["x" * 100] * 1_000,
                    comment="c" * 100_000,
                )
                await wire.answer(response.decide, evaluation=much, thinking_us=-5)
            elif kind in ("match_over", "goodbye"):
                break
        await wire.play_on()
