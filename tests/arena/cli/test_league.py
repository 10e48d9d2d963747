"""The commands about leagues, on ledgers that a fake executor filled."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from podesta.v1 import game_pb2, match_pb2

from arena.league.runner import run_league
from arena.league.stopping import StopRequest
from referee.record_file import read_record
from tests.arena.cli.command_line import podesta
from tests.arena.league.scripted_matches import Fakes, at_fault, completed, make_league

WRONG = """
[league]
nam = "x"
name = "y"
game = "bolonga"
time = "7"
deals = 0
[[engine]]
name = "a"
comand = "x"
[[engine]]
name = "b"
command = "no-such-program-anywhere"
"""

RIGHT = """
[league]
name = "Right"
game = "bologna"
time = "1s"
deals = 1
[[engine]]
name = "a"
command = "{python} -m engines.random"
[[engine]]
name = "b"
command = "{python} -m engines.random"
"""


def _answer(spec: match_pb2.MatchSpec) -> Any:
    ids = [engine.id for engine in spec.engines]
    if ids == ["c", "d"]:
        return at_fault(spec, "d", game_pb2.FAULT_KIND_START)
    return at_fault(spec, "c") if ids == ["c", "a"] else completed(spec)


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    league = make_league(tmp_path, "abcd")
    run_league(league, executor=Fakes(_answer))
    return league.ledger


def test_check_tells_all_faults_at_once(tmp_path: Path) -> None:
    file = tmp_path / "league.toml"
    file.write_text(WRONG)
    done = podesta("league", "check", file)
    assert done.returncode == 2
    for key in ("league.nam", "league.game", "league.time", "league.deals", "engine[1].comand"):
        assert f"{file}: {key}: " in done.stderr
    assert 'did you mean "bologna"?' in done.stderr
    assert 'did you mean "command"?' in done.stderr
    assert "Traceback" not in done.stderr
    again = podesta("league", "run", file)
    assert (again.returncode, again.stderr) == (2, done.stderr)


def test_check_in_json(tmp_path: Path) -> None:
    file = tmp_path / "league.toml"
    file.write_text(WRONG)
    done = podesta("league", "check", file, "--json")
    assert done.returncode == 2
    answer = json.loads(done.stdout)
    assert answer["good"] is False
    assert {"league.nam", "engine[1].comand"} <= {p["key"] for p in answer["problems"]}
    file.write_text(RIGHT)
    done = podesta("league", "check", file, "--json")
    assert (done.returncode, json.loads(done.stdout)["good"]) == (0, True)
    assert podesta("league", "check", file).stdout.endswith(": good\n")


def test_show_has_standings_likelihoods_seats_and_faults(ledger: Path) -> None:
    done = podesta("league", "show", ledger)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "Scripted  nim  1s"
    assert lines[1] == "12 planned, 11 played, 1 not started"
    table = [line.split() for line in lines if line.split()[:1] in (["1"], ["2"], ["3"], ["4"])]
    assert [row[1] for row in table[:4]] == ["A", "B", "C", "D"]
    assert any("LOS %" in line for line in lines)
    faults = [line for line in lines if line.startswith(("fault: ", "  more: "))]
    assert faults[0] == "fault: C: c is at fault: it went away"
    assert faults[2] == "fault: D: d is at fault: it went away"
    for line in faults[1::2]:
        command = shlex.split(line.removeprefix("  more: podesta "))
        assert "is at fault" in podesta(*command).stdout


def test_show_says_how_far_the_ratings_can_be_trusted(ledger: Path) -> None:
    text = podesta("league", "show", ledger).stdout
    assert "share a tier: " in text
    assert "goes in circles, which no ranking can explain (HodgeRank)" in text
    told = json.loads(podesta("league", "show", ledger, "--json").stdout)
    assert {engine for tier in told["tiers"] for engine in tier} == set("abcd")
    for row in told["standings"]:
        assert [row["engine"] in tier for tier in told["tiers"]] == [
            number in row["tiers"] for number in range(len(told["tiers"]))
        ]
    assert sum(row["nash"] for row in told["standings"]) == pytest.approx(1.0)
    assert sum(row["alpha_rank"] for row in told["standings"]) == pytest.approx(1.0)
    assert set(told["agreement"]) == {"lack_of_fit", "cyclic_share", "cycles"}


def test_show_in_json_is_one_object(ledger: Path) -> None:
    done = podesta("league", "show", ledger, "--json")
    assert done.returncode == 0
    answer = json.loads(done.stdout)
    assert [row["engine"] for row in answer["standings"]] == ["a", "b", "c", "d"]
    assert answer["totals"] == {
        "planned": 12,
        "played": 11,
        "not_started": 1,
        "forfeited": 0,
        "unplayed": 0,
        "to_do": 0,
        "running": 0,
        "voids": 0,
        "identical": 0,
        "taken_back": 0,
    }
    assert answer["standings"][3]["forfeits"] == 1
    assert answer["standings"][2]["faults"] == 1
    assert answer["los"]["a"]["a"] == 0.5
    assert [(fault["reason"], fault["matches"]) for fault in answer["faults"]] == [
        ("c is at fault", 1),
        ("d is at fault", 1),
    ]
    (cause,) = answer["faults"][1]["causes"]
    assert (cause["engine"], cause["detail"], cause["printed"]) == ("d", "it went away", "")


def test_where_nothing_was_played_a_sentence_stands_for_the_table(tmp_path: Path) -> None:
    league = make_league(tmp_path, "ab")
    run_league(
        league,
        executor=Fakes(lambda spec: at_fault(spec, "b", game_pb2.FAULT_KIND_START)),
    )
    text = podesta("league", "show", league.ledger).stdout
    assert "No match was played: " in text
    assert "forfeited. There are no points and no ratings." in text
    assert "LOS %" not in text
    told = json.loads(podesta("league", "show", league.ledger, "--json").stdout)
    assert {row["points"] for row in told["standings"]} == {0.0}
    report = podesta("league", "report", league.ledger, "--text").stdout
    assert "No match was played: " in report


def test_show_lists_the_matches(ledger: Path) -> None:
    done = podesta("league", "show", ledger, "--matches")
    heading, *lines = done.stdout.splitlines()
    assert heading.split() == ["number", "match", "deal", "result"]
    assert [line.split()[0] for line in lines] == [str(number) for number in range(1, 13)]
    as_json = podesta("league", "show", ledger, "--matches", "--json")
    matches = [json.loads(line) for line in as_json.stdout.splitlines()]
    assert [match["number"] for match in matches] == list(range(1, 13))
    assert sum(match["forfeit"] for match in matches) == 1


def test_a_league_that_was_not_played_yet(tmp_path: Path) -> None:
    file = tmp_path / "league.toml"
    file.write_text(RIGHT)
    done = podesta("league", "show", file)
    assert done.returncode == 2
    assert "nothing was played yet" in done.stderr
    assert podesta("league", "show", tmp_path / "nowhere.toml").returncode == 2


def test_a_ledger_that_is_damaged(ledger: Path) -> None:
    content = bytearray(ledger.read_bytes())
    content[30:] = b"\xff" * (len(content) - 30)
    ledger.write_bytes(content)
    done = podesta("league", "show", ledger)
    assert done.returncode == 6
    assert str(ledger) in done.stderr
    assert "Traceback" not in done.stderr


def test_export_as_json_and_text(ledger: Path, tmp_path: Path) -> None:
    done = podesta("league", "export", ledger)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(records) == 12
    assert all(record["spec"]["game"] == "nim" for record in records)
    output = tmp_path / "games.txt"
    done = podesta("league", "export", ledger, "--format", "text", "--output", output)
    assert (done.returncode, done.stdout) == (0, "")
    text = output.read_text()
    assert text.count('[Game "nim"]') == 12
    assert text.count('[Termination "forfeit"]') == 1


def test_export_as_files(ledger: Path, tmp_path: Path) -> None:
    assert podesta("league", "export", ledger, "--format", "records").returncode == 2
    directory = tmp_path / "records"
    done = podesta("league", "export", ledger, "--format", "records", "--output", directory)
    assert done.returncode == 0
    files = sorted(directory.iterdir())
    assert len(files) == 12
    assert read_record(files[0]).spec.game == "nim"


def test_hidden_deals_are_held_back_until_all_their_matches_are_committed(tmp_path: Path) -> None:
    stop = StopRequest()
    played: list[str] = []

    def answer(spec: match_pb2.MatchSpec) -> Any:
        played.append(spec.match_id)
        if len(played) == 3:
            stop.request()
        return completed(spec)

    league = make_league(tmp_path, "ab", hidden=True, deals=2)
    run_league(league, executor=Fakes(answer), stop=stop)
    done = podesta("league", "export", league.ledger)
    assert len(done.stdout.splitlines()) == 2
    assert "1 matches are held back" in done.stderr
