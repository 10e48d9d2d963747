"""A position as the game itself draws it, from an observation that came in a message."""

from google.protobuf import descriptor_pool, message_factory
from google.protobuf.any_pb2 import Any as PackedMessage
from google.protobuf.message import DecodeError, Message
from podesta.v1 import game_pb2
from rich.console import RenderableType
from rich.text import Text

from referee.games import load_game

__all__ = ["draw_observation"]


def draw_observation(game_name: str, observation: game_pb2.Observation) -> RenderableType:
    """The drawing of `Game.draw`; one line that says why where there can be none.

    A view must not end the match that it shows: an unknown game or message is told in the place
    of the board.
    """
    try:
        game = load_game(game_name)  # which also makes its messages known to the pool
    except KeyError:
        return Text(f"(no rules here to draw {game_name!r})")
    try:
        public = _unpack(observation.public)
        private = _unpack(observation.private)
    except (KeyError, DecodeError) as error:
        return Text(f"(can't draw: {error})")
    return Text("(nothing to see)") if public is None else game.draw(public, private)


def _unpack(packed: PackedMessage) -> Message | None:
    if not packed.type_url:
        return None
    descriptor = descriptor_pool.Default().FindMessageTypeByName(packed.TypeName())
    message = message_factory.GetMessageClass(descriptor)()
    packed.Unpack(message)
    return message
