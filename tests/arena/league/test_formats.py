"""Leagues of every format: killed at any moment, with results in any order, they go on the same."""

import hashlib
import json
import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.config import League
from arena.errors import LedgerMismatchError, LedgerUnreadableError
from arena.executors import FakeExecutor
from arena.executors.executor import Report
from arena.executors.fake import Vanishes
from arena.league.course import Course
from arena.league.exit_status import LeagueExit
from arena.league.listener import LeagueListener
from arena.league.result import LeagueResult, Totals
from arena.league.runner import run_league
from arena.league.standings import league_standings
from arena.league.state import LeagueState
from arena.league.stopping import StopRequest
from arena.ledger import Ledger, LedgerReader, PairingRow
from arena.ratings import Verdict
from arena.schedule import FormatName, FormatPicture, FormatSettings, SprtSettings
from tests.arena.league.scripted_matches import (
    at_fault,
    completed,
    make_engine,
    make_league,
    placements,
)

SPRT = SprtSettings(elo0=0, elo1=120)


@dataclass(frozen=True)
class Case:
    name: FormatName
    engines: str = "abcde"
    seats: int = 2
    deals: int | None = 1
    more: tuple[tuple[str, Any], ...] = ()

    def league(self, folder: Path, **changes: Any) -> League:
        made = FormatSettings(name=self.name, **dict(self.more))
        values = {"seats": self.seats, "deals": self.deals, "format": made}
        return make_league(folder, self.engines, **(values | changes))


GAUNTLET = Case(FormatName.GAUNTLET, deals=2, more=(("challengers", ("a",)),))
SWISS = Case(FormatName.SWISS)
SWISS_OF_THREE = Case(FormatName.SWISS, "abcdef", 3, more=(("rounds", 3),))
SINGLE = Case(FormatName.SINGLE_ELIMINATION, deals=3)
DOUBLE = Case(FormatName.DOUBLE_ELIMINATION)
LADDER = Case(FormatName.LADDER, deals=10)
LADDER_OF_THREE = Case(FormatName.LADDER, seats=3, deals=8)
TEST = Case(FormatName.SPRT, "ab", deals=12, more=(("versions", ("a", "b")), ("sprt", SPRT)))
CASES = [
    GAUNTLET, SWISS, SWISS_OF_THREE, SINGLE, DOUBLE, LADDER, LADDER_OF_THREE, TEST,
]  # fmt: skip
ADAPTIVE = CASES[1:]

every_case = pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c.name} of {c.seats}")
every_adaptive = pytest.mark.parametrize("case", ADAPTIVE, ids=lambda c: f"{c.name} of {c.seats}")


def by_deal(spec: match_pb2.MatchSpec) -> record_pb2.MatchRecord:
    """Who wins depends on deal and seats, so that it is the same whenever the match is played."""
    record = completed(spec)
    salt = f"{spec.deal_id} {[engine.id for engine in spec.engines]}"
    points = [hashlib.sha256(f"{salt} {engine.id}".encode()).digest()[0] for engine in spec.engines]
    for seat, place in zip(record.outcome.seats, placements(points), strict=True):
        seat.placement = place
    return record


class ShuffledExecutor(FakeExecutor):
    """Of all that has happened, anything may be reported next, in order in each slot."""

    def __init__(self, answer: Callable[[match_pb2.MatchSpec], Any], slots: int, seed: int) -> None:
        super().__init__(answer, slots)
        self._random = random.Random(seed)

    def wait(self, timeout_s: float | None = None) -> Sequence[Report]:
        if self._reports:
            slot = self._random.choice(sorted({report.slot for report in self._reports}))
            first = next(report for report in self._reports if report.slot == slot)
            self._reports.remove(first)
            self._reports.appendleft(first)
        return super().wait(timeout_s)


class Killed(BaseException):
    """What follows is not run any more."""


@contextmanager
def killed_after(transactions: int) -> Iterator[None]:
    """A kill before that many-th transaction: what stands in the file is whole transactions."""
    real = Ledger._transaction
    left = transactions

    def counting(ledger: Ledger) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise Killed
        return real(ledger)

    with patch.object(Ledger, "_transaction", counting):
        yield


def play(
    league: League,
    *,
    seed: int = 0,
    answer: Callable[[match_pb2.MatchSpec], Any] = by_deal,
    listener: LeagueListener | None = None,
    stop: StopRequest | None = None,
) -> LeagueResult:
    return run_league(
        league,
        executor=lambda league, to_do: ShuffledExecutor(
            answer, min(league.concurrency, to_do), seed
        ),
        listener=listener,
        stop=stop,
    )


