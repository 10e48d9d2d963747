"""The bot."""

from engines.alphabeta.search import Found, Limits, search
from engines.evaluation.bologna import BolognaEvaluator
from engines.kit import Bot, Choice, Evaluation, IntegerOption, Match, Turn
from engines.pacing import Pace, budget_us
from referee.games.bologna import BolognaState

__all__ = ["AlphaBetaBot", "evaluation_of"]

_US = 1_000
_WIDTH_RATIOS = (1.0, 1 / 3, 1 / 5, 1 / 8)
_NARROWEST = 3


class AlphaBetaBot(Bot):
    """Iterative deepening alpha-beta on Bologna."""

    name = "alphabeta"
    version = "1"
    author = "podesta"
    games = ("bologna",)
    omit_legal_moves = True
    omit_events = True

    depth = IntegerOption(8, "Decisions looked ahead at the most.", least=1, most=34)
    width = IntegerOption(24, "Moves looked into at the root; fewer behind it.", least=1, most=1200)
    nodes = IntegerOption(
        0,
        "Positions evaluated a decision at the most, for repeatable play; 0: by the clock.",
        least=0,
    )
    move_ms = IntegerOption(1000, "Time a decision where the match has no clock.", least=1)

    def on_match(self, match: Match) -> None:
        """Make ready what takes time."""
        BolognaEvaluator.prepare(match.options)

    def choose(self, turn: Turn) -> Choice:
        """The move at the head of the best line."""
        state = turn.state()
        if not isinstance(state, BolognaState):
            raise TypeError("alphabeta plays Bologna only")
        seat = turn.seat
        evaluator = BolognaEvaluator()
        pace = Pace(evaluator.decisions_left(state, seat), weight=evaluator.weight(state))
        budget = budget_us(turn, pace, self.move_ms * _US)
        widths = tuple(max(_NARROWEST, round(self.width * ratio)) for ratio in _WIDTH_RATIOS)
        limits = Limits(self.depth, widths, self.nodes)
        found = search(
            state,
            limits,
            lambda: turn.should_stop(budget),
            lambda deeper: _tell(turn, deeper, state),
        )
        return Choice(str(found.move), evaluation_of(found, state))


def _tell(turn: Turn, found: Found, state: BolognaState) -> None:
    turn.info(evaluation_of(found, state))


def evaluation_of(found: Found, state: BolognaState) -> Evaluation:
    """What a search found, in points of influence by seat; a match won is the end of the track."""
    most = float(state.city.city_map.tracks)
    value = max(-most, min(most, found.value))
    values = (value, -value) if state.to_act == 0 else (-value, value)
    return Evaluation(values, found.depth, found.nodes, [str(move) for move in found.line])
