"""Real processes under their keepers."""

import asyncio
import contextlib
import gc
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from pathlib import Path

import psutil
import pytest

from referee.errors import VoidMatch
from referee.launcher import plain
from referee.launcher.launcher import EngineCommand, LaunchError, Printed
from referee.launcher.plain import TREE_VARIABLE, PlainLauncher, PlainProcess, base_environment
from referee.launcher.process_tree import children, descendants, marked, stopped
from tests.referee.arena_floor import alive, open_descriptors

SLEEP = "import signal; signal.pause()"


@contextlib.asynccontextmanager
async def started(*argv: str, directory: str = "", **env: str) -> AsyncIterator[PlainProcess]:
    command = EngineCommand(argv, directory, {**base_environment(), **env})
    process = await PlainLauncher().start(command)
    try:
        yield process
    finally:
        await process.end()


def python(program: str) -> tuple[str, ...]:
    return (sys.executable, "-S", "-c", program)


def sleeping(pids: Iterable[int]) -> list[int]:
    """Those that have become a program that only sleeps."""
    found = []
    for pid in pids:
        with contextlib.suppress(psutil.NoSuchProcess):
            if SLEEP in psutil.Process(pid).cmdline():
                found.append(pid)
    return found


async def exited(process: PlainProcess) -> None:
    ended = asyncio.Event()
    process.call_at_exit(ended.set)
    await ended.wait()


async def until(condition: Callable[[], object]) -> None:
    while not condition():
        await asyncio.sleep(0)


async def has_printed(process: PlainProcess) -> None:
    while not (await process.printed()).stdout:
        pass


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(60):
            await test()

    before = open_descriptors()
    asyncio.run(limited())
    # gRPC of earlier tests may still have been closing its own.
    assert open_descriptors() <= before
    assert psutil.Process().children(recursive=True) == []


def test_it_tells_exit_status_and_output() -> None:
    async def test() -> None:
        program = "import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)"
        async with started(*python(program)) as process:
            await exited(process)
            assert process.exit is not None
            assert (process.exit.status, process.exit.signal, process.exit.left) == (3, None, False)
            assert str(process.exit) == "ended with exit status 3"
            assert await process.printed() == Printed(b"out\n", b"err\n")
            assert await process.printed() == Printed()

    run(test)


def test_it_tells_the_signal() -> None:
    async def test() -> None:
        async with started(*python(SLEEP)) as process:
            assert process.pid is not None
            os.kill(process.pid, signal.SIGUSR1)
            await exited(process)
            assert process.exit is not None
            assert (process.exit.status, process.exit.signal) == (None, signal.SIGUSR1)

    run(test)


def test_it_tells_that_children_are_left() -> None:
    async def test() -> None:
        program = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {SLEEP!r}])"
        async with started(*python(program)) as process:
            await exited(process)
            assert process.exit is not None
            assert process.exit.left

    run(test)


def test_a_command_that_is_not_there_is_told() -> None:
    async def test() -> None:
        with pytest.raises(LaunchError, match="nowhere/bot"):
            async with started("./nowhere/bot"):
                pass

    run(test)


def test_a_directory_that_is_not_there_is_told(tmp_path: Path) -> None:
    async def test() -> None:
        with pytest.raises(LaunchError, match="No such file"):
            async with started(sys.executable, directory=str(tmp_path / "no")):
                pass

    run(test)


def test_directory_environment_and_stdin_are_what_was_asked(tmp_path: Path) -> None:
    async def test() -> None:
        program = "import os, sys; print(os.getcwd(), sorted(os.environ), sys.stdin.read() == '')"
        async with started(*python(program), directory=str(tmp_path), EXTRA="1") as process:
            await exited(process)
            printed = (await process.printed()).stdout.decode()
            assert printed.startswith(f"{tmp_path} ")
            assert printed.endswith("True\n")
            assert "'EXTRA'" in printed
            assert f"'{TREE_VARIABLE}'" in printed
            assert "PYTEST" not in printed
            assert "PYTHONPATH" not in printed

    run(test)


