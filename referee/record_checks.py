"""What can be checked in a record without its game: heading, clocks, deciders, faults, verdict."""

from collections.abc import Iterator

from podesta.v1 import game_pb2, match_pb2, record_pb2

from referee.clock import MatchClocks
from referee.games import Outcome
from referee.judge import Failure, failures_of, judge, match_continues
from referee.outcome_message import outcome_message
from referee.time_control import (
    DEFAULT_GRACE_US,
    TimeControl,
    TimeControlError,
    parse_time_control,
)

__all__ = [
    "ClockCheck",
    "check_deciders",
    "check_faults",
    "check_heading",
    "check_verdict",
]

_PLAYED = (
    game_pb2.TERMINATION_COMPLETED,
    game_pb2.TERMINATION_RESIGNATION,
    game_pb2.TERMINATION_FAULT,
)


def check_heading(record: record_pb2.MatchRecord) -> Iterator[str]:
    """Seats and identities, and whether the match was dealt where it must be."""
    engines, seats = record.spec.engines, record.seats
    if len(engines) != len(seats):
        yield f"{len(engines)} engines in the spec, {len(seats)} seats in the record"
    for seat, (engine, kept) in enumerate(zip(engines, seats, strict=False)):
        if engine.id != kept.engine_id:
            yield f"seat {seat}: engine {engine.id!r} in the spec, {kept.engine_id!r} recorded"
        if engine.version_digest != kept.version_digest:
            yield f"seat {seat}: its engine has another version in the spec than recorded"
    if not record.initial_digest:
        if record.termination in _PLAYED:
            yield "the match was played, but there is no initial digest"
        if record.decisions or record.chance_draws:
            yield "there are decisions or chance draws, but no initial digest"
    if record.termination == game_pb2.TERMINATION_FORFEIT and record.decisions:
        yield "a forfeit with decisions"
    latest_us = max(record.max_lag_us, 0)
    if len(record.lag_counts) > latest_us.bit_length() + 1:
        yield f"lags of more than max_lag_us {latest_us} are counted"


class ClockCheck:
    """Keeps the clocks of a match from the raw times alone."""

    def __init__(self, control: TimeControl, seats: int, grace_us: int) -> None:
        self._clocks = MatchClocks.start(control, seats)
        self._grace_us = grace_us

    @classmethod
    def of(cls, record: record_pb2.MatchRecord) -> tuple["ClockCheck | None", list[str]]:
        """The clocks at the start, and what is wrong with them as a whole; None where nothing
        can be said of any decision."""
        spec = record.spec
        try:
            control = parse_time_control(spec.time_control)
        except TimeControlError as error:
            return None, [str(error)]
        problems = []
        if record.time_control != control.to_proto():
            problems.append(
                f"the time control recorded is not {spec.time_control!r}, which was to be played"
            )
        if _times_unknown(record):
            problems.append(
                "times unknown: no decision tells its time, so clocks can't be verified"
            )
            return None, problems
        grace_us = spec.grace_us if spec.HasField("grace_us") else DEFAULT_GRACE_US
        return cls(control, len(spec.engines), grace_us), problems

    def decision(
        self, decision: record_pb2.DecisionRecord, seat: int, turn_seat: int, *, turn_over: bool
    ) -> Iterator[str]:
        """Count one decision of `seat` in the turn of `turn_seat`; say what is wrong with it."""
        if decision.decider == match_pb2.DECIDER_ENGINE:
            yield from self._charge(decision, seat, turn_seat)
        elif decision.raw_us or decision.charged_us or decision.HasField("remaining_us"):
            yield "time is counted, though the referee decided"
        if turn_over:
            self._clocks = self._clocks.end_turn(turn_seat)
        if decision.decider == match_pb2.DECIDER_ENGINE:
            yield from self._compare_remaining(decision, seat)

    def _charge(
        self, decision: record_pb2.DecisionRecord, seat: int, turn_seat: int
    ) -> Iterator[str]:
        raw_us = decision.raw_us
        if raw_us < 1:
            yield f"raw time is {raw_us} us, at least 1 is right"
            return
        if not 0 <= decision.queue_us <= raw_us:
            yield f"queue_us {decision.queue_us} is no part of {raw_us} us"
        if decision.arrival_queue_us < 0:
            yield f"arrival_queue_us {decision.arrival_queue_us} is no time"
        flag_us = self._clocks.flag_us(seat, turn_seat, self._grace_us)
        if raw_us > flag_us:
            yield f"raw time is {raw_us} us, but the flag fell after {flag_us} us"
        self._clocks, charged_us = self._clocks.charge(seat, turn_seat, raw_us)
        if decision.charged_us != charged_us:
            yield f"charged {decision.charged_us} us, {charged_us} us is right"

    def _compare_remaining(self, decision: record_pb2.DecisionRecord, seat: int) -> Iterator[str]:
        recorded = decision.remaining_us if decision.HasField("remaining_us") else None
        remaining_us = self._clocks.remaining_us(seat)
        if recorded != remaining_us:
            yield f"remaining {_us(recorded)}, {_us(remaining_us)} is right"


