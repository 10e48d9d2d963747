"""Iterative deepening alpha-beta over the most promising moves of each position.

All legal moves of a position are ranked by the evaluation of what they lead to, and only the best
few are looked into: a position of Bologna has some 400 moves, most of them pointless. The landmark
that a building calls for is a decision of the same seat, so a value changes sign only where the
seat changes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engines.evaluation.bologna import WIN, BolognaEvaluator
from referee.games.bologna import BolognaState
from referee.games.bologna.moves import BolognaMove

__all__ = ["Found", "Limits", "search"]

_INFINITY = 10 * WIN
_STOP_EVERY = 16
"""Positions evaluated between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How far to look.

    `widths[i]`: how many of the ranked moves are looked into at distance i from the root; the last
    one holds for all further. `depth`: decisions looked ahead at the most. `nodes`: positions
    evaluated at the most; 0 for no limit.
    """

    depth: int = 8
    widths: tuple[int, ...] = (24, 8, 5, 3)
    nodes: int = 0


@dataclass(slots=True)
class Found:
    """What the search found: `value` for the seat to act, in points of influence."""

    move: BolognaMove
    value: float
    depth: int
    nodes: int
    line: list[BolognaMove] = field(default_factory=list)


class _OutOfTimeError(Exception):
    """The search is to end now; what was found so far counts."""


@dataclass(slots=True)
class _Child:
    move: BolognaMove
    value: float
    """For the seat that moves, first by evaluation, later by search."""
    state: BolognaState
    same_seat: bool


class _Search:
    def __init__(self, limits: Limits, should_stop: Callable[[], bool]) -> None:
        self._limits = limits
        self._should_stop = should_stop
        self._evaluate = BolognaEvaluator().red_points
        self._ranked: dict[bytes, list[_Child]] = {}
        self.nodes = 0

    def width(self, distance: int) -> int:
        widths = self._limits.widths
        return widths[min(distance, len(widths) - 1)]

    def children(self, state: BolognaState, distance: int) -> list[_Child]:
        """The best moves by evaluation, the best first; ranked once a position."""
        key = state.digest()
        known = self._ranked.get(key)
        if known is not None:
            return known
        found: list[_Child] = []
        self.rank(state, found)
        found.sort(key=_by_value, reverse=True)
        best = found[: self.width(distance)]
        self._ranked[key] = best
        return best

    def rank(self, state: BolognaState, found: list[_Child]) -> None:
        """Evaluate what each legal move leads to; `found` holds what was reached in time."""
        seat = state.to_act
        sign = 1.0 if seat else -1.0
        evaluate = self._evaluate
        for move in state.legal_moves():
            # However late it is, the first few moves are judged.
            if self.nodes and self.nodes % _STOP_EVERY == 0:
                self._look_at_clock()
            self.nodes += 1
            child = state.clone()
            child.apply(move)
            found.append(_Child(move, sign * evaluate(child), child, child.to_act == seat))

    def _look_at_clock(self) -> None:
        if self._should_stop() or (self._limits.nodes and self.nodes >= self._limits.nodes):
            raise _OutOfTimeError

    def value(
        self, state: BolognaState, depth: int, distance: int, alpha: float, beta: float
    ) -> tuple[float, list[BolognaMove]]:
        """Value for the seat to act, and the line that leads to it (fail-soft)."""
        children = self.children(state, distance)
        if depth <= 1:
            return children[0].value, [children[0].move]
        best, line = -_INFINITY, []
        for child in children[: self.width(distance)]:
            value, tail = self.behind(child, depth, distance, max(alpha, best), beta)
            if value > best:
                best, line = value, [child.move, *tail]
                if best >= beta:
                    break
        return best, line

    def behind(
        self, child: _Child, depth: int, distance: int, alpha: float, beta: float
    ) -> tuple[float, list[BolognaMove]]:
        """Value of a child for the seat that moves to it."""
        if child.state.to_act is None:
            return child.value, []
        if child.same_seat:
            return self.value(child.state, depth - 1, distance + 1, alpha, beta)
        value, line = self.value(child.state, depth - 1, distance + 1, -beta, -alpha)
        return -value, line


def _by_value(child: _Child) -> float:
    return child.value


def search(
    state: BolognaState,
    limits: Limits,
    should_stop: Callable[[], bool],
    on_depth: Callable[[Found], None] | None = None,
) -> Found:
    """The best move found until `should_stop` or the limits say stop; at least a legal one.

    `on_depth` hears of each finished depth. A position of the same digest gives the same result
    where only `limits` end the search.
    """
    moves: Sequence[BolognaMove] = state.legal_moves()
    if len(moves) == 1:
        return Found(moves[0], 0.0, 0, 1, [moves[0]])
    engine = _Search(limits, should_stop)
    roots: list[_Child] = []
    found: Found | None = None
    try:
        engine.rank(state, roots)
        roots = sorted(roots, key=_by_value, reverse=True)[: engine.width(0)]
        found = _from_ranking(roots, engine.nodes)
        for depth in range(2, limits.depth + 1):
            best = _deepen(engine, roots, depth, found)
            found = best
            if on_depth is not None:
                on_depth(found)
            if abs(found.value) >= WIN / 2:
                break
    except _OutOfTimeError:
        if found is None:
            found = _from_ranking(sorted(roots, key=_by_value, reverse=True), engine.nodes)
    found.nodes = engine.nodes
    return found


def _from_ranking(roots: list[_Child], nodes: int) -> Found:
    return Found(roots[0].move, roots[0].value, 1, nodes, [roots[0].move])


def _deepen(engine: _Search, roots: list[_Child], depth: int, before: Found) -> Found:
    """Search all root moves one decision deeper.

    When the time runs out in between, `before` becomes the best of what was searched.
    """
    best = -_INFINITY
    values: dict[int, float] = {}
    for child in roots:
        value, tail = engine.behind(child, depth, 0, best, _INFINITY)
        values[id(child)] = value
        if value > best:
            best = value
            found = Found(child.move, value, depth, engine.nodes, [child.move, *tail])
            before.move, before.value = found.move, found.value
            before.line, before.depth = found.line, depth
    roots.sort(key=lambda child: values[id(child)], reverse=True)
    return found
