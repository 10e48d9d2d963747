"""What people look at first is the same by whichever way it was found, and never out of date."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.config import League
from arena.league import glance as glance_module
from arena.league.glance import LeagueGlance, keep_glance
from arena.league.runner import run_league
from arena.league.state import LeagueState
from arena.ledger import Ledger, LedgerReader, decoding
from tests.arena.league.scripted_matches import Fakes, at_fault, completed, make_league, void
from tests.bench.big_ledger import build_big_ledger


def look(league: League | Path) -> LeagueGlance:
    path = league if isinstance(league, Path) else league.ledger
    with LedgerReader.open(path) as ledger:
        return LeagueGlance.of(ledger)


def planned_anew(path: Path) -> LeagueGlance:
    with LedgerReader.open(path) as ledger:
        return LeagueGlance.of_state(LeagueState.of(ledger))


def same(one: LeagueGlance, other: LeagueGlance) -> bool:
    return (
        one.roster == other.roster
        and one.totals == other.totals
        and one.standings.rows == other.standings.rows
        and np.array_equal(one.standings.ratings.los, other.standings.ratings.los, equal_nan=True)
        and one.standings.ratings.seat_effects == other.standings.ratings.seat_effects
        and one.suspensions == other.suspensions
        and one.faulty == other.faulty
        and one.closed == other.closed
    )


def troubled(spec: match_pb2.MatchSpec) -> record_pb2.MatchRecord:
    """a is never there, b crashes now and then, what c and d play is sometimes void."""
    engines = [engine.id for engine in spec.engines]
    chance = int(spec.match_id[:4], 16) % 4
    if "a" in engines:
        return at_fault(spec, "a", game_pb2.FAULT_KIND_START)
    if "b" in engines and not chance:
        return at_fault(spec, "b")
    if chance == 1:
        return void(spec)
    return completed(spec, ["the same", "in all"] if chance == 2 else None)


@pytest.mark.parametrize("answer", [completed, troubled])
@pytest.mark.parametrize("changes", [{}, {"seats": 3}, {"hidden": True}])
def test_all_ways_lead_to_the_same(
    tmp_path: Path, answer: Callable[[match_pb2.MatchSpec], Any], changes: dict[str, Any]
) -> None:
    league = make_league(tmp_path, "abcde", deals=4, **changes)
    run_league(league, executor=Fakes(answer))
    counted = look(league)
    assert not counted.kept
    assert same(counted, planned_anew(league.ledger))


def test_matches_of_former_versions_are_left_out(tmp_path: Path) -> None:
    run_league(make_league(tmp_path, "abcd", deals=2), executor=Fakes())
    league = make_league(tmp_path, "abc", deals=3)
    run_league(league, executor=Fakes())
    counted = look(league)
    assert counted.totals.played == 18
    assert same(counted, planned_anew(league.ledger))


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger with its standings kept in it."""
    monkeypatch.setattr(glance_module, "_WORTH_KEEPING", 1)
    league = make_league(tmp_path, "abcd", deals=3)
    run_league(league, executor=Fakes(troubled))
    assert keep_glance(league.ledger, look(league))
    return league.ledger


def test_what_was_kept_is_what_was_counted(kept: Path) -> None:
    assert look(kept).kept
    assert same(look(kept), planned_anew(kept))
    assert not keep_glance(kept, look(kept)), "once is enough"


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE attempt SET placements = '[2, 1]' WHERE placements = '[1, 2]'",
        "UPDATE attempt SET state = 'void' WHERE number = (SELECT max(number) FROM attempt"
        " WHERE state = 'counted')",
        "DELETE FROM suspension",
        "UPDATE meta SET value = CAST(replace(value, '\"Scripted\"', '\"Other\"') AS BLOB)"
        " WHERE key = 'roster'",
    ],
)
def test_a_change_by_whatever_program_is_seen(kept: Path, change: str) -> None:
    with closing(sqlite3.connect(kept)) as connection:
        assert connection.execute(change).rowcount > 0
        connection.commit()
    assert not look(kept).kept
    assert same(look(kept), planned_anew(kept))


def test_a_match_that_fits_no_plan_is_found(kept: Path) -> None:
    with closing(sqlite3.connect(kept)) as connection:
        for copy in range(8):
            connection.execute(
                "INSERT INTO attempt SELECT match_id || ?, attempt, deal_id, engines, state, cause,"
                " forgiven, number + 1000 + ?, started_at_us, ended_at_us, placements, termination,"
                " reason, faulty_seats, stand_in, plies, duration_us, initial_digest, moves_digest"
                " FROM attempt WHERE number = 1",
                (f"x{copy}", copy),
            )
        connection.commit()
    assert same(look(kept), planned_anew(kept))


@pytest.mark.parametrize("content", [b"", b"{}", b'{"form": 1}', b"\xff", b"[" * 5000])
def test_what_can_not_be_read_is_counted_again(kept: Path, content: bytes) -> None:
    with Ledger.open_for_upkeep(kept) as ledger:
        ledger.set_derived("glance", content, ledger.revision())
        ledger.set_derived("plan", content, ledger.revision())
    assert not look(kept).kept
    assert same(look(kept), planned_anew(kept))


def test_a_running_league_keeps_its_ledger_to_itself(kept: Path) -> None:
    with closing(sqlite3.connect(kept)) as connection:
        connection.execute("DELETE FROM derived WHERE key = 'glance'")
        connection.commit()
    seen = look(kept)
    with Ledger.open_for_upkeep(kept):
        assert not keep_glance(kept, seen)


def test_what_was_counted_before_a_change_does_not_hold_after_it(kept: Path) -> None:
    with closing(sqlite3.connect(kept)) as connection:
        connection.execute("DELETE FROM derived WHERE key = 'glance'")
        connection.commit()
        seen = look(kept)
        connection.execute("UPDATE attempt SET forgiven = 1")
        connection.commit()
    assert keep_glance(kept, seen)
    assert not look(kept).kept


def test_many_matches_need_one_pass_and_no_plan(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "big.ledger"
    build_big_ledger(path, 20_000, engines=8)
    asked: list[str] = []
    decoders: list[decoding.RowDecoder] = []

    class Counting(decoding.RowDecoder):
        def __init__(self) -> None:
            super().__init__()
            decoders.append(self)

    monkeypatch.setattr("arena.ledger.queries.RowDecoder", Counting)
    monkeypatch.setattr("arena.league.state.plan_league", lambda _: pytest.fail("planned anew"))
    with LedgerReader.open(path) as ledger:
        ledger._connection.set_trace_callback(asked.append)
        glance = LeagueGlance.of(ledger)
    assert glance.totals.played == 20_000
    assert len(asked) < 25, "questions do not grow with matches"
    assert sum(decoder.decoded for decoder in decoders) < 200, "nor does what is read as JSON"
    assert keep_glance(path, glance)

    asked.clear()
    monkeypatch.setattr(LedgerReader, "each_row", lambda _: pytest.fail("counted again"))
    with LedgerReader.open(path) as ledger:
        ledger._connection.set_trace_callback(asked.append)
        again = LeagueGlance.of(ledger)
    assert again.kept
    assert same(again, glance)
    assert len(asked) < 20
