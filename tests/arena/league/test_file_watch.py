"""Files of engines that change while a league is played are told once."""

import os
from pathlib import Path

import pytest
from podesta.v1 import match_pb2, record_pb2

from arena.config import League
from arena.league import file_watch
from arena.league.file_watch import FileWatch
from arena.league.listener import LeagueListener
from arena.league.runner import run_league
from tests.arena.league.scripted_matches import Fakes, completed, make_engine, make_league


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        self.now_s += 2.0
        return self.now_s


class Changes(LeagueListener):
    def __init__(self) -> None:
        self.told: list[str] = []

    def engine_changed(self, engine_id: str) -> None:
        self.told.append(engine_id)


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "b.py"
    path.write_text("1")
    return path


def league_with(program: Path) -> League:
    written = ("/bin/sh", "./b.py")
    b = make_engine("b", command=("/bin/sh", str(program)), written_command=written)
    return make_league(program.parent, [make_engine("a"), b, make_engine("c")], deals=2)


def test_a_change_is_told_once_and_only_of_who_played(program: Path) -> None:
    watch = FileWatch(league_with(program), Clock())
    assert watch.changed("abc") == []
    program.write_text("22")
    assert watch.changed("ac") == []
    assert watch.changed("ab") == ["b"]
    assert watch.changed("ab") == []


def test_another_time_or_a_file_that_is_gone_is_a_change(program: Path) -> None:
    watch = FileWatch(league_with(program), Clock())
    os.utime(program, ns=(1, 1))
    assert watch.changed("b") == ["b"]
    watch = FileWatch(league_with(program), Clock())
    program.unlink()
    assert watch.changed("b") == ["b"]


def test_files_are_looked_at_no_more_than_once_a_second(program: Path) -> None:
    watch = FileWatch(league_with(program), lambda: 5.0)
    program.write_text("22")
    assert watch.changed("b") == []


def test_an_engine_of_very_many_files_is_not_watched(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_watch, "_MOST_FILES", 0)
    watch = FileWatch(league_with(program), Clock())
    program.write_text("22")
    assert watch.changed("b") == []


def test_a_run_tells_that_a_bot_has_changed_meanwhile(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_watch, "_LOOK_EVERY_S", 0.0)
    played = 0

    def answer(spec: match_pb2.MatchSpec) -> record_pb2.MatchRecord:
        nonlocal played
        played += 1
        if played == 3:
            program.write_text("22")
        return completed(spec)

    run_league(league_with(program), executor=Fakes(answer), listener=(changes := Changes()))
    assert changes.told == ["b"]
