"""Which games there are: every package beside this file that has a `GAME`."""

import pkgutil
from functools import cache
from importlib import import_module

import referee.games
from referee.games.game import AnyGame, Game

__all__ = ["game_names", "load_game"]


@cache
def game_names() -> tuple[str, ...]:
    """The names of all games, sorted."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(referee.games.__path__) if m.ispkg))


@cache
def load_game(name: str) -> AnyGame:
    """The game of that name. Raises KeyError for an unknown one."""
    if name not in game_names():
        raise KeyError(name)
    game: object = import_module(f"referee.games.{name}").GAME
    if not isinstance(game, Game) or game.name != name:
        raise TypeError(f"referee.games.{name}.GAME is no game called {name!r}")
    return game
