"""The ledger of a small league, played once for all tests that spoil copies of it."""

import contextlib
import sqlite3
from pathlib import Path

import pytest
from podesta.v1 import record_pb2

from referee.record_file import decode_record
from tests.arena.cli.command_line import podesta
from tests.fuzz.small_league import LEAGUE, Whole


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


@pytest.fixture(scope="session")
def ledger(place: Path) -> Whole[bytes]:
    """The ledger of a small league, as a file without a log beside it."""
    root = Path(__file__).resolve().parents[2]
    file = place / "league.toml"
    file.write_text(LEAGUE.replace('PYTHONPATH = "."', f'PYTHONPATH = "{root}"'))
    done = podesta("league", "run", file, "--quiet")
    assert done.returncode == 0, done.stderr
    path = place / "league.ledger"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return Whole(path.read_bytes())


@pytest.fixture(scope="session")
def record(ledger: Whole[bytes], place: Path) -> Whole[record_pb2.MatchRecord]:
    with contextlib.closing(sqlite3.connect(place / "league.ledger")) as connection:
        [(content,)] = connection.execute("SELECT content FROM record LIMIT 1").fetchall()
    return Whole(decode_record(content))