def play_killed(league: League, kills: Sequence[int], **how: Any) -> int:
    """Play, killed after so many transactions each time, and at last to the end; how often it was
    killed."""
    times = 0
    for kill in kills:
        try:
            with killed_after(kill):
                play(league, **how)
        except Killed:
            times += 1
    play(league, **how)
    return times


def state_of(league: League) -> LeagueState:
    with LedgerReader.open(league.ledger) as ledger:
        return LeagueState.of(ledger)


def pairings(league: League) -> list[PairingRow]:
    with LedgerReader.open(league.ledger) as ledger:
        return ledger.pairings()


def schedule(league: League) -> dict[str, object]:
    """All that was decided, and what came of it; in which order makes no difference here."""
    state = state_of(league)
    decided = {row.label: (row.engines, row.deal_index) for row in state.pairings}
    return {
        "pairings": decided,
        "matches": {r.match_id: (r.engines, r.summary.placements) for r in state.results},
        "progress": Course(state).picture().data,
    }


# --- the same schedule, whatever happens ------------------------------------------------------


@every_case
def test_a_league_of_the_format_is_played_to_its_end(case: Case, tmp_path: Path) -> None:
    result = play(case.league(tmp_path, concurrency=3))
    assert result.exit_status is LeagueExit.COMPLETE
    assert result.totals.planned == result.totals.played > 0
    again = play(case.league(tmp_path, concurrency=3))
    assert again.played_now == 0
    assert again.exit_status is LeagueExit.COMPLETE


@every_adaptive
@given(kills=st.lists(st.integers(0, 60), max_size=3), hidden=st.booleans())
@settings(max_examples=3, deadline=None)
def test_a_kill_at_any_moment_changes_nothing(case: Case, kills: list[int], hidden: bool) -> None:
    with TemporaryDirectory() as one, TemporaryDirectory() as other:
        whole, broken = (case.league(Path(f), hidden=hidden) for f in (one, other))
        play(whole)
        play_killed(broken, kills)
        assert schedule(broken) == schedule(whole)
        # One at a time, decisions fall in one order.
        assert [row.label for row in pairings(broken)] == [row.label for row in pairings(whole)]


@pytest.mark.parametrize(
    "case", [SWISS, SWISS_OF_THREE, SINGLE, DOUBLE, TEST], ids=lambda c: f"{c.name} of {c.seats}"
)
@given(
    seed=st.integers(0, 2**32),
    concurrency=st.integers(2, 5),
    kills=st.lists(st.integers(0, 60), max_size=2),
)
@settings(max_examples=3, deadline=None)
def test_neither_does_the_order_of_results(
    case: Case, seed: int, concurrency: int, kills: list[int]
) -> None:
    with TemporaryDirectory() as one, TemporaryDirectory() as other:
        whole, mixed = case.league(Path(one)), case.league(Path(other), concurrency=concurrency)
        play(whole)
        play_killed(mixed, kills, seed=seed)
        in_order, shuffled = schedule(whole), schedule(mixed)
        if case is not TEST:
            assert shuffled == in_order
            return
        # Deals that were under way when it was decided count for nothing.
        mine, theirs = in_order["progress"], shuffled["progress"]
        assert isinstance(mine, dict)
        assert isinstance(theirs, dict)
        assert theirs | {"later": 0} == mine
        assert in_order["matches"].items() <= shuffled["matches"].items()  # type: ignore[attr-defined]


@pytest.mark.parametrize("case", [LADDER, LADDER_OF_THREE], ids=lambda c: f"{c.seats} seats")
@given(seed=st.integers(0, 2**32), concurrency=st.integers(2, 4), kill=st.integers(5, 80))
@settings(max_examples=3, deadline=None)
def test_what_a_ledger_holds_decides_a_ladder(
    case: Case, seed: int, concurrency: int, kill: int
) -> None:
    """From one and the same ledger, with results in the same order, two runs go on the same."""
    with TemporaryDirectory() as one, TemporaryDirectory() as other:
        league = case.league(Path(one), concurrency=concurrency)
        try:
            with killed_after(kill):
                play(league, seed=seed)
        except Killed:
            pass
        copy = case.league(Path(other), concurrency=concurrency)
        if league.ledger.exists():
            shutil.copy(league.ledger, copy.ledger)
        before = pairings(league) if league.ledger.exists() else []
        play(league, seed=seed + 1)
        play(copy, seed=seed + 1)
        assert pairings(copy) == pairings(league)
        assert [row.label for row in pairings(league)[: len(before)]] == [r.label for r in before]
        assert [row.engines for row in pairings(league)[: len(before)]] == [
            row.engines for row in before
        ]


