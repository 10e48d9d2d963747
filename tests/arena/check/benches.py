"""Engines of the zoo on the bench: as coroutines of the test, or as processes."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence

import pytest
from podesta.v1 import match_pb2

from arena.check.bench import Bench, CheckSettings
from arena.check.catalogue import chosen
from arena.check.step import Step
from arena.check.verdict import Verdict
from arena.check.walk import StepResult, walk
from referee.launcher.fake import FakeLauncher
from referee.launcher.plain import PlainLauncher
from referee.time_source import MonotonicTime
from tests.arena.check.nudged_time import NudgedTime
from tests.zoo import answering, starting, talking
from tests.zoo.conforming import Conforming

__all__ = ["Silent", "check_coroutine", "check_process", "check_program", "verdicts"]


class Silent:
    """A watcher that remembers."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.ended_steps: list[str] = []
        self.told: list[str] = []

    def begins(self, step: Step, number: int, steps: int) -> None:
        self.begun.append(step.name)

    def progress(self, text: str) -> None:
        self.told.append(text)

    def ended(self, result: StepResult) -> None:
        self.ended_steps.append(result.step.name)


def check_coroutine(
    kind: type[Conforming],
    *only: str,
    settings: CheckSettings | None = None,
    watcher: Silent | None = None,
) -> list[StepResult]:
    """Walk an engine that runs in the test's own event loop; time jumps where it hangs."""
    watcher = watcher or Silent()

    async def all_steps() -> list[StepResult]:
        time = NudgedTime()

        async def program(environment: Mapping[str, str]) -> None:
            await kind(environment, time.pass_time).run()

        spec = match_pb2.EngineSpec(id="zoo", name="zoo", command=["zoo"])
        launcher = FakeLauncher({"zoo": program})
        bench = Bench(spec, launcher, time, settings, watcher.progress)
        return await walk(bench, chosen(only), watcher)

    return asyncio.run(all_steps())


def check_program(
    program: Callable[[], Awaitable[None]],
    monkeypatch: pytest.MonkeyPatch,
    *only: str,
    settings: CheckSettings,
) -> list[StepResult]:
    """Walk an engine of the zoo that reads the environment of its process, as a coroutine.

    Where it stands still, time jumps.
    """

    async def all_steps() -> list[StepResult]:
        time = NudgedTime()

        async def stand_still() -> None:
            await Conforming({}, time.pass_time).hang()

        async def start(environment: Mapping[str, str]) -> None:
            for name in ("PODESTA_ADDRESS", "PODESTA_TOKEN"):
                monkeypatch.delenv(name, raising=False)
                if name in environment:
                    monkeypatch.setenv(name, environment[name])
            await program()

        for module in (starting, answering, talking):
            monkeypatch.setattr(module, "stand_still", stand_still)
        spec = match_pb2.EngineSpec(id="zoo", name="zoo", command=["zoo"])
        bench = Bench(spec, FakeLauncher({"zoo": start}), time, settings)
        return await walk(bench, chosen(only), Silent())

    return asyncio.run(all_steps())


def check_process(
    spec: match_pb2.EngineSpec, *only: str, settings: CheckSettings | None = None
) -> list[StepResult]:
    """Walk an engine that is a process."""

    async def all_steps() -> list[StepResult]:
        bench = Bench(spec, PlainLauncher(), MonotonicTime(), settings)
        return await walk(bench, chosen(only), Silent())

    return asyncio.run(all_steps())


def verdicts(results: Sequence[StepResult]) -> dict[str, Verdict]:
    """How each step ended, by its name."""
    return {result.step.name: result.finding.verdict for result in results}
