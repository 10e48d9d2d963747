"""Which games can be judged: those with a module here that is named like the game."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from engines.evaluation.evaluator import AnyEvaluator, Evaluator
from referee.games.registry import game_names

__all__ = ["evaluated_games", "evaluator_for"]


@cache
def evaluated_games() -> tuple[str, ...]:
    """The names of the games with an evaluation, sorted."""
    return tuple(name for name in game_names() if find_spec(_module(name)) is not None)


@cache
def evaluator_for(game: str) -> type[AnyEvaluator]:
    """The evaluator of a game: what its module calls `EVALUATOR`. Raises KeyError for others."""
    if game not in evaluated_games():
        raise KeyError(game)
    found: object = import_module(_module(game)).EVALUATOR
    if not (isinstance(found, type) and issubclass(found, Evaluator)):
        raise TypeError(f"{_module(game)}.EVALUATOR is no Evaluator")
    return found


def _module(game: str) -> str:
    return f"engines.evaluation.{game}"
