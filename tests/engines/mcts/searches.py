"""Positions and settings for tests of searches."""

from collections.abc import Callable
from random import Random

from engines.evaluation import AnyEvaluator, evaluator_for
from engines.mcts.settings import Settings
from referee.games import AnyState, SeededChance, load_game


def position(name: str, seats: int, plies: int, seed: int = 2) -> AnyState:
    """A position after so many random moves, in which there is something to choose."""
    game = load_game(name)
    chance = SeededChance(b"%d" % seed)
    state: AnyState = game.initial_state(game.parse_options({}, seats), seats, chance)
    random = Random(seed)
    for _ in range(plies):
        state.apply(state.legal_move(random.randrange(state.legal_count())), chance)
    while state.legal_count() < 3:
        state.apply(state.legal_move(0), chance)
    return state


def settings_for(name: str, nodes: int, width: int = 0) -> tuple[AnyEvaluator, Settings]:
    """The evaluator of a game and settings as the bot would make them."""
    evaluator = evaluator_for(name)()
    return evaluator, Settings(
        width=width or evaluator.search_width,
        temperature=evaluator.temperature,
        scale=evaluator.scale,
        exploration=evaluator.exploration,
        nodes=nodes,
    )


def never() -> bool:
    """No clock."""
    return False


def after(looks: int) -> Callable[[], bool]:
    """A clock that lets pass so many looks at it."""
    left = iter(range(looks))
    return lambda: next(left, None) is None
