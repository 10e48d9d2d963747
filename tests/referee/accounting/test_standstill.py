"""Trees that are stopped: no process in them runs, wherever it is, until all go on."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.accounting.control_group import ControlGroup, group_directory
from referee.accounting.standstill import GroupStandstill, SignalStandstill
from referee.launcher.process_tree import descendants, kill_all, stopped

SPIN = "while True: pass"
TREE = f"""
import os, subprocess, sys
spin = [sys.executable, "-S", "-c", {SPIN!r}]
subprocess.Popen(spin)
subprocess.Popen(spin, start_new_session=True)
{SPIN}
"""
FORKS = """
import os, select, signal
for _ in range(3_000):
    if os.fork() == 0:
        signal.pause()
    select.select([], [], [], 0.01)
signal.pause()
"""


def ran_ns(pid: int) -> int:
    """What the scheduler counted of a process, to the nanosecond."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0])


@pytest.fixture(params=["signals", "cgroup"])
def start(request: pytest.FixtureRequest) -> Iterator[Callable[[str], "Stage"]]:
    stages: list[Stage] = []
    group = None
    if request.param == "cgroup":
        group = ControlGroup.make(group_directory())
        if group is None:
            pytest.skip("no control group of the second version can be made here")

    def begin(program: str) -> Stage:
        stages.append(Stage(program, group))
        return stages[-1]

    yield begin
    for stage in stages:
        stage.close()
    while group is not None and group.path.exists():
        group.remove()


class Stage:
    """A tree of processes and what stops it."""

    def __init__(self, program: str, group: ControlGroup | None) -> None:
        self._group = group
        join = group.join if group is not None else None
        self._process = subprocess.Popen([sys.executable, "-S", "-c", program], preexec_fn=join)
        self.still = (
            GroupStandstill(group) if group is not None else SignalStandstill(self.processes)
        )

    def processes(self) -> list[int]:
        return [self._process.pid, *descendants(self._process.pid)]

    def settle(self) -> None:
        """A stop takes effect where a process next enters the kernel, so when it next runs."""
        events = self._group.path / "cgroup.events" if self._group is not None else None
        while not (
            all(stopped(pid) for pid in self.processes())
            if events is None
            else "frozen 1" in events.read_text()
        ):
            pass

    def close(self) -> None:
        # One that is forked between a look and the death of its parent would be left behind.
        if self._process.poll() is None:
            self.still.freeze()
        if self._group is not None:
            self._group.kill()
        while self._process.poll() is None:
            kill_all(self.processes()[::-1])


def wait_until_all_ran(stage: Stage, processes: list[int]) -> None:
    before = {pid: ran_ns(pid) for pid in processes}
    while any(ran_ns(pid) == before[pid] for pid in processes):
        pass


def test_nothing_of_a_tree_runs_until_it_is_let_go_on(start: Callable[[str], Stage]) -> None:
    stage = start(TREE)
    while len(stage.processes()) < 3:
        pass
    processes = stage.processes()
    wait_until_all_ran(stage, processes)
    stage.still.freeze()
    stage.settle()
    before = [ran_ns(pid) for pid in processes]
    # Long for them, were they running: as much of our own time as they must not have.
    sum(range(2_000_000))
    assert [ran_ns(pid) for pid in processes] == before
    stage.still.thaw()
    wait_until_all_ran(stage, processes)


def test_a_tree_that_forks_all_the_time_stands_still_too(start: Callable[[str], Stage]) -> None:
    stage = start(FORKS)
    while len(stage.processes()) < 4:
        pass
    stage.still.freeze()
    stage.settle()
    first = sorted(stage.processes())
    sum(range(2_000_000))
    assert sorted(stage.processes()) == first
    stage.still.thaw()
    while sorted(stage.processes()) == first:
        pass


def test_a_stopped_tree_can_be_killed(start: Callable[[str], Stage]) -> None:
    stage = start(TREE)
    while len(stage.processes()) < 3:
        pass
    stage.still.freeze()
    stage.close()
    assert len(stage.processes()) == 1  # the first, whose id is kept
    assert not Path(f"/proc/{stage.processes()[0]}").exists()
    stage.still.thaw()  # nobody is left: nothing happens
