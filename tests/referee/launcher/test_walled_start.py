"""What fails before a program is executed is no fault of the program."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from referee.launcher.walled_start import WalledStart
from referee.launcher.walls import NO_WALLS, Walls
from tests.referee.arena_floor import open_descriptors

POPEN = "referee.launcher.walled_start.subprocess.Popen"
SANDBOX = Walls(bwrap="/nowhere/bwrap")
NOTHING = (sys.executable, "-c", "")


@pytest.fixture(autouse=True)
def all_closed() -> Iterator[None]:
    before = open_descriptors()
    yield
    assert open_descriptors() == before


def refusing(code: int, filename: str | None = None) -> Callable[..., NoReturn]:
    def refuse(*_: object, **__: object) -> NoReturn:
        raise OSError(code, os.strerror(code), filename)

    return refuse


def start(walls: Walls, *argv: str, directory: str = "/") -> None:
    with Path(os.devnull).open("wb") as nowhere:
        told = nowhere.fileno()
        started = WalledStart(walls, stdout=told, stderr=told)
        try:
            started.start(argv, directory, {}, lambda: None)
        finally:
            started.close()


@pytest.mark.parametrize(
    ("call", "code", "told"),
    [
        ("memfd_create", errno.EMFILE, "no descriptors for a sandbox: .*Too many open files"),
        ("pipe2", errno.ENFILE, "no descriptors for a sandbox: .*Too many open files in system"),
        ("dup", errno.EMFILE, "the options of a sandbox can't be written: .*Too many open"),
        ("lseek", errno.EIO, "the options of a sandbox can't be written: .*Input/output error"),
    ],
)
def test_a_sandbox_that_the_system_refuses_is_ours(
    monkeypatch: pytest.MonkeyPatch, call: str, code: int, told: str
) -> None:
    monkeypatch.setattr(f"referee.launcher.walled_start.os.{call}", refusing(code))
    with pytest.raises(subprocess.SubprocessError, match=told):
        start(SANDBOX, *NOTHING)


@pytest.mark.parametrize("walls", [NO_WALLS, SANDBOX], ids=["none", "bwrap"])
@pytest.mark.parametrize("filename", [None, os.devnull])
def test_a_process_that_the_system_refuses_is_ours(
    monkeypatch: pytest.MonkeyPatch, walls: Walls, filename: str | None
) -> None:
    monkeypatch.setattr(POPEN, refusing(errno.EAGAIN, filename))
    with pytest.raises(
        subprocess.SubprocessError, match=r"no process for an engine: .*unavailable"
    ):
        start(walls, *NOTHING)


def test_a_sandbox_s_own_program_that_is_not_there_is_ours() -> None:
    with pytest.raises(subprocess.SubprocessError, match="'/nowhere/bwrap'"):
        start(SANDBOX, *NOTHING)


def test_limits_that_the_system_refuses_are_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    class Started:
        """A sandbox that stands, and waits to be opened."""

        pid = 1

        def __init__(self, words: list[str], **_: object) -> None:
            os.write(int(words[words.index("--json-status-fd") + 1]), b'{"child-pid": 1}\n')

    monkeypatch.setattr(POPEN, Started)
    monkeypatch.setattr("referee.launcher.walled_start.resource.prlimit", refusing(errno.EPERM))
    with pytest.raises(
        subprocess.SubprocessError, match=r"can't be limited and opened: .*not perm"
    ):
        start(SANDBOX._replace(open_files=64), *NOTHING)


@pytest.mark.parametrize("walls", [NO_WALLS, Walls(expendable=True)], ids=["none", "rlimits"])
def test_a_program_that_can_not_be_executed_is_the_engine_s(walls: Walls, tmp_path: Path) -> None:
    bot = tmp_path / "bot"
    with pytest.raises(FileNotFoundError):
        start(walls, str(bot))
    bot.write_text("no program")
    with pytest.raises(PermissionError):
        start(walls, str(bot))
    bot.chmod(0o755)
    with pytest.raises(OSError, match="Exec format error"):
        start(walls, str(bot))
    with pytest.raises(FileNotFoundError):
        start(walls, *NOTHING, directory=str(tmp_path / "nest"))


@pytest.mark.parametrize("walls", [NO_WALLS, Walls(bwrap=sys.executable)], ids=["none", "bwrap"])
def test_a_command_line_that_is_too_long_is_the_engine_s(walls: Walls) -> None:
    with pytest.raises(OSError, match="too long"):
        start(walls, *NOTHING, "x" * (1 << 22))
