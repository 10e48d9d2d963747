"""Each engine of the zoo against a good one: right outcome, nobody else harmed, nothing left."""

import re
import sys
from dataclasses import dataclass, field
from typing import Any

import pytest
from podesta.v1 import game_pb2

from tests.referee.arena_floor import ArenaFloor
from tests.referee.engine_specs import good, match_spec, zoo

SHORT = {"time_control": "300ms/move", "grace_us": 50_000, "opening_plies": 0}


@dataclass(frozen=True)
class Case:
    """One engine of the zoo and what must become of it."""

    engine: str
    fault: int | None = None
    detail: str = ""
    spec: dict[str, Any] = field(default_factory=dict)
    stderr: bytes = b""
    exit_status: int | None = None
    signal: int | None = None

    def __str__(self) -> str:
        return self.engine


G = game_pb2

STARTS = [
    Case("crashes_at_start", detail="exit status 3", exit_status=3, stderr=b"no network file"),
    Case("never_connects", detail="no hello within 0.4 s", spec={"ready_limit_us": 400_000}),
    Case("never_says_hello", detail="no hello within", spec={"ready_limit_us": 900_000}),
    Case("speaks_version_99", detail="version 99"),
    Case("plays_another_game", detail="does not play bologna, only chess, go"),
    Case("has_a_wrong_token", detail="wrong token", exit_status=4),
    # On a busy machine it may not even have come to its Hello by then.
    Case(
        "never_gets_ready",
        detail="(not ready|no hello) within",
        spec={"ready_limit_us": 2_500_000},
    ),
    Case("is_ready_for_another_match", detail="not played here"),
    Case("resigns_before_ready", detail="a resignation before ready"),
    Case("moves_before_hello", detail="move before hello"),
]

FAULTS = [
    Case("hangs", G.FAULT_KIND_TIMEOUT, "no answer within 300ms", SHORT),
    Case("answers_late", G.FAULT_KIND_TIMEOUT, "no answer", {**SHORT, "grace_us": 20_000}),
    Case("chats_and_never_moves", G.FAULT_KIND_TIMEOUT, "no answer", SHORT),
    Case("never_reads", G.FAULT_KIND_TIMEOUT, "no answer", SHORT),
    Case("makes_an_illegal_move", G.FAULT_KIND_ILLEGAL_MOVE, ".", {"opening_plies": 0}),
    Case("picks_an_index_too_high", G.FAULT_KIND_ILLEGAL_MOVE, r"index \d+, but there are \d+"),
    Case("writes_nonsense", G.FAULT_KIND_UNREADABLE_MOVE, "."),
    Case("writes_a_novel", G.FAULT_KIND_UNREADABLE_MOVE, "1000000 characters"),
    Case("moves_nothing", G.FAULT_KIND_UNREADABLE_MOVE, "neither text nor index"),
    Case("answers_twice", G.FAULT_KIND_SECOND_ANSWER, "second answer to decision 1"),
    Case("answers_what_was_not_asked", G.FAULT_KIND_UNKNOWN_DECISION, "decision 7"),
    Case("answers_for_another_match", G.FAULT_KIND_UNKNOWN_DECISION, "not played here"),
    Case("says_hello_again", G.FAULT_KIND_OUT_OF_ORDER, "second hello"),
    Case("is_ready_again", G.FAULT_KIND_OUT_OF_ORDER, "second ready"),
    Case("floods_with_info", G.FAULT_KIND_FLOOD, "1000 messages"),
    Case("floods_with_big_logs", G.FAULT_KIND_FLOOD, "bytes"),
    Case("sends_bad_bytes", G.FAULT_KIND_BAD_BYTES, "4 bytes"),
    Case("sends_an_empty_message", G.FAULT_KIND_BAD_BYTES, "says nothing"),
    Case("sends_10_megabytes", G.FAULT_KIND_OVERSIZE, "10485760 bytes"),
    Case("sends_20_megabytes", G.FAULT_KIND_STREAM_CLOSED, "stream"),
    Case("closes_its_stream", G.FAULT_KIND_STREAM_CLOSED, "the engine closed the stream"),
    Case("hangs_up", G.FAULT_KIND_STREAM_CLOSED, "stream"),
    Case("crashes_in_mid_match", G.FAULT_KIND_CRASH, "7", stderr=b"(almost)", exit_status=7),
    Case("dies_by_a_signal", G.FAULT_KIND_CRASH, "signal 11", signal=11),
    Case("exits_0_in_mid_match", G.FAULT_KIND_CRASH, "exit status 0", exit_status=0),
    Case("stops_its_keeper_and_errs", G.FAULT_KIND_UNREADABLE_MOVE, "no move of"),
    Case("leaves_children_and_crashes", G.FAULT_KIND_CRASH, "exit status 1", exit_status=1),
]

