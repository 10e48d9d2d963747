"""Alpha-beta on Bologna."""

import pytest

from engines.alphabeta.bot import evaluation_of
from engines.alphabeta.search import Found, Limits, search
from referee.games.bologna import BolognaState
from tests.engines.mcts.searches import after, never, position
from tests.referee.games.bologna.drill import Drill
from tests.referee.games.bologna.examples import EXAMPLES

EX2 = next(example for example in EXAMPLES if example.name == "EX2")


def before_the_last(pawn: int) -> BolognaState:
    drill = Drill.on(EX2.side, pawn=pawn)
    drill.play(*EX2.moves[:-1])
    return drill.state.edited(to_move=1)


def bologna(plies: int) -> BolognaState:
    state = position("bologna", 2, plies)
    assert isinstance(state, BolognaState)
    return state


def find(state: BolognaState, nodes: int) -> Found:
    return search(state, Limits(nodes=nodes), never)


def test_it_finds_a_win_in_one() -> None:
    state = before_the_last(5)
    found = find(state, 3000)
    state.apply(found.move)
    assert (state.to_act, state.pawn) == (None, 16)
    assert found.value > 500
    assert evaluation_of(found, before_the_last(5)).values == (-15.0, 15.0)  # the end of the track


def test_it_closes_a_courtyard() -> None:
    state = before_the_last(0)
    state.apply(find(state, 3000).move)
    assert state.pawn == 11


def test_the_same_nodes_find_the_same() -> None:
    state = bologna(6)
    one, two = find(state, 2000), find(state, 2000)
    assert (one.move, one.value, one.line, one.depth) == (two.move, two.value, two.line, two.depth)
    assert one.nodes == two.nodes <= 2016


def test_more_nodes_look_deeper() -> None:
    state = bologna(8)
    depths = [find(state, nodes).depth for nodes in (500, 4000, 12000)]
    assert depths == sorted(depths)
    assert depths[-1] > depths[0]


@pytest.mark.parametrize("looks", [0, 1, 5])
def test_it_stops_at_once_when_told(looks: int) -> None:
    state = bologna(4)
    found = search(state, Limits(), after(looks))
    assert found.move in state.legal_moves()
    assert 0 < found.nodes <= 16 * (looks + 1)


def test_the_depth_is_a_limit() -> None:
    assert search(bologna(30), Limits(depth=2), never).depth <= 2
