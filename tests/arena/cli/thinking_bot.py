"""A bot for tests: up to some ply it plays the first legal move, then it thinks for ever."""

import sys
import threading

from engines.kit import Bot, Turn, serve


class ThinkingBot(Bot):
    """Is still thinking when the match is stopped."""

    name = "thinker"
    games = ("bologna",)

    def choose(self, turn: Turn) -> int:
        """The first legal move, or none at all."""
        if turn.ply > int(sys.argv[1]):
            threading.Event().wait()
        return 0


if __name__ == "__main__":
    serve(ThinkingBot())
