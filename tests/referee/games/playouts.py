"""Random playouts of any game, and every way in which a game can be set up."""

import random
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from referee.games import AnyState, OptionError, SeededChance, game_names, load_game

_MOST_COMBINATIONS = 12


@dataclass(frozen=True)
class Setup:
    """One game with a number of seats and options as they are given."""

    game: str
    seats: int
    given: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        options = ",".join(f"{name}={value}" for name, value in self.given)
        return f"{self.game}-{self.seats}" + (f"-{options}" if options else "")

    def options(self) -> dict[str, str]:
        return load_game(self.game).parse_options(dict(self.given), self.seats)

    def start(self, chance: SeededChance) -> AnyState:
        return load_game(self.game).initial_state(self.options(), self.seats, chance)


@dataclass
class Playout:
    """What a record would hold, and the digest after each move."""

    setup: Setup
    draws: list[int]
    texts: list[str] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)


def all_setups() -> list[Setup]:
    """Every game and number of seats, with all combinations of listed option values.

    Where there are very many combinations, each value stands in at least one.
    """
    return [
        Setup(name, seats, given)
        for name in game_names()
        for seats in load_game(name).seats
        for given in _combinations(name, seats)
    ]


def _combinations(name: str, seats: int) -> list[tuple[tuple[str, str], ...]]:
    options = load_game(name).options
    lists = [[(o.name, value) for value in o.choices] or [(o.name, o.default)] for o in options]
    every = [given for given in product(*lists) if _is_allowed(name, seats, given)]
    if len(every) <= _MOST_COMBINATIONS:
        return every
    chosen, missing = [], {pair for given in every for pair in given}
    for given in random.Random(f"{name} {seats}").sample(every, len(every)):
        if missing & set(given):
            chosen.append(given)
            missing -= set(given)
    return chosen


def _is_allowed(name: str, seats: int, given: tuple[tuple[str, str], ...]) -> bool:
    try:
        load_game(name).parse_options(dict(given), seats)
    except OptionError:
        return False
    return True


@cache
def play_out(setup: Setup, seed: int) -> Playout:
    """One random game, the same on every machine."""
    rng = random.Random(f"{setup} {seed}")
    chance = SeededChance(f"{setup} {seed}".encode())
    state = setup.start(chance)
    playout = Playout(setup, chance.draws, digests=[state.digest().hex()])
    while state.to_act is not None:
        move = state.legal_move(rng.randrange(state.legal_count()))
        playout.texts.append(str(move))
        state.apply(move, chance)
        playout.digests.append(state.digest().hex())
    return playout
