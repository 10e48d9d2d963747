"""What the time between question and answer was made of: queue, wire and bot.

Two of the three instants are the referee's own and measured; what the engine says of itself is a
claim, and is shown as one. docs/time-controls.md tells the same for people.
"""

from typing import NamedTuple

from podesta.v1 import match_pb2, record_pb2

__all__ = ["ROUNDING_US", "TimeSplit", "split_time"]

ROUNDING_US = 1_000
"""A claim that is too long by no more than this was rounded: many clocks count milliseconds."""


class TimeSplit(NamedTuple):
    """The raw time of one decision, microseconds; the three parts sum up to it.

    `queue_us` is measured: from the start of the clock until the question was handed to gRPC, the
    referee's own doing. `bot_us` is what the engine says it thought, `wire_us` all the rest: gRPC
    on both sides, sockets, waiting for a core, reading and writing messages in the engine. Both
    are None where the engine said nothing or `overclaimed`: it claims more than there was.
    """

    queue_us: int
    wire_us: int | None
    bot_us: int | None
    overclaimed: bool = False


def split_time(decision: record_pb2.DecisionRecord) -> TimeSplit | None:
    """The parts of a decision's raw time; None where no engine decided."""
    if decision.decider != match_pb2.DECIDER_ENGINE:
        return None
    queue_us = min(max(decision.queue_us, 0), decision.raw_us)
    if not decision.HasField("engine_us"):
        return TimeSplit(queue_us, None, None)
    rest_us = decision.raw_us - queue_us
    if decision.engine_us > rest_us + ROUNDING_US:
        return TimeSplit(queue_us, None, None, overclaimed=True)
    bot_us = min(decision.engine_us, rest_us)
    return TimeSplit(queue_us, rest_us - bot_us, bot_us)
