"""Changing a league by commands: what counts afterwards, what is played again, and who did it."""

import shutil
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from podesta.v1 import match_pb2, record_pb2

from arena.config import League
from arena.errors import ActRefusedError, LedgerUnreadableError
from arena.league.act import (
    Act,
    AddEngine,
    Concurrency,
    Merge,
    Pause,
    RemoveEngine,
    Rerun,
    Resume,
    UpdateEngine,
    VoidMatch,
    act_from_json,
    act_to_json,
)
from arena.league.asking import have_done
from arena.league.glance import LeagueGlance
from arena.league.listener import LeagueListener, LeagueOverview
from arena.league.perform import audit_line
from arena.league.runner import run_league
from arena.league.state import LeagueState
from arena.ledger import Attempt, Ledger, LedgerReader, MatchResult
from arena.ledger.requests import post_request
from tests.arena.league.scripted_matches import Fakes, completed, make_engine, make_league

WHO: dict[str, Any] = {"user": "anna@host", "at_us": 1_790_000_000_000_000, "reason": "because"}


def do(league: League, act: Act) -> str:
    return have_done(league.ledger, act, league, sleep=lambda _: None)


def state(league: League) -> LeagueState:
    with LedgerReader.open(league.ledger) as ledger:
        looked, planned = LeagueGlance.of(ledger), LeagueState.of(ledger)
    assert looked.totals == planned.totals
    return planned


def results(league: League) -> Sequence[MatchResult]:
    return state(league).results


def attempts(league: League) -> list[Attempt]:
    with LedgerReader.open(league.ledger) as ledger:
        return ledger.attempts()


def audit(league: League) -> list[tuple[str, str, str]]:
    with LedgerReader.open(league.ledger) as ledger:
        return [(line.user, line.act, line.subject) for line in ledger.audit_lines()]


@pytest.fixture
def league(tmp_path: Path) -> League:
    made = make_league(tmp_path, "abc", deals=2)
    run_league(made, executor=Fakes())
    return made


def add(engine_id: str, tmp_path: Path) -> AddEngine:
    table = {"id": engine_id, "name": engine_id, "command": ["/bin/true", engine_id]}
    return AddEngine(**WHO, table=table, directory=str(tmp_path), file_of_its_own=False)


# --- results --------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["number", "beginning", "id"])
def test_a_match_that_is_void_is_played_again(league: League, how: str) -> None:
    first = results(league)[0]
    named = {"number": str(first.number), "beginning": first.match_id[:8], "id": first.match_id}
    told = do(league, VoidMatch(**WHO, match=named[how]))
    assert first.match_id in told
    assert len(results(league)) == 11
    fakes = Fakes()
    run_league(league, executor=fakes)
    assert [(s.match_id, s.attempt) for s in fakes.specs] == [(first.match_id, 2)]
    assert len(results(league)) == 12
    assert audit(league) == [("anna@host", "void", first.match_id)]


def test_a_match_may_be_made_void_as_often_as_one_likes(league: League) -> None:
    match = results(league)[0].match_id
    for _ in range(5):
        do(league, VoidMatch(**WHO, match=match))
        run_league(league, executor=Fakes())
    totals = state(league).totals
    assert totals.unplayed == 0
    assert totals.played == 12
    assert (totals.voids, totals.taken_back) == (0, 5), "no fault of the machine"


@pytest.mark.parametrize("hidden", [False, True])
def test_a_deal_is_played_again(tmp_path: Path, hidden: bool) -> None:
    league = make_league(tmp_path, "abc", deals=2, hidden=hidden)
    run_league(league, executor=(before := Fakes()))
    deal = results(league)[0].deal_id
    do(league, Rerun(**WHO, deal=deal[:10]))
    run_league(league, executor=(after := Fakes()))
    assert {spec.deal_id for spec in after.specs} == {deal}
    assert len(after.specs) == 2
    seeds = {spec.seed for spec in before.specs if spec.deal_id == deal}
    assert (seeds == {spec.seed for spec in after.specs}) is not hidden, "who saw cards sees others"
    assert len(results(league)) == 12


