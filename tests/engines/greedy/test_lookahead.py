"""What is best at once, and at the end of one's own turn."""

from random import Random

import pytest

from engines.evaluation import AnyEvaluator, evaluator_for
from engines.evaluation.bologna import BolognaEvaluator
from engines.greedy.lookahead import Lookahead, margin
from engines.kit.state import RandomChance
from referee.games import AnyState, SeededChance, load_game
from referee.games.registry import game_names
from tests.referee.games.bologna.drill import Drill
from tests.referee.games.bologna.examples import EXAMPLES

EX2 = next(example for example in EXAMPLES if example.name == "EX2")


def look(state: AnyState, evaluator: AnyEvaluator, stop_after: int = 10**9) -> list[float]:
    """The margins of the legal moves, and that nothing happened to the position."""
    before = state.digest()
    asked = iter(range(10**9))
    lookahead = Lookahead(
        evaluator,
        evaluator.greedy_widths,
        RandomChance(Random(1)),
        lambda: next(asked) >= stop_after,
    )
    margins = lookahead.rank(state)
    assert len(margins) == len(state.legal_moves()) <= lookahead.nodes
    assert state.digest() == before
    return margins


def some_position(name: str, plies: int) -> AnyState:
    game = load_game(name)
    chance = SeededChance(b"look")
    seats = game.default_seats
    state: AnyState = game.initial_state(game.parse_options({}, seats), seats, chance)
    random = Random(2)
    for _ in range(plies):
        state.apply(state.legal_move(random.randrange(state.legal_count())), chance)
    while state.legal_count() < 3:
        state.apply(state.legal_move(0), chance)
    return state


def test_it_closes_the_courtyard_that_it_wins() -> None:
    drill = Drill.on(EX2.side)
    drill.play(*EX2.moves[:-1])
    state = drill.state.edited(to_move=1)
    margins = look(state, BolognaEvaluator())
    best = state.legal_moves()[max(range(len(margins)), key=margins.__getitem__)]
    after = state.clone()
    after.apply(best)
    assert after.pawn == 11


def test_a_win_outranks_everything() -> None:
    drill = Drill.on(EX2.side, pawn=5)
    drill.play(*EX2.moves[:-1])
    state = drill.state.edited(to_move=1)
    margins = look(state, BolognaEvaluator())
    after = state.clone()
    after.apply(state.legal_moves()[max(range(len(margins)), key=margins.__getitem__)])
    assert after.to_act is None
    assert margin(BolognaEvaluator(), after, 1) == pytest.approx(2000 + 32)
    assert margin(BolognaEvaluator(), after, 0) == pytest.approx(-2000 - 32)


@pytest.mark.parametrize("name", game_names())
def test_looking_further_is_never_cut_short_of_an_answer(name: str) -> None:
    state = some_position(name, 12)
    evaluator = evaluator_for(name)()
    hasty, thorough = look(state, evaluator, stop_after=0), look(state, evaluator)
    seat = state.to_act
    assert seat is not None
    for move, value in zip(state.legal_moves(), hasty, strict=True):
        after = state.clone()
        after.apply(move, RandomChance(Random(1)))
        if name != "bomarzo":  # its draws need chance
            assert margin(evaluator, after, seat) == pytest.approx(value)
    assert len(hasty) == len(thorough)


def test_the_rest_of_the_turn_counts() -> None:
    """In Patrician a card is worth what can be built with it and taken after it."""
    state = some_position("patrician", 30)
    while state.decision != "card":
        state.apply(state.legal_move(0))
    evaluator = evaluator_for("patrician")()
    at_once, to_the_end = look(state, evaluator, stop_after=0), look(state, evaluator)
    assert at_once != to_the_end
