"""A bot that answers at random and signs its moves, until it resigns.

Its environment: SIGNATURE stands in the comment of every move, ROUNDS says in which of its own
turns, from 0, it resigns; without ROUNDS it plays on. Run as a script, so that its own file is its
version.
"""

import os

from engines.kit import Bot, Choice, Evaluation, Match, Resign, Turn, serve
from referee.games.registry import game_names


class QuittingBot(Bot):
    name = "quitting"
    games = game_names()
    omit_legal_moves = True
    omit_events = True

    def on_match(self, match: Match) -> None:
        self._random = match.random
        self._turns: list[int] = []

    def choose(self, turn: Turn) -> Choice | Resign:
        if turn.number not in self._turns:
            self._turns.append(turn.number)
        if len(self._turns) > int(os.environ.get("ROUNDS", "1000")):
            return Resign()
        thought = Evaluation(comment=os.environ["SIGNATURE"])
        return Choice(self._random.randrange(turn.legal_count), thought)


if __name__ == "__main__":
    serve(QuittingBot())