@pytest.mark.parametrize(
    ("act", "told"),
    [
        (VoidMatch(**WHO, match="999"), "no match 999; matches go to 12"),
        (VoidMatch(**WHO, match=""), "12 matches are called ''"),
        (Rerun(**WHO, deal="xyz"), "no deal"),
        (Rerun(**WHO, deal=""), "6 deals are called ''"),
        (RemoveEngine(**WHO, engine="bb"), "did you mean 'b'|there are a, b, c"),
        (UpdateEngine(**WHO, engine="z", keep=True), "no engine 'z'"),
        (Pause(**WHO), "pause is for one that runs"),
        (Merge(**WHO, ledgers=("/nowhere",)), "no such ledger"),
    ],
)
def test_what_can_not_be_done_changes_nothing(league: League, act: Act, told: str) -> None:
    before = league.ledger.read_bytes(), results(league)
    with pytest.raises((ActRefusedError, LedgerUnreadableError), match=told):
        do(league, act)
    assert results(league) == before[1]
    assert audit(league) == []


# --- engines --------------------------------------------------------------------------------------


def test_an_engine_is_added_and_removed_without_its_file(league: League, tmp_path: Path) -> None:
    do(league, add("d", tmp_path))
    assert state(league).totals.planned == 24
    run_league(league, executor=(fakes := Fakes()))
    assert len(fakes.specs) == 12
    assert all("d" in {engine.id for engine in spec.engines} for spec in fakes.specs)
    do(league, RemoveEngine(**WHO, engine="d"))
    do(league, RemoveEngine(**WHO, engine="c"))
    run_league(league, executor=(nothing := Fakes()))
    assert nothing.specs == []
    assert state(league).totals.played == 4
    do(league, UpdateEngine(**WHO, engine="c", keep=False))
    assert state(league).totals.played == 12, "what was removed comes back with its matches"
    assert [act for _, act, _ in audit(league)] == ["add", "remove", "remove", "update"]


def test_the_last_two_engines_stay(tmp_path: Path) -> None:
    league = make_league(tmp_path, "ab")
    run_league(league, executor=Fakes())
    with pytest.raises(ActRefusedError, match="1 engines would be left"):
        do(league, RemoveEngine(**WHO, engine="b"))
    with pytest.raises(ActRefusedError, match="takes part already"):
        do(league, add("a", tmp_path))


@pytest.mark.parametrize("seen", [False, True])
@pytest.mark.parametrize("keep", [False, True])
def test_a_new_version_goes_on_with_old_matches_or_without(
    tmp_path: Path, keep: bool, seen: bool
) -> None:
    program = tmp_path / "b.py"
    program.write_text("1")
    b = make_engine("b", command=("/bin/sh", str(program)), written_command=("/bin/sh", "./b.py"))
    league = make_league(tmp_path, [make_engine("a"), b, make_engine("c")], deals=2)
    run_league(league, executor=Fakes())
    program.write_text("2")
    if seen:
        run_league(league, executor=Fakes())
        assert ("league file", "change", "b") in audit(league)
    do(league, UpdateEngine(**WHO, engine="b", keep=keep))
    run_league(league, executor=(fakes := Fakes()))
    assert len(fakes.specs) == (0 if keep or seen else 8)
    assert state(league).totals.played == 12
    if keep:
        do(league, UpdateEngine(**WHO, engine="b", keep=False))
        assert state(league).totals.played == (12 if seen else 4)


def test_changes_of_the_file_are_told_and_audited(league: League, tmp_path: Path) -> None:
    run_league(make_league(tmp_path, "abd", deals=2), executor=Fakes())
    assert audit(league) == [
        ("league file", "change", "d"),
        ("league file", "change", "c"),
    ]


# --- while it runs --------------------------------------------------------------------------------


def running(league: League, act: Act, at: int = 3, **changes: Any) -> tuple[Fakes, list[Any]]:
    """Run the league anew; when match number `at` is played, ask for an act from beside."""
    told: list[Any] = []
    asked = threading.Event()

    def ask() -> None:
        try:
            told.append(have_done(league.ledger, act, league, waiting=asked.set))
        except ActRefusedError as error:
            told.append(error)
        asked.set()

    asker = threading.Thread(target=ask)
    count = 0

    def answer(spec: match_pb2.MatchSpec) -> record_pb2.MatchRecord:
        nonlocal count
        count += 1
        if count == at:
            asker.start()
            asked.wait(30)
        return completed(spec)

    fakes = Fakes(answer)
    run_league(make_league(league.directory, "abc", deals=4, **changes), executor=fakes)
    asker.join(30)
    return fakes, told


