from typing import Any

import pytest
from podesta.v1 import match_pb2

from referee.errors import SpecError
from referee.hosts import DEFAULT_READY_LIMIT_US
from referee.match_plan import plan_match
from referee.time_control import DEFAULT_GRACE_US
from tests.referee.engine_specs import good, match_spec


def test_defaults_stand_where_nothing_is_said() -> None:
    plan = plan_match(match_spec(good(0), good(1), ready_limit_us=0))
    assert plan.ready_limit_us == DEFAULT_READY_LIMIT_US
    assert plan.grace_us == DEFAULT_GRACE_US
    assert plan.options == {"city": "random", "map": ""}
    assert plan.seats == 2


def test_a_grace_of_0_is_no_default() -> None:
    assert plan_match(match_spec(good(0), good(1), grace_us=0)).grace_us == 0


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"match_id": ""}, "match_id: expected a text"),
        ({"seed": b"x" * 31}, "seed: expected 32 bytes, not 31"),
        ({"nonce": b"x"}, "nonce: expected 32 bytes, not 1"),
        ({"game": "chess"}, "game: 'chess' is none of bologna"),
        ({"game_options": {"city": "X"}}, "game_options: city: six letters"),
        ({"time_control": ""}, "the time control is empty"),
        ({"grace_us": -1}, "grace_us: expected 0 to"),
        ({"ready_limit_us": -1}, "ready_limit_us: expected 0 to"),
        ({"opening_plies": 2**31}, "opening_plies: expected 0 to 10000"),
        ({"retries": 2**31}, "retries: expected 0 to 1000"),
        ({"engines": [good(0)]}, "bologna is for 2 players, not 1"),
        ({"engines": [good(0, command=["a\0b"]), good(1)]}, "engines[0]: a command can't"),
        ({"engines": [good(0), good(1, transport=9)]}, "engines[1].transport: 9"),
        (
            {"engines": [good(0), good(1, confinement={"isolation": "jail"})]},
            "engines[1].confinement.isolation: 'jail' is none of auto, bwrap",
        ),
        (
            {"engines": [good(0, confinement={"hidden": ["a"]}), good(1)]},
            "engines[0].confinement: paths must be absolute",
        ),
    ],
)
def test_what_can_not_be_played_is_told(fields: dict[str, Any], problem: str) -> None:
    spec = match_spec(good(0), good(1), **{k: v for k, v in fields.items() if k != "engines"})
    if "engines" in fields:
        del spec.engines[:]
        spec.engines.extend(fields["engines"])
    with pytest.raises(SpecError) as raised:
        plan_match(spec)
    assert any(line.startswith(problem) or problem in line for line in raised.value.problems)
    assert len(raised.value.problems) == 1


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(SpecError) as raised:
        plan_match(match_pb2.MatchSpec())
    assert len(raised.value.problems) == 4
