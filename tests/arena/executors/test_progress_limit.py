"""How long a referee may be silent: longer than the rules of time allow, and never for ever."""

from typing import Any

import pytest
from podesta.v1 import match_pb2

from arena.executors.progress_limit import (
    SLACK_S,
    after_event_s,
    after_order_s,
    may_last_long,
    whole_match_s,
)


def spec(time: str = "1m+1s", **values: Any) -> match_pb2.MatchSpec:
    return match_pb2.MatchSpec(
        time_control=time, engines=[match_pb2.EngineSpec(), match_pb2.EngineSpec()], **values
    )


def test_after_a_question_its_own_limit_counts() -> None:
    event = match_pb2.MatchEvent()
    event.asked.limit_us = 600_000_000
    assert after_event_s(spec(), event) == pytest.approx(600.1 + SLACK_S)
    assert after_event_s(spec(grace_us=5_000_000), event) == pytest.approx(605 + SLACK_S)


def test_after_anything_else_the_next_thing_comes_soon() -> None:
    event = match_pb2.MatchEvent()
    event.move.ply = 3
    assert after_event_s(spec(), event) == SLACK_S


@pytest.mark.parametrize("which", ["thought", "fault"])
def test_what_is_said_in_mid_decision_neither_shortens_nor_lengthens_it(which: str) -> None:
    event = match_pb2.MatchEvent()
    getattr(event, which).seat = 1
    assert after_event_s(spec(), event) is None


def test_a_start_may_take_all_its_limits() -> None:
    assert after_order_s(spec(ready_limit_us=300_000_000)) >= 2 * 300 + SLACK_S
    far = spec()
    far.engines[1].remote.wait_limit_us = 900_000_000
    assert after_order_s(far) >= 900 + SLACK_S


@pytest.mark.parametrize(
    ("time", "least_s"),
    [
        ("5m", 2 * 300),
        ("1m+1s", 2 * (60 + 500)),
        ("10s/move", 2 * 10 * 500),
        ("40/5m", 2 * 300 * 500 / 40),
        ("1m+3x10s", 2 * (60 + 30 + 10 * 500)),
        ("2m d2s", 2 * (120 + 2 * 500)),
        ("none", 600 * 2),
    ],
)
def test_a_whole_match_has_a_bound_beyond_all_clocks(time: str, least_s: float) -> None:
    assert least_s < whole_match_s(spec(time)) < 10_000_000


def test_only_short_matches_may_be_played_unseen() -> None:
    for control, long in (("none hang50ms", False), ("1s+10ms", False), ("1m+1s", True)):
        assert may_last_long(spec(control)) == long
