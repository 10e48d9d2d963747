"""A row of a ledger that can't be true is named: the file and the match."""

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arena.errors import LedgerUnreadableError
from arena.ledger import LedgerReader
from tests.arena.cli.command_line import podesta


@pytest.fixture(params=["placements = 'nonsense'", "placements = '[7,7,7]'", "plies = 'many'"])
def damaged(request: pytest.FixtureRequest, bologna: Path, tmp_path: Path) -> Path:
    """A ledger whose third match holds something else."""
    path = tmp_path / "damaged.ledger"
    shutil.copy(bologna, path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(f"UPDATE attempt SET {request.param} WHERE number = 3")
        connection.commit()
    return path


def test_whoever_reads_it_is_told_the_match(damaged: Path) -> None:
    named = re.escape(f"{damaged}: match 3: the ledger holds ")
    with LedgerReader.open(damaged) as ledger:
        for read in (ledger.results, lambda: list(ledger.each_row())):
            with pytest.raises(LedgerUnreadableError, match=f"^{named}"):
                read()


@pytest.mark.parametrize("command", ["show", "report"])
def test_commands_name_file_and_match(damaged: Path, command: str) -> None:
    done = podesta("league", command, damaged, *(["--text"] if command == "report" else []))
    assert done.returncode == 6
    assert f"{damaged}: match 3: the ledger holds" in done.stderr
