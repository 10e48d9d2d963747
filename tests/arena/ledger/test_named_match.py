import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from arena.errors import MatchNameError
from arena.league.runner import run_league
from arena.ledger import LedgerReader, named_match
from tests.arena.cli.command_line import podesta
from tests.arena.league.scripted_matches import Fakes, make_league


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[LedgerReader]:
    league = make_league(tmp_path, "abc", deals=2)
    run_league(league, executor=Fakes())
    with LedgerReader.open(league.ledger) as reader:
        yield reader


def test_a_match_is_called_by_its_number_and_by_its_id(ledger: LedgerReader) -> None:
    for number, result in enumerate(ledger.results(), start=1):
        assert named_match(ledger, str(number)) == result
        assert named_match(ledger, result.match_id) == result
        assert named_match(ledger, result.match_id[:12]) == result


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("13", "^no match 13; matches go to 12$"),
        ("0", "^no match 0; matches go to 12$"),
        ("9999999", "^no match 9999999; matches go to 12$"),
        ("99999999", "no match that counts is called '99999999'"),
        ("nothing", "no match that counts is called 'nothing'"),
        ("", "12 matches are called ''"),
        ("%", "no match"),
        ("٣", "no match"),
    ],
)
def test_what_names_none_or_several_is_told(ledger: LedgerReader, text: str, told: str) -> None:
    with pytest.raises(MatchNameError, match=told):
        named_match(ledger, text)


@pytest.fixture
def digits(ledger: LedgerReader) -> Iterator[LedgerReader]:
    """The ids of all matches begin with digits: 20000000, 20000001 and so on."""
    with closing(sqlite3.connect(ledger.path)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        for table in ("record", "fault", "attempt"):
            connection.execute(
                f"UPDATE {table} SET match_id = (SELECT 19999999 + number FROM attempt a WHERE"
                f" a.match_id = {table}.match_id) || substr(match_id, 9)"
            )
    with LedgerReader.open(ledger.path) as reader:
        yield reader


def test_a_number_never_means_the_match_whose_id_begins_so(digits: LedgerReader) -> None:
    for length in range(2, 8):
        with pytest.raises(MatchNameError, match=r"^no match 20*; matches go to 12$"):
            named_match(digits, "20000000"[:length])
    assert named_match(digits, "20000003").number == 4


def test_a_number_that_counts_no_more_is_told_and_means_no_other(digits: LedgerReader) -> None:
    def void(name: str) -> tuple[int, str]:
        done = podesta("league", "void", digits.path, name, "--reason", "a test")
        return done.returncode, done.stderr

    assert void("2")[0] == 0
    status, told = void("2")
    assert status == 2
    assert "match 2 counts no more: voided by " in told
    assert ": a test" in told
    assert len(digits.results()) == 11


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("state = 'void', placements = NULL, cause = 'no memory'", "came to nothing .*: no memory"),
        ("state = 'interrupted', placements = NULL, cause = ''", "came to nothing .* count$"),
        ("state = 'superseded', cause = 'dealt anew'", "counts no more: dealt anew"),
    ],
)
def test_why_a_number_counts_not_is_told(ledger: LedgerReader, change: str, told: str) -> None:
    with closing(sqlite3.connect(ledger.path)) as connection, connection:
        connection.execute(f"UPDATE attempt SET {change} WHERE number = 5")
    with pytest.raises(MatchNameError, match=f"^match 5 {told}"):
        named_match(ledger, "5")


def test_where_no_match_counts_yet_it_is_told(ledger: LedgerReader) -> None:
    with closing(sqlite3.connect(ledger.path)) as connection, connection:
        connection.execute("UPDATE attempt SET state = 'running', number = NULL")
    with pytest.raises(MatchNameError, match="no match 1; no match counts yet"):
        named_match(ledger, "1")


@pytest.mark.parametrize(
    "words",
    [
        "replay {ledger} --json --match {match}",
        "log {ledger} --json --match {match}",
        "debug extract {ledger} --seat 0 --output {folder}/a.transcript --match {match}",
        "league report {ledger} --output {folder}/report.html --match {match}",
        "league void {ledger} {match}",
    ],
)
def test_every_command_takes_both(ledger: LedgerReader, tmp_path: Path, words: str) -> None:
    match_id = ledger.results()[6].match_id
    places = {"ledger": ledger.path, "folder": tmp_path}
    for wrong, told in (("99", "no match 99; matches go to 12"), ("nothing", "is called")):
        done = podesta(*words.format(match=wrong, **places).split())
        assert (done.returncode, told in done.stderr) == (2, True), done.stderr
    by_number = podesta(*words.format(match="7", **places).split())
    if words.startswith("league void"):
        assert by_number.returncode == 0
        assert match_id in by_number.stdout
        assert "is called" in podesta("league", "void", str(ledger.path), match_id).stderr
        return
    by_id = podesta(*words.format(match=match_id[:12], **places).split())
    assert "is called" not in by_number.stderr
    # Its game is known to these tests alone.
    assert "a bug of podesta" not in by_number.stderr
    assert (by_id.returncode, by_id.stdout) == (by_number.returncode, by_number.stdout)
