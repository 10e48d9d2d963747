"""Leagues that go by results, as they are watched: rounds, brackets, no end in sight."""

import io
import json
from pathlib import Path

import pytest

from arena.cli.league_json import JsonLeague
from arena.league.result import Totals
from arena.league.runner import run_league
from arena.league.standings import rating_result
from arena.ratings import Anchor
from arena.schedule import FormatName, FormatPicture, FormatSettings, MatchCount
from arena.terminal.console import make_console
from arena.terminal.league_live import LiveLeague
from arena.terminal.league_picture import LeaguePicture
from arena.terminal.league_plain import PlainLeague
from arena.terminal.league_view import LeagueView
from tests.arena.league.scripted_matches import Fakes, make_engine, make_league
from tests.arena.terminal.test_league_views import EVIL

S = 1_000_000


def plain(tmp_path: Path, name: FormatName, engines: str = "abcd", **more: object) -> list[str]:
    stream = io.StringIO()
    settings = FormatSettings.model_validate({"name": name, **more})
    league = make_league(tmp_path, engines, format=settings)
    run_league(league, executor=Fakes(), listener=PlainLeague(stream))
    return stream.getvalue().splitlines()


def test_rounds_of_a_swiss(tmp_path: Path) -> None:
    lines = plain(tmp_path, FormatName.SWISS, seeds=tuple("abcd"))
    assert lines[0] == "league Scripted: nim at 1s, 4 bots, 8 matches, 0 of them done, 1 at a time"
    assert lines[1] == "Swiss, 2 rounds, 1 deal a table"
    assert lines[2] == "round 1 of 2: A v C, B v D"
    said = [line for line in lines if line.startswith(("round", "all"))]
    assert said[1:] == ["round 2 of 2: A v B, C v D", "all rounds are over"]
    assert [line.split()[0] for line in lines if line.startswith("[")] == [
        f"[{n}/8]" for n in range(1, 9)
    ]


def test_a_bracket(tmp_path: Path) -> None:
    lines = plain(tmp_path, FormatName.SINGLE_ELIMINATION, "abc", seeds=tuple("abc"))
    assert "4 to 12 matches" in lines[0]
    assert lines[2] == "semifinal: B v C"
    assert "final: A v B" in lines
    assert "won by A" in lines
    assert [line.split()[0] for line in lines if line.startswith("[")] == [
        "[1]",
        "[2]",
        "[3]",
        "[4]",
    ]


def test_without_an_end_in_sight_ladders_become_rare(tmp_path: Path) -> None:
    lines = plain(tmp_path, FormatName.DOUBLE_ELIMINATION, "abcdef", tiebreak_deals=9)
    after = [n for n, line in enumerate(lines) if line.startswith("ladder: ")]
    matches = [sum(line.startswith("[") for line in lines[:n]) for n in after]
    assert matches == [10, 20]


def test_hostile_names_do_no_harm(tmp_path: Path) -> None:
    engines = (make_engine("a", name=EVIL), make_engine("b"))
    settings = FormatSettings(name=FormatName.SINGLE_ELIMINATION)
    league = make_league(tmp_path, engines=engines, format=settings)
    stream = io.StringIO()
    run_league(league, executor=Fakes(), listener=PlainLeague(stream))
    assert "\x1b" not in stream.getvalue()
    assert "won by" in stream.getvalue()


def test_a_live_picture_without_an_end() -> None:
    stream = io.StringIO()
    picture = LeaguePicture(
        name="L",
        game="nim",
        time_control="1s",
        names={},
        totals=Totals(4, 3, 0, 0, 0, 1, 0, 0, 0),
        slots=2,
        started_us=0,
        committed=3,
        lasted_us=9 * S,
        format=FormatPicture("ladder", "", MatchCount(0, None), over=False),
    )
    assert picture.remaining_us(10 * S) is None
    make_console(stream).print(LeagueView(picture, lambda: 10 * S))
    shown = stream.getvalue()
    assert "ladder" in shown
    assert "left" not in shown
    assert "3/" not in shown


def test_a_live_league_follows_its_rounds(tmp_path: Path) -> None:
    league = make_league(tmp_path, "abcd", format=FormatSettings(name=FormatName.SWISS))
    stream = io.StringIO()
    with LiveLeague(make_console(stream), rating_result) as live:
        run_league(league, executor=Fakes(), listener=live)
        assert live._known.format.progress == "all rounds are over"
    assert "Swiss, 2 rounds" in stream.getvalue()


def test_lines_of_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    league = make_league(tmp_path, "abcd", format=FormatSettings(name=FormatName.SWISS))
    run_league(league, executor=Fakes(), listener=JsonLeague())
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["format"]["round"] == 1
    changed = [line for line in lines if line["event"] == "format_changed"]
    assert changed[-1]["format"]["over"] is True
    assert len(changed[-1]["format"]["standings"]) == 4


def test_lines_of_json_tell_the_ladder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    league = make_league(tmp_path, "abcd", format=FormatSettings(name=FormatName.SWISS))
    run_league(league, executor=Fakes(), listener=JsonLeague(Anchor("a", 50.0)))
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["ladder"] == {}
    committed = [line for line in lines if line["event"] == "match_committed"]
    assert set(committed[0]["ladder"]) == set(committed[0]["engines"])
    last = committed[-1]["ladder"]
    assert set(last) == set("abcd")
    assert last["a"] == 50.0
    assert list(last.values()) == sorted(last.values(), reverse=True)
    run_league(league, executor=Fakes(), listener=JsonLeague(Anchor("a", 50.0)))
    again = json.loads(capsys.readouterr().out.splitlines()[0])
    assert again["ladder"] == last
