"""Faults as the ledger keeps them."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arena.league.runner import run_league
from arena.league.state import LeagueState
from arena.ledger import LedgerReader
from arena.report import fault_rows
from arena.report.fault_rows import fault_name, faults_sheet, read_faults, unreadable_lines
from tests.arena.league.scripted_matches import Fakes, at_fault, make_league


def test_all_are_counted_and_the_latest_listed(tmp_path: Path, monkeypatch: object) -> None:
    league = make_league(tmp_path, "ab", deals=5, suspend_after=100)
    run_league(league, executor=Fakes(lambda spec: at_fault(spec, "b")))
    with LedgerReader.open(league.ledger) as ledger:
        state = LeagueState.of(ledger)
    ids = {result.match_id for result in state.results}
    faults = read_faults(league.ledger, ids, None)
    assert faults.total == 10
    assert faults.counts == {("b", "crash"): 10}
    assert [fault.number for fault in faults.latest] == list(range(1, 11))
    assert read_faults(league.ledger, set(), None).total == 0
    closed = {state.results[0].deal_id}
    some = read_faults(league.ledger, ids, closed)
    assert (some.total, len(some.latest), some.held_back) == (10, 2, 8)
    monkeypatch.setattr(fault_rows, "_SHOWN", 3)  # type: ignore[attr-defined]
    cut = read_faults(league.ledger, ids, None)
    assert [fault.number for fault in cut.latest] == [8, 9, 10]
    sheet = faults_sheet(cut, {"b": "Bert"})
    assert [row["number"] for row in sheet.records()] == [10, 9, 8]
    assert "7 more" in sheet.note


def test_a_kind_that_nobody_knows_has_a_name() -> None:
    assert fault_name(10) == "timeout"
    assert fault_name(99) == "kind 99"


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("seat", "'[99,1]'"),
        ("seat", "-1"),
        ("kind", "'x'"),
        ("kind", "4611686018427387904"),
        ("ply", "'x'"),
        ("ply", "1e300"),
        ("engine_id", "x'ff'"),
        ("detail", "x''"),
    ],
)
def test_a_row_that_holds_no_fault_is_named_and_the_others_are_told(
    tmp_path: Path, column: str, value: str
) -> None:
    league = make_league(tmp_path, "ab", deals=2, suspend_after=100)
    run_league(league, executor=Fakes(lambda spec: at_fault(spec, "b")))
    with closing(sqlite3.connect(league.ledger)) as connection, connection:
        connection.execute(
            f"UPDATE fault SET {column} = {value} WHERE match_id ="
            " (SELECT match_id FROM attempt WHERE number = 3)"
        )
    with LedgerReader.open(league.ledger) as ledger:
        ids = {result.match_id for result in ledger.results()}
    faults = read_faults(league.ledger, ids, None)
    assert (faults.total, faults.unreadable) == (3, 1)
    assert [fault.number for fault in faults.latest] == [1, 2, 4]
    (line,) = unreadable_lines(faults)
    assert line.startswith("1 fault of the ledger can't be read: left out here.")
    assert "The first is of match 3: the ledger holds " in line
