"""Steps about what crosses and what repeats: rejections, late messages, ends in mid-thought."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from podesta.v1 import engine_pb2, game_pb2

from arena.check.bench import Bench
from arena.check.engine_run import EngineRun
from arena.check.seat_match import SeatMatch
from arena.check.step import Step
from arena.check.verdict import DoesNotApply, StepFailed

__all__ = ["STEPS"]

_FAULTS = "What is a fault"
_REFEREE = "What the referee says"
_LIFE = "The life of a stream"
_STILL_US = 100_000


async def _rejected(bench: Bench) -> None:
    async with _at_its_turn(bench, 1) as (run, match):
        match.ask(match.question())
        await match.answer()
        run.conversation.reopen()
        _reject(run, match, match.decision_id, may_retry=True)
        try:
            again = await match.answer()
        except StepFailed as failed:
            if run.gone or run.conversation.fault is not None:
                raise
            bench.advise(f"told that it may answer again, it did not ({failed}): it loses on time")
            match.over(game_pb2.TERMINATION_FAULT, "no answer")
        else:
            match.make(again)
            await match.moves_up_to(2)
            match.over()
        await _plays_another(bench, run)


async def _rejected_for_good(bench: Bench) -> None:
    async with _at_its_turn(bench, 1) as (run, match):
        match.ask(match.question())
        await match.answer()
        _reject(run, match, match.decision_id, may_retry=False)
        await run.keeps_still(_STILL_US)
        match.over(
            game_pb2.TERMINATION_FAULT,
            "an illegal move",
            (
                game_pb2.Fault(
                    seat=match.setup.seat,
                    kind=game_pb2.FAULT_KIND_ILLEGAL_MOVE,
                    detail="a legal move, called illegal by a check",
                ),
            ),
        )
        await _plays_another(bench, run)


async def _stale_rejection(bench: Bench) -> None:
    """Of a decision that was closed long ago: a forgiven answer and its rejection can cross."""
    async with _at_its_turn(bench, 2) as (run, match):
        _reject(run, match, 1, may_retry=True)
        run.conversation.close_decision()
        match.ask(match.question())
        match.make(await match.answer())
        await match.moves_up_to(2)


async def _duplicate_question(bench: Bench) -> None:
    async with _at_its_turn(bench, 1) as (run, match):
        question = match.question()
        match.ask(question)
        run.ask_again(question)
        move = await match.answer()
        run.conversation.close_decision()
        match.make(move)
        await match.moves_up_to(3)
        match.over()
        await _plays_another(bench, run)


async def _late_messages(bench: Bench) -> None:
    async with _at_its_turn(bench, 2) as (run, match):
        question = match.question()
        match.over(game_pb2.TERMINATION_FAULT, "another engine did wrong")
        run.exchange.note("what follows belongs to the match that is over")
        observe = engine_pb2.Observe(match_id=match.match_id, ply=question.ply)
        observe.events.extend(question.events)
        run.say(engine_pb2.PlayResponse(observe=observe))
        _reject(run, match, question.decision_id, may_retry=False)
        run.say(engine_pb2.PlayResponse(decide=question))
        await run.keeps_still(_STILL_US)
        await _plays_another(bench, run)


async def _over_while_thinking(bench: Bench) -> None:
    async with bench.welcomed() as run:
        for number in range(3):
            match = bench.match(run)
            await match.begin()
            await match.moves_up_to(number)
            await _come_to_turn(match)
            match.ask(match.question())
            match.over(game_pb2.TERMINATION_FAULT, "another engine did wrong")
        await _plays_another(bench, run)
        if run.late_messages:
            bench.note(f"{run.late_messages} answers crossed with the end of their match")


async def _resignation(bench: Bench) -> None:
    async with bench.welcomed() as run:
        for moves in (0, 1, 3):
            match = bench.match(run)
            await match.begin()
            await match.moves_up_to(moves)
            match.over(game_pb2.TERMINATION_RESIGNATION, "the other seat resigned")
        await _plays_another(bench, run)


async def _void_match(bench: Bench) -> None:
    async with bench.welcomed() as run:
        for moves, termination in (
            (0, game_pb2.TERMINATION_FORFEIT),
            (0, game_pb2.TERMINATION_VOID),
            (2, game_pb2.TERMINATION_VOID),
        ):
            match = bench.match(run)
            await match.begin()
            await match.moves_up_to(moves)
            match.over(termination, "the machine failed, or an engine did not start")
        await _plays_another(bench, run)


def _reject(run: EngineRun, match: SeatMatch, decision_id: int, *, may_retry: bool) -> None:
    run.say(
        engine_pb2.PlayResponse(
            rejected=engine_pb2.Rejected(
                match_id=match.match_id,
                decision_id=decision_id,
                kind=game_pb2.FAULT_KIND_ILLEGAL_MOVE,
                reason="this check calls a legal move illegal, to see what follows",
                expected="one of the legal moves",
                legal_count=1,
                may_retry=may_retry,
            )
        )
    )


@asynccontextmanager
async def _at_its_turn(bench: Bench, moves: int) -> AsyncIterator[tuple[EngineRun, SeatMatch]]:
    """An engine welcomed, in a match in which it made so many moves and is to act again."""
    async with bench.welcomed() as run:
        match = bench.match(run)
        await match.begin()
        await match.moves_up_to(moves)
        await _come_to_turn(match)
        yield run, match


async def _come_to_turn(match: SeatMatch) -> None:
    if not await match.come_to_turn():
        raise DoesNotApply("the game was over before this could be tried")


async def _plays_another(bench: Bench, run: EngineRun) -> None:
    """The stream still serves: another match begins and goes on."""
    match = bench.match(run)
    try:
        await match.begin()
        await match.moves_up_to(2)
    except StepFailed as failed:
        raise StepFailed(f"in the match after it: {failed}", failed.exchange) from None


STEPS = (
    Step("rejected", "answers again where it may", _FAULTS, _rejected),
    Step("rejected-for-good", "says no more where it may not", _FAULTS, _rejected_for_good),
    Step("stale-rejection", "is not led astray by an old decision id", _LIFE, _stale_rejection),
    Step("duplicate-question", "stands a question that comes twice", _LIFE, _duplicate_question),
    Step("late-messages", "stands messages of a match that is over", _LIFE, _late_messages),
    Step(
        "over-while-thinking",
        "drops a thought whose match is over",
        _REFEREE,
        _over_while_thinking,
    ),
    Step("resignation", "goes on when others resign", _REFEREE, _resignation),
    Step("void-match", "goes on after a match without an outcome", _REFEREE, _void_match),
)
