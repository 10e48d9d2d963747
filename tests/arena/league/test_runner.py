"""The runner with a fake executor: what is played, committed, played again, forfeited."""

import threading
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from podesta.v1 import game_pb2, match_pb2

from arena.errors import ConfigError, ExecutorError, LedgerBusyError, LedgerWriteError
from arena.executors.fake import Breaks, Hangs, Vanishes
from arena.league.exit_status import LeagueExit
from arena.league.export import export_records
from arena.league.listener import LeagueListener, LeagueOverview
from arena.league.plan import PlannedMatch
from arena.league.result import LeagueResult, Totals
from arena.league.runner import run_league
from arena.league.state import LeagueState
from arena.league.stopping import StopLevel, StopRequest
from arena.ledger import AttemptState, Ledger, LedgerReader, MatchResult, Suspension
from referee.record_file import decode_record
from tests.arena.league.scripted_matches import (
    Fakes,
    at_fault,
    completed,
    make_engine,
    make_league,
    void,
)


class Watcher(LeagueListener):
    """Notes what it is told."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.overview: LeagueOverview | None = None
        self.totals: list[Totals] = []

    def league_started(self, overview: LeagueOverview) -> None:
        self.overview = overview

    def match_started(self, slot: int, match: PlannedMatch, attempt: int) -> None:
        self.told.append(f"started {'-'.join(match.engines)} {attempt}")

    def match_event(self, slot: int, event: match_pb2.MatchEvent) -> None:
        self.told.append(f"event {event.WhichOneof('event')}")

    def match_committed(self, slot: int, result: MatchResult, totals: Totals) -> None:
        self.told.append(f"committed {'-'.join(result.engines)}")
        self.totals.append(totals)

    def match_void(
        self, slot: int, match: PlannedMatch, attempt: int, cause: str, totals: Totals
    ) -> None:
        self.told.append(f"void {'-'.join(match.engines)} {attempt}: {cause}")
        self.totals.append(totals)

    def engine_suspended(
        self, suspension: Suspension, forfeits: int, running: int, totals: Totals
    ) -> None:
        self.told.append(f"suspended {suspension.engine_id} {forfeits}: {suspension.reason}")

    def slot_lost(self, slot: int, cause: str) -> None:
        self.told.append(f"lost {slot}: {cause}")

    def stopping(self, level: StopLevel) -> None:
        self.told.append(f"stopping {level.name}")

    def league_finished(self, result: LeagueResult, ledger: LedgerReader) -> None:
        self.told.append("finished")


def results(path: Path) -> list[MatchResult]:
    with LedgerReader.open(path) as ledger:
        return ledger.results()


def tries(path: Path) -> Counter[AttemptState]:
    with LedgerReader.open(path) as ledger:
        return Counter(attempt.state for attempt in ledger.attempts())


def seated(spec: match_pb2.MatchSpec) -> tuple[str, ...]:
    return tuple(engine.id for engine in spec.engines)


# --- playing ----------------------------------------------------------------------------------


def test_a_league_is_played_to_the_end(tmp_path: Path) -> None:
    league = make_league(tmp_path, deals=2, concurrency=2)
    fakes = Fakes()
    result = run_league(league, executor=fakes)
    assert result.exit_status is LeagueExit.COMPLETE
    assert (result.totals.planned, result.totals.played, result.played_now) == (24, 24, 24)
    assert Counter(map(seated, fakes.specs)) == {
        (one, other): 2 for one in "abcd" for other in "abcd" if one != other
    }
    played = results(league.ledger)
    assert len(played) == 24
    for match in played:
        ahead = match.engines[0] < match.engines[1]
        assert match.summary.placements == ((1, 2) if ahead else (2, 1))
    (executor,) = fakes.made
    assert not executor.entered
    assert len(executor.acknowledged) == 24


@pytest.mark.parametrize("seats", [3, 4])
def test_results_are_kept_by_seat_over_all_rotations(tmp_path: Path, seats: int) -> None:
    league = make_league(tmp_path, "abcdef", seats=seats)
    run_league(league, executor=Fakes())
    played = results(league.ledger)
    by_deal: dict[str, list[MatchResult]] = {}
    for match in played:
        by_deal.setdefault(match.deal_id, []).append(match)
        # Engines are the better the earlier their letter.
        ranked = sorted(match.engines)
        assert [ranked[p - 1] for p in match.summary.placements] == list(match.engines)
    for deal in by_deal.values():
        assert len(deal) == seats
        for seat in range(seats):
            assert len({match.engines[seat] for match in deal}) == seats


def test_what_a_referee_is_told(tmp_path: Path) -> None:
    league = make_league(tmp_path, "ab", retries=2, grace_us=0, fresh_engines=True)
    fakes = Fakes()
    run_league(league, executor=fakes)
    first, second = fakes.specs
    assert (first.game, dict(first.game_options)) == ("nim", {"heaps": "3"})
    assert (first.time_control, first.opening_plies, first.retries) == ("1s", 4, 2)
    assert first.HasField("grace_us")
    assert (first.grace_us, first.fresh_engines, first.reveal_seed) == (0, True, True)
    assert (len(first.seed), len(first.nonce)) == (32, 32)
    # One deal, two seatings: the same seed, all else apart.
    assert first.seed == second.seed
    assert first.deal_id == second.deal_id
    assert first.nonce != second.nonce
    assert first.match_id != second.match_id
    assert seated(first) == seated(second)[::-1]
    assert first.engines[0].directory == str(tmp_path)


def test_a_complete_league_run_again_plays_nothing_and_succeeds(tmp_path: Path) -> None:
    league = make_league(tmp_path)
    run_league(league, executor=Fakes())
    again = Fakes()
    result = run_league(league, executor=again)
    assert again.made == []
    assert result.played_now == 0
    assert result.exit_status is LeagueExit.COMPLETE


def test_the_same_league_is_the_same_everywhere(tmp_path: Path) -> None:
    specs = []
    for folder in ("one", "other"):
        (tmp_path / folder).mkdir()
        fakes = Fakes()
        run_league(make_league(tmp_path / folder, deals=2), executor=fakes)
        specs.append([(s.match_id, s.deal_id, s.seed, s.nonce) for s in fakes.specs])
    assert specs[0] == specs[1]


def test_without_a_seed_two_leagues_have_nothing_in_common(tmp_path: Path) -> None:
    seen: list[set[bytes | str]] = []
    for folder in ("one", "other"):
        (tmp_path / folder).mkdir()
        fakes = Fakes()
        run_league(make_league(tmp_path / folder, seed=None), executor=fakes)
        seen.append({s.seed for s in fakes.specs} | {s.match_id for s in fakes.specs})
    assert not seen[0] & seen[1]


def test_a_newcomer_only_adds_matches(tmp_path: Path) -> None:
    run_league(make_league(tmp_path, "abc"), executor=Fakes())
    before = results(tmp_path / "league.ledger")
    fakes = Fakes()
    result = run_league(make_league(tmp_path, "abcd"), executor=fakes)
    assert {"d"} <= set.intersection(*(set(seated(spec)) for spec in fakes.specs))
    assert result.played_now == 6
    assert results(tmp_path / "league.ledger")[: len(before)] == before


def test_an_engine_with_other_options_plays_again(tmp_path: Path) -> None:
    league = make_league(tmp_path, "abc")
    run_league(league, executor=Fakes())
    other = make_engine("a", options={"depth": "9"})
    changed = replace(league, engines=(other, *league.engines[1:]))
    fakes = Fakes()
    result = run_league(changed, executor=fakes)
    assert all("a" in seated(spec) for spec in fakes.specs)
    assert (result.played_now, result.totals.planned, result.totals.played) == (4, 6, 6)


def test_names_may_be_anything(tmp_path: Path) -> None:
    names = ["../../etc/passwd", "two\nlines \x1b[31m", "🤖 bot"]
    engines = tuple(
        make_engine(letter, name=name) for letter, name in zip("abc", names, strict=True)
    )
    league = make_league(tmp_path, engines=engines)
    fakes = Fakes()
    assert run_league(league, executor=fakes).exit_status is LeagueExit.COMPLETE
    assert {engine.name for spec in fakes.specs for engine in spec.engines} == set(names)
    with LedgerReader.open(league.ledger) as ledger:
        state = LeagueState.of(ledger)
        assert export_records(ledger, state, tmp_path / "out") == 6
    assert len(list((tmp_path / "out").iterdir())) == 6


def test_owners_keep_engines_apart(tmp_path: Path) -> None:
    engines = tuple(
        make_engine(name, owner=owner)
        for name, owner in (("a", "anna"), ("b", "anna"), ("c", ""), ("d", ""))
    )
    fakes = Fakes()
    run_league(make_league(tmp_path, engines=engines), executor=fakes)
    met = {frozenset(seated(spec)) for spec in fakes.specs}
    assert frozenset("ab") not in met
    assert len(met) == 5


def test_listeners_hear_everything_in_order(tmp_path: Path) -> None:
    watcher = Watcher()
    run_league(make_league(tmp_path, "ab"), executor=Fakes(), listener=watcher)
    (one, other) = sorted({"a-b", "b-a"}, key=watcher.told[0].count, reverse=True)
    assert watcher.told == [
        f"started {one} 1",
        "event started",
        f"committed {one}",
        f"started {other} 1",
        "event started",
        f"committed {other}",
        "finished",
    ]
    assert watcher.overview is not None
    assert (watcher.overview.slots, watcher.overview.totals.to_do) == (1, 2)
    assert [totals.played for totals in watcher.totals] == [1, 2]


def test_a_variable_of_ours_does_not_get_into_records(tmp_path: Path) -> None:
    engine = make_engine(
        "a", environment={"TOKEN": "hush-hush"}, written_environment={"TOKEN": "$MINE"}
    )
    league = make_league(tmp_path, engines=(engine, make_engine("b")))
    fakes = Fakes()
    run_league(league, executor=fakes)
    assert fakes.specs[0].engines[seated(fakes.specs[0]).index("a")].environment == {
        "TOKEN": "hush-hush"
    }
    with LedgerReader.open(league.ledger) as ledger:
        for match, content in ledger.records():
            record = decode_record(content)
            kept = record.spec.engines[match.engines.index("a")]
            assert kept.environment == {"TOKEN": "$MINE"}
    assert b"hush-hush" not in league.ledger.read_bytes()


def test_identical_matches_are_counted_and_warned_of(tmp_path: Path) -> None:
    fakes = Fakes(lambda spec: completed(spec, ["take 1", "take 2"]))
    league = make_league(tmp_path, "ab", deals=3)
    # The deals differ, so equal moves alone are no repetition.
    assert run_league(league, executor=fakes).totals.identical == 0

    def always_the_same(spec: match_pb2.MatchSpec) -> Any:
        record = completed(spec, ["take 1", "take 2"])
        record.initial_digest = b"the only deal"
        return record

    (tmp_path / "same").mkdir()
    league = make_league(tmp_path / "same", "ab", deals=3)
    result = run_league(league, executor=Fakes(always_the_same))
    assert result.totals.identical == 4
    assert any("4 matches repeat" in warning for warning in result.warnings)


def test_a_machine_too_busy_for_fair_clocks_is_warned_of(tmp_path: Path) -> None:
    def late(spec: match_pb2.MatchSpec) -> Any:
        record = completed(spec)
        record.max_lag_us = 100_001 if seated(spec)[0] == "a" else 100_000
        return record

    result = run_league(make_league(tmp_path, "ab"), executor=Fakes(late))
    assert any(warning.startswith("in 1 matches") for warning in result.warnings)
    assert result.exit_status is LeagueExit.COMPLETE


# --- void matches -----------------------------------------------------------------------------


def first_tries(number: int, answer: Any) -> Any:
    """Answers so for the first tries of every match, then the match ends well."""
    return lambda spec: answer if spec.attempt <= number else completed(spec)


def test_a_void_match_is_played_again_with_the_same_deal(tmp_path: Path) -> None:
    league = make_league(tmp_path, "ab")
    fakes = Fakes(first_tries(2, Vanishes("killed")))
    watcher = Watcher()
    result = run_league(league, executor=fakes, listener=watcher)
    assert result.exit_status is LeagueExit.COMPLETE
    assert result.totals.voids == 4
    assert [spec.attempt for spec in fakes.specs] == [1, 2, 3, 1, 2, 3]
    assert len({spec.seed for spec in fakes.specs}) == 1
    assert watcher.told[2].endswith("1: killed")
    assert tries(league.ledger) == {AttemptState.VOID: 4, AttemptState.COUNTED: 2}


def test_a_referee_may_say_itself_that_a_match_is_void(tmp_path: Path) -> None:
    league = make_league(tmp_path, "ab")
    fakes = Fakes(lambda spec: void(spec) if spec.attempt == 1 else completed(spec))
    result = run_league(league, executor=fakes)
    assert (result.totals.voids, result.totals.played) == (2, 2)
    with LedgerReader.open(league.ledger) as ledger:
        causes = {a.cause for a in ledger.attempts() if a.state is AttemptState.VOID}
    assert causes == {"out of memory"}
    assert len(fakes.made[0].acknowledged) == 4


def test_after_three_voids_a_match_is_unplayed_and_the_status_says_so(tmp_path: Path) -> None:
    league = make_league(tmp_path, "abc")
    fakes = Fakes(lambda s: Vanishes() if seated(s) == ("a", "b") else completed(s))
    result = run_league(league, executor=fakes)
    assert result.exit_status is LeagueExit.UNPLAYED
    assert (result.totals.unplayed, result.totals.played, result.totals.voids) == (1, 5, 3)
    (match_id,) = result.unplayed
    assert {s.match_id for s in fakes.specs if seated(s) == ("a", "b")} == {match_id}
    # Again: it stays so, until somebody asks for more tries.
    again = run_league(league, executor=Fakes())
    assert (again.played_now, again.exit_status) == (0, LeagueExit.UNPLAYED)
    more = run_league(league, executor=Fakes(), retry_unplayed=True)
    assert (more.played_now, more.exit_status) == (1, LeagueExit.COMPLETE)


@pytest.mark.parametrize("field", ["seed", "attempt", "match_id", "engines", "placements"])
def test_a_wrong_record_is_void_and_never_a_result(tmp_path: Path, field: str) -> None:
    def wrong(spec: match_pb2.MatchSpec) -> Any:
        record = completed(spec)
        if spec.attempt > 1:
            return record
        if field == "seed":
            record.spec.seed = b"another deal"
        elif field == "attempt":
            record.spec.attempt = 7
        elif field == "match_id":
            record.spec.match_id = "another"
        elif field == "engines":
            record.spec.engines[0].id = "z"
        else:
            record.outcome.seats[0].placement = 9
        return record

    league = make_league(tmp_path, "ab")
    result = run_league(league, executor=Fakes(wrong))
    assert (result.totals.voids, result.totals.played) == (2, 2)
    with LedgerReader.open(league.ledger) as ledger:
        causes = {a.cause for a in ledger.attempts() if a.state is AttemptState.VOID}
    assert all(cause.startswith("the referee sent a wrong record") for cause in causes)


def test_a_lost_slot_leaves_the_work_to_the_others(tmp_path: Path) -> None:
    league = make_league(tmp_path, "abc", concurrency=2)
    broken = iter([True])
    fakes = Fakes(lambda spec: Breaks("no core left") if next(broken, False) else completed(spec))
    watcher = Watcher()
    result = run_league(league, executor=fakes, listener=watcher)
    assert result.exit_status is LeagueExit.COMPLETE
    assert "lost 0: no core left" in watcher.told


def test_with_all_slots_lost_the_league_ends_with_the_reason(tmp_path: Path) -> None:
    league = make_league(tmp_path, "abc", concurrency=2)
    with pytest.raises(ExecutorError, match="no referee starts any more"):
        run_league(league, executor=Fakes(lambda _: Breaks()))
    assert tries(league.ledger)[AttemptState.RUNNING] == 0
    assert run_league(league, executor=Fakes()).exit_status is LeagueExit.COMPLETE


# --- hidden cards -----------------------------------------------------------------------------


def hidden_league(tmp_path: Path, engines: str = "abc", **changes: Any) -> Any:
    return make_league(tmp_path, engines, hidden=True, fresh_engines=True, **changes)


def test_with_hidden_cards_seeds_are_not_told_and_engines_start_anew(tmp_path: Path) -> None:
    fakes = Fakes()
    run_league(hidden_league(tmp_path), executor=fakes)
    assert not any(spec.reveal_seed for spec in fakes.specs)
    assert all(spec.fresh_engines for spec in fakes.specs)


def test_with_hidden_cards_a_void_match_deals_its_whole_table_anew(tmp_path: Path) -> None:
    league = hidden_league(tmp_path, "ab")
    # The second match of the table is void at first.
    fakes = Fakes()
    fakes.answer = lambda s: Vanishes() if len(fakes.specs) == 2 else completed(s)
    result = run_league(league, executor=fakes)
    assert result.exit_status is LeagueExit.COMPLETE
    first, second, *rest = fakes.specs
    assert len(rest) == 2
    assert first.seed == second.seed
    assert {spec.seed for spec in rest}.isdisjoint({first.seed})
    assert len({spec.seed for spec in rest}) == 1
    assert [spec.attempt for spec in fakes.specs] == [1, 1, 2, 2]
    assert {match.attempt for match in results(league.ledger)} == {2}
    assert tries(league.ledger) == {
        AttemptState.SUPERSEDED: 1,
        AttemptState.VOID: 1,
        AttemptState.COUNTED: 2,
    }
    assert (result.totals.played, result.totals.planned) == (2, 2)


def test_a_match_in_flight_while_its_deal_is_dealt_anew_does_not_count(tmp_path: Path) -> None:
    league = hidden_league(tmp_path, "ab", concurrency=2)
    fakes = Fakes()
    fakes.answer = lambda s: Vanishes() if len(fakes.specs) == 1 else completed(s)
    result = run_league(league, executor=fakes)
    assert result.exit_status is LeagueExit.COMPLETE
    assert {match.attempt for match in results(league.ledger)} == {2}
    assert tries(league.ledger)[AttemptState.SUPERSEDED] == 1


def test_the_third_void_leaves_the_rest_of_its_table_alone(tmp_path: Path) -> None:
    league = hidden_league(tmp_path, "ab")
    fakes = Fakes()
    first: list[str] = []

    def answer(spec: match_pb2.MatchSpec) -> Any:
        first.append(spec.match_id)
        return completed(spec) if spec.match_id == first[0] else Vanishes()

    fakes.answer = answer
    result = run_league(league, executor=fakes)
    assert (result.totals.played, result.totals.unplayed) == (1, 1)
    assert result.exit_status is LeagueExit.UNPLAYED
    # Three dealings of two matches; the last result stands, although its neighbour is given up.
    assert [spec.attempt for spec in fakes.specs] == [1, 1, 2, 2, 3, 3]


def test_a_table_that_was_interrupted_is_dealt_anew(tmp_path: Path) -> None:
    league = hidden_league(tmp_path, "ab")
    stop = StopRequest()
    fakes = Fakes()

    def answer(spec: match_pb2.MatchSpec) -> Any:
        if len(fakes.specs) == 2:
            stop.request_now()
            return Hangs()
        return completed(spec)

    fakes.answer = answer
    stopped = run_league(league, executor=fakes, stop=stop)
    assert (stopped.totals.played, stopped.totals.to_do) == (0, 2)
    again = Fakes()
    assert run_league(league, executor=again).exit_status is LeagueExit.COMPLETE
    assert {spec.seed for spec in again.specs}.isdisjoint({s.seed for s in fakes.specs})
    assert [spec.attempt for spec in again.specs] == [2, 2]


def test_a_table_that_was_killed_is_dealt_anew(tmp_path: Path) -> None:
    league = hidden_league(tmp_path, "ab")

    class Killed(BaseException):
        pass

    fakes = Fakes()

    def answer(spec: match_pb2.MatchSpec) -> Any:
        if len(fakes.specs) == 2:
            raise Killed
        return completed(spec)

    fakes.answer = answer
    with pytest.raises(Killed):
        run_league(league, executor=fakes)
    again = Fakes()
    assert run_league(league, executor=again).exit_status is LeagueExit.COMPLETE
    assert [spec.attempt for spec in again.specs] == [2, 2]
    assert {match.attempt for match in results(league.ledger)} == {2}


def test_another_version_of_an_engine_gets_no_deal_that_the_former_one_saw(
    tmp_path: Path,
) -> None:
    league = hidden_league(tmp_path)
    first = Fakes()
    run_league(league, executor=first)
    changed = replace(league, engines=(make_engine("a", options={"x": "1"}), *league.engines[1:]))
    second = Fakes()
    assert run_league(changed, executor=second).totals.played == 6
    assert all("a" in seated(spec) for spec in second.specs)
    assert {s.deal_id for s in second.specs} < {s.deal_id for s in first.specs}
    assert {s.seed for s in second.specs}.isdisjoint({s.seed for s in first.specs})
    # Back again: what counted then counts now, and nothing is left to play.
    assert run_league(league, executor=Fakes()).played_now == 0


def test_every_deal_has_a_seed_of_its_own(tmp_path: Path) -> None:
    fakes = Fakes()
    run_league(make_league(tmp_path, deals=5), executor=fakes)
    assert len({spec.seed for spec in fakes.specs}) == len({s.deal_id for s in fakes.specs}) == 30


# --- engines at fault -------------------------------------------------------------------------


def test_faults_in_a_row_suspend_and_the_rest_is_forfeited(tmp_path: Path) -> None:
    league = make_league(tmp_path, deals=2)
    fakes = Fakes(lambda s: at_fault(s, "d") if "d" in seated(s) else completed(s))
    watcher = Watcher()
    result = run_league(league, executor=fakes, listener=watcher)
    assert sum("d" in seated(spec) for spec in fakes.specs) == 3
    assert result.exit_status is LeagueExit.FORFEITS
    assert (result.totals.forfeited, result.totals.played) == (9, 15)
    assert "suspended d 9: 3 faults in a row" in watcher.told
    assert [s.engine_id for s in result.suspensions] == ["d"]
    # It stays suspended when the league is run again, until it is let in again.
    again = run_league(league, executor=Fakes())
    assert (again.played_now, again.exit_status) == (0, LeagueExit.FORFEITS)
    back = run_league(league, executor=Fakes(), reinstate=["d"])
    assert (back.played_now, back.exit_status) == (9, LeagueExit.COMPLETE)


def test_the_old_faults_of_a_reinstated_engine_do_not_count(tmp_path: Path) -> None:
    league = make_league(tmp_path, deals=2)
    broken = Fakes(lambda s: at_fault(s, "d") if "d" in seated(s) else completed(s))
    run_league(league, executor=broken)
    once = iter([True])
    fakes = Fakes(
        lambda s: at_fault(s, "d") if "d" in seated(s) and next(once, False) else completed(s)
    )
    result = run_league(league, executor=fakes, reinstate=["d"])
    assert (result.suspensions, result.exit_status) == ((), LeagueExit.COMPLETE)


def test_a_repaired_engine_is_not_suspended(tmp_path: Path) -> None:
    league = make_league(tmp_path)
    run_league(
        league, executor=Fakes(lambda s: at_fault(s, "d") if "d" in seated(s) else completed(s))
    )
    repaired = make_engine("d", options={"bug": "fixed"})
    changed = replace(league, engines=(*league.engines[:3], repaired))
    result = run_league(changed, executor=Fakes())
    assert (result.totals.played, result.suspensions) == (12, ())
    assert result.exit_status is LeagueExit.COMPLETE


def test_faults_with_a_good_match_between_them_do_not_suspend(tmp_path: Path) -> None:
    league = make_league(tmp_path, deals=4)
    count = Counter[str]()

    def answer(spec: match_pb2.MatchSpec) -> Any:
        if "d" not in seated(spec):
            return completed(spec)
        count["d"] += 1
        return completed(spec) if count["d"] % 3 == 0 else at_fault(spec, "d")

    result = run_league(league, executor=Fakes(answer))
    assert result.suspensions == ()
    assert result.exit_status is LeagueExit.COMPLETE


def test_an_engine_that_does_not_start_forfeits(tmp_path: Path) -> None:
    league = make_league(tmp_path, suspend_after=100)
    fakes = Fakes(
        lambda s: at_fault(s, "d", game_pb2.FAULT_KIND_START) if "d" in seated(s) else completed(s)
    )
    result = run_league(league, executor=fakes)
    assert (result.totals.not_started, result.totals.played) == (6, 6)
    assert result.exit_status is LeagueExit.FORFEITS
    for match in results(league.ledger):
        if "d" in match.engines:
            seat = match.engines.index("d")
            assert match.summary.faulty_seats == (seat,)
            assert match.summary.placements[seat] == 2


def test_where_no_engine_ever_starts_the_status_is_no_success(tmp_path: Path) -> None:
    league = make_league(tmp_path, "ab")
    fakes = Fakes(lambda s: at_fault(s, "a", game_pb2.FAULT_KIND_START))
    result = run_league(league, executor=fakes)
    assert result.totals.played == 0
    assert result.exit_status is LeagueExit.FORFEITS


def test_an_engine_that_is_there_when_referees_die_is_suspended(tmp_path: Path) -> None:
    league = make_league(tmp_path, "abcdef", deals=2)
    fakes = Fakes(lambda s: Vanishes() if "f" in seated(s) else completed(s))
    result = run_league(league, executor=fakes)
    assert [s.engine_id for s in result.suspensions] == ["f"]
    assert "void matches" in result.suspensions[0].reason
    assert result.totals.played == 40
    assert sum("f" in seated(spec) for spec in fakes.specs) < 20


def test_where_every_match_is_void_nobody_is_blamed(tmp_path: Path) -> None:
    league = make_league(tmp_path, "ab", deals=4)
    result = run_league(league, executor=Fakes(lambda _: Vanishes()))
    assert result.suspensions == ()
    assert (result.totals.unplayed, result.exit_status) == (8, LeagueExit.UNPLAYED)


def test_to_reinstate_an_engine_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no engine 'z'"):
        run_league(make_league(tmp_path), executor=Fakes(), reinstate=["z"])


# --- stopping ---------------------------------------------------------------------------------


def test_the_first_request_finishes_the_running_matches(tmp_path: Path) -> None:
    league = make_league(tmp_path, concurrency=2)
    stop = StopRequest()
    fakes = Fakes()

    def answer(spec: match_pb2.MatchSpec) -> Any:
        if len(fakes.specs) == 4:
            stop.request()
        return completed(spec)

    fakes.answer = answer
    watcher = Watcher()
    result = run_league(league, executor=fakes, stop=stop, listener=watcher)
    assert result.exit_status is LeagueExit.INTERRUPTED
    assert (result.totals.played, result.totals.to_do) == (4, 8)
    assert tries(league.ledger) == {AttemptState.COUNTED: 4}
    assert "stopping FINISH" in watcher.told
    assert run_league(league, executor=Fakes()).exit_status is LeagueExit.COMPLETE
    assert tries(league.ledger) == {AttemptState.COUNTED: 12}


def test_the_second_request_stops_now_and_counts_as_no_void(tmp_path: Path) -> None:
    league = make_league(tmp_path, "abc", concurrency=2)
    for _ in range(4):  # more often than a match may be void
        stop = StopRequest()
        both_play = threading.Barrier(3, timeout=60)

        def hang(spec: match_pb2.MatchSpec, barrier: threading.Barrier = both_play) -> Any:
            threading.Thread(target=barrier.wait).start()
            return Hangs()

        def ask_twice(stop: StopRequest = stop, barrier: threading.Barrier = both_play) -> None:
            barrier.wait()
            stop.request()
            stop.request()

        asking = threading.Thread(target=ask_twice)
        asking.start()
        result = run_league(league, executor=Fakes(hang), stop=stop)
        asking.join()
        assert result.exit_status is LeagueExit.INTERRUPTED
        assert (result.totals.to_do, result.totals.running) == (6, 0)
        assert (result.totals.voids, result.totals.unplayed) == (0, 0)
    assert tries(league.ledger) == {AttemptState.INTERRUPTED: 8}
    assert run_league(league, executor=Fakes()).exit_status is LeagueExit.COMPLETE


def test_asked_to_stop_before_it_begins_nothing_is_started(tmp_path: Path) -> None:
    stop = StopRequest()
    stop.request()
    fakes = Fakes()
    result = run_league(make_league(tmp_path), executor=fakes, stop=stop)
    assert fakes.made == []
    assert result.exit_status is LeagueExit.INTERRUPTED


# --- ledgers that can't be used ---------------------------------------------------------------


def test_two_runs_on_one_ledger_are_refused(tmp_path: Path) -> None:
    league = make_league(tmp_path, "ab")

    class Second(LeagueListener):
        def league_started(self, overview: LeagueOverview) -> None:
            with pytest.raises(LedgerBusyError):
                run_league(league, executor=Fakes())

    assert run_league(league, executor=Fakes(), listener=Second()).played_now == 2


def test_a_full_disk_ends_the_league_and_loses_no_committed_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = make_league(tmp_path, deals=15)
    real = Ledger.begin

    def begin(ledger: Ledger, *values: Any) -> None:
        connection = ledger._connection
        if len(ledger.results()) == 3:
            (pages,) = connection.execute("PRAGMA page_count").fetchone()
            connection.execute(f"PRAGMA max_page_count = {pages + 4}")
        real(ledger, *values)

    monkeypatch.setattr(Ledger, "begin", begin)
    watcher = Watcher()
    fakes = Fakes()
    with pytest.raises(LedgerWriteError, match="the disk is full"):
        run_league(league, executor=fakes, listener=watcher)
    monkeypatch.undo()
    committed = sum(line.startswith("committed") for line in watcher.told)
    assert len(results(league.ledger)) == committed >= 3
    assert len(fakes.made[0].acknowledged) == committed
    assert not fakes.made[0].entered
    result = run_league(league, executor=Fakes())
    assert (result.totals.played, result.exit_status) == (180, LeagueExit.COMPLETE)
