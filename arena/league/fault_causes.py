"""Why engines were at fault, in the words of the referee and of the engine itself."""

from podesta.v1 import game_pb2, record_pb2

from arena.ledger import FaultCause

__all__ = ["fault_causes"]


def fault_causes(record: record_pb2.MatchRecord, *, hidden: bool) -> tuple[FaultCause, ...]:
    """The first fault of each seat that was not forgiven, by seat.

    Where something is `hidden`, only of engines that did not start, and what they printed only
    where they were processes of their own for this match: the others may have seen cards.
    """
    causes: dict[int, FaultCause] = {}
    for fault in record.faults:
        unseen = fault.kind == game_pb2.FAULT_KIND_START
        if fault.forgiven or fault.seat in causes or (hidden and not unseen):
            continue
        printed = ""
        if fault.seat < len(record.seats) and (not hidden or record.spec.fresh_engines):
            text = record.seats[fault.seat].stderr_tail.decode("utf-8", "replace")
            printed = next((line for line in reversed(text.splitlines()) if line.strip()), "")
        causes[fault.seat] = FaultCause(fault.seat, fault.kind, fault.detail, printed)
    return tuple(causes[seat] for seat in sorted(causes))
