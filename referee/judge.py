"""Who won, when engines failed: the fault rule, as a pure function.

A seat **fails** with its first fault that is not forgiven, or by resigning. What then happens:

* before the match began: a forfeit, nothing was played;
* two seats: the match is over at once and the failed seat lost, whatever the score says;
* three seats or more, `FAULT_RULE_STAND_IN`: the referee plays for the seat, which is placed last
  whatever it scores; over as soon as engines play for fewer than two seats;
* three seats or more, `FAULT_RULE_END`: over at once, the failed seat last, the others tie.

Where several seats failed, the first to fail is last. What we or the machine did wrong makes the
match void.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from podesta.v1 import game_pb2, match_pb2, record_pb2

from referee.games import Outcome, SeatOutcome

__all__ = ["Failure", "Verdict", "failures_of", "judge", "match_continues", "void"]


@dataclass(frozen=True, slots=True)
class Failure:
    """A seat whose engine no longer plays: its seat, the decisions made before, and how.

    `fault` is None where the seat resigned.
    """

    seat: int
    ply: int
    fault: game_pb2.FaultKind | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a match ended; `outcome` is None where it is void or forfeited."""

    outcome: Outcome | None
    termination: game_pb2.Termination
    reason: str
    """For people, one line; tells nothing that is hidden."""


def failures_of(
    faults: Iterable[game_pb2.Fault], resignations: Iterable[record_pb2.Resignation]
) -> list[Failure]:
    """The seats that failed, each once, the first to fail first.

    Both lists are those of a record, in order; a resignation tells how many faults came before it.
    """
    found = [
        (2 * number + 1, Failure(fault.seat, fault.ply, fault.kind))
        for number, fault in enumerate(faults)
        if not fault.forgiven
    ]
    found += [
        (2 * gave_up.faults_before, Failure(gave_up.seat, gave_up.ply)) for gave_up in resignations
    ]
    first: dict[int, Failure] = {}
    for _, failure in sorted(found, key=itemgetter(0)):
        first.setdefault(failure.seat, failure)
    return list(first.values())


def match_continues(seats: int, rule: match_pb2.FaultRule, failures: Sequence[Failure]) -> bool:
    """Whether decisions are still to be made, as far as failures can tell."""
    if not failures:
        return True
    if seats == 2 or rule == match_pb2.FAULT_RULE_END:
        return False
    return seats - len(failures) >= 2


def judge(
    seats: int,
    rule: match_pb2.FaultRule,
    failures: Sequence[Failure],
    outcome: Outcome | None,
    *,
    started: bool = True,
) -> Verdict:
    """The verdict of a match that is over.

    `failures` as `failures_of` gives them; `outcome` is the game's own, None while the game could
    go on; `started` tells whether every engine was ready to play. Raises ValueError where the
    match is not over.
    """
    if not started:
        if not failures:
            raise ValueError("nobody failed, yet the match did not start")
        return Verdict(None, game_pb2.TERMINATION_FORFEIT, _failures_text(failures))
    if outcome is None and match_continues(seats, rule, failures):
        raise ValueError("the match is not over")
    if not failures:
        assert outcome is not None
        return Verdict(outcome, game_pb2.TERMINATION_COMPLETED, outcome.reason)
    reason = _failures_text(failures)
    if outcome is not None:
        reason = f"{reason}; {outcome.reason}"
    resigned = all(failure.fault is None for failure in failures)
    return Verdict(
        Outcome(_place(seats, failures, outcome), reason),
        game_pb2.TERMINATION_RESIGNATION if resigned else game_pb2.TERMINATION_FAULT,
        reason,
    )


def void(reason: str) -> Verdict:
    """Our fault or the machine's: the match does not count."""
    return Verdict(None, game_pb2.TERMINATION_VOID, reason)


def _place(
    seats: int, failures: Sequence[Failure], outcome: Outcome | None
) -> tuple[SeatOutcome, ...]:
    """Failed seats last, the first to fail at the very end; the others as the game says, or tied.

    Scores are the game's; 0 where it was not played to its end.
    """
    if outcome is None:
        of_game = [SeatOutcome(placement=1, score=0) for _ in range(seats)]
    else:
        of_game = list(outcome.seats)
    failed = {failure.seat: seats - order for order, failure in enumerate(failures)}
    playing = [of_game[seat].placement for seat in range(seats) if seat not in failed]
    return tuple(
        replace(
            own,
            placement=failed.get(seat) or 1 + sum(other < own.placement for other in playing),
        )
        for seat, own in enumerate(of_game)
    )


def _failures_text(failures: Iterable[Failure]) -> str:
    return "; ".join(
        f"seat {failure.seat} {_WHAT.get(failure.fault, _UNKNOWN)}" for failure in failures
    )


_UNKNOWN = "failed in a way that this version does not know"
"""A record from outside may hold any number."""

_WHAT: dict[game_pb2.FaultKind | None, str] = {
    None: "resigned",
    game_pb2.FAULT_KIND_UNSPECIFIED: "failed",
    game_pb2.FAULT_KIND_START: "did not start",
    game_pb2.FAULT_KIND_ILLEGAL_MOVE: "made an illegal move",
    game_pb2.FAULT_KIND_UNREADABLE_MOVE: "sent an unreadable move",
    game_pb2.FAULT_KIND_UNKNOWN_DECISION: "answered a decision that was never asked",
    game_pb2.FAULT_KIND_SECOND_ANSWER: "answered twice",
    game_pb2.FAULT_KIND_OUT_OF_ORDER: "broke the order of the protocol",
    game_pb2.FAULT_KIND_BAD_BYTES: "sent bytes that are no message",
    game_pb2.FAULT_KIND_OVERSIZE: "sent a message that is too long",
    game_pb2.FAULT_KIND_FLOOD: "flooded the referee",
    game_pb2.FAULT_KIND_TIMEOUT: "lost on time",
    game_pb2.FAULT_KIND_CRASH: "crashed",
    game_pb2.FAULT_KIND_STREAM_CLOSED: "closed its stream",
}
