"""From an observation back to a position of the rules."""

from random import Random

import pytest
from podesta.v1 import engine_pb2, game_pb2

from engines.kit import Match, ProtocolError, Turn
from engines.kit.state import RandomChance
from referee.games.chance import SeededChance
from referee.games.game import AnyGame, AnyState
from referee.games.registry import game_names, load_game
from tests.engines.kit.scripted_referee import new_match


def make_turn(game: AnyGame, options: dict[str, str], state: AnyState, **facts: str) -> Turn:
    """The question that a referee would ask in this position."""
    assert state.to_act is not None
    message = new_match(
        game=game.name,
        your_seat=state.to_act,
        game_options=options,
        rules_version=facts.get("rules_version", game.rules_version),
        seats=[engine_pb2.SeatInfo(name=str(seat)) for seat in range(game.default_seats)],
    )
    observation = game_pb2.Observation()
    observation.public.Pack(state.public())
    private = state.private(state.to_act)
    if private is not None:
        observation.private.Pack(private)
    question = engine_pb2.Decide(
        match_id="m1", decision_id=1, observation=observation, legal_count=state.legal_count()
    )
    sent: list[bytes] = []
    return Turn(Match(message), question, asked_at_us=0, monotonic=lambda: 0, post=sent.append)


def deal(game: AnyGame, seed: bytes) -> tuple[dict[str, str], AnyState, SeededChance]:
    chance = SeededChance(seed)
    options = game.parse_options({}, game.default_seats)
    return options, game.initial_state(options, game.default_seats, chance), chance


@pytest.mark.parametrize("name", game_names())
def test_a_turn_gives_the_position_with_the_same_legal_moves(name: str) -> None:
    game = load_game(name)
    options, state, chance = deal(game, b"state")
    random = Random(1)
    asked = 0
    while state.to_act is not None and asked < 40:
        position = make_turn(game, options, state).state()
        assert position.to_act == state.to_act
        assert position.decision == state.decision
        assert position.legal_texts() == state.legal_texts()
        asked += 1
        state.apply(state.legal_move(random.randrange(state.legal_count())), chance)
    assert asked > 5


def test_other_rules_are_refused() -> None:
    game = load_game("bologna")
    options, state, _ = deal(game, b"x")
    turn = make_turn(game, options, state, rules_version="of old")
    with pytest.raises(ProtocolError, match="rules version 'of old'"):
        turn.state()


def test_an_unknown_game_is_refused() -> None:
    game = load_game("bologna")
    options, state, _ = deal(game, b"x")
    turn = make_turn(game, options, state)
    turn.match.game = "chess"
    with pytest.raises(ProtocolError, match="no rules for 'chess'"):
        turn.state()


def test_an_observation_that_contradicts_itself_is_the_referees_error() -> None:
    game = load_game("bologna")
    options, state, _ = deal(game, b"x")
    turn = make_turn(game, options, state)
    turn.observation.public.city = "nonsense"
    with pytest.raises(ProtocolError, match="contradicts itself"):
        turn.state()


def test_chance_for_playouts_is_in_its_bounds_and_repeats() -> None:
    first, second = RandomChance(Random(3)), RandomChance(Random(3))
    drawn = [first.draw(6) for _ in range(200)]
    assert drawn == [second.draw(6) for _ in range(200)]
    assert set(drawn) == set(range(6))
