"""A ledger in which a column holds something else: told plainly, whatever column it is."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from podesta.v1 import match_pb2

from arena.league.runner import run_league
from arena.schedule import FormatSettings
from arena.schedule.settings import FormatName
from tests.arena.cli.command_line import podesta
from tests.arena.league.scripted_matches import Fakes, make_league
from tests.arena.report.played_matches import play_league, played

VALUES = ("'x'", "NULL", "4611686018427387904", "-1", "'[99,1]'", "x'ff00'")
COMMANDS = (
    ("league", "show", "{}", "--matches"),
    ("league", "show", "{}", "--json"),
    ("league", "export", "{}"),
    ("ratings", "{}", "--json"),
    ("verify", "{}"),
    ("log", "{}", "--match", "2", "--json"),
    ("league", "audit", "{}"),
)
REPORT = ("league", "report", "{}", "--text")
REPORTED = ("'x'", "'[99,1]'")
"""A report takes the longest; these two are what no column of numbers or of bytes holds."""
UNREPORTED = ("audit", "duplicate", "request")


class _Answers:
    """Real matches, of which every third one ends by a flag."""

    def __init__(self) -> None:
        self.played = 0

    def __call__(self, spec: match_pb2.MatchSpec) -> Any:
        self.played += 1
        return played(spec, plies=2 if self.played % 3 == 0 else None)


@pytest.fixture(scope="module")
def ledgers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """By what is tried of them: a league with all but pairings, and a Swiss for these."""
    first, second = tmp_path_factory.mktemp("first"), tmp_path_factory.mktemp("second")
    league = play_league(first, "bologna", _Answers(), deals=2)
    assert podesta("league", "void", league.ledger, "1", "--reason", "a test").returncode == 0
    swiss = make_league(
        second,
        "abcd",
        game="bologna",
        game_options=league.game_options,
        opening_plies=0,
        time_control="10s",
        format=FormatSettings(name=FormatName.SWISS, rounds=2),
    )
    run_league(swiss, executor=Fakes(_Answers()))
    for path in (league.ledger, swiss.ledger):
        _loosen(path)
    return {"all": league.ledger, "pairing": swiss.ledger}


def _loosen(path: Path) -> None:
    """Take away what refuses wrong values: a damaged file asks no constraint."""
    with closing(sqlite3.connect(path)) as connection:
        named = "SELECT name FROM sqlite_master WHERE type = "
        for (trigger,) in connection.execute(f"{named}'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {trigger}")
        for (table,) in connection.execute(f"{named}'table'").fetchall():
            connection.execute(f"CREATE TABLE loose AS SELECT * FROM {table}")
            connection.execute(f"DROP TABLE {table}")
            connection.execute(f"ALTER TABLE loose RENAME TO {table}")
        connection.execute("INSERT INTO suspension VALUES ('alpha', 'other', 'a test', 1, 0)")
        connection.commit()
        connection.execute("PRAGMA journal_mode = DELETE")


def _places(path: Path, which: str) -> Iterator[tuple[str, str, str]]:
    """Every column of every table that is tried: table, column, and which row."""
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        for (table,) in tables.fetchall():
            if which == "pairing" and table != "pairing":
                continue
            row = f"rowid = (SELECT min(rowid) FROM {table})"
            for _, column, *_ in connection.execute(f"PRAGMA table_info({table})").fetchall():
                if (table, column) == ("meta", "value"):
                    for (key,) in connection.execute("SELECT key FROM meta").fetchall():
                        yield table, column, f"key = '{key}'"
                else:
                    yield table, column, row


def _set(path: Path, whole: Path, table: str, column: str, value: str, row: str) -> None:
    shutil.copy(whole, path)
    with closing(sqlite3.connect(path)) as connection:
        # A copy of hundreds: what a power cut would leave of it is nobody's worry.
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute(f"UPDATE {table} SET {column} = {value} WHERE {row}")
        connection.commit()


@pytest.mark.slow
@pytest.mark.parametrize("which", ["all", "pairing"])
def test_whatever_stands_in_a_column_is_no_bug_of_ours(
    ledgers: dict[str, Path], tmp_path: Path, which: str
) -> None:
    path = tmp_path / "damaged.ledger"
    tried = 0
    for number, (table, column, row) in enumerate(_places(ledgers[which], which)):
        for place, value in enumerate(VALUES):
            _set(path, ledgers[which], table, column, value, row)
            # Each column is read by each command, and each value by some.
            commands = [COMMANDS[(number + place) % len(COMMANDS)]]
            if value in REPORTED and table not in UNREPORTED:
                commands.append(REPORT)
            for command in commands:
                done = podesta(*(word.format(path) for word in command))
                told = f"{table}.{column} = {value}: {' '.join(command)}: {done.stderr}"
                assert done.returncode in (0, 1, 2, 6), told
                assert "Traceback" not in done.stderr + done.stdout, told
                assert done.returncode == 0 or done.stderr + done.stdout, told
                tried += 1
    assert tried > (50 if which == "pairing" else 350)
