"""Reports from ledgers: the numbers, and what is said of ledgers that are not sound."""

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.league.act import VoidMatch
from arena.league.asking import have_done
from arena.league.runner import run_league
from arena.league.standings import league_standings
from arena.league.state import LeagueState
from arena.league.stopping import StopRequest
from arena.ledger import LedgerReader
from arena.report.build import build_report, tellable_results
from arena.report.report import Report
from referee.games import load_game
from referee.record_file import decode_record, encode_record
from tests.arena.league.scripted_matches import Fakes, at_fault, completed, make_league, void
from tests.arena.report.played_matches import HOSTILE, play_league, played


def report_of(path: Path, **settings: Any) -> Report:
    with LedgerReader.open(path) as ledger:
        return build_report(ledger, LeagueState.of(ledger), **settings)


def cautions(report: Report) -> str:
    return "\n".join(caution.text for caution in report.cautions)


def edited(source: Path, target: Path, edit: Callable[[record_pb2.MatchRecord], Any]) -> Path:
    """A copy of a ledger in which the record of the first match was edited."""
    shutil.copy(source, target)
    with sqlite3.connect(target) as connection:
        match_id, content = connection.execute(
            "SELECT match_id, content FROM record JOIN attempt USING (match_id, attempt)"
            " ORDER BY number"
        ).fetchone()
        record = decode_record(content)
        changed = edit(record)
        new = changed if isinstance(changed, bytes) else encode_record(record)
        connection.execute("UPDATE record SET content = ? WHERE match_id = ?", (new, match_id))
    connection.close()
    return target


def test_the_standings_are_those_of_the_league(bologna: Path) -> None:
    report = report_of(bologna)
    with LedgerReader.open(bologna) as ledger:
        standings = league_standings(LeagueState.of(ledger))
    rows = report.sheet("standings").records()
    assert [row["engine"] for row in rows] == [row.engine for row in standings.rows]
    assert [row["elo"] for row in rows] == [row.rating.elo for row in standings.rows]
    assert sum(float(row["points"] or 0) for row in rows) == 6
    assert report.progress == "2 bots, 6 of 6 matches played"


def test_what_records_tell_is_told(bologna: Path) -> None:
    report = report_of(bologna)
    with LedgerReader.open(bologna) as ledger:
        decisions = [
            (result, decision)
            for result, content in ledger.records()
            for decision in decode_record(content).decisions
        ]
    thinking = {row["engine"]: row for row in report.sheet("thinking").records()}
    mine = sorted(d.charged_us for r, d in decisions if r.engines[d.seat] == "alpha")
    row = thinking["Alpha"]
    assert row["decisions"] == len(mine)
    assert row["total_us"] == sum(mine)
    assert row["max_us"] == mine[-1]
    assert row["median_us"] == mine[(len(mine) + 1) // 2 - 1]
    clocks = report.sheet("clocks").records()
    assert {row["queue_max_us"] for row in clocks} == {5}
    parts = report.sheet("parts").records()
    assert {row["wire_median_us"] for row in parts} == {245}
    assert {row["told"] for row in parts} == {row["decisions"] for row in clocks}
    length = {row["ended"]: row for row in report.sheet("length").records()}
    assert length["fault"]["longest"] == 5
    assert length["completed"]["matches"] == 5
    assert {row["fault_timeout"] for row in report.sheet("terminations").records()} == {0, 1}
    (fault,) = report.sheet("faults").records()
    assert fault["number"] == 6
    assert fault["kind"] == "timeout"
    assert fault["detail"] == HOSTILE
    assert "1 flag fell" in cautions(report)
    assert "Too few deals" in cautions(report)


def test_the_same_ledger_gives_the_same_report(bologna: Path) -> None:
    first, second = (list(report_of(bologna).sheets())[:-1] for _ in range(2))
    assert first == second


def test_a_sample_is_said_to_be_one(bologna: Path) -> None:
    report = report_of(bologna, sample=2)
    section = next(s for s in report.sections if s.key == "thinking")
    assert "2 of 6 records" in section.lines[0]
    assert report.sheet("standings") == report_of(bologna).sheet("standings")


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (lambda record: record.decisions[3].__setattr__("move", "t6@1:a1"), "digest mismatch"),
        (lambda record: record.outcome.seats[0].__setattr__("placement", 9), "can't be true"),
        (lambda record: record.__setattr__("reason", "because"), "not the one that was committed"),
        (lambda record: record.spec.__setattr__("match_id", "other"), "of another match"),
        (lambda _: b"PODESTA\x63", "has format 99"),
        (lambda record: encode_record(record)[:-20], ""),
        (lambda record: record.decisions[0].__setattr__("seat", 7), "does not exist"),
        (lambda record: record.decisions[4].__setattr__("digest", b"x"), "has another digest"),
        (lambda record: record.decisions[4].__setattr__("legal_count", 99), "99 legal moves"),
        (lambda record: record.decisions[4].__setattr__("charged_us", 1), "charged 1 us"),
        (lambda record: record.decisions[4].__setattr__("remaining_us", 1), "remaining 1 us"),
    ],
)
def test_an_edited_record_is_told_and_the_rest_reported(
    bologna: Path, tmp_path: Path, edit: Any, told: str
) -> None:
    report = report_of(edited(bologna, tmp_path / "edited.ledger", edit))
    (problem,) = report.sheet("problems").records()
    assert problem["number"] == 1
    assert told in str(problem["problem"])
    assert "1 record can't be trusted" in cautions(report)
    assert report.sheet("standings") == report_of(bologna).sheet("standings")
    (lag,) = report.sheet("lag").records()
    assert lag["matches"] == 5


