"""The bot."""

from engines.evaluation.bologna import prepare
from engines.kit import Bot, Choice, Evaluation, IntegerOption, Match, NumberOption, Turn
from engines.mcts.tree import Found, Settings, search
from engines.pacing import budget_us
from referee.games.bologna import BolognaState

__all__ = ["MctsBot"]

_US = 1_000
_LANDMARK_SHARE = 3
"""A landmark gets this fraction of the time that a building gets."""


class MctsBot(Bot):
    """Monte-Carlo tree search on Bologna, guided by the evaluation that greedy plays by."""

    name = "mcts"
    version = "1"
    author = "podesta"
    games = ("bologna",)
    omit_legal_moves = True
    omit_events = True

    width = IntegerOption(8, "Moves looked into a position.", least=1, most=1200)
    exploration = NumberOption(0.4, "PUCT's constant: higher looks wider.", least=0.0)
    temperature = NumberOption(3.0, "Points that divide a move's prior by e.", least=0.01)
    nodes = IntegerOption(
        0,
        "Positions evaluated a decision at the most, for repeatable play; 0: by the clock.",
        least=0,
    )
    move_ms = IntegerOption(1000, "Time a decision where the match has no clock.", least=1)

    def on_match(self, match: Match) -> None:
        """Make ready what takes time."""
        prepare(match.options)

    def choose(self, turn: Turn) -> Choice:
        """The move looked into most often."""
        state = turn.state()
        if not isinstance(state, BolognaState):
            raise TypeError("mcts plays Bologna only")
        seat = turn.seat
        left = sum(state.supply(seat).buildings) or 1
        budget = budget_us(turn, left + 1, self.move_ms * _US)
        if state.due is not None:
            budget //= _LANDMARK_SHARE
        settings = Settings(
            width=self.width,
            exploration=self.exploration,
            temperature=self.temperature,
            nodes=self.nodes,
        )
        found = search(
            state,
            settings,
            lambda: turn.should_stop(budget),
            lambda so_far: _tell(turn, so_far, seat),
        )
        return Choice(str(found.move), _evaluation(found, seat))


def _tell(turn: Turn, found: Found, seat: int) -> None:
    turn.info(_evaluation(found, seat))


def _evaluation(found: Found, seat: int) -> Evaluation:
    shares = (found.share, 1.0 - found.share)
    values = shares if seat == 0 else shares[::-1]
    return Evaluation(values, found.depth, found.nodes, [str(move) for move in found.line])
