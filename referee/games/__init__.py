"""The rules: pure, without I/O, clock, network or global randomness. One package a game."""

from referee.games.chance import NO_CHANCE, Chance, RecordedChance, SeededChance, shuffle
from referee.games.errors import GameError, MoveSyntaxError, OptionError, ReplayError
from referee.games.game import (
    AnyGame,
    AnyState,
    Event,
    Game,
    Move,
    Option,
    Outcome,
    SeatOutcome,
    State,
)
from referee.games.perft import divide, perft

__all__ = [
    "NO_CHANCE",
    "AnyGame",
    "AnyState",
    "Chance",
    "Event",
    "Game",
    "GameError",
    "Move",
    "MoveSyntaxError",
    "Option",
    "OptionError",
    "Outcome",
    "RecordedChance",
    "ReplayError",
    "SeatOutcome",
    "SeededChance",
    "State",
    "divide",
    "game_names",
    "load_game",
    "perft",
    "shuffle",
]

# Last: the registry looks at this package.
from referee.games.registry import game_names, load_game
