"""What positions of Bologna are worth."""

import pytest

from engines.evaluation.bologna import WIN, BolognaEvaluator
from referee.games.bologna import BolognaState
from tests.referee.games.bologna.drill import Drill
from tests.referee.games.bologna.examples import EXAMPLES

EX2 = next(example for example in EXAMPLES if example.name == "EX2")


def after(*moves: str, side: str = "M3A", pawn: int = 0) -> BolognaState:
    drill = Drill.on(side, pawn=pawn)
    drill.play(*moves)
    return drill.state


def test_points_are_reds_lead_in_halves() -> None:
    evaluator = BolognaEvaluator()
    state = after("y h3@3:b1-d1")
    red = evaluator.red_points(state)
    assert evaluator.points(state) == pytest.approx((-red / 2, red / 2))


def test_influence_counts_in_full() -> None:
    evaluator = BolognaEvaluator()
    level, ahead = after(pawn=0), after(pawn=4)
    assert evaluator.red_points(ahead) - evaluator.red_points(level) == pytest.approx(4)


def test_a_tower_holds_its_district() -> None:
    evaluator = BolognaEvaluator()
    opening = ("y h3@3:b1-d1", "y councilman@3:e4-f5")
    house = after(*opening, "r h2@3:f2-f3")
    low, high = after(*opening, "r t2@3:f2"), after(*opening, "r t6@3:f2")
    assert evaluator.red_points(house) < evaluator.red_points(low) < evaluator.red_points(high)


def test_a_courtyard_to_close_is_worth_more_to_who_moves() -> None:
    drill = Drill.on(EX2.side)
    drill.play(*EX2.moves[:-1])
    evaluator = BolognaEvaluator()
    red_moves = drill.state.edited(to_move=1)
    yellow_moves = drill.state.edited(to_move=0)
    assert evaluator.red_points(red_moves) > evaluator.red_points(yellow_moves) + 3


def test_the_end_outranks_everything() -> None:
    drill = Drill.on(EX2.side, pawn=6)
    drill.play(*EX2.moves)
    assert drill.state.to_act is None
    assert BolognaEvaluator().red_points(drill.state) > WIN


def test_what_it_remembers_changes_nothing() -> None:
    drill = Drill.on(EX2.side)
    used = BolognaEvaluator()
    for move in EX2.moves:
        drill.play(move)
        assert used.red_points(drill.state) == BolognaEvaluator().red_points(drill.state)
