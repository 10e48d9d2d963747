"""How long to think: a share of the clock for each decision."""

from engines.kit import Turn

__all__ = ["budget_us"]

_RESERVE_SHARE = 0.08
_RESERVE_LEAST_US = 60_000
"""Never touched: late waking on a busy machine must not cost a match."""

_INCREMENT_SHARE = 0.8
_MOVE_SHARE = 0.7
_SHORTEST_US = 1_000


def budget_us(turn: Turn, decisions_left: float, unlimited_us: int) -> int:
    """Time to spend on this decision, microseconds.

    `decisions_left`: how many decisions, this one too, the clock must last for. `unlimited_us`:
    what to spend where the match has no clock.
    """
    control = turn.match.time_control
    limit_us = turn.limit_us
    if control.hang_us:
        return min(unlimited_us, int(limit_us * _MOVE_SHARE))
    remaining_us = turn.clock.remaining_us
    if control.turn_us or remaining_us is None:
        return max(_SHORTEST_US, int(min(limit_us * _MOVE_SHARE, limit_us - _RESERVE_LEAST_US)))
    reserve_us = max(_RESERVE_LEAST_US, int(remaining_us * _RESERVE_SHARE))
    refill = turn.clock.turns_to_refill
    if refill is not None:
        decisions_left = min(decisions_left, refill)
    earned_us = control.increment_us + control.delay_us + control.bronstein_us
    share_us = max(0, remaining_us - reserve_us) / max(1.0, decisions_left)
    wanted_us = share_us + earned_us * _INCREMENT_SHARE
    ceiling_us = min(limit_us - _RESERVE_LEAST_US, limit_us * _MOVE_SHARE)
    return max(_SHORTEST_US, int(min(wanted_us, ceiling_us)))
