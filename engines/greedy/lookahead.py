"""What is best by the evaluation at once, or at the end of one's own turn."""

from collections.abc import Callable

from engines.evaluation import AnyEvaluator, final_shares
from referee.games.chance import Chance
from referee.games.game import AnyState

__all__ = ["Lookahead", "margin"]

_DECIDED = 1000.0
"""Points that a match won is worth; more than any position that is not decided."""

_FURTHER_WIDTH = 3
"""Moves followed at the second and later decisions of a turn, beside the first."""


def margin(evaluator: AnyEvaluator, state: AnyState, seat: int) -> float:
    """Points that a seat is ahead of the mean of the others."""
    if state.to_act is None:
        outcome = state.outcome()
        assert outcome is not None
        points: list[float] = [
            2 * _DECIDED * share + end.score
            for share, end in zip(final_shares(outcome), outcome.seats, strict=True)
        ]
    else:
        points = list(evaluator.points(state))
    own = points[seat]
    return own - (sum(points) - own) / (len(points) - 1)


class Lookahead:
    """Ranks moves; `should_stop` ends it early, and the margins found so far count."""

    def __init__(
        self, evaluator: AnyEvaluator, width: int, chance: Chance, should_stop: Callable[[], bool]
    ) -> None:
        self._evaluator = evaluator
        self._width = width
        self._chance = chance
        self._should_stop = should_stop
        self.nodes = 0

    def rank(self, state: AnyState) -> list[float]:
        """The margin of the seat to act after each legal move, in their order.

        The most promising `width` moves are followed to the end of the turn; they go up or down by
        what is found there, and the others keep their distance to the worst of them.
        """
        seat = state.to_act
        assert seat is not None
        turn = state.turn
        after: list[AnyState] = []
        margins: list[float] = []
        for move in state.legal_moves():
            child = state.clone()
            child.apply(move, self._chance)
            self.nodes += 1
            after.append(child)
            margins.append(margin(self._evaluator, child, seat))
        if self._width:
            self._follow(after, margins, seat, turn, self._width)
        return margins

    def _follow(
        self, after: list[AnyState], margins: list[float], seat: int, turn: int, width: int
    ) -> None:
        ranked = sorted(range(len(after)), key=margins.__getitem__, reverse=True)
        followed: list[int] = []
        for place in ranked[:width]:
            if self._should_stop():
                break
            child = after[place]
            if child.to_act == seat and child.turn == turn:
                margins[place] = self._end_of_turn(child, seat, turn)
            followed.append(place)
        if not followed:
            return
        worst = min(margins[place] for place in followed)
        rest = [place for place in ranked if place not in followed]
        if rest:
            lower = max(0.0, margins[rest[0]] - worst)
            for place in rest:
                margins[place] -= lower

    def _end_of_turn(self, state: AnyState, seat: int, turn: int) -> float:
        """The best margin that the rest of the turn leads to."""
        while state.to_act == seat and state.turn == turn and len(state.legal_moves()) == 1:
            state.apply(state.legal_moves()[0], self._chance)
        if state.to_act != seat or state.turn != turn:
            return margin(self._evaluator, state, seat)
        after: list[AnyState] = []
        margins: list[float] = []
        for move in state.legal_moves():
            child = state.clone()
            child.apply(move, self._chance)
            self.nodes += 1
            after.append(child)
            margins.append(margin(self._evaluator, child, seat))
        self._follow(after, margins, seat, turn, min(self._width, _FURTHER_WIDTH))
        return max(margins)
