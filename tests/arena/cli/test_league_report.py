"""`podesta league report` from the command line."""

import csv
import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from tests.arena.cli.command_line import podesta
from tests.arena.report.played_matches import play_league, played


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("league")
    return play_league(directory, "bologna", lambda spec: played(spec, plies=9), deals=2).ledger


def test_a_page_is_written_beside_the_caller(
    ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = podesta("league", "report", ledger)
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    assert [path.name for path in tmp_path.iterdir()] == ["league.html"]
    told = " ".join(podesta("league", "report", "--help").stdout.split())
    assert "By default NAME.html of NAME.toml, in the current directory." in told
    assert "4 of 4 matches can be opened" in done.stderr
    assert "warning: Too few deals" in done.stderr


def test_a_folder_is_written_where_no_page_is_named(ledger: Path, tmp_path: Path) -> None:
    done = podesta("league", "report", ledger, "-o", tmp_path / "out", "--replays", "1")
    assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / "out" / "matches").iterdir())) == 1
    done = podesta(
        "league", "report", ledger, "-o", tmp_path / "one.html", "--replays", "0", "--match", "2"
    )
    assert done.returncode == 0, done.stderr
    assert 'id="replay-2"' in (tmp_path / "one.html").read_text(encoding="utf-8")


def test_text_json_and_tables(
    ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = podesta("league", "report", ledger, "--text")
    assert text.returncode == 0
    assert "Standings" in text.stdout
    whole = podesta("league", "report", ledger, "--json", "--csv", tmp_path / "tables")
    tables = json.loads(whole.stdout)["tables"]
    assert list(tmp_path.glob("*.html")) == []
    for name, rows in tables.items():
        with (tmp_path / "tables" / f"{name}.csv").open(newline="") as file:
            heading, *lines = list(csv.reader(file))
        assert len(lines) == len(rows)
        if rows:
            assert heading == list(rows[0])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--text", "--json"), "can't both"),
        (("--match", "99"), "no match 99; matches go to 4"),
        (("--match", "xyz"), "no match that counts is called 'xyz'"),
        (("--match", ""), " matches are called ''"),
        (("--sample", "-1"), "-1 is not in the range"),
    ],
)
def test_wrong_words_are_told(
    ledger: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = podesta("league", "report", ledger, *words)
    assert done.returncode == 2
    assert told in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_ledger_is_refused(ledger: Path, tmp_path: Path) -> None:
    shutil.copy(ledger, tmp_path / "old.ledger")
    with sqlite3.connect(tmp_path / "old.ledger") as connection:
        connection.execute("PRAGMA user_version = 77")
    connection.close()
    done = podesta("league", "report", tmp_path / "old.ledger", "--text")
    assert (done.returncode, done.stdout) == (6, "")
    assert "version 77" in done.stderr
    (tmp_path / "cut.ledger").write_bytes(ledger.read_bytes()[:6000])
    done = podesta("league", "report", tmp_path / "cut.ledger", "--text")
    assert done.returncode == 6
    assert "damaged or truncated" in done.stderr


def test_a_disk_that_refuses_leaves_what_was_there(ledger: Path, tmp_path: Path) -> None:
    (tmp_path / "out.html").mkdir()
    done = podesta("league", "report", ledger, "-o", tmp_path / "out.html")
    assert done.returncode == 2
    assert "out.html" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["out.html"]
