"""The three ways to watch a league, fed by the real runner with a fake executor."""

import io
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from podesta.v1 import game_pb2, match_pb2
from rich.console import Console

from arena.executors.fake import Vanishes
from arena.league.listener import LeagueListener
from arena.league.part import Part
from arena.league.result import LeagueResult, Totals
from arena.league.runner import run_league
from arena.league.standings import rating_result
from arena.league.stopping import StopLevel, StopRequest
from arena.ratings import Anchor
from arena.terminal.console import make_console
from arena.terminal.league_live import LiveLeague
from arena.terminal.league_picture import LeaguePicture, RunningMatch
from arena.terminal.league_plain import PlainLeague
from arena.terminal.league_text import ladder_line
from arena.terminal.league_view import LeagueView
from tests.arena.league.scripted_matches import Fakes, at_fault, completed, make_league, void

S = 1_000_000
EVIL = "C\x1b[2J\n[bold]"


def _run(
    directory: Path,
    listener: LeagueListener,
    answer: Callable[[match_pb2.MatchSpec], Any] = completed,
    stop: StopRequest | None = None,
    engines: str = "abc",
) -> LeagueResult:
    league = make_league(directory, engines)
    return run_league(league, executor=Fakes(answer), listener=listener, stop=stop)


def test_plain_lines_of_a_whole_league(tmp_path: Path) -> None:
    stream = io.StringIO()
    _run(tmp_path, PlainLeague(stream))
    lines = stream.getvalue().splitlines()
    assert lines[0] == "league Scripted: nim at 1s, 3 bots, 6 matches, 0 of them done, 1 at a time"
    assert lines[1] == "round robin, 1 deal a pair"
    assert lines[2] == f"ledger {tmp_path}/league.ledger"
    results = [line for line in lines if line.startswith("[")]
    assert [line.split()[0] for line in results] == [f"[{n}/6]" for n in range(1, 7)]
    assert any("A v B: 1-0 completed, 2 plies" in line for line in results)
    assert any("B v A: 0-1 completed, 2 plies" in line for line in results)
    assert lines[-1] == "6 planned, 6 played; 6 in this run"


def ladders(told: str) -> list[str]:
    """The plain lines with a ladder, each behind the number of the match that it follows."""
    lines = told.splitlines()
    return [
        f"{before.split('/')[0].removeprefix('[')} {line}"
        for before, line in pairwise(lines)
        if line.startswith("ladder: ")
    ]


def test_plain_lines_tell_the_ladder_after_every_tenth_of_the_matches(tmp_path: Path) -> None:
    league = make_league(tmp_path, "abc", deals=10)
    told, quiet = io.StringIO(), io.StringIO()
    run_league(league, executor=Fakes(), listener=PlainLeague(told, anchor=Anchor("c")))
    lines = ladders(told.getvalue())
    assert [int(line.split()[0]) for line in lines] == [6, 12, 18, 24, 30, 36, 42, 48, 54]
    assert re.fullmatch(r"54 ladder: A \+\d+, B \+\d+, C \+0", lines[-1])
    again = make_league(tmp_path, "abc", deals=10, ledger=tmp_path / "quiet.ledger")
    run_league(again, executor=Fakes(), listener=PlainLeague(quiet, quiet=True))
    assert ladders(quiet.getvalue()) == []


def test_a_run_that_goes_on_tells_no_ladder_twice(tmp_path: Path) -> None:
    told = io.StringIO()
    run_league(make_league(tmp_path, "abc", deals=5), executor=Fakes())
    run_league(make_league(tmp_path, "abc", deals=10), executor=Fakes(), listener=PlainLeague(told))
    assert [int(line.split()[0]) for line in ladders(told.getvalue())] == [36, 42, 48, 54]


def test_where_nobody_has_played_there_is_no_ladder_to_tell(tmp_path: Path) -> None:
    def answer(spec: match_pb2.MatchSpec) -> Any:
        return at_fault(spec, spec.engines[0].id, game_pb2.FAULT_KIND_START)

    told = io.StringIO()
    league = make_league(tmp_path, "abc", deals=2, suspend_after=100)
    run_league(league, executor=Fakes(answer), listener=PlainLeague(told))
    assert "[12/12]" in told.getvalue()
    assert "ladder" not in told.getvalue()


