"""The bot."""

from engines.evaluation import evaluated_games, evaluator_for
from engines.greedy.lookahead import DECIDED, Lookahead
from engines.kit import Bot, Choice, Evaluation, IntegerOption, Match, NumberOption, Turn
from engines.kit.state import RandomChance
from engines.pacing import Pace, budget_us

__all__ = ["GreedyBot"]

_UNLIMITED_US = 200_000


class GreedyBot(Bot):
    """Makes each legal move on a copy, evaluates what comes of it, and takes the best."""

    name = "greedy"
    version = "2"
    author = "podesta"
    games = evaluated_games()
    omit_legal_moves = True
    omit_events = True

    noise = NumberOption(
        0.01, "Moves closer than about this, in points, are chosen from at random.", least=0.0
    )
    worlds = IntegerOption(
        0,
        "Ways to fill in what is hidden that it averages over; 0: as many as suit the game.",
        least=0,
        most=1000,
    )

    def on_match(self, match: Match) -> None:
        """Make ready what takes time."""
        evaluator_for(match.game).prepare(match.options)

    def choose(self, turn: Turn) -> Choice:
        """The move with the highest evaluation, plus a little noise."""
        match = turn.match
        state = turn.state()
        moves = state.legal_moves()
        if len(moves) == 1:
            return Choice(str(moves[0]))
        evaluator = evaluator_for(match.game)()
        seat = turn.seat
        pace = Pace(
            evaluator.decisions_left(state, seat),
            evaluator.decisions_a_turn,
            reaction=state.turn_seat != seat,
        )
        budget = budget_us(turn, pace, _UNLIMITED_US)
        chance = RandomChance(match.random)
        lookahead = Lookahead(
            evaluator, evaluator.greedy_widths, chance, lambda: turn.should_stop(budget)
        )
        worlds = self.worlds or evaluator.worlds
        sums = lookahead.rank(state)
        judged = 1
        while judged < worlds and not turn.should_stop(budget):
            margins = lookahead.rank(state.resample(seat, chance))
            sums = [total + value for total, value in zip(sums, margins, strict=True)]
            judged += 1
        noisy = [total / judged + self.noise * match.random.random() for total in sums]
        best = max(range(len(noisy)), key=noisy.__getitem__)
        text = str(moves[best])
        values: list[float] = []  # nothing to say in points where the match is decided
        if abs(noisy[best]) < DECIDED / 2:
            values = [-noisy[best] / (match.seats - 1)] * match.seats
            values[seat] = noisy[best]
        return Choice(text, Evaluation(values, depth=1, nodes=lookahead.nodes, line=[text]))
