"""Which matches a game is checked with."""

import pytest

from arena.check.match_setup import match_setups, plain_setup
from referee.games import game_names, load_game


@pytest.mark.parametrize("name", game_names())
def test_every_seat_and_every_choice_is_met(name: str) -> None:
    game = load_game(name)
    setups = match_setups(game)
    assert {(setup.seats, setup.seat) for setup in setups} == {
        (seats, seat) for seats in game.seats for seat in range(seats)
    }
    for option in game.options:
        met = {setup.options[option.name] for setup in setups}
        assert met >= set(option.choices)
    for setup in setups:
        assert game.parse_options(setup.options, setup.seats) == setup.options
    assert len(setups) < 60


def test_a_setup_says_what_is_not_as_usual() -> None:
    texts = [str(setup) for setup in match_setups(load_game("tuerme"))]
    assert texts[0] == "tuerme, seat 0 of 2"
    assert "tuerme, seat 1 of 2, sammel=true" in texts
    assert str(plain_setup(load_game("bologna"), 1)) == "bologna, seat 1 of 2"