HARMLESS = [
    Case("starts_slowly"),
    Case("has_an_odd_name"),
    Case("brags"),
    Case("logs_a_lot"),
    Case("prints_a_lot"),
    Case("evaluates_without_end"),
    Case("leaves_children_and_plays", spec={"fresh_engines": True}),
    Case("ignores_goodbye_and_sigterm", spec={"fresh_engines": True}),
]


def check(case: Case, fault: game_pb2.Fault) -> None:
    assert re.search(case.detail, fault.detail), fault.detail
    assert (fault.exit_status if fault.HasField("exit_status") else None) == case.exit_status
    assert (fault.signal if fault.HasField("signal") else None) == case.signal
    assert fault.HasField("overrun_us") == (case.fault == G.FAULT_KIND_TIMEOUT)


@pytest.mark.parametrize("case", STARTS, ids=str)
def test_an_engine_that_does_not_start_forfeits(floor: ArenaFloor, case: Case) -> None:
    floor.check_next_match()
    before = floor.good_pids()
    record = floor.play(match_spec(good(), zoo(case.engine), **case.spec))
    assert record.termination == G.TERMINATION_FORFEIT
    assert [(fault.seat, fault.kind) for fault in record.faults] == [(1, G.FAULT_KIND_START)]
    check(case, record.faults[0])
    assert case.stderr in record.seats[1].stderr_tail
    assert not record.decisions
    assert floor.good_pids() == before
    floor.check_nothing_left()
    floor.check_next_match()


@pytest.mark.parametrize("case", FAULTS, ids=str)
def test_an_engine_that_does_wrong_loses(floor: ArenaFloor, case: Case) -> None:
    floor.check_next_match()
    before = floor.good_pids()
    engine = zoo(case.engine, environment={"ZOO_PIDS": str(floor.pids_file)})
    record = floor.play(match_spec(engine, good(), **case.spec))
    assert record.termination == G.TERMINATION_FAULT, record.reason
    assert [seat.placement for seat in record.outcome.seats] == [2, 1]
    assert [(fault.seat, fault.kind) for fault in record.faults] == [(0, case.fault)]
    check(case, record.faults[0])
    assert case.stderr in record.seats[0].stderr_tail
    assert floor.good_pids() == before
    floor.check_nothing_left()
    floor.check_next_match()


@pytest.mark.parametrize("case", HARMLESS, ids=str)
def test_an_odd_engine_that_plays_well_is_let_play(floor: ArenaFloor, case: Case) -> None:
    engine = zoo(case.engine, environment={"ZOO_PIDS": str(floor.pids_file)})
    record = floor.play(match_spec(engine, good(), **case.spec))
    assert record.termination == G.TERMINATION_COMPLETED, record.reason
    assert not record.faults
    floor.check_next_match()
    if record.spec.fresh_engines:
        assert len(floor.left_pids()) > 0
        floor.check_nothing_left()
    # Whatever an engine says and prints, its record stays small.
    assert record.ByteSize() < 500_000
    assert max(decision.evaluation.ByteSize() for decision in record.decisions) < 2_000


@pytest.mark.parametrize("engine", ["resigns", "resigns_out_of_turn"])
def test_a_seat_that_resigns_loses_but_did_nothing_wrong(floor: ArenaFloor, engine: str) -> None:
    record = floor.play(match_spec(zoo(engine), good()))
    assert record.termination == G.TERMINATION_RESIGNATION
    assert [seat.placement for seat in record.outcome.seats] == [2, 1]
    assert [gave_up.seat for gave_up in record.resignations] == [0]
    assert not record.faults
    assert engine in [host.spec.id for host in floor.idle()]
    floor.check_next_match()


