"""`podesta ratings`, on files of results and on ledgers."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from podesta.v1 import game_pb2, match_pb2

from arena.league.runner import run_league
from arena.ledger import LedgerReader
from arena.result_files import sources
from arena.result_files.entries import Played
from arena.result_files.sources import league_entries
from tests.arena.cli.command_line import environment, podesta, podesta_process
from tests.arena.league.scripted_matches import Fakes, at_fault, completed, make_league
from tests.arena.report.played_matches import play_league


def games(*told: tuple[str, str, str]) -> str:
    return "".join(f'[White "{w}"]\n[Black "{b}"]\n[Result "{r}"]\n\nx\n\n' for w, b, r in told)


TWO = games(("Anna", "Bob", "1-0"), ("Bob", "Anna", "1-0"), ("Anna", "Bob", "1-0"))


@pytest.fixture
def pgn(tmp_path: Path) -> Path:
    file = tmp_path / "games.pgn"
    file.write_text(TWO)
    return file


def _answer(spec: match_pb2.MatchSpec) -> Any:
    ids = [engine.id for engine in spec.engines]
    if ids == ["a", "c"]:
        return at_fault(spec, "c", game_pb2.FAULT_KIND_START)
    record = completed(spec)
    if ids == ["c", "a"]:
        for seat, placement in zip(record.outcome.seats, (1, 2), strict=True):
            seat.placement = placement
    return record


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    league = make_league(tmp_path, "abc")
    run_league(league, executor=Fakes(_answer))
    return league.ledger


def test_a_table_for_people(pgn: Path) -> None:
    done = podesta("ratings", pgn)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("2 players, 3 matches, 3 deals\n")
    assert "Anna" in done.stdout
    assert "LOS %" in done.stdout
    assert "seat 0" in done.stdout
    assert done.stderr == ""


def test_csv_for_programs(pgn: Path) -> None:
    done = podesta("ratings", pgn, "--csv", "--no-seats")
    first, second = csv.DictReader(io.StringIO(done.stdout))
    assert (first["rank"], first["name"], first["points"]) == ("1", "Anna", "2.0")
    # Odds of two to one.
    assert float(first["elo"]) - float(second["elo"]) == pytest.approx(120.412, abs=0.001)


def test_names_can_not_be_formulas_in_csv(tmp_path: Path) -> None:
    file = tmp_path / "x.pgn"
    file.write_text(games(("=1+1", "Bob", "1-0")))
    assert "'=1+1" in podesta("ratings", file, "--csv").stdout


def test_what_can_not_be_read_is_named_with_its_line(pgn: Path) -> None:
    pgn.write_text(TWO + games(("Anna", "Bob", "2-0")) + games(("Bob", "Anna", "*")))
    done = podesta("ratings", pgn)
    assert done.returncode == 1
    assert done.stderr == f"podesta: {pgn}: line 19: no result: '2-0'\n"
    assert "3 matches, 3 deals, 1 without a result left out" in done.stdout
    told = json.loads(podesta("ratings", pgn, "--json").stdout)
    assert (told["matches"], told["unfinished"], told["unreadable"]) == (3, 1, 1)
    assert told["problems"] == [{"source": str(pgn), "line": 19, "text": "no result: '2-0'"}]


def test_many_problems_are_counted(pgn: Path) -> None:
    pgn.write_text(games(*[("Anna", "Bob", "?")] * 150))
    done = podesta("ratings", pgn, "--json")
    assert done.stderr.splitlines()[-1] == "podesta: and 130 more entries that can't be read"
    told = json.loads(done.stdout)
    assert (told["unreadable"], len(told["problems"])) == (150, 100)


def test_several_files_are_one_pool(pgn: Path, tmp_path: Path) -> None:
    table = tmp_path / "more.csv"
    table.write_text("white,black,result\nBob,Cleo,1-0\nCleo,Bob,1/2-1/2\n")
    told = json.loads(podesta("ratings", pgn, table, "--json").stdout)
    assert {row["name"] for row in told["ratings"]} == {"Anna", "Bob", "Cleo"}
    assert {row["pool"] for row in told["ratings"]} == {0}
    assert told["sources"] == {str(pgn): 3, str(table): 2}


def test_results_come_through_a_pipe() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "arena", "ratings", "-", "--json"],
        input=TWO,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        env=environment(),
    )
    assert json.loads(done.stdout)["sources"] == {"stdin": 3}


def test_results_come_through_a_pipe_with_a_name(pgn: Path) -> None:
    done = subprocess.run(
        ["bash", "-c", '"$0" -m arena ratings <(cat "$1") "$1" --json', sys.executable, pgn],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(json.loads(done.stdout)["sources"].values()) == [3, 3]


def test_a_ledger_is_rated_as_its_league_shows_it(ledger: Path) -> None:
    told = json.loads(podesta("ratings", ledger, "--json").stdout)
    shown = json.loads(podesta("league", "show", ledger, "--json").stdout)
    assert [row["name"] for row in told["ratings"]] == [row["name"] for row in shown["standings"]]
    for ours, theirs in zip(told["ratings"], shown["standings"], strict=True):
        for key in ("elo", "plus_minus", "scale", "points", "matches", "wins", "losses"):
            assert ours[key] == theirs[key]


@pytest.mark.parametrize("name", ["games.pgn", "games.csv"])
def test_what_a_ledger_wrote_is_rated_the_same(ledger: Path, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    wrote = podesta("ratings", ledger, "--write", file)
    assert "matches written; 1 forfeits left out" in wrote.stderr
    before = json.loads(podesta("ratings", ledger, "--json").stdout)
    after = json.loads(podesta("ratings", file, "--json").stdout)
    assert after["matches"] == before["matches"] - 1
    for key in ("elo", "plus_minus", "deals"):
        assert [row[key] for row in after["ratings"]] == [row[key] for row in before["ratings"]]
    assert after["los"] == before["los"]


def test_match_texts_are_rated_as_the_ledger_that_they_come_from(
    ledger: Path, tmp_path: Path
) -> None:
    file = tmp_path / "league.txt"
    assert podesta("league", "export", ledger, "--format", "text", "--output", file).returncode == 0
    told = json.loads(podesta("ratings", file, "--json").stdout)
    before = json.loads(podesta("ratings", ledger, "--json").stdout)
    assert (told["unreadable"], told["matches"]) == (0, before["matches"])
    assert told["ratings"] == before["ratings"]


def test_more_than_two_seats_can_be_rated_but_not_written(tmp_path: Path) -> None:
    league = make_league(tmp_path, "abc", seats=3)
    run_league(league, executor=Fakes(completed))
    assert podesta("ratings", league.ledger).returncode == 0
    target = tmp_path / "games.pgn"
    done = podesta("ratings", league.ledger, "--write", target)
    assert done.returncode == 2
    assert "a match of 3 seats can't be written" in done.stderr
    assert not target.exists()


def test_deals_of_hidden_games_are_named_without_their_digests(tmp_path: Path) -> None:
    league = make_league(tmp_path, "ab", hidden=True)
    run_league(league, executor=Fakes(completed))
    with LedgerReader.open(league.ledger) as reader:
        entries = list(league_entries(reader))
        deals = {result.deal_id for result in reader.results()}
    assert {entry.result.deal for entry in entries if isinstance(entry, Played)} == deals


def test_a_player_that_is_not_there(pgn: Path) -> None:
    done = podesta("ratings", pgn, "--anchor", "Ana")
    assert done.returncode == 2
    assert "did you mean 'Anna'?" in done.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--json", "--csv"), "exclude each other"),
        (("--write", "x.txt"), "must end in .pgn or .csv"),
        (("--average", "nan"), "'nan' is no number"),
        (("--average", "1e9"), "range"),
    ],
)
def test_wrong_usage(pgn: Path, words: tuple[str, ...], told: str) -> None:
    done = podesta("ratings", pgn, *words)
    assert done.returncode == 2
    assert told in done.stderr


def test_files_that_are_not_there_or_nothing(tmp_path: Path) -> None:
    missing = podesta("ratings", tmp_path / "nowhere.pgn")
    assert missing.returncode == 2
    assert "No such file" in missing.stderr
    empty = tmp_path / "empty.pgn"
    empty.write_bytes(b"\n\n")
    done = podesta("ratings", empty)
    assert done.returncode == 1
    assert "line 1: an empty file" in done.stderr
    noise = tmp_path / "noise.pgn"
    noise.write_bytes(bytes(range(256)) * 40)
    assert podesta("ratings", noise).returncode == 1


def test_a_record_is_told_how_it_is_rated(tmp_path: Path) -> None:
    league = play_league(tmp_path, "bologna", deals=1)
    with LedgerReader.open(league.ledger) as reader:
        content = next(content for _, content in reader.records())
    record = tmp_path / "one match.record"
    record.write_bytes(content)
    done = podesta("ratings", record)
    assert done.returncode == 2
    assert f"{record} is a match record" in done.stderr
    offered = done.stderr.partition("results: ")[2].strip()
    assert offered == f"podesta record text '{record}' | podesta ratings -"
    command = offered.replace("podesta", f"{sys.executable} -m arena")
    rated = subprocess.run(
        ["sh", "-c", command], env=environment(), capture_output=True, text=True, check=True
    )
    assert rated.stdout.startswith("2 players, 1 matches, 1 deals\n")
    with record.open("rb") as stdin:
        piped = subprocess.run(
            [sys.executable, "-m", "arena", "ratings", "-"],
            stdin=stdin,
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
        )
    assert piped.returncode == 2
    assert "stdin is a match record" in piped.stderr


def test_a_heading_is_no_record(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text("PODESTA,white,black,result\n1,Anna,Bob,1-0\n")
    assert podesta("ratings", file).returncode == 0


def test_too_many_players_are_refused(pgn: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MOST_NAMES", 1)
    done = podesta("ratings", pgn)
    assert done.returncode == 2
    assert "line 1: more than 1 players" in done.stderr


def test_piped_tables_are_plain(pgn: Path) -> None:
    assert "\x1b" not in podesta_process("ratings", pgn).stdout
