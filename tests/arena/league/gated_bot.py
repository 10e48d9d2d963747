"""A bot that answers at random, but waits while a file is missing.

Its environment: GATE names the file, and FREE tells how many matches a process of it plays without
looking for it. Run as a script, so that its own file is its version.
"""

import os
import threading
from pathlib import Path
from random import Random

from engines.kit import Bot, Match, Turn, serve


class GatedBot(Bot):
    name = "gated"
    games = ("bologna",)

    _matches = 0

    def on_match(self, match: Match) -> None:
        self._random: Random = match.random
        self._matches += 1

    def choose(self, turn: Turn) -> int:
        gate = Path(os.environ["GATE"])
        while self._matches > int(os.environ["FREE"]) and not gate.exists():
            threading.Event().wait(0.02)
        return self._random.randrange(turn.legal_count)


if __name__ == "__main__":
    serve(GatedBot())
