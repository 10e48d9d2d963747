"""Starts engines as ordinary processes of this user, each under a keeper of its own."""

import asyncio
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Collection, Mapping
from contextlib import nullcontext
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import referee
from referee.accounting.busy_look import BusyLook
from referee.accounting.control_group import ControlGroup
from referee.errors import VoidMatch
from referee.launcher.breach_text import breach_text, file_breach_text
from referee.launcher.keepers import Keepers
from referee.launcher.launcher import (
    EngineCommand,
    EngineProcess,
    ExitStatus,
    Launcher,
    LaunchError,
    Printed,
    Usage,
)
from referee.launcher.process_tree import kill_all, marked, stopped
from referee.launcher.standstill_line import GroupLine, Standstill, StandstillLine
from referee.limits import NO_LIMITS
from referee.orderly_end import to_the_end

__all__ = ["TREE_VARIABLE", "PlainLauncher", "base_environment"]

TREE_VARIABLE = "PODESTA_TREE"
"""Marks every process of a tree, so that strays can be found if their keeper is killed."""

_PASSED_ON = ("PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "TZ")
_KEEPER_LIMIT_S = 15.0
_START_LIMIT_S = 60.0
_ANSWER_LIMIT_S = 5.0
_STOPPED_LIMIT_S = 1.0
_LINE_BYTES = 1 << 20
_CLEAN_LOOKS = 3
"""A process shows no environment for a moment while it takes on another program."""
_HUNT_PAUSE_S = 0.005


def base_environment() -> dict[str, str]:
    """The small fixed environment that every engine gets."""
    passed = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    return {"LANG": "C.UTF-8", **passed}


class PlainLauncher(Launcher):
    """No isolation: engines run as this user and see this machine."""

    isolation = "none"

    def __init__(self, *, adopts_orphans: bool = False, control_groups: bool = True) -> None:
        """`adopts_orphans`: this process is a subreaper and has no children but keepers.

        Then even an engine that kills its keeper, after hiding where it came from, leaves nothing.
        `control_groups`: have one for each engine where we may make them.
        """
        self._keepers = Keepers() if adopts_orphans else None
        self._control_groups = control_groups

    async def start(self, command: EngineCommand) -> "PlainProcess":
        """See `Launcher.start`."""
        mark = secrets.token_hex(16)
        ours, theirs = socket.socketpair()
        line, far_end = socket.socketpair()
        try:
            with theirs, far_end, self._keepers or nullcontext():
                keeper = _spawn_keeper(theirs, far_end)
                if self._keepers is not None:
                    self._keepers.pids.add(keeper.pid)
        except OSError as error:
            ours.close()
            line.close()
            raise VoidMatch(f"no process for the keeper of an engine: {error}") from error
        process = await self._connected(keeper, ours, line, mark)
        marked_command = replace(command, environment={**command.environment, TREE_VARIABLE: mark})
        try:
            await process.begin(marked_command, control_group=self._control_groups)
        except BaseException:
            await process.end()
            raise
        return process

    async def _connected(
        self,
        keeper: "subprocess.Popen[bytes]",
        control: socket.socket,
        line: socket.socket,
        mark: str,
    ) -> "PlainProcess":
        """The process of a keeper, nothing of which is left where this is cancelled."""
        connecting = asyncio.ensure_future(asyncio.open_connection(sock=control, limit=_LINE_BYTES))
        cancelled = None
        try:
            reader, writer = await to_the_end(connecting)
        except asyncio.CancelledError as error:
            cancelled = error
            reader, writer = connecting.result()
        standstill = StandstillLine(line, keeper.pid)
        process = PlainProcess(keeper, reader, writer, standstill, mark, self._keepers)
        if cancelled is not None:
            await process.end()
            raise cancelled
        return process


def _spawn_keeper(control: socket.socket, standstill: socket.socket) -> "subprocess.Popen[bytes]":
    root = Path(referee.__file__).resolve().parents[1]
    # -P: nothing of the working directory is imported; -S: no site-packages, for a quick start.
    argv = [sys.executable, "-P", "-S", "-m", "referee.launcher.keeper"]
    fds = control.fileno(), standstill.fileno()
    return subprocess.Popen(
        [*argv, *map(str, fds)],
        env={"PYTHONPATH": str(root)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=fds,
        start_new_session=True,
    )


class PlainProcess(EngineProcess):
    """An engine under its keeper."""

    def __init__(
        self,
        keeper: "subprocess.Popen[bytes]",
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        standstill: Standstill,
        mark: str,
        keepers: Keepers | None,
    ) -> None:
        super().__init__()
        self._keeper = keeper
        self._keepers = keepers
        self._reader = reader
        self._writer = writer
        self._standstill = standstill
        self._mark = mark
        self._limits = NO_LIMITS
        self._usage = Usage()
        self._group: ControlGroup | None = None
        self._pid: int | None = None
        self._busy_look: BusyLook | None = None
        self._started: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        # Nobody may be there to be told that it failed.
        self._started.add_done_callback(asyncio.Future.exception)
        self._printed: asyncio.Future[Printed] | None = None
        self._last_printed = Printed()
        self._left: int | None = None
        self._listening = asyncio.create_task(self._listen())
        self._ending: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int | None:
        """See `EngineProcess.pid`."""
        return self._pid

    async def begin(self, command: EngineCommand, *, control_group: bool) -> None:
        """Start the engine itself. Raises LaunchError, and VoidMatch where its keeper can't."""
        self._limits = command.limits
        self._order(
            do="start",
            argv=command.argv,
            directory=command.directory,
            environment=dict(command.environment),
            scratch=command.scratch,
            limits=asdict(command.limits),
            group=control_group,
            cpus=command.cpus,
            walls=command.walls.to_order(),
        )
        # Who is cancelled here does not take the answer from the keeper, which comes all the same.
        await self._wait_for_keeper(self._started, _START_LIMIT_S)
        await asyncio.wait((self._started,))
        self._pid = self._started.result()

    async def printed(self) -> Printed:
        """See `EngineProcess.printed`."""
        if self._listening.done():
            taken, self._last_printed = self._last_printed, Printed()
            return taken
        if self._printed is None:
            self._printed = asyncio.get_running_loop().create_future()
            self._order(do="printed")
        printed = self._printed
        await self._wait_for_keeper(printed, _ANSWER_LIMIT_S)
        return await asyncio.shield(printed)

    def usage(self) -> Usage:
        """See `EngineProcess.usage`."""
        return Usage() if self.out_of_reach else self._usage

    def was_busy(self) -> bool:
        """See `EngineProcess.was_busy`."""
        if self._busy_look is None:
            if self._pid is None:
                return False
            self._busy_look = BusyLook(self._pid)
        return self._busy_look.was_busy()

    def begin_window(self) -> None:
        """See `EngineProcess.begin_window`."""
        self._usage = Usage()
        self._order(do="window")

    def bind(self, cpus: Collection[int]) -> None:
        """See `EngineProcess.bind`."""
        self._order(do="bind", cpus=list(cpus))

    def freeze(self) -> None:
        """See `EngineProcess.freeze`."""
        if not self.out_of_reach:
            self._standstill.freeze()

    def thaw(self, *, waits: bool) -> None:
        """See `EngineProcess.thaw`."""
        self._standstill.thaw(waits=waits)

    def terminate(self) -> None:
        """See `EngineProcess.terminate`."""
        self._order(do="terminate")

    async def end(self) -> None:
        """See `EngineProcess.end`."""
        if self._ending is None:
            self._ending = asyncio.create_task(self._end())
        await to_the_end(self._ending)

    async def _end(self) -> None:
        self._order(do="end")
        # One that an engine stopped goes on, since no other finds all that came from the engine.
        self._keeper.send_signal(signal.SIGCONT)
        await self._wait_for_keeper(self._listening, _KEEPER_LIMIT_S)
        await asyncio.wait((self._listening,))
        self._writer.close()
        self._standstill.close()
        await asyncio.to_thread(self._keeper.wait)
        if self._keepers is not None:
            self._keepers.pids.discard(self._keeper.pid)
        if self._left is None:
            await asyncio.to_thread(self._hunt_strays)
            if self._group is not None:
                self._group.remove()
        elif self._left:
            raise VoidMatch(f"{self._left} processes of an engine can't be killed")

    async def _wait_for_keeper(self, answer: "asyncio.Future[Any]", limit_s: float) -> None:
        """Until it answers; a keeper that does not in time, or stands stopped, is killed.

        Only an engine has reason to stop it. `end` hunts what it kept.
        """
        waited_s = 0.0
        while waited_s < limit_s:
            _, late = await asyncio.wait((answer,), timeout=_STOPPED_LIMIT_S)
            if not late:
                return
            if stopped(self._keeper.pid):
                break
            waited_s += _STOPPED_LIMIT_S
        self._keeper.kill()

    def _hunt_strays(self) -> None:
        """The keeper itself was killed: what it kept is found by its mark, or is our child now."""
        clean_looks = 0
        if self._group is not None:
            self._group.kill()
        while clean_looks < _CLEAN_LOOKS:
            strays = marked(TREE_VARIABLE, self._mark)
            if self._keepers is not None:
                strays += self._keepers.orphans()
            clean_looks = 0 if strays else clean_looks + 1
            kill_all(strays)
            time.sleep(_HUNT_PAUSE_S)

    def _order(self, **order: Any) -> None:
        if not self._listening.done():
            self._writer.write(json.dumps(order).encode() + b"\n")

    async def _listen(self) -> None:
        try:
            while line := await self._reader.readline():
                self._hear(json.loads(line))
        except ConnectionError:
            pass  # The keeper was killed: same as the end of its messages.
        if not self._started.done():
            self._started.set_exception(VoidMatch("the keeper of an engine ended at its start"))
        if self._printed is not None:
            self._printed.set_result(self._last_printed)
            self._printed = None
        if self.exit is None:
            self.exited(ExitStatus(signal=9))

    def _hear(self, message: Mapping[str, Any]) -> None:
        says = message["says"]
        if usage := message.get("usage"):
            self._usage = Usage(**usage)
        if says == "started":
            self.frozen_by = message["frozen_by"]
            if message["group"]:
                self._group = ControlGroup(Path(message["group"]))
                self._standstill = GroupLine(self._group, self._standstill)
            self._started.set_result(message["pid"])
        elif says == "failed":
            reason = message["reason"]
            ours = message["ours"]
            self._started.set_exception(VoidMatch(reason) if ours else LaunchError(reason))
        elif says == "breach":
            self.breach = breach_text(message["limit"], message["allowed"], message["measured"])
        elif says == "exited":
            exited = ExitStatus(
                message["status"], message["signal"], message["left"], message["no_walls"]
            )
            self.breach = self.breach or file_breach_text(exited, self._limits)
            self.exited(exited)
        else:
            printed = Printed(
                message["stdout"].encode("latin-1"), message["stderr"].encode("latin-1")
            )
            if says == "ended":
                self._left = message["left"]
                self._last_printed = printed
            elif self._printed is not None:
                self._printed.set_result(printed)
                self._printed = None
