from google.protobuf.struct_pb2 import Struct

from referee.games import SeededChance
from referee.observation_message import observation_message
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
