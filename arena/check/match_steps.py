"""Steps about matches: the first move, every seat of every game, match after match, restarts."""

from collections.abc import Awaitable, Callable

from podesta.v1 import game_pb2

from arena.check.bench import Bench
from arena.check.match_setup import match_setups, plain_setup
from arena.check.step import Step
from arena.check.verdict import DoesNotApply, StepFailed
from referee.games import game_names, load_game

__all__ = ["STEPS"]

_LIFE = "The life of a stream"
_REFEREE = "What the referee says"
_STILL_US = 100_000
_MATCHES_ON_END = 12
_MOVES_BEFORE = 3
_MOVES_AFTER = 3
_RESIGNED = "it resigned {} of {} matches"


async def _ready(bench: Bench) -> None:
    async with bench.welcomed() as run:
        await run.keeps_still(_STILL_US)
        match = bench.match(run)
        await match.begin()
        await run.keeps_still(_STILL_US)


async def _first_move(bench: Bench) -> None:
    async with bench.welcomed() as run:
        match = bench.match(run)
        await match.begin()
        await match.move()
        await run.keeps_still(_STILL_US)
        choice = match.moves[0].WhichOneof("choice")
        bench.note(f"it answers with {'an index' if choice == 'index' else 'the text of a move'}")


def _every_seat(name: str) -> Callable[[Bench], Awaitable[None]]:
    """The step that plays every seat of one game."""

    async def play(bench: Bench) -> None:
        if name not in [game.name for game in bench.games]:
            raise DoesNotApply(f"{name} is not claimed, or was not asked for")
        setups = match_setups(load_game(name))
        resigned = 0
        async with bench.welcomed() as run:
            for number, setup in enumerate(setups, start=1):
                bench.progress(f"match {number} of {len(setups)}: {setup}")
                match = bench.match(run, setup)
                try:
                    await match.begin()
                    resigned += not await match.play()
                except StepFailed as failed:
                    raise StepFailed(f"{setup}: {failed}", failed.exchange) from None
        if resigned:
            bench.advise(_RESIGNED.format(resigned, len(setups)))
        bench.note(f"{len(setups)} matches, each seat of each number of seats")

    return play


async def _match_after_match(bench: Bench) -> None:
    async with bench.welcomed() as run:
        for number in range(_MATCHES_ON_END):
            game = bench.games[number % len(bench.games)] if bench.games else bench.first_game
            seat = number % min(game.seats)
            bench.progress(f"match {number + 1} of {_MATCHES_ON_END}")
            match = bench.match(run, plain_setup(game, seat))
            try:
                await match.begin()
                # Most are broken off in the middle, as by another engine's fault.
                if number % 3 == 0:
                    await match.play()
                else:
                    await match.moves_up_to(number)
                    match.over(game_pb2.TERMINATION_FAULT, "another engine did wrong")
            except StepFailed as failed:
                raise StepFailed(f"match {number + 1}: {failed}", failed.exchange) from None
        bench.note(f"{_MATCHES_ON_END} matches on one stream")


async def _restart(bench: Bench) -> None:
    async with bench.welcomed() as first:
        match = bench.match(first)
        await match.begin()
        await match.moves_up_to(_MOVES_BEFORE)
        if not await match.come_to_turn():
            raise DoesNotApply("the game was over before the restart")
        question = match.question()
        match.ask(question)
    # The process was killed with a decision open.
    del question.events[:]
    async with bench.welcomed() as run:
        match.resume_in(run)
        run.exchange.note("the process before this one was killed in mid-match")
        try:
            await match.begin()
            match.ask(question)
            match.make(await match.answer())
            await match.moves_up_to(_MOVES_AFTER)
        except StepFailed as failed:
            if run.conversation.hello is None or run.conversation.hello.omit_events:
                raise
            bench.advise(
                "restarted in mid-match it did not play on from the position alone; it wants "
                f"events, and a referee would tell them again: {failed}"
            )


STEPS = (
    Step("ready", "says Ready to a match in time, and nothing else", _LIFE, _ready, plays=False),
    Step(
        "first-move",
        "answers its first question with a legal move, once",
        _REFEREE,
        _first_move,
    ),
    *(
        Step(
            f"match-{name}",
            f"plays every seat of {load_game(name).title} to the end",
            _REFEREE,
            _every_seat(name),
        )
        for name in game_names()
    ),
    Step("match-after-match", "plays match after match on one stream", _LIFE, _match_after_match),
    Step("restart", "plays on from one position after it was killed", _REFEREE, _restart),
)
