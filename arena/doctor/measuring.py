"""Measures timers and answers of this machine, idle and loaded.

Time and processes are injected; the analysis is in `lateness` and `advice`.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Protocol

from arena.doctor.lateness import Lateness, Phase
from arena.doctor.thinker import question
from arena.errors import MeasuringError
from arena.executors.own_module import own_module
from referee.time_source import TimeSource

__all__ = ["Machine", "Partner", "PhasePlan", "RealMachine", "measure", "plans"]

_NAP_US = 2_000
_THINKS_US = (2_000, 3_500, 5_000, 6_500, 8_000)
"""In turn, so that nothing swings with the scheduler's own rhythm."""
_PATIENCE_S = 20.0


@dataclass(frozen=True, slots=True)
class PhasePlan:
    """One phase: `busy` processes think all the time, beside the one that is asked."""

    name: str
    busy: int


def plans(cores: int) -> tuple[PhasePlan, ...]:
    """Idle; one thinker a core, as a league has them; one more than cores."""
    full = (PhasePlan("full", cores - 1),) if cores > 1 else ()
    return (PhasePlan("idle", 0), *full, PhasePlan("over", cores))


class Partner(Protocol):
    """An engine, as far as time goes."""

    async def think(self, think_us: int) -> None:
        """Returns when it has thought so long by its own clock, and the answer is here."""
        ...


class Machine(Protocol):
    """Where processes come from. Both are gone when their context ends."""

    def partner(self) -> AbstractAsyncContextManager[Partner]:
        """A process that answers."""
        ...

    def busy(self) -> AbstractAsyncContextManager[None]:
        """A process that is busy from the beginning of the context on."""
        ...


async def measure(
    plan: Sequence[PhasePlan],
    phase_us: int,
    time: TimeSource,
    machine: Machine,
    progress: Callable[[float], None],
) -> list[Phase]:
    """Measure each phase for so long, at least once; `progress` is told the share done (0 to 1).

    Raises MeasuringError.
    """
    phases = []
    async with machine.partner() as partner:
        for number, step in enumerate(plan):
            async with AsyncExitStack() as load:
                for _ in range(step.busy):
                    await load.enter_async_context(machine.busy())

                def done(share: float, number: int = number) -> None:
                    progress((number + share) / len(plan))

                timer, answer = await _sample(phase_us, time, partner, done)
            phases.append(Phase(step.name, step.busy + 1, timer, answer))
    progress(1.0)
    return phases


async def _sample(
    phase_us: int, time: TimeSource, partner: Partner, progress: Callable[[float], None]
) -> tuple[Lateness, Lateness]:
    timers: list[int] = []
    answers: list[int] = []
    begun_us = time.now_us()
    while True:
        due_us = time.now_us() + _NAP_US
        await time.timer(due_us)
        timers.append(max(0, time.now_us() - due_us))
        think_us = _THINKS_US[len(answers) % len(_THINKS_US)]
        asked_us = time.now_us()
        await partner.think(think_us)
        answers.append(max(0, time.now_us() - asked_us - think_us))
        past_us = time.now_us() - begun_us
        progress(min(1.0, past_us / phase_us))
        if past_us >= phase_us:
            return Lateness.of(timers), Lateness.of(answers)


class _Process:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process, self._stdin, self._stdout = process, process.stdin, process.stdout

    async def think(self, think_us: int) -> None:
        """See `Partner.think`."""
        self._stdin.write(question(think_us))
        await self.hear()

    async def hear(self) -> None:
        try:
            async with asyncio.timeout(_PATIENCE_S):
                await self._stdout.readexactly(1)
        except TimeoutError:
            raise MeasuringError(f"a process did not answer for {_PATIENCE_S:.0f} s") from None
        except (asyncio.IncompleteReadError, OSError) as error:
            raise MeasuringError(f"a process to measure with has ended: {error}") from error

    async def end(self) -> None:
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()
        self._stdin.close()


class RealMachine:
    """Processes of this interpreter."""

    @asynccontextmanager
    async def partner(self) -> AsyncIterator[Partner]:
        """See `Machine.partner`."""
        async with self._started() as process:
            # The first answer waits for the interpreter to start.
            await process.think(1)
            yield process

    @asynccontextmanager
    async def busy(self) -> AsyncIterator[None]:
        """See `Machine.busy`."""
        async with self._started("busy") as process:
            await process.hear()
            yield

    @asynccontextmanager
    async def _started(self, *arguments: str) -> AsyncIterator[_Process]:
        try:
            started = await asyncio.create_subprocess_exec(
                *own_module("arena.doctor.thinker", *arguments),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
        except OSError as error:
            raise MeasuringError(f"no process to measure with can be started: {error}") from error
        process = _Process(started)
        try:
            yield process
        finally:
            await process.end()