@every_adaptive
@given(kills=st.lists(st.integers(0, 40), max_size=3))
@settings(max_examples=2, deadline=None)
def test_a_suspension_is_not_lost_by_a_kill(case: Case, kills: list[int]) -> None:
    """Faults in a row suspend an engine in whichever run they were committed."""

    def answer(spec: match_pb2.MatchSpec) -> record_pb2.MatchRecord:
        crashes = any(engine.id == "b" for engine in spec.engines)
        return at_fault(spec, "b") if crashes else by_deal(spec)

    with TemporaryDirectory() as one, TemporaryDirectory() as other:
        whole, broken = (case.league(Path(f), suspend_after=2) for f in (one, other))
        play(whole, answer=answer)
        play_killed(broken, kills, answer=answer)
        assert schedule(broken) == schedule(whole)
        assert [s.engine_id for s in state_of(broken).suspensions] == ["b"]


# --- the ledger goes first --------------------------------------------------------------------


@every_adaptive
def test_a_pairing_is_committed_before_it_is_played(case: Case, tmp_path: Path) -> None:
    league = case.league(tmp_path, concurrency=2)
    seen: list[str] = []

    def answer(spec: match_pb2.MatchSpec) -> record_pb2.MatchRecord:
        with LedgerReader.open(league.ledger) as reader:
            state = LeagueState.of(reader)
        assert state.agenda.is_planned(spec.match_id)
        assert any(
            table is not None and spec.match_id in table.match_ids and row.closing is None
            for row, table in zip(state.pairings, state.tables, strict=True)
        )
        seen.append(spec.match_id)
        return by_deal(spec)

    play(league, answer=answer)
    assert seen
    assert all(row.closing is not None for row in pairings(league))


@every_adaptive
def test_voids_are_played_again_and_what_stays_void_counts_for_nobody(
    case: Case, tmp_path: Path
) -> None:
    tried: Counter[str] = Counter()

    def answer(spec: match_pb2.MatchSpec) -> Any:
        tried[spec.match_id] += 1
        number = int(spec.match_id[:4], 16)
        if number % 11 == 0 or (number % 5 == 0 and tried[spec.match_id] == 1):
            return Vanishes()
        return by_deal(spec)

    league = case.league(tmp_path, concurrency=2)
    play(league, answer=answer)
    state = state_of(league)
    assert Course(state).over
    unplayed = [m for row in state.pairings if row.closing for m in row.closing.unplayed]
    assert len(unplayed) == state.totals.unplayed
    assert state.totals.to_do == state.totals.running == 0
    again = play(league, answer=answer)
    assert again.played_now == 0


@every_case
def test_owners_names_and_standings_are_those_of_any_league(case: Case, tmp_path: Path) -> None:
    league = case.league(tmp_path)
    play(league)
    state = state_of(league)
    standings = league_standings(state)
    assert {row.engine for row in standings.rows} == set(case.engines)
    assert sum(row.matches for row in standings.rows) == case.seats * len(state.results)


class Follower(LeagueListener):
    def __init__(self) -> None:
        self.progress: list[str] = []

    def format_changed(self, picture: FormatPicture, totals: Totals) -> None:
        if not self.progress or self.progress[-1] != picture.progress:
            self.progress.append(picture.progress)


def test_a_listener_hears_of_rounds(tmp_path: Path) -> None:
    follower = Follower()
    play(SWISS.league(tmp_path), listener=follower)
    rounds = [line.split(":")[0] for line in follower.progress]
    assert list(dict.fromkeys(rounds)) == [
        "round 1 of 3",
        "round 2 of 3",
        "round 3 of 3",
        "all rounds are over",
    ]


def test_a_ladder_goes_on_until_it_is_stopped(tmp_path: Path) -> None:
    league = replace(LADDER.league(tmp_path), deals=None)
    stop = StopRequest()
    played = 0

    def answer(spec: match_pb2.MatchSpec) -> record_pb2.MatchRecord:
        nonlocal played
        played += 1
        if played == 50:
            stop.request()
        return by_deal(spec)

    result = play(league, answer=answer, stop=stop)
    assert result.exit_status is LeagueExit.INTERRUPTED
    assert result.more_to_come
    assert result.totals.played >= 50


# --- faults, suspensions, newcomers, leavers --------------------------------------------------


