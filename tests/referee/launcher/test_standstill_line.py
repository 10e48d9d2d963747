"""Stopping and continuing real trees from the referee, whatever becomes of it and of the keeper."""

import asyncio
import os
import signal
import socket
from pathlib import Path

import psutil
import pytest

from referee.accounting.control_group import group_directory
from referee.errors import VoidMatch
from referee.launcher import standstill_line
from referee.launcher.launcher import EngineCommand, Usage
from referee.launcher.plain import PlainLauncher, PlainProcess, base_environment
from referee.launcher.process_tree import descendants, stopped
from referee.launcher.standstill_line import StandstillLine
from tests.referee.arena_floor import alive
from tests.referee.launcher.test_plain import exited, has_printed, python, run, until

TICK = "import select\nwhile True: print(1, flush=True); select.select([], [], [], 0.001)"
ENDS_WELL = (
    "import signal, sys\nsignal.signal(15, lambda *_: sys.exit(4))\nprint(1, flush=True)\n"
    "while True: signal.pause()"
)


@pytest.fixture(params=[False, True], ids=["signals", "cgroup"])
def launcher(request: pytest.FixtureRequest) -> PlainLauncher:
    return PlainLauncher(control_groups=request.param)


async def started(launcher: PlainLauncher, program: str) -> PlainProcess:
    process = await launcher.start(EngineCommand(python(program), "", base_environment()))
    await has_printed(process)
    return process


async def silent(process: PlainProcess) -> None:
    """Until nothing more comes from it, however often one looks."""
    looks = 0
    while looks < 50:
        looks = 0 if (await process.printed()).stdout else looks + 1
        await asyncio.sleep(0)


def test_a_frozen_tree_says_nothing_until_it_goes_on(launcher: PlainLauncher) -> None:
    async def test() -> None:
        process = await started(launcher, TICK)
        for waits in (True, False, True):
            process.freeze()
            process.freeze()
            await silent(process)
            process.thaw(waits=waits)
            process.thaw(waits=True)
            await has_printed(process)
        await process.end()

    run(test)


def test_a_frozen_tree_can_be_ended_and_leaves_nothing(launcher: PlainLauncher) -> None:
    async def test() -> None:
        process = await started(launcher, TICK)
        process.freeze()
        await silent(process)
        await process.end()
        assert process.exit is not None
        assert process.exit.signal == signal.SIGKILL
        # All of this does nothing any more.
        process.freeze()
        process.thaw(waits=True)

    run(test)


def test_a_frozen_tree_that_goes_on_hears_what_it_was_sent(launcher: PlainLauncher) -> None:
    async def test() -> None:
        process = await started(launcher, ENDS_WELL)
        process.freeze()
        process.terminate()
        process.thaw(waits=False)
        await exited(process)
        assert process.exit is not None
        assert process.exit.status == 4
        await process.end()

    run(test)


def test_when_the_referee_is_gone_a_frozen_tree_goes_too(launcher: PlainLauncher) -> None:
    async def test() -> None:
        process = await started(launcher, TICK)
        assert process.pid is not None
        keeper = psutil.Process(process.pid).ppid()
        process.freeze()
        await silent(process)
        # What the kernel does when the referee is killed.
        process._writer.transport.abort()
        await exited(process)
        await until(lambda: not alive(keeper))
        assert not alive(process.pid)
        await process.end()

    run(test)


def test_a_keeper_that_was_killed_holds_up_nothing(launcher: PlainLauncher) -> None:
    async def test() -> None:
        process = await started(launcher, TICK)
        assert process.pid is not None
        process.freeze()
        await silent(process)
        keeper = psutil.Process(process.pid).ppid()
        os.kill(keeper, signal.SIGKILL)
        process.thaw(waits=True)
        await process.end()
        assert not alive(process.pid)
        groups = group_directory()
        assert groups is None or not (groups / f"podesta-{keeper}").exists()

    run(test)


def test_a_keeper_that_an_engine_stopped_is_woken_to_let_it_go_on() -> None:
    async def test() -> None:
        process = await started(PlainLauncher(control_groups=False), TICK)
        assert process.pid is not None
        keeper = psutil.Process(process.pid).ppid()
        process.freeze()
        await silent(process)
        os.kill(keeper, signal.SIGSTOP)
        await until(lambda: stopped(keeper))
        process.thaw(waits=True)
        assert not stopped(keeper)
        await has_printed(process)
        await process.end()

    run(test)


def test_a_keeper_that_does_not_answer_makes_the_match_void(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(standstill_line, "_LIMIT_S", 0.0)
    ours, theirs = socket.socketpair()
    with theirs:
        line = StandstillLine(ours, os.getpid())
        line.freeze()
        line.thaw(waits=False)
        assert theirs.recv(8) == b"ft"
        with pytest.raises(VoidMatch, match="can't be continued"):
            line.thaw(waits=True)
        theirs.send(b"t")
        line.thaw(waits=True)
        line.close()


def test_a_tree_is_bound_to_cores_at_its_start_and_later() -> None:
    cores = sorted(os.sched_getaffinity(0))
    program = (
        "import signal, subprocess, sys, threading\n"
        "threading.Thread(target=threading.Event().wait, daemon=True).start()\n"
        "subprocess.Popen([sys.executable, '-S', '-c', 'import signal; signal.pause()'])\n"
        "print(1, flush=True); signal.pause()"
    )

    def bound(pid: int) -> set[frozenset[int]]:
        return {
            frozenset(os.sched_getaffinity(int(task.name)))
            for one in (pid, *descendants(pid))
            for task in Path(f"/proc/{one}/task").iterdir()
        }

    async def test() -> None:
        command = EngineCommand(python(program), "", base_environment(), cpus=(cores[0],))
        process = await PlainLauncher().start(command)
        pid = process.pid
        assert pid is not None
        await has_printed(process)
        assert bound(pid) == {frozenset({cores[0]})}
        process.bind((cores[-1],))
        await until(lambda: bound(pid) == {frozenset({cores[-1]})})
        process.bind(cores)
        await until(lambda: bound(pid) == {frozenset(cores)})
        await process.end()

    run(test)


def test_what_is_out_of_reach_is_neither_stopped_nor_counted(launcher: PlainLauncher) -> None:
    async def test() -> None:
        process = await started(launcher, TICK)
        assert process.usage().cpu_us is not None
        process.out_of_reach = True
        process.freeze()
        await has_printed(process)
        await has_printed(process)
        assert process.usage() == Usage()
        await process.end()

    run(test)