def _times_unknown(record: record_pb2.MatchRecord) -> bool:
    """Whether the record was made from something that keeps no time, such as a text by hand.

    A referee measures a microsecond at least.
    """
    decided = [each for each in record.decisions if each.decider == match_pb2.DECIDER_ENGINE]
    return bool(decided) and not any(each.raw_us or each.charged_us for each in decided)


def check_deciders(record: record_pb2.MatchRecord) -> Iterator[str]:
    """Whether engine, opening and stand-in each decided where they must."""
    spec = record.spec
    failures = failures_of(record.faults, record.resignations)
    failed_at = {failure.seat: failure.ply for failure in failures}
    opening = True
    for ply, decision in enumerate(record.decisions):
        decider = decision.decider
        opening = opening and decider == match_pb2.DECIDER_OPENING
        failed = failed_at.get(decision.seat, ply + 1) <= ply
        if decider == match_pb2.DECIDER_OPENING:
            if not opening or ply >= spec.opening_plies:
                yield f"decision {ply}: the referee opened, though it was not to any more"
        elif decider == match_pb2.DECIDER_ENGINE:
            if failed:
                yield f"decision {ply}: the engine decided, though seat {decision.seat} had failed"
        elif decider == match_pb2.DECIDER_STAND_IN:
            if not failed:
                yield f"decision {ply}: a stand-in decided for seat {decision.seat} without need"
        else:
            yield f"decision {ply}: it is not told who decided"
    yield from _check_end(record, failures)


def _check_end(record: record_pb2.MatchRecord, failures: list[Failure]) -> Iterator[str]:
    spec = record.spec
    for number, failure in enumerate(failures, start=1):
        over = not match_continues(len(spec.engines), spec.fault_rule, failures[:number])
        if over and len(record.decisions) > failure.ply:
            yield f"decision {failure.ply}: the match was over, because seat {failure.seat} failed"
            return


def check_faults(record: record_pb2.MatchRecord) -> Iterator[str]:
    """Whether faults and resignations name what there is, in order."""
    last_ply = 0
    forgiven: dict[tuple[int, int], int] = {}
    for number, fault in enumerate(record.faults):
        where = f"fault {number}"
        yield from _check_place(where, fault.seat, fault.ply, record)
        if fault.kind not in game_pb2.FaultKind.values() or not fault.kind:
            yield f"{where}: no known kind"
        if fault.ply < last_ply:
            yield f"{where}: after {fault.ply} decisions, but the one before it after {last_ply}"
        last_ply = fault.ply
        if fault.forgiven:
            place = (fault.seat, fault.ply)
            forgiven[place] = forgiven.get(place, 0) + 1
            if forgiven[place] == record.spec.retries + 1:
                yield f"{where}: forgiven, though only {record.spec.retries} retries are allowed"
    for number, resignation in enumerate(record.resignations):
        where = f"resignation {number}"
        yield from _check_place(where, resignation.seat, resignation.ply, record)
        before = resignation.faults_before
        if before > len(record.faults):
            yield f"{where}: after {before} faults, but there are {len(record.faults)}"
            continue
        earlier = record.faults[before - 1].ply if before else 0
        later = record.faults[before].ply if before < len(record.faults) else resignation.ply
        if not earlier <= resignation.ply <= later:
            yield f"{where}: not between the faults it is said to lie between"


def _check_place(where: str, seat: int, ply: int, record: record_pb2.MatchRecord) -> Iterator[str]:
    if seat >= len(record.spec.engines):
        yield f"{where}: there is no seat {seat}"
    if ply > len(record.decisions):
        yield f"{where}: after {ply} decisions, but there are {len(record.decisions)}"


def check_verdict(record: record_pb2.MatchRecord, outcome: Outcome | None) -> Iterator[str]:
    """Whether termination, reason and outcome follow from the game's `outcome` and the faults."""
    recorded = record.outcome if record.HasField("outcome") else None
    if record.termination == game_pb2.TERMINATION_VOID:
        if recorded is not None:
            yield "a void match with an outcome"
        return
    try:
        verdict = judge(
            len(record.spec.engines),
            record.spec.fault_rule,
            failures_of(record.faults, record.resignations),
            outcome,
            started=record.termination != game_pb2.TERMINATION_FORFEIT,
        )
    except ValueError as error:
        yield f"the record ends too early: {error}"
        return
    if record.termination != verdict.termination:
        name = game_pb2.Termination.Name(verdict.termination)
        yield f"the termination is not {name}, which is right"
    if record.reason != verdict.reason:
        yield f"the reason is {record.reason!r}, {verdict.reason!r} is right"
    right = None if verdict.outcome is None else outcome_message(verdict.outcome)
    if recorded != right:
        yield f"the outcome is {_line(recorded)}, {_line(right)} is right"


def _us(duration_us: int | None) -> str:
    return "absent" if duration_us is None else f"{duration_us} us"


def _line(outcome: game_pb2.Outcome | None) -> str:
    if outcome is None:
        return "absent"
    seats = (
        f"{s.placement} ({s.score}; {', '.join(map(str, s.tiebreaks))})" for s in outcome.seats
    )
    return f"placements {', '.join(seats)} by {outcome.reason!r}"
