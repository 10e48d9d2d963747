"""A bot that wishes events and legal moves, and plays any of them."""

from collections.abc import Sequence
from typing import Any

from engines.kit import Bot, Turn, serve


class Listening(Bot):
    name = "listening"
    games = ("bologna", "bomarzo", "patrician", "tuerme")

    def on_events(self, events: Sequence[Any]) -> None:
        """Wished, and not needed."""

    def choose(self, turn: Turn) -> str:
        return turn.match.random.choice(turn.legal_moves)


if __name__ == "__main__":
    serve(Listening())
