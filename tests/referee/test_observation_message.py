import pytest
from google.protobuf.struct_pb2 import Struct
from podesta.v1 import game_pb2

from referee.games import SeededChance, game_names, load_game
from referee.observation_message import observation_bytes, observation_message
from tests.referee.tiny_game import GAME


def test_a_seat_sees_its_own_private_part_and_a_spectator_none() -> None:
    state = GAME.initial_state({"goal": "20"}, 3, SeededChance(b"seed"))
    for seat in range(3):
        seen = observation_message(state, seat)
        public, private = Struct(), Struct()
        assert seen.public.Unpack(public)
        assert public == state.public()
        assert seen.private.Unpack(private)
        assert private == state.private(seat)
    assert not observation_message(state, None).HasField("private")
    assert observation_message(state, None).public == seen.public


@pytest.mark.parametrize("name", game_names())
def test_the_bytes_are_those_of_the_message_all_through_a_match(name: str) -> None:
    game = load_game(name)
    seats, chance = game.default_seats, SeededChance(b"bytes")
    state = game.initial_state(game.parse_options({}, seats), seats, chance)
    while state.to_act is not None:
        for seat in range(seats):
            quick = game_pb2.Observation.FromString(observation_bytes(state, seat))
            assert quick.private == observation_message(state, seat).private
            public = type(state.public())()
            assert quick.public.Unpack(public)
            assert public == state.public()
        state.apply(state.legal_move(chance.draw(state.legal_count())), chance)
