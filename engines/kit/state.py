"""From a turn to a position of `referee.games`, for bots that search."""

from random import Random

from engines.kit.errors import ProtocolError
from engines.kit.turn import Turn
from referee.games.game import AnyState
from referee.games.registry import load_game

__all__ = ["RandomChance", "rebuild_state"]


class RandomChance:
    """Chance from an ordinary generator; good for playouts, never for deals."""

    __slots__ = ("_below",)

    def __init__(self, random: Random) -> None:
        self._below = random.randrange

    def draw(self, bound: int) -> int:
        """A whole number in 0..bound-1, each equally likely."""
        return self._below(bound)


def rebuild_state(turn: Turn) -> AnyState:
    """A position that fits what the seat sees, hidden parts drawn with the match's `random`."""
    match = turn.match
    try:
        game = load_game(match.game)
    except KeyError as error:
        raise ProtocolError(f"this installation has no rules for {match.game!r}") from error
    if game.rules_version != match.rules_version:
        raise ProtocolError(
            f"the referee plays {match.game} by rules version {match.rules_version!r}, "
            f"this installation has {game.rules_version!r}"
        )
    try:
        return game.determinize(
            match.options,
            match.seats,
            match.seat,
            turn.observation.public,
            turn.observation.private,
            RandomChance(match.random),
        )
    except ValueError as error:
        raise ProtocolError(f"the observation contradicts itself: {error}") from error
