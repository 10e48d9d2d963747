"""Best-first search where everything is open."""

from random import Random

import pytest

from engines.evaluation.bologna import BolognaEvaluator
from engines.mcts.settings import Found
from engines.mcts.tree import search
from referee.games.bologna import BolognaState
from tests.engines.mcts.searches import after, never, position, settings_for
from tests.referee.games.bologna.drill import Drill
from tests.referee.games.bologna.examples import EXAMPLES

EX2 = next(example for example in EXAMPLES if example.name == "EX2")


def before_the_last(pawn: int) -> BolognaState:
    drill = Drill.on(EX2.side, pawn=pawn)
    drill.play(*EX2.moves[:-1])
    return drill.state.edited(to_move=1)


def find(state: BolognaState, nodes: int) -> Found:
    evaluator, settings = settings_for("bologna", nodes)
    return search(state, evaluator, settings, never)


def test_it_finds_a_win_in_one() -> None:
    state = before_the_last(5)
    found = find(state, 2000)
    done = state.clone()
    done.apply(found.move)  # type: ignore[arg-type]
    assert done.to_act is None
    assert done.pawn == 16
    assert found.shares[1] > 0.99
    assert sum(found.shares) == pytest.approx(1)


def test_it_closes_a_courtyard() -> None:
    state = before_the_last(0)
    found = find(state, 2000)
    done = state.clone()
    done.apply(found.move)  # type: ignore[arg-type]
    assert done.pawn == 11


def test_the_same_nodes_find_the_same() -> None:
    state = position("bologna", 2, 6)
    assert isinstance(state, BolognaState)
    one, two = find(state, 1500), find(state, 1500)
    assert (one.move, one.shares, one.line) == (two.move, two.shares, two.line)
    assert 1500 <= one.nodes < 1600
    assert one.move == one.line[0]
    assert len(find(state, 4000).line) >= len(one.line)


def test_nothing_is_found_twice_from_what_was_seen_before() -> None:
    """Another position between them changes nothing."""
    state, other = position("bologna", 2, 6), position("bologna", 2, 9)
    evaluator, settings = settings_for("bologna", 1200)
    fresh = search(state, evaluator, settings, never)
    search(other, BolognaEvaluator(), settings, never)
    again = search(state, BolognaEvaluator(), settings, never)
    assert (fresh.move, fresh.shares) == (again.move, again.shares)


@pytest.mark.parametrize("looks", [0, 1, 5])
def test_it_stops_at_once_when_told(looks: int) -> None:
    state = position("bologna", 2, 4)
    evaluator, settings = settings_for("bologna", 0)
    found = search(state, evaluator, settings, after(looks))
    assert found.move in state.legal_moves()
    assert 0 < found.nodes <= 16 * (looks + 1)


def test_a_single_move_needs_no_thought() -> None:
    state = forced()
    evaluator, settings = settings_for("bologna", 0)
    found = search(state, evaluator, settings, never)
    assert (found.move, found.nodes) == (state.legal_move(0), 1)


def forced() -> BolognaState:
    """A position with one legal move, from random matches."""
    for seed in range(100):
        state = position("bologna", 2, 0, seed)
        assert isinstance(state, BolognaState)
        random = Random(seed)
        while state.to_act is not None:
            if state.legal_count() == 1:
                return state
            state.apply(state.legal_move(random.randrange(state.legal_count())))
    raise AssertionError("no such position in a hundred matches")


def test_it_tells_now_and_then() -> None:
    heard: list[int] = []
    evaluator, settings = settings_for("bologna", 3000)
    state = position("bologna", 2, 10)
    search(state, evaluator, settings, never, lambda found: heard.append(found.nodes))
    assert heard == sorted(heard)
    assert len(heard) > 1
