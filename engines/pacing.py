"""How long to think: a share of the clock for each decision."""

from dataclasses import dataclass

from engines.kit import Turn

__all__ = ["Pace", "budget_us"]

_RESERVE_SHARE = 0.2
_RESERVE_LEAST_US, _RESERVE_MOST_US = 60_000, 2_000_000
"""Never touched: a busy machine that stands still for a third of a second must not cost a match. A
share of the bank as it was at the start."""

_EARNED_SHARE = 0.8
_MOVE_SHARE = 0.7
_SHORTEST_US = 1_000
_LEAST_SHARE = 0.5
"""Of the limit, where the limit is shorter than the reserve."""


@dataclass(frozen=True, slots=True)
class Pace:
    """What the clock must last for.

    `decisions_left`: decisions with a choice that this seat still has, this one too.
    `decisions_a_turn`: how many of them a turn has; a clock earns by turns. `weight`: the share of
    an ordinary decision's time that this one deserves. `reaction`: it is another seat's turn, and
    this decision earns nothing.
    """

    decisions_left: float
    decisions_a_turn: float = 1.0
    weight: float = 1.0
    reaction: bool = False


def budget_us(turn: Turn, pace: Pace, unlimited_us: int) -> int:
    """Time to spend on this decision, microseconds, counted from when it was asked.

    `unlimited_us`: what to spend where the match has no clock.
    """
    control = turn.match.time_control
    limit_us = turn.limit_us
    if control.hang_us:
        wanted_us = unlimited_us * pace.weight
        return _within(wanted_us, limit_us)
    a_turn = 1.0 if pace.reaction else max(1.0, pace.decisions_a_turn)
    if control.turn_us:
        return _within(limit_us * _MOVE_SHARE / a_turn * pace.weight, limit_us)
    remaining_us = turn.clock.remaining_us or 0
    reserve_us = min(max(_RESERVE_LEAST_US, control.bank_us * _RESERVE_SHARE), _RESERVE_MOST_US)
    left = max(1.0, pace.decisions_left)
    refill = turn.clock.turns_to_refill
    if refill is not None:
        left = min(left, max(1.0, refill * a_turn))
    earned_us = 0 if pace.reaction else control.increment_us + control.delay_us
    earned_us += 0 if pace.reaction else control.bronstein_us
    # A byo-yomi period is whole again after each turn that ends within it.
    period_us = turn.clock.period_us or 0
    period_share_us = period_us * _MOVE_SHARE / a_turn
    share_us = max(0, remaining_us - reserve_us) / left
    wanted_us = (share_us + earned_us * _EARNED_SHARE / a_turn) * pace.weight + period_share_us
    within_period_us = remaining_us + period_us if period_us else limit_us
    return _within(wanted_us, min(limit_us, within_period_us))


def _within(wanted_us: float, limit_us: int) -> int:
    """What is wanted, as far as it is safe."""
    safe_us = max(min(limit_us - _RESERVE_LEAST_US, limit_us * _MOVE_SHARE), 0)
    least_us = min(_SHORTEST_US, limit_us * _LEAST_SHARE)
    return int(max(least_us, min(wanted_us, safe_us)))
