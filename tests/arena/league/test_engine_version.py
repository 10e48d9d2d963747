"""Versions of engines: digests of what they are made of."""

import sys
from pathlib import Path
from typing import Any

import pytest

from arena.errors import ConfigError
from arena.league import engine_version
from arena.league.engine_version import version_digest
from tests.arena.league.scripted_matches import make_engine


def digest(folder: Path, command: tuple[str, ...] = ("./bot",), **changes: Any) -> str:
    engine = make_engine("a", written_command=command, **changes)
    return version_digest(engine, folder / "league.toml")


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    folder = tmp_path / "bot"
    (folder / "weights").mkdir(parents=True)
    (folder / "main.py").write_text("print()")
    (folder / "weights" / "w.bin").write_bytes(b"123")
    return folder


def test_a_directory_counts_with_all_its_files(tmp_path: Path, bot: Path) -> None:
    first = digest(tmp_path, directory=bot)
    assert len(first) == 32
    (bot / "weights" / "w.bin").write_bytes(b"124")
    second = digest(tmp_path, directory=bot)
    (bot / "weights" / "w.bin").rename(bot / "weights" / "v.bin")
    third = digest(tmp_path, directory=bot)
    assert len({first, second, third}) == 3


def test_what_running_leaves_behind_does_not_count(tmp_path: Path, bot: Path) -> None:
    first = digest(tmp_path, directory=bot)
    for name in ("__pycache__", ".git", "node_modules"):
        (bot / name).mkdir()
        (bot / name / "x").write_text("x")
    (bot / "y.pyc").write_text("y")
    (bot / "league.ledger").write_text("z")
    assert digest(tmp_path, directory=bot) == first


def test_the_place_does_not_count(tmp_path: Path, bot: Path) -> None:
    first = digest(tmp_path, directory=bot)
    moved = bot.rename(tmp_path / "elsewhere")
    assert digest(tmp_path, directory=moved) == first


def test_declared_files_count_alone(tmp_path: Path, bot: Path) -> None:
    first = digest(tmp_path, directory=bot, files=("*.py",))
    (bot / "weights" / "w.bin").write_bytes(b"changed")
    assert digest(tmp_path, directory=bot, files=("*.py",)) == first
    assert digest(tmp_path, directory=bot, files=("*.py", "weights")) != first
    (bot / "main.py").write_text("print(1)")
    assert digest(tmp_path, directory=bot, files=("*.py",)) != first


def test_files_that_are_not_there_are_refused(tmp_path: Path, bot: Path) -> None:
    with pytest.raises(ConfigError, match="engine a: files: no file in"):
        digest(tmp_path, directory=bot, files=("*.rs",))


def test_too_many_files_are_refused(
    tmp_path: Path, bot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_version, "MAX_FILES", 1)
    with pytest.raises(ConfigError, match="more than 1 files; say which"):
        digest(tmp_path, directory=bot)


def test_too_many_bytes_are_refused(
    tmp_path: Path, bot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_version, "MAX_BYTES", 5)
    with pytest.raises(ConfigError, match="say which"):
        digest(tmp_path, directory=bot)


def test_a_package_is_found_without_being_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "library" / "podesta_test_bot"
    (package / "inner").mkdir(parents=True)
    (package / "__init__.py").write_text("raise AssertionError('imported')")
    (package / "inner" / "__main__.py").write_text("1")
    monkeypatch.syspath_prepend(str(tmp_path / "library"))
    command = ("{python}", "-m", "podesta_test_bot.inner")
    first = digest(tmp_path, command)
    assert len(first) == 32
    assert "podesta_test_bot" not in sys.modules
    (package / "inner" / "__main__.py").write_text("2")
    assert digest(tmp_path, command) != first
    assert digest(tmp_path, ("{python}", "-m", "podesta_test_bot.missing")) == ""


def test_files_that_the_command_names_count(tmp_path: Path, bot: Path) -> None:
    command = ("node", "bot/main.py", "--level", "3")
    first = digest(tmp_path, command)
    assert len(first) == 32
    (bot / "main.py").write_text("print(2)")
    assert digest(tmp_path, command) != first


def test_an_engine_of_which_no_file_is_known_has_no_version(tmp_path: Path) -> None:
    assert digest(tmp_path, ("stockfish",)) == ""