def test_only_the_last_64_kib_of_output_are_kept() -> None:
    async def test() -> None:
        program = "print('a' * 300_000, end=''); print('b' * 65_536, end='')"
        async with started(*python(program)) as process:
            await exited(process)
            assert await process.printed() == Printed(b"b" * 65_536)

    run(test)


def test_output_without_end_neither_blocks_nor_grows() -> None:
    async def test() -> None:
        async with started(*python("while True: print('spam' * 1_000)")) as process:
            for _ in range(3):
                printed = await process.printed()
                assert len(printed.stdout) <= 65_536

    run(test)


def test_a_process_that_ignores_sigterm_is_killed() -> None:
    async def test() -> None:
        program = f"import signal; signal.signal(15, signal.SIG_IGN); print(1, flush=True); {SLEEP}"
        async with started(*python(program)) as process:
            await has_printed(process)
            process.terminate()
            await process.end()
            assert process.exit is not None
            assert process.exit.signal == signal.SIGKILL
            await process.end()

    run(test)


def test_the_whole_tree_is_killed_wherever_it_hides(tmp_path: Path) -> None:
    async def test() -> None:
        inner = f"{sys.executable} -S -c '{SLEEP}'"
        script = f"({inner} &); setsid {inner} & (setsid env -i {inner} &) ; wait"
        async with started("sh", "-c", script) as process:
            assert process.pid is not None
            keeper = psutil.Process(process.pid).ppid()
            # The shells between are gone when only the first is left beside those that sleep.
            await until(lambda: len(sleeping(descendants(keeper))) == 3)
            await until(lambda: len(descendants(keeper)) == 4)
            tree = descendants(keeper)
            assert len(children(keeper)) == 3
            assert set(children(keeper)) < set(tree)
            await process.end()
            assert [pid for pid in tree if alive(pid)] == []

    run(test)


def test_strays_of_a_killed_keeper_are_found_by_their_mark() -> None:
    async def test() -> None:
        script = f"setsid {sys.executable} -S -c '{SLEEP}' & wait"
        async with started("sh", "-c", script) as process:
            assert process.pid is not None
            shell = process.pid
            await until(lambda: descendants(shell))
            mark = psutil.Process(process.pid).environ()[TREE_VARIABLE]
            # The clone of setsid may not have its own program yet.
            tree = {process.pid, *descendants(process.pid)}
            assert process.pid in marked(TREE_VARIABLE, mark)
            os.kill(psutil.Process(process.pid).ppid(), signal.SIGKILL)
            await exited(process)
            assert process.exit is not None
            assert process.exit.signal == signal.SIGKILL
            await process.end()
            assert marked(TREE_VARIABLE, mark) == []
            assert [pid for pid in tree if alive(pid)] == []

    run(test)


def test_who_asks_after_the_end_is_told_at_once() -> None:
    async def test() -> None:
        async with started("true") as process:
            await exited(process)
            assert process.exit is not None
            told: list[str] = []
            process.call_at_exit(lambda: told.append("ended"))
            assert told == ["ended"]

    run(test)


def test_a_stopped_keeper_goes_on_to_end_all_that_came_from_the_engine() -> None:
    """What has no mark is found by the keeper alone, so to kill that would not do."""

    async def test() -> None:
        script = f"(setsid env -i {sys.executable} -S -c '{SLEEP}' &) ; exec sleep 600"
        async with started("sh", "-c", script) as process:
            assert process.pid is not None
            keeper = psutil.Process(process.pid).ppid()
            await until(lambda: len(children(keeper)) == 2)
            tree = descendants(keeper)
            assert not stopped(keeper)
            os.kill(keeper, signal.SIGSTOP)
            await until(lambda: stopped(keeper))
            await process.end()
            assert [pid for pid in tree if alive(pid)] == []
            assert not stopped(keeper)

    run(test)