def test_long_ladders_are_cut(tmp_path: Path) -> None:
    ladder = {f"bot{number}": 100.0 - number for number in range(14)}
    line = ladder_line({"bot0": EVIL}, ladder)
    assert line.startswith("ladder: C\\x1b[2J\\n[bold] +100, bot1 +99, ")
    assert line.endswith("bot11 +89 and 2 more")


def test_quiet_lines_tell_only_of_trouble(tmp_path: Path) -> None:
    def answer(spec: match_pb2.MatchSpec) -> Any:
        ids = {engine.id for engine in spec.engines}
        if ids == {"a", "b"} and spec.attempt == 1:
            return void(spec)
        return at_fault(spec, "c") if "c" in ids else completed(spec)

    stream = io.StringIO()
    _run(tmp_path, PlainLeague(stream, quiet=True), answer)
    lines = stream.getvalue().splitlines()
    assert not any("completed" in line for line in lines)
    assert any(line.startswith("void: ") and "attempt 1: out of memory" in line for line in lines)
    assert any("fault (c is at fault)" in line for line in lines)
    assert any(
        line.startswith("suspended: C: 3 faults in a row; 1 of its matches") for line in lines
    )


def test_plain_lines_of_a_part(tmp_path: Path) -> None:
    stream = io.StringIO()
    run_league(
        make_league(tmp_path, "abcd"),
        executor=Fakes(),
        listener=PlainLeague(stream),
        part=Part(2, 4),
    )
    lines = stream.getvalue().splitlines()
    assert ", 12 matches, 0 of them done, 1 at a time" in lines[0]
    assert lines[2] == "part 2 of 4: 4 matches of 12, 0 of them done"
    results = [line for line in lines if line.startswith("[")]
    assert [line.split()[0] for line in results] == [f"[{n}/4]" for n in range(1, 5)]
    assert lines[-1] == (
        "12 planned, 4 played, 8 to do; 4 in this run; "
        "part 2 of 4: 4 matches of 12, all of them done"
    )


def test_a_lost_slot_is_told(tmp_path: Path) -> None:
    stream = io.StringIO()
    lost: list[str] = []

    def answer(spec: match_pb2.MatchSpec) -> Any:
        lost.append(spec.match_id)
        return Vanishes("the referee\x07 was killed") if len(lost) == 1 else completed(spec)

    _run(tmp_path, PlainLeague(stream), answer)
    assert "attempt 1: the referee\\x07 was killed" in stream.getvalue()


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def _console() -> Console:
    return make_console(_Terminal(), {"TERM": "xterm", "COLUMNS": "110", "LINES": "40"})


