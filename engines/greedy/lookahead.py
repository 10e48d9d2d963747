"""What is best by the evaluation at once, or at the end of one's own turn."""

from collections.abc import Callable, Sequence

from engines.evaluation import AnyEvaluator, final_shares
from referee.games.chance import Chance
from referee.games.game import AnyState

__all__ = ["DECIDED", "Lookahead", "margin"]

DECIDED = 1000.0
"""Points that a match won is worth; more than any position that is not decided."""


def margin(evaluator: AnyEvaluator, state: AnyState, seat: int) -> float:
    """Points that a seat is ahead of the mean of the others."""
    if state.to_act is None:
        outcome = state.outcome()
        assert outcome is not None
        points: list[float] = [
            2 * DECIDED * share + end.score
            for share, end in zip(final_shares(outcome), outcome.seats, strict=True)
        ]
    else:
        points = list(evaluator.points(state))
    own = points[seat]
    return own - (sum(points) - own) / (len(points) - 1)


class Lookahead:
    """Ranks moves; `should_stop` ends it early, and the margins found so far count.

    `widths`: see `Evaluator.greedy_widths`.
    """

    def __init__(
        self,
        evaluator: AnyEvaluator,
        widths: Sequence[int],
        chance: Chance,
        should_stop: Callable[[], bool],
    ) -> None:
        self._evaluator = evaluator
        self._widths = widths
        self._chance = chance
        self._should_stop = should_stop
        self.nodes = 0

    def rank(self, state: AnyState) -> list[float]:
        """The margin of the seat to act after each legal move, in their order.

        The most promising moves are followed to the end of the turn, and their margins become what
        is found there; the others go down with the worst of them.
        """
        seat = state.to_act
        assert seat is not None
        return self._rank(state, seat, state.turn, 0)

    def _rank(self, state: AnyState, seat: int, turn: int, depth: int) -> list[float]:
        after: list[AnyState] = []
        margins: list[float] = []
        for move in state.legal_moves():
            child = state.clone()
            child.apply(move, self._chance)
            after.append(child)
            margins.append(margin(self._evaluator, child, seat))
        self.nodes += len(after)
        if self._widths:
            width = self._widths[min(depth, len(self._widths) - 1)]
            self._follow(after, margins, seat, turn, width, depth)
        return margins

    def _follow(
        self,
        after: list[AnyState],
        margins: list[float],
        seat: int,
        turn: int,
        width: int,
        depth: int,
    ) -> None:
        ranked = sorted(range(len(after)), key=margins.__getitem__, reverse=True)
        lowest = margins[ranked[0]]
        followed = 0
        for place in ranked[:width]:
            if self._should_stop():
                break
            followed += 1
            margins[place] = self._end_of_turn(after[place], margins[place], seat, turn, depth)
            lowest = min(lowest, margins[place])
        for place in ranked[followed:]:
            margins[place] = min(margins[place], lowest)

    def _end_of_turn(
        self, state: AnyState, known: float, seat: int, turn: int, depth: int
    ) -> float:
        """The best margin that the rest of the turn leads to; `known` where the turn is over."""
        if state.to_act != seat or state.turn != turn:
            return known
        return max(self._rank(state, seat, turn, depth + 1))
