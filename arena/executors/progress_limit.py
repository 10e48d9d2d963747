"""How long a referee may say nothing before it is taken for stuck.

A referee that hangs can still be alive, so what counts is progress: a report about its match. The
limits are far beyond all that the rules of time allow: they end hangs of ours, never a match.
"""

from podesta.v1 import match_pb2

from referee.time_control import parse_time_control

__all__ = ["SLACK_S", "after_event_s", "after_order_s", "may_last_long", "whole_match_s"]

SLACK_S = 60.0
"""For what is not a clock: a loaded machine, ending engine processes."""

_READY_S = 60.0
_READY_STEPS = 3  # process start and Hello, Ready, and one repeat of either
_GRACE_S = 0.1
_MOST_TURNS = 2_000
_LONG_S = 600


def after_order_s(spec: match_pb2.MatchSpec) -> float:
    """From the order to play until the match has started or ended."""
    ready_s = spec.ready_limit_us / 1e6 or _READY_S
    wait_s = max((engine.remote.wait_limit_us for engine in spec.engines), default=0) / 1e6
    return wait_s + _READY_STEPS * ready_s + SLACK_S


def after_event_s(spec: match_pb2.MatchSpec, event: match_pb2.MatchEvent) -> float | None:
    """From an event until the next, where the referee tells every move.

    None where the limit of before holds on: what an engine says while it thinks is no progress.
    """
    grace_s = spec.grace_us / 1e6 if spec.HasField("grace_us") else _GRACE_S
    which = event.WhichOneof("event")
    if which == "asked":
        return event.asked.limit_us / 1e6 + grace_s + SLACK_S
    return SLACK_S if which in ("started", "move", "ended") else None


def whole_match_s(spec: match_pb2.MatchSpec) -> float:
    """From the start to the end of a match of which the referee tells no moves.

    The most that all clocks together can run in a match of 2,000 turns a seat.
    """
    control = parse_time_control(spec.time_control)
    a_turn_us = (
        control.increment_us
        + control.delay_us
        + control.bronstein_us
        + control.turn_us
        + control.hang_us
        + control.byoyomi_us
    )
    banks = 1 + (_MOST_TURNS // control.turns_per_period if control.turns_per_period else 0)
    seat_us = (
        control.bank_us * banks
        + control.byoyomi_periods * control.byoyomi_us
        + _MOST_TURNS * a_turn_us
    )
    return len(spec.engines) * seat_us / 1e6 + SLACK_S


def may_last_long(spec: match_pb2.MatchSpec) -> bool:
    """Whether a referee that hangs would go unseen for long if it told no moves.

    Telling them costs a referee of instant engines a fifth of its speed.
    """
    return whole_match_s(spec) > _LONG_S
