"""The bot."""

from engines.evaluation import AnyEvaluator, evaluated_games, evaluator_for
from engines.kit import Bot, Choice, Evaluation, IntegerOption, Match, NumberOption, Turn
from engines.kit.state import RandomChance
from engines.mcts import information_set, tree
from engines.mcts.settings import Found, Settings
from engines.pacing import Pace, budget_us
from referee.games.game import AnyState
from referee.games.registry import load_game

__all__ = ["MctsBot"]

_US = 1_000


class MctsBot(Bot):
    """Monte-Carlo tree search on any game, guided by the evaluation that greedy plays by.

    Where everything is open and two seats play, each node keeps its position; elsewhere it is
    information-set search over determinizations.
    """

    name = "mcts"
    version = "2"
    author = "podesta"
    games = evaluated_games()
    omit_legal_moves = True
    omit_events = True

    width = IntegerOption(
        0, "Moves looked into a position; 0: as many as suit the game.", least=0, most=1200
    )
    exploration = NumberOption(
        0.0,
        "PUCT's constant: higher looks wider; 0: as suits the game.",
        least=0.0,
        most=100.0,
    )
    temperature = NumberOption(
        0.0,
        "Points that divide a move's prior by e; 0: as suits the game.",
        least=0.0,
        most=1000.0,
    )
    nodes = IntegerOption(
        0,
        "Positions evaluated a decision at the most, for repeatable play; 0: by the clock.",
        least=0,
    )
    move_ms = IntegerOption(1000, "Time a decision where the match has no clock.", least=1)

    def on_match(self, match: Match) -> None:
        """Make ready what takes time."""
        evaluator_for(match.game).prepare(match.options)

    def choose(self, turn: Turn) -> Choice:
        """The move looked into most often."""
        state = turn.state()
        moves = state.legal_moves()
        if len(moves) == 1:
            return Choice(str(moves[0]))
        evaluator = evaluator_for(turn.match.game)()
        budget = self._budget_us(turn, evaluator, state)
        found = self._search(turn, evaluator, state, budget)
        return Choice(str(found.move), _evaluation(found))

    def _budget_us(self, turn: Turn, evaluator: AnyEvaluator, state: AnyState) -> int:
        if self.nodes:
            return turn.limit_us
        pace = Pace(
            decisions_left=evaluator.decisions_left(state, turn.seat),
            decisions_a_turn=evaluator.decisions_a_turn,
            weight=evaluator.weight(state),
            reaction=state.turn_seat != turn.seat,
        )
        return budget_us(turn, pace, self.move_ms * _US)

    def _search(self, turn: Turn, evaluator: AnyEvaluator, state: AnyState, budget: int) -> Found:
        settings = Settings(
            width=self.width or evaluator.search_width,
            temperature=self.temperature or evaluator.temperature,
            scale=evaluator.scale,
            exploration=self.exploration or evaluator.exploration,
            nodes=self.nodes,
        )

        def should_stop() -> bool:
            return turn.should_stop(budget)

        def tell(found: Found) -> None:
            turn.info(_evaluation(found))

        match = turn.match
        if match.seats == 2 and load_game(match.game).perfect_information:
            return tree.search(state, evaluator, settings, should_stop, tell)
        chance = RandomChance(match.random)
        return information_set.search(
            state, match.seats, evaluator, settings, chance, should_stop, tell
        )


def _evaluation(found: Found) -> Evaluation:
    return Evaluation(found.shares, found.depth, found.nodes, [str(move) for move in found.line])
