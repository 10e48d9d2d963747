"""What a run keeps in the file system, and what becomes of it when the run is killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.executors import LocalExecutor
from arena.executors.private_directory import private_directory

REFEREE = Path(__file__).with_name("scripted_referee.py")
RUN = f"""\
from arena.executors import LocalExecutor
import sys
with LocalExecutor(1, 2, command=(sys.executable, {str(REFEREE)!r}, "start")) as executor:
    executor.wait(60)
    print("here", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def place(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary directories are made, here and in the runs that a test starts."""
    place = tmp_path_factory.mktemp("t")
    monkeypatch.setenv("TMPDIR", str(place))
    monkeypatch.setattr("tempfile.tempdir", str(place))
    return place


@contextmanager
def running() -> Iterator["subprocess.Popen[str]"]:
    """A run in a process of its own, with a referee that has reported."""
    with subprocess.Popen(
        [sys.executable, "-c", RUN],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "here\n"
            yield process
        finally:
            process.kill()


def test_it_is_for_this_user_alone_and_gone_afterwards(place: Path) -> None:
    with private_directory() as directory:
        assert directory.parent == place
        assert directory.stat().st_mode & 0o777 == 0o700
        (directory / "log").touch()
    assert list(place.iterdir()) == []


def test_what_a_killed_run_left_is_removed_by_the_next(place: Path) -> None:
    with running() as run:
        run.send_signal(signal.SIGKILL)
        run.wait()
    (left,) = place.iterdir()
    assert (left / "referee-0.log").exists()
    with LocalExecutor(1, 2, command=(sys.executable, str(REFEREE), "start")):
        assert not left.exists()
    assert list(place.iterdir()) == []


def test_what_a_living_run_uses_is_left_alone(place: Path) -> None:
    with running():
        (used,) = place.iterdir()
        before = sorted(used.iterdir())
        with private_directory() as directory:
            assert directory != used
        assert sorted(used.iterdir()) == before != []


def test_only_directories_of_ours_are_removed(place: Path, tmp_path: Path) -> None:
    (tmp_path / "precious").touch()
    (place / "podesta-arena-link").symlink_to(tmp_path)
    (place / "podesta-arena-file").touch()
    (place / "podesta-arena-open").mkdir(mode=0o777)
    (place / "podesta-arena-open").chmod(0o777)
    (place / "podesta-other").mkdir(mode=0o700)
    before = sorted(place.iterdir())
    with private_directory():
        pass
    assert sorted(place.iterdir()) == before
    assert (tmp_path / "precious").exists()


def test_one_that_is_taken_for_left_over_before_it_is_locked_is_made_anew(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Path] = []

    def another_run_is_quicker(directory: Path, flags: int) -> int:
        descriptor = os_open(directory, flags)
        made.append(directory)
        if len(made) == 1:
            directory.rmdir()
        return descriptor

    os_open = os.open
    with monkeypatch.context() as patch:
        patch.setattr("arena.executors.private_directory.os.open", another_run_is_quicker)
        # `rmtree` opens directories too.
        run = private_directory()
        directory = run.__enter__()
    assert directory == made[-1]
    assert len(made) == 2
    assert directory.exists()
    run.__exit__(None, None, None)
    assert list(place.iterdir()) == []
