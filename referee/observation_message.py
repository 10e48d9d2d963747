"""An observation as it travels."""

from podesta.v1 import game_pb2

from referee.games import AnyState
from referee.packing import pack_into

__all__ = ["observation_message"]


def observation_message(state: AnyState, seat: int | None) -> game_pb2.Observation:
    """What `seat` may know of a position; None is a spectator, who knows what everybody may."""
    observation = game_pb2.Observation()
    pack_into(observation.public, state.public())
    private = None if seat is None else state.private(seat)
    if private is not None:
        pack_into(observation.private, private)
    return observation
