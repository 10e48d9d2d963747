"""Worlds that a seat imagines are as likely as they would be dealt, whatever the game."""

import pytest

from referee.games import AnyState, SeededChance, game_names, load_game
from tests.referee.games.likely_worlds import most_unlikely
from tests.referee.games.playouts import Setup, all_setups

FEW = 5.0
"""Standard errors: of some thousand things that are looked at, none lies beyond by chance."""

HIDING = [name for name in game_names() if not load_game(name).perfect_information]


def _setups(name: str) -> list[Setup]:
    """With the fewest seats and with the most, each with other options."""
    found = [setup for setup in all_setups() if setup.game == name]
    return list(dict.fromkeys((found[0], found[-1])))


def honest(state: AnyState, seat: int, chance: SeededChance) -> AnyState:
    return state.resample(seat, chance)


@pytest.mark.parametrize("setup", [s for name in HIDING for s in _setups(name)], ids=str)
def test_worlds_are_as_likely_as_deals(setup: Setup) -> None:
    difference, what = most_unlikely(setup, setup.seats % 2, honest)
    assert difference < FEW, what


@pytest.mark.parametrize("name", HIDING)
def test_worlds_that_are_picked_are_seen(name: str) -> None:
    """Planted: of some worlds always that one is taken whose hidden cards come first."""

    def picked(state: AnyState, seat: int, chance: SeededChance) -> AnyState:
        worlds = [state.resample(seat, chance) for _ in range(4)]
        return min(worlds, key=lambda world: str(world.private(1 - seat)))

    difference, _ = most_unlikely(_setups(name)[0], 0, picked)
    assert difference > FEW