def test_the_run_does_what_it_is_asked_between_matches(league: League) -> None:
    match = results(league)[0].match_id
    fakes, told = running(league, VoidMatch(**WHO, match=match))
    assert match in told[0]
    assert [s.match_id for s in fakes.specs].count(match) == 1
    assert len(fakes.specs) == 13
    assert state(league).totals.played == 24
    assert ("anna@host", "void", match) in audit(league)


def test_an_engine_joins_a_running_league(league: League, tmp_path: Path) -> None:
    _, told = running(league, add("d", tmp_path))
    assert told[0].startswith("d takes part")
    assert state(league).totals.played == 48


def test_a_refusal_reaches_whoever_asked(league: League) -> None:
    _, told = running(league, RemoveEngine(**WHO, engine="zzz"))
    assert isinstance(told[0], ActRefusedError)
    assert state(league).totals.played == 24


def test_more_matches_at_a_time(league: League) -> None:
    fakes, told = running(league, Concurrency(**WHO, matches=3))
    assert "3 matches at a time" in told[0]
    assert [executor.slots for executor in fakes.made] == [1, 3]
    assert state(league).totals.played == 24


def test_a_paused_league_waits_until_it_is_resumed(league: League) -> None:
    resumed: list[str] = []

    def resume() -> None:
        while ("anna@host", "pause", "") not in audit(league):
            threading.Event().wait(0.02)
        resumed.append(have_done(league.ledger, Resume(**WHO), league))

    other = threading.Thread(target=resume)
    other.start()
    _, told = running(league, Pause(**WHO))
    other.join(30)
    assert told[0].startswith("paused")
    assert resumed == ["going on"]
    assert state(league).totals.played == 24


class Warned(LeagueListener):
    """Keeps what each start tells of the run before."""

    def __init__(self) -> None:
        self.told: list[list[str]] = []

    def league_started(self, overview: LeagueOverview) -> None:
        self.told.append([line for line in overview.warnings if line.startswith("the run before")])


@pytest.mark.parametrize(
    ("acts", "told"),
    [
        ([Pause], ["the run before was paused by anna@host (because); a new run is not paused"]),
        ([Pause, Resume], []),
    ],
)
def test_a_run_that_was_killed_in_a_pause_is_not_paused_any_more(
    league: League, acts: list[type[Pause | Resume]], told: list[str]
) -> None:
    # A run that is killed leaves just this: what it did is in the audit, and no word of an end.
    with Ledger.open_for_upkeep(league.ledger) as ledger:
        for act in acts:
            ledger.audit(audit_line(act(**WHO), "", "done"))
    more = make_league(league.directory, "abc", deals=3)
    first, second = Warned(), Warned()
    assert run_league(more, executor=Fakes(), listener=first).totals.to_do == 0
    run_league(more, executor=Fakes(), listener=second)
    assert first.told == [told]
    assert second.told == [[]], "told once"
    ended = [("league run", "resume", "")] if told else []
    assert audit(league)[len(acts) :] == ended


def test_another_number_of_matches_lasts_as_long_as_its_run(league: League) -> None:
    fakes, _ = running(league, Concurrency(**WHO, matches=3))
    assert fakes.made[-1].slots == 3
    again, warned = Fakes(), Warned()
    more = make_league(league.directory, "abc", deals=5)
    run_league(more, executor=again, listener=warned)
    assert [executor.slots for executor in again.made] == [1]
    ((line,),) = warned.told
    assert line == (
        "the run before was told to play 3 at a time by anna@host (because); "
        "a new run plays as many as its file says"
    )
    assert audit(league)[-1] == ("league run", "concurrency", "")
    run_league(more, executor=Fakes(), listener=(silent := Warned()))
    assert silent.told == [[]]


def test_what_a_former_run_did_not_come_to_is_not_done_later(league: League) -> None:
    match = results(league)[0].match_id
    number = post_request(league.ledger, "x", 1, act_to_json(VoidMatch(**WHO, match=match)))
    run_league(league, executor=(fakes := Fakes()))
    assert fakes.specs == []
    with LedgerReader.open(league.ledger) as ledger:
        (request,) = ledger.requests(after=number - 1)
    assert (request.state, request.answer) == ("refused", "the run ended first")


