"""What standings need of a record, and whether the record answers the match that was asked."""

import hashlib

from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.ledger.rows import Summary

__all__ = ["forfeit_placements", "summarize"]

_RATABLE = (
    game_pb2.TERMINATION_COMPLETED,
    game_pb2.TERMINATION_RESIGNATION,
    game_pb2.TERMINATION_FAULT,
)


def summarize(record: record_pb2.MatchRecord) -> Summary:
    """The summary of a record that is not void. Raises ValueError for one that can't be true."""
    seats = len(record.spec.engines)
    wrong = [fault.seat for fault in record.faults if fault.seat >= seats]
    if wrong:
        raise ValueError(f"a fault of seat {wrong[0]} in a match of {seats} seats")
    faulty = tuple(sorted({fault.seat for fault in record.faults if not fault.forgiven}))
    if record.termination in _RATABLE:
        placements = tuple(seat.placement for seat in record.outcome.seats)
        if len(placements) != seats or not _are_placements(placements):
            raise ValueError(f"placements {placements} in a match of {seats} seats")
    elif record.termination == game_pb2.TERMINATION_FORFEIT:
        if not faulty:
            raise ValueError("a forfeit without a fault")
        placements = forfeit_placements(seats, faulty)
    else:
        raise ValueError(f"no result in a record of termination {record.termination}")
    moves = hashlib.sha256(record.initial_digest)
    for decision in record.decisions:
        moves.update(decision.move.encode())
        moves.update(b"\0")
    return Summary(
        placements=placements,
        termination=record.termination,
        reason=record.reason,
        faulty_seats=faulty,
        stand_in=any(d.decider == match_pb2.DECIDER_STAND_IN for d in record.decisions),
        plies=len(record.decisions),
        duration_us=record.duration_us,
        initial_digest=_start_of_play(record),
        moves_digest=moves.digest(),
    )


def _start_of_play(record: record_pb2.MatchRecord) -> bytes:
    """The digest of the position that the engines were given: after the opening, where there is
    one."""
    digest = record.initial_digest
    for decision in record.decisions:
        if decision.decider != match_pb2.DECIDER_OPENING:
            break
        digest = decision.digest
    return digest


def forfeit_placements(seats: int, faulty: tuple[int, ...]) -> tuple[int, ...]:
    """Placements where some seats did not start: they tie for last, the others for first.

    Where nobody started, nobody is first.
    """
    there = seats - len(faulty)
    last = there + 1 if there else seats
    return tuple(last if seat in faulty else 1 for seat in range(seats))


def _are_placements(placements: tuple[int, ...]) -> bool:
    return all(p == 1 + sum(other < p for other in placements) for p in placements)
