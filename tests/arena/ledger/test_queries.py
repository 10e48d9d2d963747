"""Reading a ledger a row at a time."""

import sqlite3
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import pytest

from arena.errors import LedgerUnreadableError
from arena.ledger import LedgerReader
from tests.arena.ledger.test_ledger import open_ledger, play


def test_results_left_in_the_middle_are_forgotten_in_silence(tmp_path: Path) -> None:
    path = tmp_path / "league.ledger"
    with open_ledger(path) as ledger:
        play(ledger, "m1", deal="d1")
        play(ledger, "m2", deal="d2")
    with LedgerReader.open(path) as reader:
        inner = reader._each("SELECT match_id FROM attempt ORDER BY match_id")
        assert next(inner) == ("m1",)
        outer = reader.each_result()
        assert next(outer).match_id == "m1"
    # As when the error of an unreadable row still holds the frames: the ledger is closed by then.
    for left in (inner, outer):
        assert isinstance(left, Generator)
        left.close()


@pytest.mark.parametrize(
    "spoiling",
    ["DELETE FROM revision", "INSERT INTO revision VALUES (7)", "UPDATE revision SET number = 'x'"],
)
def test_changes_that_are_not_counted_once_make_a_ledger_unreadable(
    tmp_path: Path, spoiling: str
) -> None:
    path = tmp_path / "league.ledger"
    with open_ledger(path) as ledger:
        play(ledger, "m1")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(spoiling)
    with LedgerReader.open(path) as reader, pytest.raises(LedgerUnreadableError):
        reader.revision()