def test_records_of_other_rules_are_told(bologna: Path, tmp_path: Path) -> None:
    path = edited(
        bologna, tmp_path / "old.ledger", lambda record: record.__setattr__("rules_version", "0")
    )
    assert "1 match by version 0 of the rules" in cautions(report_of(path))


def test_a_game_that_is_not_known_is_reported_all_the_same(tmp_path: Path) -> None:
    league = make_league(tmp_path, "abc")
    run_league(league, executor=Fakes())
    report = report_of(league.ledger)
    assert "does not know the game" in cautions(report)
    assert report.sheet("standings").records()[0]["engine"] == "a"


def test_repeated_matches_voids_and_forfeits_are_told(tmp_path: Path) -> None:
    league = make_league(tmp_path, "abc", deals=2, suspend_after=1)
    seen: list[str] = []

    def answer(spec: match_pb2.MatchSpec) -> record_pb2.MatchRecord:
        seen.append(spec.match_id)
        if len(seen) == 1:
            return void(spec)
        if "c" in {engine.id for engine in spec.engines}:
            return at_fault(spec, "c")
        record = completed(spec, ["same", "moves"])
        record.initial_digest = b"the same deal"
        return record

    run_league(league, executor=Fakes(answer))
    text = cautions(report_of(league.ledger))
    assert "matches repeat another one" in text
    assert "1 try was void" in text
    assert "C is suspended" in text
    assert "forfeited" in text
    assert "only bounds" in text
    assert "1 other fault" in text


def test_terms_are_told_in_the_words_of_league_files(tmp_path: Path) -> None:
    league = make_league(
        tmp_path,
        "ab",
        deals=1,
        game="bologna",
        game_options={"map": "", "city": "random"},
        grace_us=250_000,
    )
    run_league(league, executor=Fakes())
    told = {str(name): value for name, value in report_of(league.ledger).provenance.rows}
    assert told["term: fault_rule"] == "stand-in"
    assert told["term: grace"] == "250.0ms"
    assert told["term: options.city"] == "random"
    assert "term: options.map" not in told
    assert all(value for name, value in told.items() if name.startswith("term: "))


def test_what_an_organiser_took_back_is_no_fault_of_the_machine(tmp_path: Path) -> None:
    league = make_league(tmp_path, "ab", deals=1)
    run_league(league, executor=Fakes())
    act = VoidMatch(user="anna@host", at_us=1, reason="test", match="1")
    have_done(league.ledger, act, league)
    text = cautions(report_of(league.ledger))
    assert "1 result was taken back by the organiser" in text
    assert "void by a fault" not in text


def test_pools_that_never_met_are_told(tmp_path: Path) -> None:
    league = make_league(tmp_path, "abcd")
    run_league(
        league,
        executor=Fakes(
            lambda spec: (
                void(spec)
                if {engine.id for engine in spec.engines} not in ({"a", "b"}, {"c", "d"})
                else completed(spec)
            )
        ),
    )
    text = cautions(report_of(league.ledger))
    assert "2 pools" in text
    assert "unplayed" in text


