"""Engines as coroutines of this process, for tests: real messages, no processes."""

import asyncio
import traceback
from collections.abc import Awaitable, Callable, Mapping

from referee.launcher.launcher import (
    EngineCommand,
    EngineProcess,
    ExitStatus,
    Launcher,
    LaunchError,
    Printed,
    Usage,
)

__all__ = ["FakeLauncher", "FakeProcess", "Program"]

Program = Callable[[Mapping[str, str]], Awaitable[object]]
"""An engine: gets its environment, plays, returns."""


class FakeLauncher(Launcher):
    """Starts the program that has the name of the command."""

    isolation = "none"

    def __init__(self, programs: Mapping[str, Program]) -> None:
        self._programs = programs
        self.started: list[EngineCommand] = []

    async def start(self, command: EngineCommand) -> "FakeProcess":
        """See `Launcher.start`."""
        program = self._programs.get(command.argv[0])
        if program is None:
            raise LaunchError(f"there is no program {command.argv[0]}")
        self.started.append(command)
        return FakeProcess(program(command.environment))


class FakeProcess(EngineProcess):
    """Runs a program; exit status 1 where it raised, with the traceback on stderr."""

    def __init__(self, running: Awaitable[object]) -> None:
        super().__init__()
        self._stderr = b""
        self._task = asyncio.ensure_future(running)
        self._task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Future[object]") -> None:
        if task.cancelled():
            self.exited(ExitStatus(signal=9))
        elif error := task.exception():
            self._stderr = "".join(traceback.format_exception(error)).encode()
            self.exited(ExitStatus(status=1))
        else:
            self.exited(ExitStatus(status=0))

    @property
    def pid(self) -> int | None:
        """See `EngineProcess.pid`."""
        return None

    async def printed(self) -> Printed:
        """See `EngineProcess.printed`."""
        taken, self._stderr = self._stderr, b""
        return Printed(stderr=taken)

    def usage(self) -> Usage:
        """See `EngineProcess.usage`."""
        return Usage()

    def terminate(self) -> None:
        """See `EngineProcess.terminate`."""
        self._task.cancel()

    async def end(self) -> None:
        """See `EngineProcess.end`."""
        self._task.cancel()
        await asyncio.wait((self._task,))
