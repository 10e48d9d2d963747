from pathlib import Path

import pytest

from arena.doctor.machine import read_control_group, read_machine
from referee.launcher.ladder import LevelReport


def test_everything_is_read_and_nothing_left_behind() -> None:
    levels = [LevelReport("bwrap", False, "told", ("bubblewrap",))]
    facts = read_machine(lambda: levels)
    assert facts.isolation == tuple(levels)
    assert facts.memory_bytes > 0
    assert facts.time.resolution_ns >= 1
    assert facts.time.monotonic
    assert {"python", "podesta", "grpcio", "protobuf", "pyzmq", "libzmq"} == set(facts.versions)
    folder = Path(facts.control_group.folder)
    if facts.control_group.writable:
        assert not list(folder.glob("podesta-doctor-*"))


def test_without_cgroup_v2_it_is_said(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.write_text("4:memory:/x\n")
    assert read_control_group(tmp_path, own).reason == "this system has no cgroup v2"
    assert not read_control_group(tmp_path, tmp_path / "nothing").writable


def test_a_group_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.write_text("0::/missing\n")
    group = read_control_group(tmp_path, own)
    assert not group.writable
    assert "no group can be made" in group.reason


def test_a_group_without_files_is_no_control_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own"
    own.write_text("0::/\n")
    (tmp_path / "cgroup.controllers").write_text("cpu memory pids\n")
    group = read_control_group(tmp_path, own)
    assert (group.writable, group.controllers) == (False, ())
    assert not list(tmp_path.glob("podesta-doctor-*"))

    made = Path.mkdir

    def with_files(folder: Path) -> None:
        made(folder)
        (folder / "cgroup.controllers").write_text("cpu memory pids\n")

    def remove(folder: Path) -> None:
        (folder / "cgroup.controllers").unlink()

    monkeypatch.setattr(Path, "mkdir", with_files)
    monkeypatch.setattr(Path, "rmdir", remove)
    assert read_control_group(tmp_path, own).controllers == ("cpu", "memory", "pids")
