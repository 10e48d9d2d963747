"""What every evaluation must keep, whatever the game."""

import math
from random import Random

import pytest

from engines.evaluation import Evaluator, evaluator_for
from engines.kit.state import RandomChance
from referee.games import AnyState, SeededChance, load_game
from referee.games.registry import game_names
from tests.engines.evaluation.turned_table import DEALS
from tests.referee.games.playouts import Setup, all_setups

SETUPS = all_setups()


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_position_can_be_judged(setup: Setup) -> None:
    chance = SeededChance(b"judge")
    state = setup.start(chance)
    random = Random(5)
    evaluator = evaluator_for(setup.game)()
    evaluator.prepare(setup.options())
    ply = 0
    while state.to_act is not None:
        if ply % 5 == 0:
            before = state.digest()
            points = evaluator.points(state)
            assert len(points) == setup.seats
            assert all(math.isfinite(value) for value in points)
            assert 0 < evaluator.weight(state) <= 5
            assert all(evaluator.decisions_left(state, s) >= 1 for s in range(setup.seats))
            assert state.digest() == before
            assert list(evaluator_for(setup.game)().points(state)) == list(points)
        ply += 1
        state.apply(state.legal_move(random.randrange(state.legal_count())), chance)


@pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name in game_names() for seats in load_game(name).seats]
)
def test_turning_the_table_turns_the_points(name: str, seats: int) -> None:
    one, other = DEALS[name](seats, b"turned")
    evaluator = evaluator_for(name)()
    random = Random(8)
    for _ in range(120):
        if one.to_act is None:
            break
        points = list(evaluator.points(one))
        assert list(evaluator.points(other)) == pytest.approx([points[-1], *points[:-1]])
        choice = random.randrange(one.legal_count())
        move = one.legal_move(choice)
        assert str(other.legal_move(choice)) == str(move)
        seed = random.random()
        one.apply(move, RandomChance(Random(seed)))
        other.apply(move, RandomChance(Random(seed)))


@pytest.mark.parametrize("name", game_names())
def test_fewer_decisions_are_left_later_on(name: str) -> None:
    game = load_game(name)
    chance = SeededChance(b"left")
    seats = game.default_seats
    state: AnyState = game.initial_state(game.parse_options({}, seats), seats, chance)
    evaluator = evaluator_for(name)()
    random = Random(3)
    made = [0] * seats
    first = [evaluator.decisions_left(state, seat) for seat in range(seats)]
    last = first
    while state.to_act is not None:
        last = [evaluator.decisions_left(state, seat) for seat in range(seats)]
        made[state.to_act] += state.legal_count() > 1
        state.apply(state.legal_move(random.randrange(state.legal_count())), chance)
    for seat in range(seats):
        assert last[seat] < first[seat] / 2
        assert made[seat] / 2.5 < first[seat] < made[seat] * 2.5


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_tempo_is_what_a_turn_is_worth(seats: int) -> None:
    """Where everybody takes one turn of that worth, nobody gains against anybody else."""
    before = [0.0] * seats
    Evaluator.add_tempo(before, 1, 6.0)
    after = [6.0 * (seat == 1) for seat in range(seats)]
    Evaluator.add_tempo(after, 2, 6.0)
    change = [b - a for a, b in zip(before, after, strict=True)]
    assert change == pytest.approx([change[0]] * seats)
