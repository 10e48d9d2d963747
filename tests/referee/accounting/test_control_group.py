"""Control groups: where they are, what they tell, and real ones where we may make them."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.accounting.control_group import ControlGroup, group_directory

MOUNT = "39 26 0:33 / {} rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n"


def directory_of(tmp_path: Path, mounts: str, groups: str) -> Path | None:
    (tmp_path / "mounts").write_text(mounts)
    (tmp_path / "groups").write_text(groups)
    return group_directory(tmp_path / "mounts", tmp_path / "groups")


def test_the_group_of_this_process_is_found_below_the_mount_point(tmp_path: Path) -> None:
    mounts = "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n" + MOUNT.format("/sys/fs/cgroup")
    groups = "4:memory:/old\n0::/user.slice/a b.scope\n"
    found = directory_of(tmp_path, mounts, groups)
    assert found == Path("/sys/fs/cgroup/user.slice/a b.scope")


def test_a_container_sees_only_its_part_of_the_hierarchy(tmp_path: Path) -> None:
    mounts = "39 26 0:33 /docker/abc /cg rw - cgroup2 cgroup rw\n"
    assert directory_of(tmp_path, mounts, "0::/docker/abc/x\n") == Path("/cg/x")


@pytest.mark.parametrize(
    ("mounts", "groups"),
    [
        (MOUNT.format("/cg"), "1:memory:/old\n"),
        ("22 1 8:1 / / rw - ext4 x rw\n", "0::/\n"),
        ("", ""),
    ],
)
def test_without_the_second_version_there_is_none(tmp_path: Path, mounts: str, groups: str) -> None:
    assert directory_of(tmp_path, mounts, groups) is None
    assert group_directory(tmp_path / "no", tmp_path / "no") is None
    assert ControlGroup.make(None) is None


def test_where_no_group_can_be_made_there_is_none(tmp_path: Path) -> None:
    # A directory, but none of a kernel: no file in it tells anything.
    assert ControlGroup.make(tmp_path) is None
    assert not list(tmp_path.glob("podesta-*"))
    assert ControlGroup.make(tmp_path / "missing") is None


def test_what_the_files_say(tmp_path: Path) -> None:
    group = ControlGroup(tmp_path)
    assert (group.cpu_us(), group.memory_bytes(), group.tasks()) == (None, None, None)
    assert not group.out_of_memory()
    assert not group.out_of_tasks()
    for name, text in {
        "cpu.stat": "usage_usec 1234\nuser_usec 1000\n",
        "memory.current": "5000\n",
        "memory.peak": "9000\n",
        "memory.events": "low 0\nmax 4\noom 1\noom_kill 1\n",
        "pids.current": "12\n",
        "pids.events": "max 0\n",
    }.items():
        (tmp_path / name).write_text(text)
    assert (group.cpu_us(), group.memory_bytes(), group.tasks()) == (1234, 5000, 12)
    assert group.peak_memory_bytes() == 9000
    assert group.out_of_memory()
    assert not group.out_of_tasks()
    (tmp_path / "pids.events").write_text("max 3\n")
    assert group.out_of_tasks()
    (tmp_path / "memory.current").write_text("max\n")
    assert group.memory_bytes() is None


def test_limits_are_written_where_there_is_a_file_for_them(tmp_path: Path) -> None:
    for name in ("memory.max", "memory.swap.max", "memory.oom.group", "pids.max"):
        (tmp_path / name).touch()
    ControlGroup(tmp_path).limit(memory_bytes=1000, tasks=None)
    assert (tmp_path / "memory.max").read_text() == "1000"
    assert (tmp_path / "memory.swap.max").read_text() == "0"
    assert (tmp_path / "memory.oom.group").read_text() == "1"
    assert (tmp_path / "pids.max").read_text() == ""


@pytest.fixture
def group() -> Iterator[ControlGroup]:
    made = ControlGroup.make(group_directory())
    if made is None:
        pytest.skip("no control group of the second version can be made here")
    yield made
    made.kill()
    made.remove()


def test_a_real_group_counts_kills_and_goes(group: ControlGroup) -> None:
    spin = "import os\nif os.fork() == 0: os.setsid()\nwhile True: pass"
    process = subprocess.Popen([sys.executable, "-S", "-c", spin], preexec_fn=group.join)
    while (group.cpu_us() or 0) < 20_000:
        pass
    group.remove()
    assert group.path.exists()  # there is somebody in it
    group.kill()
    assert process.wait() == -signal.SIGKILL
    while "populated 1" in (group.path / "cgroup.events").read_text():
        pass
    group.remove()
    assert not group.path.exists()


def test_what_a_killed_maker_left_is_swept(group: ControlGroup) -> None:
    ended = subprocess.Popen(["true"])
    ended.wait()
    left = group.path.with_name(f"podesta-{ended.pid}")
    left.mkdir()
    group.remove()
    assert ControlGroup.make(group.path.parent) is not None
    assert not left.exists()
    assert group.path.name == f"podesta-{os.getpid()}"
