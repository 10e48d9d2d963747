"""The bot."""

from engines.evaluation.bologna import Evaluator, prepare
from engines.kit import Bot, Choice, Evaluation, Match, NumberOption, Turn
from referee.games.bologna import BolognaState

__all__ = ["GreedyBot"]


class GreedyBot(Bot):
    """Makes each legal move on a copy, evaluates what comes of it, and takes the best."""

    name = "greedy"
    version = "1"
    author = "podesta"
    games = ("bologna",)
    omit_legal_moves = True
    omit_events = True

    noise = NumberOption(
        0.01, "Moves closer than about this, in points, are chosen from at random.", least=0.0
    )

    def on_match(self, match: Match) -> None:
        """Make ready what takes time."""
        prepare(match.options)

    def choose(self, turn: Turn) -> Choice:
        """The move with the highest evaluation, plus a little noise."""
        state = turn.state()
        if not isinstance(state, BolognaState):
            raise TypeError("greedy plays Bologna only")
        seat = turn.seat
        sign = 1.0 if seat else -1.0
        random = turn.match.random.random
        evaluate = Evaluator()
        best, best_value = "", float("-inf")
        moves = state.legal_moves()
        for move in moves:
            after = state.clone()
            after.apply(move)
            value = sign * evaluate(after) + self.noise * random()
            if value > best_value:
                best, best_value = move.text, value
        values = (-best_value, best_value) if seat else (best_value, -best_value)
        return Choice(best, Evaluation(values, depth=1, nodes=len(moves), line=[best]))
