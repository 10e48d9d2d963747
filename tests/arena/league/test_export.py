"""Exports, and what may be told while a deal is open."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from podesta.v1 import match_pb2

from arena.executors.fake import Vanishes
from arena.league.export import RESULT_COLUMNS, export_records, export_results, open_records
from arena.league.runner import run_league
from arena.league.state import LeagueState
from arena.league.stopping import StopRequest
from arena.ledger import LedgerReader
from referee.record_file import read_record
from tests.arena.league.scripted_matches import Fakes, at_fault, completed, make_league


@pytest.mark.parametrize("form", ["binary", "json"])
def test_records_become_files(tmp_path: Path, form: Any) -> None:
    league = make_league(tmp_path, "abc")
    run_league(league, executor=Fakes())
    with LedgerReader.open(league.ledger) as ledger:
        state = LeagueState.of(ledger)
        assert export_records(ledger, state, tmp_path / "out" / "here", form) == 6
    files = sorted((tmp_path / "out" / "here").iterdir())
    assert [file.name[:8] for file in files] == [f"{n:07d}-" for n in range(1, 7)]
    for file, result in zip(files, state.results, strict=True):
        assert result.match_id in file.name
        if form == "binary":
            assert read_record(file).spec.match_id == result.match_id
        else:
            assert json.loads(file.read_text())["spec"]["match_id"] == result.match_id


def test_results_become_lines(tmp_path: Path) -> None:
    league = make_league(tmp_path, "ab")

    def rude(spec: match_pb2.MatchSpec) -> Any:
        record = at_fault(spec, "b")
        record.reason = '=cmd("x"), said\n"b"'
        return record

    run_league(league, executor=Fakes(rude))
    with LedgerReader.open(league.ledger) as ledger:
        state = LeagueState.of(ledger)
    lines, table = io.StringIO(), io.StringIO()
    assert export_results(state, lines, "jsonl") == 2
    assert export_results(state, table, "csv") == 2
    rows = [json.loads(line) for line in lines.getvalue().splitlines()]
    assert [tuple(row) for row in rows] == [RESULT_COLUMNS] * 2
    assert rows[0]["reason"] == '=cmd("x"), said\n"b"'
    assert {tuple(row["engines"]) for row in rows} == {("a", "b"), ("b", "a")}
    assert all(row["placements"][row["engines"].index("b")] == 2 for row in rows)
    heading, *cells = list(csv.reader(io.StringIO(table.getvalue())))
    assert tuple(heading) == RESULT_COLUMNS
    assert cells[0][RESULT_COLUMNS.index("termination")] == "fault"
    # A spreadsheet must not run it.
    assert cells[0][RESULT_COLUMNS.index("reason")].startswith("'=cmd")


def stopped_league(tmp_path: Path, hidden: bool) -> Any:
    league = make_league(tmp_path, "abc", hidden=hidden)
    stop = StopRequest()
    fakes = Fakes()

    def answer(spec: match_pb2.MatchSpec) -> Any:
        if len(fakes.specs) == 3:
            stop.request()
        return completed(spec)

    fakes.answer = answer
    run_league(league, executor=fakes, stop=stop)
    return league


@pytest.mark.parametrize(("hidden", "told"), [(False, 3), (True, 2)])
def test_hidden_deals_are_told_when_nothing_of_them_is_left(
    tmp_path: Path, hidden: bool, told: int
) -> None:
    league = stopped_league(tmp_path, hidden)
    with LedgerReader.open(league.ledger) as ledger:
        state = LeagueState.of(ledger)
        assert (state.totals.played, state.totals.to_do) == (3, 3)
        assert len(list(open_records(ledger, state))) == told
    run_league(league, executor=Fakes())
    with LedgerReader.open(league.ledger) as ledger:
        assert len(list(open_records(ledger, LeagueState.of(ledger)))) == 6


def test_an_unplayed_match_does_not_hold_back_its_deal_for_ever(tmp_path: Path) -> None:
    league = make_league(tmp_path, "ab", hidden=True)
    first = []

    def answer(spec: match_pb2.MatchSpec) -> Any:
        first.append(spec.match_id)
        return Vanishes() if spec.match_id == first[0] else completed(spec)

    run_league(league, executor=Fakes(answer))
    with LedgerReader.open(league.ledger) as ledger:
        state = LeagueState.of(ledger)
        assert (state.totals.unplayed, state.totals.played) == (1, 1)
        assert len(list(open_records(ledger, state))) == 1


def test_matches_of_engines_that_have_left_are_not_shown(tmp_path: Path) -> None:
    league = make_league(tmp_path, "abc")
    run_league(league, executor=Fakes())
    run_league(replace(league, engines=league.engines[:2]), executor=Fakes())
    with LedgerReader.open(league.ledger) as ledger:
        assert len(ledger.results()) == 6
        state = LeagueState.of(ledger)
    assert {frozenset(result.engines) for result in state.results} == {frozenset("ab")}
    assert (state.totals.planned, state.totals.played) == (2, 2)
