"""A bot that is gone at its second move, as if it had crashed."""

import os
from random import Random

from engines.kit import Bot, Match, Turn, serve


class CrashingBot(Bot):
    name = "crashing"
    games = ("bologna",)

    def on_match(self, match: Match) -> None:
        self._random: Random = match.random
        self._moves = 0

    def choose(self, turn: Turn) -> int:
        self._moves += 1
        if self._moves == 2:
            os._exit(3)
        return self._random.randrange(turn.legal_count)


if __name__ == "__main__":
    serve(CrashingBot())
