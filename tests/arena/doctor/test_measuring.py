import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psutil
import pytest

from arena.doctor.lateness import Phase
from arena.doctor.measuring import Partner, PhasePlan, RealMachine, measure, plans
from arena.errors import MeasuringError
from referee.time_source import MonotonicTime


class LateTime:
    """Every timer wakes so late as the machine is loaded."""

    def __init__(self) -> None:
        self.now = 0
        self.late_us = 10

    def now_us(self) -> int:
        return self.now

    def timer(self, at_us: int) -> "asyncio.Future[None]":
        self.now = at_us + self.late_us
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        future.set_result(None)
        return future


class ScriptedMachine:
    """Answers come 100 us late, and 1 ms more for each busy process."""

    def __init__(self, time: LateTime) -> None:
        self.time = time
        self.running = 0
        self.most = 0
        self.thoughts: list[int] = []

    async def think(self, think_us: int) -> None:
        self.thoughts.append(think_us)
        self.time.now += think_us + 100 + 1_000 * self.running

    @asynccontextmanager
    async def partner(self) -> AsyncIterator[Partner]:
        yield self

    @asynccontextmanager
    async def busy(self) -> AsyncIterator[None]:
        self.running += 1
        self.most = max(self.most, self.running)
        self.time.late_us = 10 + 500 * self.running
        yield
        self.running -= 1
        self.time.late_us = 10 + 500 * self.running


def scripted(plan: tuple[PhasePlan, ...], phase_us: int) -> tuple[list[Phase], list[float]]:
    time, shares = LateTime(), list[float]()
    machine = ScriptedMachine(time)
    phases = asyncio.run(measure(plan, phase_us, time, machine, shares.append))
    assert machine.running == 0
    assert machine.most == max(step.busy for step in plan)
    return phases, shares


def test_the_phases_of_two_cores_are_idle_full_and_over() -> None:
    assert plans(2) == (PhasePlan("idle", 0), PhasePlan("full", 1), PhasePlan("over", 2))


def test_on_one_core_there_is_nothing_between_idle_and_over() -> None:
    assert plans(1) == (PhasePlan("idle", 0), PhasePlan("over", 1))


def test_each_phase_measures_under_its_own_load() -> None:
    phases, shares = scripted(plans(2), 100_000)
    assert [(p.name, p.thinkers) for p in phases] == [("idle", 1), ("full", 2), ("over", 3)]
    assert [p.timer.max_us for p in phases] == [10, 510, 1_010]
    assert [p.answer.max_us for p in phases] == [100, 1_100, 2_100]
    # 2 ms of sleep and 5 ms of thinking a round, on average.
    assert phases[0].answer.samples == phases[0].timer.samples == 15
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_a_phase_measures_at_least_once() -> None:
    phases, _ = scripted((PhasePlan("idle", 0), PhasePlan("over", 3)), 1)
    assert [p.answer.samples for p in phases] == [1, 1]


def test_real_processes_answer_and_are_gone_afterwards() -> None:
    shares: list[float] = []
    phases = asyncio.run(measure(plans(2), 30_000, MonotonicTime(), RealMachine(), shares.append))
    assert [p.name for p in phases] == ["idle", "full", "over"]
    for phase in phases:
        assert phase.answer.samples >= 1
        assert 0 <= phase.answer.p50_us <= phase.answer.p99_us <= phase.answer.max_us
        assert 0 <= phase.timer.p50_us <= phase.timer.p99_us <= phase.timer.max_us
    assert shares[-1] == 1.0
    left = [
        p for p in psutil.Process().children() if "arena.doctor.thinker" in " ".join(p.cmdline())
    ]
    assert left == []


def test_a_process_that_ends_too_early_is_told() -> None:
    async def run() -> None:
        async with RealMachine().partner() as partner:
            (child,) = (
                p
                for p in psutil.Process().children()
                if "arena.doctor.thinker" in " ".join(p.cmdline())
            )
            child.kill()
            await partner.think(1_000)

    with pytest.raises(MeasuringError, match="has ended"):
        asyncio.run(run())


def test_where_no_process_can_be_started_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with RealMachine().busy():
            pass

    monkeypatch.setattr("sys.executable", "/nowhere/python")
    with pytest.raises(MeasuringError, match="can be started"):
        asyncio.run(run())
