"""The bot."""

from random import Random

from engines.kit import Bot, IntegerOption, Match, Turn
from referee.games.registry import game_names

__all__ = ["RandomBot"]


class RandomBot(Bot):
    """Uniform over the legal moves of any game, without looking at the position."""

    name = "random"
    version = "1"
    author = "podesta"
    games = game_names()
    omit_legal_moves = True
    omit_events = True
    instant = True

    seed = IntegerOption(
        0,
        "Where the moves come from; 0 for the seed that the referee gives for the match.",
        least=0,
    )

    def on_match(self, match: Match) -> None:
        """Start from the seed."""
        self._random: Random = Random(self.seed) if self.seed else match.random

    def choose(self, turn: Turn) -> int:
        """Any place in the list of legal moves."""
        return self._random.randrange(turn.legal_count)
