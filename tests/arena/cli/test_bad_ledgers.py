"""Ledgers that can't be trusted: said plainly by every command, and the rest is still reported."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from podesta.v1 import record_pb2

from referee.record_file import decode_record, encode_record
from tests.arena.cli.command_line import environment, podesta
from tests.arena.report.played_matches import play_league


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play_league(tmp_path_factory.mktemp("whole"), "bologna", deals=3).ledger


def change_bytes(path: Path, change: Callable[[bytes], bytes]) -> None:
    path.write_bytes(change(path.read_bytes()))


def change_record(path: Path, change: Callable[[bytes], bytes]) -> None:
    with closing(sqlite3.connect(path)) as connection:
        ((match, content),) = connection.execute(
            "SELECT r.match_id, content FROM record r JOIN attempt USING (match_id, attempt)"
            " WHERE number = 3"
        )
        connection.execute(
            "UPDATE record SET content = ? WHERE match_id = ?", (change(content), match)
        )
        connection.commit()


def edited(**changes: Any) -> Callable[[bytes], bytes]:
    def change(content: bytes) -> bytes:
        record: record_pb2.MatchRecord = decode_record(content)
        for name, value in changes.items():
            if name == "move":
                record.decisions[4].move = value
            else:
                record.outcome.seats[0].placement = value
                record.outcome.seats[1].placement = 3 - value
        return encode_record(record)

    return change


UNREADABLE: dict[str, tuple[Callable[[Path], None], str]] = {
    "half": (lambda path: change_bytes(path, lambda b: b[: len(b) // 2]), "damaged or truncated"),
    "a page short": (lambda path: change_bytes(path, lambda b: b[:-4096]), "damaged or truncated"),
    "a text": (lambda path: change_bytes(path, lambda _: b"[league]\n" * 500), "this is no ledger"),
    "other program": (lambda path: _other_program(path), "no ledger of podesta"),
    "newer": (lambda path: _pragma(path, "user_version = 99"), "a ledger of version 99"),
}


def _pragma(path: Path, text: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA {text}")


def _other_program(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")


def commands(path: Path, whole: Path, folder: Path) -> dict[str, tuple[str | Path, ...]]:
    return {
        "show": ("league", "show", path),
        "report": ("league", "report", path, "--text"),
        "export": ("league", "export", path, "--output", folder / "out"),
        "text": ("record", "text", path, "--output", folder / "out.txt"),
        "verify": ("verify", path),
        "merge": ("league", "merge", whole, path),
        "audit": ("league", "audit", path),
        "void": ("league", "void", path, "1"),
    }


@pytest.mark.parametrize("damage", list(UNREADABLE))
@pytest.mark.parametrize("command", list(commands(Path(), Path(), Path())))
def test_what_is_no_ledger_of_ours_is_refused_with_the_reason(
    whole: Path, tmp_path: Path, damage: str, command: str
) -> None:
    path = tmp_path / "bad.ledger"
    shutil.copy(whole, path)
    here = tmp_path / "here.ledger"
    shutil.copy(whole, here)
    spoil, told = UNREADABLE[damage]
    spoil(path)
    done = podesta(*commands(path, here, tmp_path)[command])
    if damage == "a page short" and done.returncode in (0, 1):
        return  # what was asked for does not lie in the missing page
    assert done.returncode in (2, 6)
    assert told in done.stderr + done.stdout
    assert str(path) in done.stderr + done.stdout


@pytest.mark.parametrize("damage", ["a text", "other program"])
def test_nothing_is_made_beside_what_is_no_ledger(whole: Path, tmp_path: Path, damage: str) -> None:
    path = tmp_path / "bad.ledger"
    shutil.copy(whole, path)
    UNREADABLE[damage][0](path)
    before = path.read_bytes()
    engines = "".join(
        f'[[engine]]\nname = "{name}"\ncommand = "{{python}} -m engines.random"\n' for name in "ab"
    )
    league = (
        '[league]\nname = "x"\ngame = "bologna"\ntime = "none"\ndeals = 1\nledger = "bad.ledger"\n'
    )
    (tmp_path / "league.toml").write_text(league + engines)
    for words in (("run", tmp_path / "league.toml"), ("void", path, "1")):
        done = podesta("league", *words)
        assert (done.returncode, UNREADABLE[damage][1] in done.stderr) == (6, True), done.stderr
    assert sorted(found.name for found in tmp_path.iterdir()) == ["bad.ledger", "league.toml"]
    assert path.read_bytes() == before


# Whoever opens a pipe waits for somebody to write: a test that hangs is ended by its time limit.
@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "words",
    [
        "league show {pipe}",
        "league show {pipe} --json",
        "league report {pipe} --text",
        "league export {pipe}",
        "league audit {pipe}",
        "league check {pipe}",
        "league run {pipe}",
        "league pause {pipe}",
        "league void {pipe} 1",
        "league merge {whole} {pipe}",
        "replay {pipe}",
        "verify {pipe}",
        "log {pipe}",
        "log {pipe} --follow",
        "ratings {pipe}",
        "record text {pipe}",
        "debug extract {pipe} --seat 0 --output {folder}/x",
    ],
)
def test_a_pipe_that_is_called_a_ledger_is_refused_at_once(
    whole: Path, tmp_path: Path, words: str
) -> None:
    pipe, here = tmp_path / "pipe.ledger", tmp_path / "here.ledger"
    os.mkfifo(pipe)
    shutil.copy(whole, here)
    done = podesta(*words.format(pipe=pipe, whole=here, folder=tmp_path).split())
    told = done.stderr + done.stdout
    status = 6 if words.startswith("league merge") else 2
    assert (done.returncode, "is a pipe" in told) == (status, True), told
    assert str(pipe) in told


def test_a_record_is_read_from_a_pipe(record_file: Path) -> None:
    for words in ("replay", "verify", "record text"):
        done = subprocess.run(
            ["bash", "-c", f'"$0" -m arena {words} <(cat "$1")', sys.executable, record_file],
            capture_output=True,
            text=True,
            env=environment(),
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, ""), words


RECORDS = {
    "garbage": (lambda _: b"\0\1", "this is no match record"),
    "cut short": (lambda content: content[:-9], "cut short or damaged"),
    "other format": (lambda content: content[:7] + b"\x09" + content[8:], "has format 9"),
    "edited move": (edited(move="h2@1:a1-a2"), "digest mismatch"),
    "edited result": (edited(placement=2), "result is not the one that was committed"),
}


@pytest.mark.parametrize("damage", list(RECORDS))
def test_a_record_that_can_not_be_trusted_is_left_out_and_named(
    whole: Path, tmp_path: Path, damage: str
) -> None:
    path, here = tmp_path / "bad.ledger", tmp_path / "here.ledger"
    shutil.copy(whole, path)
    shutil.copy(whole, here)
    change, told = RECORDS[damage]
    if damage == "edited result":
        with closing(sqlite3.connect(path)) as connection:
            ((places,),) = connection.execute("SELECT placements FROM attempt WHERE number = 3")
        change = edited(placement=2 if places == "[1, 2]" else 1)
    change_record(path, change)

    shown = podesta("league", "show", path, "--json")
    assert (shown.returncode, '"played":6' in shown.stdout.replace(" ", "")) == (0, True)
    reported = podesta("league", "report", path, "--text")
    assert reported.returncode == 0
    assert told in " ".join(reported.stdout.split())
    exported = podesta("league", "export", path, "--output", tmp_path / "out.jsonl")
    assert exported.returncode == 1
    assert f"{path}: match 3: " in exported.stderr
    assert told in exported.stderr
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == 5
    verified = podesta("verify", path)
    assert verified.returncode == (1 if damage.startswith("edited") else 2)
    assert told in verified.stdout
    assert podesta("record", "text", path).stdout.count("[Game ") == 5

    with closing(sqlite3.connect(here)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        for table in ("record", "fault", "attempt"):
            connection.execute(f"DELETE FROM {table}")
        connection.commit()
    merged = podesta("league", "merge", here, path)
    assert merged.returncode == 0
    assert "5 results taken in" in merged.stdout
    assert told in merged.stdout
