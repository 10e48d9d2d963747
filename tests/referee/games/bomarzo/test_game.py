"""Names and options."""

import pytest

from referee.games import OptionError, RecordedChance, SeededChance
from referee.games.bomarzo import GAME

DEFAULTS = {"seasons": "false", "worship": "false", "black_token": "whole_phase"}


def test_options_have_defaults() -> None:
    assert GAME.parse_options({}, 3) == DEFAULTS
    assert GAME.parse_options({"worship": "true"}, 4) == DEFAULTS | {"worship": "true"}


@pytest.mark.parametrize(
    ("given", "seats", "parts"),
    [
        ({}, 5, ["seats", "2, 3, 4"]),
        ({}, 1, ["seats", "2, 3, 4"]),
        ({"season": "true"}, 3, ["season", "seasons, worship, black_token"]),
        ({"seasons": "yes"}, 3, ["seasons", "'yes'", "false, true"]),
        ({"black_token": "none"}, 3, ["black_token", "whole_phase, village_only"]),
        ({"black_token": "village_only"}, 3, ["black_token", "needs seasons = true"]),
    ],
)
def test_bad_options_are_named(given: dict[str, str], seats: int, parts: list[str]) -> None:
    with pytest.raises(OptionError) as caught:
        GAME.parse_options(given, seats)
    for part in parts:
        assert part in str(caught.value)


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(OptionError) as caught:
        GAME.initial_state({"x": "1", "worship": "2"}, 9, SeededChance(b""))
    assert len(caught.value.problems) == 3


def test_the_deal_is_a_function_of_its_draws() -> None:
    chance = SeededChance(b"deal")
    first = GAME.initial_state({"seasons": "true"}, 4, chance)
    recorded = RecordedChance(chance.draws)
    again = GAME.initial_state({"seasons": "true"}, 4, recorded)
    assert recorded.unused == 0
    assert first.digest() == again.digest()


def test_every_kind_of_decision_is_declared() -> None:
    from referee.games.bomarzo.legality import _FIXED, _LISTS
    from referee.games.bomarzo.moves import expected
    from referee.games.bomarzo.plausible import _TESTS

    assert {*_FIXED, *_LISTS} == {*GAME.decisions, ""} == set(_TESTS)
    assert all(expected(decision) for decision in GAME.decisions)
