"""A record as a list of positions with the clocks that belonged to them."""

from dataclasses import dataclass

from podesta.v1 import record_pb2

from referee.errors import RecordError
from referee.games import AnyState
from referee.replay import replay

__all__ = ["ReplayFrame", "replay_frames"]


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """One position of a record; `decision` led to it and is None at the start."""

    ply: int
    state: AnyState
    decision: record_pb2.DecisionRecord | None
    clocks_us: tuple[int | None, ...]
    """Bank by seat after the decision, microseconds; None where there is none."""
    used_us: tuple[int, ...]
    """Time charged by seat so far, microseconds."""


def replay_frames(record: record_pb2.MatchRecord) -> tuple[list[ReplayFrame], str | None]:
    """All positions, and why there are no more where the rules contradict the record.

    Empty for a match that was never dealt.
    """
    seats = len(record.spec.engines)
    bank_us = record.time_control.bank_us or None
    clocks: list[int | None] = [bank_us] * seats
    used = [0] * seats
    frames: list[ReplayFrame] = []
    try:
        for step in replay(record):
            decision = step.decision
            if decision is not None:
                if decision.seat >= seats:
                    raise RecordError(f"ply {step.ply}: there is no seat {decision.seat}")
                if decision.kind >= len(record.kinds):
                    raise RecordError(f"ply {step.ply}: there is no kind {decision.kind}")
                if decision.HasField("remaining_us"):
                    clocks[decision.seat] = decision.remaining_us
                used[decision.seat] += decision.charged_us
            frames.append(ReplayFrame(step.ply, step.state, decision, tuple(clocks), tuple(used)))
    except RecordError as error:
        return frames, str(error)
    return frames, None