def test_nothing_of_an_open_deal_is_told_where_cards_are_hidden(tmp_path: Path) -> None:
    stop = StopRequest()
    told: list[str] = []

    def answer(spec: match_pb2.MatchSpec) -> record_pb2.MatchRecord:
        told.append(spec.deal_id)
        if len(told) == 3:
            stop.request()
        return played(spec, plies=7 if len(told) == 3 else None)

    fakes = Fakes(answer)
    league = make_league(
        tmp_path,
        "abc",
        game="patrician",
        game_options=load_game("patrician").parse_options({}, 2),
        hidden=True,
        deals=1,
        opening_plies=0,
        seats=2,
        ledger=tmp_path / "open.ledger",
    )
    run_league(league, executor=fakes, stop=stop)
    with LedgerReader.open(league.ledger) as ledger:
        state = LeagueState.of(ledger)
        open_deals = {r.deal_id for r in state.results} - state.closed_deals()
        assert open_deals
        assert not open_deals & {result.deal_id for result in tellable_results(state)}
        report = build_report(ledger, state)
    assert "Deals of which a match is still to be played are left out" in cautions(report)
    (lag,) = report.sheet("lag").records()
    assert lag["matches"] == len(state.results) - 1
    # The fault is counted, but its text might tell a card.
    assert report.sheet("faults").rows == ()
    assert (
        sum(int(row["fault_timeout"] or 0) for row in report.sheet("terminations").records()) == 1
    )


def test_a_league_without_a_match_has_a_report(tmp_path: Path) -> None:
    league = make_league(tmp_path, "abc")
    run_league(league, executor=Fakes(void))
    report = report_of(league.ledger)
    assert "No match was played yet" in cautions(report)
    assert {row["elo"] for row in report.sheet("standings").records()} == {None}
    assert [chart for section in report.sections for chart in section.charts] == []


def test_a_match_that_an_engine_did_not_start_is_no_play(tmp_path: Path) -> None:
    league = make_league(tmp_path, "ab")
    run_league(league, executor=Fakes(lambda spec: at_fault(spec, "b", game_pb2.FAULT_KIND_START)))
    report = report_of(league.ledger)
    assert "2 matches were forfeited" in cautions(report)
    assert report.sheet("length").rows == ()
    assert report.sheet("terminations").records()[0]["ended_forfeit"] == 2


def test_bytes_that_were_hit_on_the_disk_cost_one_record(bologna: Path, tmp_path: Path) -> None:
    with sqlite3.connect(bologna) as connection:
        (content,) = connection.execute("SELECT content FROM record LIMIT 1").fetchone()
    connection.close()
    whole = bytearray(bologna.read_bytes())
    place = whole.index(content[:200]) + 150
    whole[place : place + 8] = b"\0" * 8
    (tmp_path / "hit.ledger").write_bytes(whole)
    report = report_of(tmp_path / "hit.ledger")
    assert len(report.sheet("problems").rows) == 1
    assert report.progress == "2 bots, 6 of 6 matches played"


def test_jitter_that_is_large_against_the_time_control_is_told(
    bologna: Path, tmp_path: Path
) -> None:
    def late(spec: match_pb2.MatchSpec) -> record_pb2.MatchRecord:
        record = played(spec)
        # Thirty decisions or so of ten seconds: some 300 ms each.
        record.lag_counts.extend([0] * 15 + [100])
        record.max_lag_us = 100_001
        return record

    told = cautions(report_of(play_league(tmp_path, "bologna", late, deals=1).ledger))
    assert "Jitter was large against the time control" in told
    assert "up to 32.8 ms late" in told
    assert "In 2 matches of 2 the referee's timer woke later than the grace" in told
    calm = cautions(report_of(bologna))
    assert "Jitter" not in calm
    assert "later than the grace" not in calm


def test_where_no_clock_runs_no_jitter_is_too_large(tmp_path: Path) -> None:
    def late(spec: match_pb2.MatchSpec) -> record_pb2.MatchRecord:
        record = played(spec)
        for decision in record.decisions:
            decision.ClearField("remaining_us")
            decision.queue_us = decision.raw_us
        record.lag_counts.extend([0] * 20 + [100])
        record.max_lag_us = 1_000_000
        return record

    league = play_league(tmp_path, "bologna", late, deals=1, time_control="none")
    told = cautions(report_of(league.ledger))
    assert "timer" not in told
    assert "waited" not in told
