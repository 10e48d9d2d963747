"""Search over determinizations."""

from random import Random

import pytest

from engines.kit.state import RandomChance
from engines.mcts.information_set import _Node, _Search, search
from engines.mcts.settings import Found
from referee.games import AnyState, load_game
from referee.games.registry import game_names
from tests.engines.mcts.searches import after, never, position, settings_for

HIDDEN = [name for name in game_names() if not load_game(name).perfect_information]
CASES = [(name, seats) for name in HIDDEN for seats in load_game(name).seats]


def find(state: AnyState, name: str, seats: int, nodes: int, seed: int = 1) -> Found:
    evaluator, settings = settings_for(name, nodes)
    chance = RandomChance(Random(seed))
    return search(state, seats, evaluator, settings, chance, never)


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_the_same_nodes_find_the_same(name: str, seats: int) -> None:
    state = position(name, seats, 25)
    before = state.digest()
    one, two = (find(state, name, seats, 250) for _ in range(2))
    assert state.digest() == before
    assert (one.move, one.shares, one.line, one.nodes) == (
        two.move,
        two.shares,
        two.line,
        two.nodes,
    )
    assert one.move in state.legal_moves()
    assert one.move == one.line[0]
    assert len(one.shares) == seats
    assert sum(one.shares) == pytest.approx(seats / 2)


@pytest.mark.parametrize("name", HIDDEN)
def test_what_is_hidden_does_not_matter(name: str) -> None:
    """Any position that the seat can't tell from the true one gives the same answer."""
    seats = load_game(name).default_seats
    state = position(name, seats, 20)
    assert state.to_act is not None
    other = state.resample(state.to_act, RandomChance(Random(99)))
    assert other.digest() != state.digest()
    assert find(state, name, seats, 300).move == find(other, name, seats, 300).move


@pytest.mark.parametrize("name", HIDDEN)
@pytest.mark.parametrize("looks", [0, 1, 4])
def test_it_stops_at_once_when_told(name: str, looks: int) -> None:
    seats = load_game(name).default_seats
    state = position(name, seats, 15)
    evaluator, settings = settings_for(name, 0)
    found = search(state, seats, evaluator, settings, RandomChance(Random(1)), after(looks))
    assert found.move in state.legal_moves()
    # A few more where a move is new in the determinization of a walk.
    assert 0 < found.nodes <= 8 * (looks + 2)


@pytest.mark.parametrize("name", ["bomarzo", "patrician"])
def test_a_single_move_needs_no_thought(name: str) -> None:
    seats = load_game(name).default_seats
    state = position(name, seats, 10)
    random = Random(4)
    chance = RandomChance(random)
    while state.legal_count() != 1:
        state.apply(state.legal_move(random.randrange(state.legal_count())), chance)
        assert state.to_act is not None, "no decision without a choice in this match"
    evaluator, settings = settings_for(name, 0)
    found = search(state, seats, evaluator, settings, chance, never)
    assert (found.move, found.nodes) == (state.legal_move(0), 1)


@pytest.mark.parametrize(("name", "seats"), [("bomarzo", 3), ("patrician", 2)])
def test_it_finds_a_win_in_one(name: str, seats: int) -> None:
    """At the last decision of a match it takes a move that is placed best."""
    found_one = False
    for seed in range(60):
        state = last_choice(name, seats, seed)
        seat = state.to_act
        assert seat is not None
        placed = placements(state, seat)
        if len(set(placed)) > 1:
            found_one = True
            found = find(state, name, seats, 300)
            assert placed[state.legal_moves().index(found.move)] == min(placed)
    assert found_one, "no match of these hangs on its last decision"


def placements(state: AnyState, seat: int) -> list[int]:
    """Of a seat after each legal move; empty where not all of them end the match."""
    placed = []
    for move in state.legal_moves():
        done = state.clone()
        done.apply(move, RandomChance(Random(0)))
        outcome = done.outcome()
        if outcome is None:
            return []
        placed.append(outcome.seats[seat].placement)
    return placed


def last_choice(name: str, seats: int, seed: int) -> AnyState:
    """The position before the last move of a random match."""
    game = load_game(name)
    random = Random(seed)
    chance = RandomChance(random)
    state: AnyState = game.initial_state(game.parse_options({}, seats), seats, chance)
    before = state
    while state.to_act is not None:
        before = state.clone()
        state.apply(state.legal_move(random.randrange(state.legal_count())), chance)
    return before


@pytest.mark.parametrize("whole_rounds", [False, True])
@pytest.mark.parametrize("name", HIDDEN)
def test_leaves_are_judged_where_a_turn_ends_or_where_the_own_one_begins(
    name: str, whole_rounds: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = load_game(name).default_seats
    state = position(name, seats, 30)
    seat, turn = state.to_act, state.turn
    assert seat is not None
    assert state.turn_seat == seat
    evaluator, settings = settings_for(name, 0)
    monkeypatch.setattr(type(evaluator), "whole_rounds", whole_rounds)
    chance = RandomChance(Random(1))
    engine = _Search(evaluator, settings, chance, never, seat)
    leaf = state.resample(seat, chance)
    engine.iterate(_Node(None, 1.0, (0.5,) * seats), leaf)
    assert leaf.turn > turn
    if whole_rounds:
        assert leaf.turn_seat == seat
    else:
        assert leaf.turn_seat != seat