def test_who_is_suspended_loses_an_elimination_and_leaves_a_swiss(tmp_path: Path) -> None:
    def answer(spec: match_pb2.MatchSpec) -> record_pb2.MatchRecord:
        crashes = any(engine.id == "a" for engine in spec.engines)
        kind = game_pb2.FAULT_KIND_START
        return at_fault(spec, "a", kind) if crashes else by_deal(spec)

    for folder, case in (("knockout", SINGLE), ("swiss", SWISS), ("ladder", LADDER)):
        (tmp_path / folder).mkdir()
        league = case.league(tmp_path / folder, suspend_after=2)
        result = play(league, answer=answer)
        assert result.exit_status is LeagueExit.FORFEITS
        state = state_of(league)
        assert [s.engine_id for s in state.suspensions] == ["a"]
        picture = Course(state).picture()
        assert picture.over
        if case is SINGLE:
            assert picture.data["winner"] not in (None, "a")
        faulty = [r.number for r in state.results if "a" in r.engines]
        assert len(faulty) == 2


def test_a_newcomer_only_adds_matches(tmp_path: Path) -> None:
    for folder, case in (("gauntlet", GAUNTLET), ("swiss", SWISS), ("ladder", LADDER)):
        (tmp_path / folder).mkdir()
        league = case.league(tmp_path / folder)
        play(league)
        before = state_of(league)
        joined = (*league.engines, make_engine("f"))
        rounds = replace_format(league, rounds=5) if case is SWISS else league
        larger = replace(rounds, engines=joined, deals=20 if case is LADDER else league.deals)
        result = play(larger)
        assert result.exit_status is LeagueExit.COMPLETE
        after = state_of(larger)
        assert after.results[: len(before.results)] == before.results
        assert after.pairings[: len(before.pairings)] == before.pairings
        assert any("f" in r.engines for r in after.results)


def replace_format(league: League, **changes: Any) -> League:
    return replace(league, format=league.format.model_copy(update=changes))


@pytest.mark.parametrize("case", [SWISS, DOUBLE], ids=lambda c: str(c.name))
def test_who_leaves_in_the_middle_forfeits_and_keeps_what_was_played(
    case: Case, tmp_path: Path
) -> None:
    league = case.league(tmp_path)
    with pytest.raises(Killed), killed_after(18):
        play(league)
    before = state_of(league)
    smaller = replace(league, engines=tuple(e for e in league.engines if e.id != "c"))
    result = play(smaller)
    assert not result.more_to_come
    after = state_of(smaller)
    assert {r.match_id for r in before.results} <= {r.match_id for r in after.results}
    later = after.pairings[len(before.pairings) :]
    assert all("c" not in row.engines for row in later if row.deal_index is not None)
    league_standings(after)


def test_another_version_plays_on_and_the_former_one_keeps_its_tables(tmp_path: Path) -> None:
    league = SWISS.league(tmp_path)
    with pytest.raises(Killed), killed_after(26):
        play(league)
    before = state_of(league)
    closed = [row for row in before.pairings if row.closing is not None]
    assert closed
    changed = replace(
        league,
        engines=tuple(
            make_engine(e.id, options={"depth": "9"}) if e.id == "a" else e for e in league.engines
        ),
    )
    assert play(changed).exit_status is LeagueExit.COMPLETE
    after = state_of(changed)
    assert [row for row in after.pairings if row in closed] == closed
    versions = {
        identity
        for row in after.pairings
        for engine, identity in zip(row.engines, row.identities, strict=True)
        if engine == "a"
    }
    assert len(versions) == 2
    kept = {r.match_id for r in before.results}
    tables = dict(zip((row.label for row in after.pairings), after.tables, strict=True))
    for row in closed:
        table = tables[row.label]
        if table is not None:
            assert set(table.match_ids) <= kept


# --- what comes from outside ------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE pairing SET label = 'nowhere' WHERE place = 1",
        "UPDATE pairing SET engines = 'x' WHERE place = 1",
        "UPDATE pairing SET identities = '[]' WHERE place = 1",
        "UPDATE pairing SET deal_index = -1 WHERE place = 1",
        "UPDATE pairing SET deal_index = 'x' WHERE place = 1",
        "UPDATE pairing SET closing = '[]' WHERE place = 1",
        """UPDATE pairing SET closing = '{"forfeited": {"m": ["x"]}, "unplayed": []}'""",
        """UPDATE pairing SET closing = '{"forfeited": {"m": [7]}, "unplayed": []}'""",
        """UPDATE pairing SET closing = '{"forfeited": {"m": []}, "unplayed": []}'""",
        """UPDATE pairing SET engines = '["a", "a"]' WHERE place = 1""",
        """UPDATE pairing SET engines = '["a"]', identities = '["a"]' WHERE place = 1""",
        "UPDATE pairing SET engines = (SELECT engines FROM pairing WHERE place = 1),"
        " identities = (SELECT identities FROM pairing WHERE place = 1), deal_index = 0"
        " WHERE place < 3",
        "DELETE FROM pairing WHERE label LIKE '2/%'",
    ],
)
def test_pairings_that_make_no_sense_are_refused(change: str, tmp_path: Path) -> None:
    league = SWISS.league(tmp_path)
    play(league)
    with Ledger.open_for_upkeep(league.ledger) as ledger:
        ledger._connection.execute(change)
    with pytest.raises(LedgerUnreadableError):
        Course(state_of(league))
    with pytest.raises(LedgerUnreadableError):
        play(league)