def _written(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


class _Snapshots(LiveLeague):
    """Draws after every event what the drawing thread would draw."""

    def __init__(self, console: Console) -> None:
        super().__init__(console, rating_result, now_us=self._clock)
        self.drawn: list[str] = []
        self._time_us = 0

    def _clock(self) -> int:
        self._time_us += 2_000_000
        return self._time_us

    def _show(self, picture: LeaguePicture) -> None:
        super()._show(picture)
        console = make_console(io.StringIO(), {"COLUMNS": "110"})
        console.print(LeagueView(picture, self._clock))
        self.drawn.append(_written(console))


def test_the_live_view_follows_a_league(tmp_path: Path) -> None:
    console = _console()
    with _Snapshots(console) as live:
        _run(tmp_path, live)
    running = live.drawn[0]
    assert "Scripted  nim  1s" in running
    assert "0/6" in running
    assert "estimating" in running
    assert " v " in running
    last = live.drawn[-1]
    assert "6/6" in last
    assert "s left" in last
    table = last.splitlines()
    rows = [line.split()[1] for line in table if line.split()[:1] in (["1"], ["2"], ["3"])]
    assert rows == ["A", "B", "C"]
    assert "6 planned, 6 played; 6 in this run" in _written(console)


def test_the_live_view_of_a_part_goes_by_the_part(tmp_path: Path) -> None:
    console = _console()
    with _Snapshots(console) as live:
        run_league(make_league(tmp_path, "abcd"), executor=Fakes(), listener=live, part=Part(1, 3))
    first, last = live.drawn[0], live.drawn[-1]
    assert "part 1 of 3: 4 matches of 12, 0 of them done" in first
    assert "0/4" in first
    assert "part 1 of 3: 4 matches of 12, all of them done" in last
    assert "4/4" in last
    assert ", 0s left" in last
    assert "8 to do; 4 in this run; part 1 of 3: 4 matches of 12, all" in _written(console)


def test_the_live_view_tells_of_faults_and_stops(tmp_path: Path) -> None:
    stop = StopRequest()

    def answer(spec: match_pb2.MatchSpec) -> Any:
        stop.request()
        return at_fault(spec, spec.engines[0].id, game_pb2.FAULT_KIND_TIMEOUT)

    console = _console()
    with _Snapshots(console) as live:
        result = _run(tmp_path, live, answer, stop)
    assert result.stopped
    assert any("fault: " in frame and "is at fault" in frame for frame in live.drawn)
    assert any("ctrl-C again stops now" in frame for frame in live.drawn)
    assert "is at fault" in _written(console)


def test_names_of_bots_never_reach_the_terminal_raw(tmp_path: Path) -> None:
    league = make_league(tmp_path, "abc")
    evil = tuple(
        entry if entry.id != "c" else type(entry)(**{**_fields(entry), "name": EVIL})
        for entry in league.engines
    )
    league = type(league)(**{**_fields(league), "engines": evil})
    stream, console = io.StringIO(), _console()
    run_league(league, executor=Fakes(), listener=PlainLeague(stream))
    assert "\x1b" not in stream.getvalue()
    assert "C\\x1b[2J\\n[bold]" in stream.getvalue()
    (tmp_path / "again").mkdir()
    with _Snapshots(console) as live:
        run_league(
            type(league)(**{**_fields(league), "ledger": tmp_path / "again" / "x.ledger"}),
            executor=Fakes(),
            listener=live,
        )
    assert not any("\x1b[2J" in frame for frame in live.drawn)
    assert "\x1b[2J" not in _written(console)


def _fields(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


@pytest.mark.parametrize("level", [StopLevel.FINISH, StopLevel.NOW])
def test_each_level_of_stopping_has_its_line(level: StopLevel) -> None:
    stream = io.StringIO()
    PlainLeague(stream).stopping(level)
    assert stream.getvalue().startswith("stopping")
    assert ("ctrl-C again" in stream.getvalue()) == (level is StopLevel.FINISH)


def test_a_resumed_league_has_standings_before_its_next_result(tmp_path: Path) -> None:
    stop = StopRequest()

    def answer(spec: match_pb2.MatchSpec) -> Any:
        stop.request()
        return completed(spec)

    assert _run(tmp_path, PlainLeague(io.StringIO()), answer, stop).stopped
    with _Snapshots(_console()) as live:
        _run(tmp_path, live)
    assert "W-D-L" in live.drawn[0]


def test_a_new_league_has_none(tmp_path: Path) -> None:
    with _Snapshots(_console()) as live:
        _run(tmp_path, live)
    assert "W-D-L" not in live.drawn[0]


def _totals(to_do: int, running: int) -> Totals:
    return Totals(to_do + running, 0, 0, 0, 0, to_do, running, 0, 0)


@pytest.mark.parametrize(
    ("slots", "to_do", "running", "remaining_s"),
    [
        (1, 10, 0, 100),  # ten matches of 10 s, one after the other
        (4, 4, 4, 15),  # four to do and four half done in four slots
        (4, 1, 0, 10),  # the last one has a slot to itself
        (4, 0, 2, 5),
    ],
)
def test_what_is_left_is_told_by_how_long_matches_take(
    slots: int, to_do: int, running: int, remaining_s: int
) -> None:
    totals = _totals(to_do, running)
    picture = LeaguePicture("L", "nim", "1s", {}, totals, slots, started_us=0)
    assert picture.remaining_us(7 * S) is None
    picture = replace(picture, committed=2, lasted_us=20 * S)
    for slot in range(running):
        picture = picture.with_running(slot, RunningMatch(("a", "b"), 1, started_us=10 * S))
    assert picture.remaining_us(15 * S) == remaining_s * S


def test_a_lost_slot_works_no_more() -> None:
    picture = LeaguePicture("L", "nim", "1s", {}, _totals(4, 0), 2, 0, committed=1, lasted_us=S)
    assert picture.remaining_us(S) == 2 * S
    assert picture.without_slot(0).remaining_us(S) == 4 * S
    assert picture.without_slot(0).without_slot(1).remaining_us(S) == 4 * S
