import errno
from pathlib import Path

import pytest

from arena.cli.exit_status import ExitStatus, worst
from arena.cli.failures import explain, shortened
from arena.errors import (
    CapacityError,
    ConfigError,
    ExecutorError,
    LedgerBusyError,
    LedgerMismatchError,
    LedgerWriteError,
    Problem,
)
from referee.errors import RecordError, SpecError
from referee.games import OptionError, ReplayError
from referee.time_control import TimeControlError
from tests.arena.cli.command_line import podesta


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (ConfigError([Problem(Path("a.toml"), "x", "is wrong", "y")]), ExitStatus.USAGE),
        (OptionError(["one", "two"]), ExitStatus.USAGE),
        (SpecError(["one"]), ExitStatus.USAGE),
        (RecordError("cut short"), ExitStatus.USAGE),
        (ReplayError("draws"), ExitStatus.USAGE),
        (TimeControlError("x"), ExitStatus.USAGE),
        (CapacityError("too many"), ExitStatus.USAGE),
        (LedgerMismatchError("other terms"), ExitStatus.USAGE),
        (LedgerBusyError("in use"), ExitStatus.STORAGE),
        (LedgerWriteError("full"), ExitStatus.STORAGE),
        (ExecutorError("no referee"), ExitStatus.VOID),
        (FileNotFoundError(errno.ENOENT, "No such file", "x.toml"), ExitStatus.USAGE),
        (OSError(errno.ENOSPC, "No space left on device", "x"), ExitStatus.STORAGE),
        (OSError(errno.EMFILE, "Too many open files"), ExitStatus.VOID),
        (OSError(errno.EROFS, "Read-only file system"), ExitStatus.STORAGE),
    ],
)
def test_what_a_user_can_mend_is_explained(error: Exception, status: ExitStatus) -> None:
    told = explain(error)
    assert told is not None
    assert told.status is status
    assert all(told.lines)


@pytest.mark.parametrize("error", [KeyError("x"), ValueError("x"), OSError(errno.EBADF, "x")])
def test_everything_else_is_a_bug(error: Exception) -> None:
    assert explain(error) is None


def test_a_file_without_a_name_is_a_bug_unless_the_working_directory_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nameless = FileNotFoundError(errno.ENOENT, "No such file or directory")
    assert explain(nameless) is None
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    told = explain(nameless)
    assert told is not None
    assert told.status is ExitStatus.USAGE
    assert explain(OSError(errno.EBADF, "x")) is None


def test_every_problem_is_a_line() -> None:
    told = explain(OptionError(["one", "two"]))
    assert told is not None
    assert told.lines == ("one", "two")


def test_the_gravest_of_several_matches_counts() -> None:
    ok, fault, forfeit, void = (
        ExitStatus.OK,
        ExitStatus.FAULT,
        ExitStatus.FORFEIT,
        ExitStatus.VOID,
    )
    assert worst([ok, ok]) is ok
    assert worst([ok, fault, ok]) is fault
    assert worst([forfeit, fault]) is forfeit
    assert worst([void, forfeit]) is void
    assert worst([]) is void


@pytest.mark.parametrize(
    "words",
    [
        ["match", "bologna", "random", "random", "--deal", "\udcff"],
        ["match", "bologna", "random", "random:x=\udcff"],
        ["rules", "legal", "bologna", "-o", "map=\udcff"],
        ["rules", "legal", "bologna", "--city", "AAAAAA", "\udcff"],
    ],
)
def test_words_that_are_no_utf8_are_told(words: list[str]) -> None:
    done = podesta(*words)
    assert done.returncode == ExitStatus.USAGE
    assert "is not UTF-8" in done.stderr


def test_a_complaint_has_an_end() -> None:
    assert shortened(["x"] * 100) == ["x"] * 100
    assert shortened(["x"] * 10_000) == [*["x"] * 99, "and 9901 more"]