def test_a_request_that_makes_no_sense_is_refused(league: League) -> None:
    post_request(league.ledger, "x", 1, "{}")

    def answer(spec: match_pb2.MatchSpec) -> record_pb2.MatchRecord:
        post_request(league.ledger, "x", 1, '{"act": "explode"}')
        return completed(spec)

    run_league(make_league(league.directory, "abc", deals=3), executor=Fakes(answer))
    with LedgerReader.open(league.ledger) as ledger:
        assert {request.state for request in ledger.requests()} == {"refused"}


@pytest.mark.parametrize(
    "act", [Pause(**WHO), Concurrency(**WHO, matches=2), Rerun(**WHO, deal="x")]
)
def test_acts_travel_as_json(act: Act) -> None:
    assert act_from_json(act_to_json(act)) == act


# --- merging --------------------------------------------------------------------------------------


def halves(tmp_path: Path, **changes: Any) -> tuple[League, League]:
    """One league begun on one machine, and gone on with on two."""
    here = make_league(tmp_path / "here", "abc", deals=1, **changes)
    run_league(here, executor=Fakes())
    there = make_league(tmp_path / "there", "abc", deals=2, **changes)
    there.ledger.parent.mkdir()
    shutil.copy(here.ledger, there.ledger)
    run_league(there, executor=Fakes())
    return make_league(tmp_path / "here", "abc", deals=2, **changes), there


@pytest.mark.parametrize("hidden", [False, True])
def test_two_machines_play_one_league(tmp_path: Path, hidden: bool) -> None:
    here, there = halves(tmp_path, hidden=hidden)
    told = do(here, Merge(**WHO, ledgers=(str(there.ledger),)))
    assert "6 results taken in, 6 were here already" in told
    run_league(here, executor=(fakes := Fakes()))
    assert fakes.specs == []
    assert state(here).totals.played == 12
    again = do(here, Merge(**WHO, ledgers=(str(there.ledger),)))
    assert "0 results taken in, 12 were here already" in again
    assert audit(here)[0] == ("anna@host", "merge", str(there.ledger))


def test_of_two_results_the_first_counts(tmp_path: Path) -> None:
    here, there = halves(tmp_path)
    run_league(here, executor=Fakes(lambda spec: completed(spec, ["other", "moves"])))
    before = results(here)
    told = do(here, Merge(**WHO, ledgers=(str(there.ledger),)))
    assert "0 results taken in, 6 were here already, 6 conflict with a result that was here" in told
    assert results(here) == before
    with closing(sqlite3.connect(here.ledger)) as connection:
        assert connection.execute("SELECT count(*) FROM duplicate").fetchone() == (6,)


def test_what_was_made_void_here_stays_so(tmp_path: Path) -> None:
    here, there = halves(tmp_path)
    match = results(here)[0].match_id
    do(here, VoidMatch(**WHO, match=match))
    told = do(here, Merge(**WHO, ledgers=(str(there.ledger),)))
    assert "6 results taken in" in told
    assert [(a.attempt, a.state.value) for a in attempts(here) if a.match_id == match] == [
        (1, "void")
    ]
    assert (state(here).totals.played, state(here).totals.to_do) == (5, 1)


def test_a_ledger_of_another_league_is_refused(tmp_path: Path) -> None:
    here, _ = halves(tmp_path)
    for name, changes in (("seed", {"seed": "other"}), ("terms", {"time_control": "2s"})):
        other = make_league(tmp_path / name, "abc", **changes)
        run_league(other, executor=Fakes())
        with pytest.raises(ActRefusedError, match="of another league"):
            do(here, Merge(**WHO, ledgers=(str(other.ledger),)))
    with pytest.raises(ActRefusedError, match="the ledger itself"):
        do(here, Merge(**WHO, ledgers=(str(here.ledger),)))


def test_a_truncated_ledger_is_refused_and_nothing_lost(tmp_path: Path) -> None:
    here, there = halves(tmp_path)
    whole = there.ledger.read_bytes()
    there.ledger.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(LedgerUnreadableError, match=str(there.ledger)):
        do(here, Merge(**WHO, ledgers=(str(there.ledger),)))
    assert state(here).totals.played == 6
