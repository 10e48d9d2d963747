import os
from pathlib import Path

import pytest

from arena.doctor.machine import read_control_group, read_machine
from referee.accounting.control_group import ControlGroup
from referee.launcher.ladder import LevelReport


def test_everything_is_read_and_nothing_left_behind() -> None:
    levels = [LevelReport("bwrap", False, "told", ("bubblewrap",))]
    facts = read_machine(lambda: levels)
    assert facts.isolation == tuple(levels)
    assert facts.memory_bytes > 0
    assert facts.time.resolution_ns >= 1
    assert facts.time.monotonic
    assert {"python", "podesta", "grpcio", "protobuf", "pyzmq", "libzmq"} == set(facts.versions)
    group = facts.control_group
    assert group.made == bool(group.counts)
    if group.made:
        assert not Path(group.folder, f"podesta-{os.getpid()}").exists()
        assert "cpu" in group.counts


def test_without_cgroup_v2_it_is_said() -> None:
    group = read_control_group(None)
    assert (group.made, group.counts, group.reason) == (False, (), "this system has no cgroup v2")


def test_a_group_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    group = read_control_group(tmp_path / "missing")
    assert not group.made
    assert "no group can be made" in group.reason


def test_a_group_without_files_is_no_control_group(tmp_path: Path) -> None:
    assert not read_control_group(tmp_path).made
    assert not list(tmp_path.glob("podesta-*"))


def test_what_groups_do_not_count_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "group"
    path.mkdir()
    (path / "cpu.stat").write_text("usage_usec 7\n")
    (path / "pids.current").write_text("3\n")
    (path / "cgroup.freeze").write_text("0\n")
    monkeypatch.setattr(ControlGroup, "make", lambda _: ControlGroup(path))
    group = read_control_group(tmp_path)
    assert (group.counts, group.freezes) == (("cpu", "tasks"), True)
    assert group.reason == f"groups in {tmp_path} don't count memory"