def test_the_verdict_of_a_test_is_that_of_its_ledger(tmp_path: Path) -> None:
    league = TEST.league(tmp_path)
    play(league, answer=completed)
    data = Course(state_of(league)).picture().data
    assert data["verdict"] == Verdict.ACCEPT_H1.value
    assert data["counts"] == [0, 0, 0, 0, data["deals"]]


# --- deals that several tables share ----------------------------------------------------------


def test_a_gauntlet_plays_every_deal_from_one_seed(tmp_path: Path) -> None:
    seeds: dict[str, set[bytes]] = {}
    met: dict[str, set[frozenset[str]]] = {}

    def answer(spec: match_pb2.MatchSpec) -> record_pb2.MatchRecord:
        seeds.setdefault(spec.deal_id, set()).add(spec.seed)
        met.setdefault(spec.deal_id, set()).add(frozenset(e.id for e in spec.engines))
        return by_deal(spec)

    play(GAUNTLET.league(tmp_path), answer=answer)
    assert len(seeds) == 2
    assert all(len(known) == 1 for known in seeds.values())
    assert all(pairs == {frozenset({"a", e}) for e in "bcde"} for pairs in met.values())


def test_where_cards_are_hidden_a_void_deals_anew_for_all_who_share_the_deal(
    tmp_path: Path,
) -> None:
    voids = 0

    def answer(spec: match_pb2.MatchSpec) -> Any:
        nonlocal voids
        if spec.engines[0].id == "e" and not voids:
            voids += 1
            return Vanishes()
        return by_deal(spec)

    league = GAUNTLET.league(tmp_path, hidden=True)
    result = play(league, answer=answer)
    assert result.exit_status is LeagueExit.COMPLETE
    state = state_of(league)
    attempts = {(r.deal_id, r.attempt) for r in state.results}
    # One deal was begun again by everybody, the other one was not touched.
    assert Counter(attempt for _, attempt in attempts) == {1: 1, 2: 1}
    assert len(state.results) == 16


def test_a_shared_deal_is_told_when_all_who_play_it_are_done(tmp_path: Path) -> None:
    league = GAUNTLET.league(tmp_path, hidden=True)
    with pytest.raises(Killed), killed_after(14):
        play(league)
    begun = {r.deal_id for r in state_of(league).results}
    assert begun
    assert state_of(league).closed_deals() == frozenset()
    play(league)
    assert len(state_of(league).closed_deals()) == 2


def test_who_leaves_a_gauntlet_makes_nobody_play_again(tmp_path: Path) -> None:
    league = GAUNTLET.league(tmp_path, hidden=True)
    play(league)
    smaller = replace(league, engines=league.engines[:-1])
    result = play(smaller)
    assert result.played_now == 0
    assert result.exit_status is LeagueExit.COMPLETE
    assert result.totals.played == 12


def test_a_test_of_another_version_is_refused(tmp_path: Path) -> None:
    league = TEST.league(tmp_path)
    play(league)
    changed = replace(league, engines=(make_engine("a", options={"depth": "9"}), make_engine("b")))
    with pytest.raises(LedgerMismatchError, match="another version of a"):
        play(changed)


def test_other_bounds_or_another_format_are_refused(tmp_path: Path) -> None:
    league = TEST.league(tmp_path)
    play(league)
    bounds = SprtSettings(elo0=0, elo1=100)
    for changed in (replace_format(league, sprt=bounds), replace(league, format=FormatSettings())):
        with pytest.raises(LedgerMismatchError, match="other terms"):
            play(replace(changed, deals=12))


def test_rosters_that_are_older_than_formats_are_round_robins(tmp_path: Path) -> None:
    league = make_league(tmp_path, "abc")
    play(league)
    before = state_of(league)
    with Ledger.open_for_upkeep(league.ledger) as ledger:
        written = json.loads(ledger.meta("roster"))
        del written["format"]
        ledger.set_meta("roster", json.dumps(written).encode())
    after = state_of(league)
    assert after.roster == before.roster
    assert after.results == before.results
    assert "format" not in before.roster.terms
