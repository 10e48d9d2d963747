"""Steps about the end: Goodbye, signals, and a referee that is gone."""

from arena.check.bench import Bench
from arena.check.engine_run import EngineRun
from arena.check.step import Step
from arena.check.verdict import StepFailed

__all__ = ["STEPS"]

_SHORT = "In short"
_LIFE = "The life of a stream"
_REFEREES_PATIENCE_US = 1_000_000
"""So long the referee waits after Goodbye before it sends SIGTERM."""


async def _goodbye(bench: Bench) -> None:
    async with bench.welcomed() as run:
        match = bench.match(run)
        await match.begin()
        await match.moves_up_to(2)
        match.over()
        run.say_goodbye()
        said_us = bench.time.now_us()
        exited = await run.leaves()
        if exited is None:
            raise await run.failure("it heard Goodbye, and still runs")
        took_us = bench.time.now_us() - said_us
        await _leaves_nothing(run)
        if exited.status != 0:
            raise await run.failure(
                f"it heard Goodbye, and the process {exited}; expected status 0"
            )
        if took_us > _REFEREES_PATIENCE_US:
            bench.advise(f"it took {took_us / 1e6:.1f} s to end; after 1 s a referee sends SIGTERM")


async def _goodbye_at_once(bench: Bench) -> None:
    async with bench.welcomed() as run:
        run.say_goodbye()
        if await run.leaves() is None:
            raise await run.failure("it heard Goodbye before any match, and still runs")


async def _gone_while_idle(bench: Bench) -> None:
    async with bench.welcomed() as run:
        await _ends_without_referee(bench, run, "between matches")


async def _gone_while_thinking(bench: Bench) -> None:
    async with bench.welcomed() as run:
        match = bench.match(run)
        await match.begin()
        await match.moves_up_to(1)
        if await match.come_to_turn():
            match.ask(match.question())
        await _ends_without_referee(bench, run, "while a decision was open")


async def _ends_without_referee(bench: Bench, run: EngineRun, when: str) -> None:
    await run.hang_up()
    exited = await run.leaves()
    if exited is None:
        raise await run.failure(f"the referee went away {when}, and it still runs")
    await _leaves_nothing(run)
    if exited.signal is not None:
        bench.advise(f"the referee went away {when}, and the process {exited}")


async def _leaves_nothing(run: EngineRun) -> None:
    left = await run.children_left()
    if left:
        raise StepFailed(f"the process ended, and {left} that came from it still run", run.exchange)


async def _sigterm(bench: Bench) -> None:
    async with bench.welcomed() as run:
        match = bench.match(run)
        await match.begin()
        await match.moves_up_to(1)
        assert run.process is not None
        run.process.terminate()
        if await run.leaves() is None:
            bench.advise("it does not end by SIGTERM: a referee has to kill it")


STEPS = (
    Step("goodbye", "ends after Goodbye, with status 0 and no process left", _SHORT, _goodbye),
    Step(
        "goodbye-at-once",
        "ends after Goodbye where there was no match",
        _SHORT,
        _goodbye_at_once,
        plays=False,
    ),
    Step(
        "referee-gone-idle",
        "ends when the referee is gone between matches",
        _SHORT,
        _gone_while_idle,
        plays=False,
    ),
    Step(
        "referee-gone-thinking",
        "ends when the referee is gone in mid-thought",
        _SHORT,
        _gone_while_thinking,
    ),
    Step("sigterm", "ends when it is told by SIGTERM", _LIFE, _sigterm),
)
