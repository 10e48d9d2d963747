"""Nothing hidden reaches anybody who may not know it, in any game that hides something."""

from random import Random

import pytest

from referee.games import AnyGame, SeededChance, game_names, load_game
from tests.referee.games.planted_leaks import HARMLESS, LEAKS, LeakyState
from tests.referee.games.playouts import Setup, all_setups
from tests.referee.games.two_worlds import Tally, compare_told_moves, walk

HIDING = [name for name in game_names() if not load_game(name).perfect_information]
SETUPS = [setup for setup in all_setups() if setup.game in HIDING]
POSITIONS = 10_000
"""A game, in the long test."""

SHARE = 0.15
"""Of the positions of a match, in the short test."""


def walk_match(
    setup: Setup, number: int, share: float, tally: Tally, leak: str | None = None
) -> None:
    name = f"two worlds {setup} {number}"
    state = setup.start(SeededChance(name.encode()))
    if leak is not None:
        state = LeakyState(state, leak)
    for _ in walk(state, setup.seats, Random(name), share, tally):
        pass


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_both_worlds_look_the_same(setup: Setup) -> None:
    tally = Tally()
    walk_match(setup, 0, SHARE, tally)
    assert tally.leaks == []
    assert tally.positions > 5
    # The test is idle where second worlds are the first again, or events never compared.
    assert tally.worlds_apart > tally.positions
    assert tally.events_compared > tally.positions / 2


def _walk_told(setup: Setup, game: AnyGame, share: float) -> Tally:
    """A random match of which what spectators are told about moves is compared."""
    tally = Tally()
    rng = Random(f"told moves {setup}")
    state = setup.start(SeededChance(b"told moves"))
    chance = SeededChance(b"told moves, played")
    while state.to_act is not None:
        if rng.random() < share:
            compare_told_moves(state, game, rng, tally)
        state.apply(state.legal_move(rng.randrange(state.legal_count())), chance)
    return tally


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_spectators_are_told_no_more_of_moves_than_all_may_see(setup: Setup) -> None:
    tally = _walk_told(setup, load_game(setup.game), 2 * SHARE)
    assert tally.leaks == []
    assert tally.told_moves > 10


def test_moves_that_tell_a_card_which_stays_face_down_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = load_game("bomarzo")
    monkeypatch.setattr(type(game), "public_move", lambda _, move: str(move))
    setups = [setup for setup in SETUPS if setup.game == "bomarzo"]
    leaks = {leak for setup in setups[:4] for leak in _walk_told(setup, game, 1.0).leaks}
    assert "viewer None, keep: told moves" in leaks


@pytest.mark.slow
@pytest.mark.parametrize("name", HIDING)
def test_both_worlds_look_the_same_in_ten_thousand_positions(name: str) -> None:
    setups = [setup for setup in SETUPS if setup.game == name]
    tally = Tally()
    number = 0
    while tally.positions < POSITIONS:
        walk_match(setups[number % len(setups)], number, 1.0, tally)
        number += 1
        assert tally.leaks == []
    assert number >= len(setups)
    assert tally.worlds_apart > tally.positions
    assert tally.events_compared > tally.positions / 2


@pytest.mark.parametrize("name", HIDING)
@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(name: str, leak: str) -> None:
    setup = next(setup for setup in SETUPS if setup.game == name)
    tally = Tally()
    for number in range(3):
        walk_match(setup, number, 0.5, tally, leak)
    assert tally.leaks
    found = {line.rsplit(": ", 1)[1] for line in tally.leaks}
    # Whether a seat is asked decides what else it is told.
    wider = {"to_act", "legal_count", "legal_texts", "reasons"} if leak == "to_act" else {leak}
    assert leak == "resample" or leak in found <= wider


@pytest.mark.parametrize("name", HIDING)
@pytest.mark.parametrize("leak", HARMLESS)
def test_without_a_leak_none_is_found(name: str, leak: str) -> None:
    setup = next(setup for setup in SETUPS if setup.game == name)
    tally = Tally()
    walk_match(setup, 0, 0.5, tally, leak)
    assert tally.leaks == []
    assert tally.positions > 5