def test_a_keeper_that_is_stopped_again_and_again_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("referee.launcher.plain._STOPPED_LIMIT_S", 0.1)
    # Far more than this test may take: a keeper that is only busy is given its time.
    monkeypatch.setattr("referee.launcher.plain._KEEPER_LIMIT_S", 3600)

    async def test() -> None:
        stops = "import os, signal\nwhile True: os.kill(os.getppid(), signal.SIGSTOP)"
        async with started(*python(stops)) as process:
            assert process.pid is not None
            keeper = psutil.Process(process.pid).ppid()
            tree = [process.pid, keeper]
            await until(lambda: stopped(keeper))
            await process.end()
            assert [pid for pid in tree if alive(pid)] == []

    run(test)


def test_a_keeper_that_is_stopped_before_it_starts_anything_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stopped_at_once(control: socket.socket, line: socket.socket) -> "subprocess.Popen[bytes]":
        keeper = spawn(control, line)
        keeper.send_signal(signal.SIGSTOP)
        return keeper

    spawn = plain._spawn_keeper
    monkeypatch.setattr(plain, "_spawn_keeper", stopped_at_once)
    monkeypatch.setattr(plain, "_STOPPED_LIMIT_S", 0.1)

    async def test() -> None:
        with pytest.raises(VoidMatch, match="the keeper of an engine ended at its start"):
            async with started("true"):
                pytest.fail("it was started")

    run(test)


@pytest.mark.parametrize("kind", ["directory", "link"])
def test_when_the_referee_is_gone_the_scratch_goes_and_no_link_is_followed(
    tmp_path: Path, kind: str
) -> None:
    scratch, other = tmp_path / "scratch", tmp_path / "other"
    other.mkdir()
    (other / "kept").touch()
    if kind == "link":
        scratch.symlink_to(other)
    else:
        (scratch / "inner").mkdir(parents=True)
        (scratch / "inner" / "link").symlink_to(other)
        (scratch / "link").symlink_to(other)

    async def test() -> None:
        command = EngineCommand(python(SLEEP), "", base_environment(), scratch=str(scratch))
        process = await PlainLauncher().start(command)
        # What the kernel does when the referee is killed.
        process._writer.transport.abort()
        await exited(process)
        await process.end()
        assert list(tmp_path.iterdir()) == [other]
        assert list(other.iterdir()) == [other / "kept"]

    run(test)


def test_usage_counts_the_tree() -> None:
    async def test() -> None:
        program = "x = bytearray(50_000_000); print(1, flush=True)\nwhile True: pass"
        async with started("sh", "-c", f"{sys.executable} -S -c '{program}'; true") as process:
            await has_printed(process)
            used = process.usage()
            assert used.peak_memory_bytes is not None
            assert used.peak_memory_bytes > 50_000_000
            while (process.usage().cpu_us or 0) <= (used.cpu_us or 0):
                await process.printed()

    run(test)


@pytest.mark.parametrize("turns", range(12))
def test_a_start_that_is_cancelled_leaves_nothing_and_no_complaint(turns: int) -> None:
    """After so many turns of the loop; what the keeper answers then comes all the same."""
    complaints: list[object] = []

    async def test() -> None:
        asyncio.get_running_loop().set_exception_handler(
            lambda _, context: complaints.append(context)
        )
        command = EngineCommand(python(SLEEP), "", base_environment())
        starting = asyncio.create_task(PlainLauncher().start(command))
        for _ in range(turns):
            await asyncio.sleep(0)
        starting.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await (await starting).end()
        gc.collect()

    run(test)
    assert complaints == []


def test_a_start_that_is_cancelled_hears_its_keeper_to_the_end() -> None:
    """The engine is there already when nobody waits for it any more."""
    processes: list[PlainProcess] = []

    async def test() -> None:
        process: PlainProcess | None = None
        async with started(*python(SLEEP)) as first:
            # Another start on the same keeper stands for one whose answer is still on its way.
            process = first
            first._started = asyncio.get_running_loop().create_future()
            waiting = asyncio.create_task(
                first.begin(EngineCommand(python(SLEEP)), control_group=False)
            )
            await asyncio.sleep(0)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            await until(first._started.done)
            assert not first._listening.done()
        processes.append(process)

    run(test)
    assert processes[0]._left == 0
