from collections.abc import Iterator
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
        ("13", "no match that counts is called '13'"),
        ("nothing", "no match that counts is called 'nothing'"),
        ("", "12 matches are called ''"),
        ("%", "no match"),
        ("٣", "no match"),
    ],
)
def test_what_names_none_or_several_is_told(ledger: LedgerReader, text: str, told: str) -> None:
    # No id of this league begins with 13.
    with pytest.raises(MatchNameError, match=told):
        named_match(ledger, text)


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
    for wrong in ("99", "nothing"):
        done = podesta(*words.format(match=wrong, **places).split())
        assert (done.returncode, "is called" in done.stderr) == (2, True), done.stderr
    by_number = podesta(*words.format(match="7", **places).split())
    if words.startswith("league void"):
        assert by_number.returncode == 0
        assert match_id in by_number.stdout
        assert "is called" in podesta("league", "void", str(ledger.path), match_id).stderr
        return
    by_id = podesta(*words.format(match=match_id[:12], **places).split())
    assert "is called" not in by_number.stderr
    assert (by_id.returncode, by_id.stdout) == (by_number.returncode, by_number.stdout)