def test_a_league_can_forgive_wrong_answers(floor: ArenaFloor) -> None:
    record = floor.play(match_spec(zoo("errs_once_a_decision"), good(), retries=1))
    assert record.termination == G.TERMINATION_COMPLETED
    own = sum(decision.seat == 0 and decision.decider == 1 for decision in record.decisions)
    assert [fault.kind for fault in record.faults] == [G.FAULT_KIND_UNREADABLE_MOVE] * own
    assert all(fault.forgiven for fault in record.faults)


def test_an_engine_that_dies_between_matches_is_started_anew(floor: ArenaFloor) -> None:
    engine = zoo("dies_between_matches")
    for _ in range(2):
        record = floor.play(match_spec(engine, good()))
        assert record.termination == G.TERMINATION_COMPLETED
        assert not record.faults


def test_an_engine_that_stops_its_keeper_holds_up_nothing(floor: ArenaFloor) -> None:
    engine = zoo("stops_its_keeper", environment={"ZOO_PIDS": str(floor.pids_file)})
    before = len(floor.left_pids())
    record = floor.play(match_spec(engine, good()))
    assert record.termination == G.TERMINATION_COMPLETED, record.reason
    assert len(floor.left_pids()) == before + 1
    floor.check_nothing_left()
    floor.check_next_match()


def test_a_command_that_does_not_exist_forfeits(floor: ArenaFloor) -> None:
    engine = good(9, command=["no-such-program-anywhere"])
    record = floor.play(match_spec(engine, good()))
    assert record.termination == G.TERMINATION_FORFEIT
    assert "no-such-program-anywhere" in record.faults[0].detail


def test_options_that_an_engine_does_not_have_are_named(floor: ArenaFloor) -> None:
    engine = good(0, options={"sed": "1"})
    record = floor.play(match_spec(engine, good(1)))
    assert record.termination == G.TERMINATION_FORFEIT
    assert record.faults[0].detail == "the engine has no option 'sed'; did you mean 'seed'?"
    floor.check_next_match()


def test_two_engines_fail_at_once(floor: ArenaFloor) -> None:
    record = floor.play(match_spec(zoo("crashes_at_start"), zoo("speaks_version_99")))
    assert record.termination == G.TERMINATION_FORFEIT
    assert sorted(fault.seat for fault in record.faults) == [0, 1]
    floor.check_nothing_left()


def test_an_engine_on_a_tcp_port_plays_as_well(floor: ArenaFloor) -> None:
    engine = good(7, transport=2)
    record = floor.play(match_spec(engine, good()))
    assert record.termination == G.TERMINATION_COMPLETED


def test_what_engines_print_and_log_is_kept(floor: ArenaFloor) -> None:
    record = floor.play(match_spec(zoo("prints_a_lot"), zoo("logs_a_lot")))
    prints, logs = record.seats
    assert prints.stdout_tail.endswith(b"out 1999 " + b"o" * 500 + b"\n")
    assert prints.stderr_tail.endswith(b"err 1999 " + b"e" * 500 + b"\n")
    assert len(prints.stdout_tail) == len(prints.stderr_tail) == 64 * 1024
    assert logs.log[0].startswith("line 0 xxx")
    assert max(len(line) for line in logs.log) == 1024


def test_names_are_kept_as_they_are_given_but_short(floor: ArenaFloor) -> None:
    record = floor.play(match_spec(zoo("has_an_odd_name"), zoo("brags")))
    assert record.seats[0].name.startswith("../../etc/\u2713 \U0001f984\n\x1b[31m")
    assert record.seats[1].name == "n" * 200


def test_the_python_of_the_tests_is_the_one_of_the_engines() -> None:
    assert good().command[0] == sys.executable


def test_thoughts_are_told_while_an_engine_thinks(floor: ArenaFloor) -> None:
    record = floor.play(match_spec(zoo("chats_and_never_moves"), good(), **SHORT))
    assert record.faults[0].kind == G.FAULT_KIND_TIMEOUT
    thoughts = [event.thought for event in floor.events if event.HasField("thought")]
    assert 1 <= len(thoughts) <= 20
    assert {(thought.seat, thought.evaluation.comment) for thought in thoughts} == {(0, "soon")}
