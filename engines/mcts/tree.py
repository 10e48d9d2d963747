"""Monte-Carlo tree search without playouts: leaves are worth what the evaluation says.

Selection is PUCT as in AlphaZero (Silver et al. 2017), with priors from the evaluation of what each
move leads to instead of a network (softmax over points). Only the best few moves of a position
become children; a position of Bologna has some 400 moves, most of them pointless. A landmark is a
decision of the same seat as its building, so each node looks from the seat that acts there.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from engines.evaluation.bologna import Evaluator
from referee.games.bologna import BolognaState
from referee.games.bologna.moves import BolognaMove

__all__ = ["Found", "Settings", "search"]

_STOP_EVERY = 16
"""Positions evaluated between two looks at the clock."""

_STEEPEST = 60.0


@dataclass(frozen=True, slots=True)
class Settings:
    """How the tree grows.

    `width`: moves looked into a position. `exploration`: PUCT's constant. `temperature`: points of
    influence by which a move must be worse to have 1/e of the prior. `scale`: points ahead that
    make a win 73 % likely. `nodes`: positions evaluated at the most; 0 for no limit.
    """

    width: int = 8
    exploration: float = 0.4
    temperature: float = 3.0
    scale: float = 5.0
    nodes: int = 0
    iterations: int = 20_000


@dataclass(slots=True)
class Found:
    """What the search found; `share` of the points that the seat to act expects, 0..1."""

    move: BolognaMove
    share: float
    nodes: int
    depth: int
    line: list[BolognaMove]


class _OutOfTimeError(Exception):
    """The search is to end now; what was found so far counts."""


class _Node:
    """A position; `red` sums red's shares over its `visits`."""

    __slots__ = ("children", "first", "move", "prior", "red", "seat", "state", "visits")

    def __init__(self, move: BolognaMove | None, state: BolognaState, prior: float, first: float):
        self.move = move
        self.state = state
        self.seat = state.to_act
        self.prior = prior
        self.first = first
        """Red's share as evaluated when it was first seen."""
        self.visits = 0
        self.red = 0.0
        self.children: list[_Node] | None = None


class _Search:
    def __init__(self, settings: Settings, should_stop: Callable[[], bool]) -> None:
        self._settings = settings
        self._should_stop = should_stop
        self._evaluate = Evaluator()
        self.nodes = 0

    def expand(self, node: _Node) -> float:
        """Give a node its children; red's share after the best of them."""
        settings = self._settings
        sign = 1.0 if node.seat else -1.0
        evaluate = self._evaluate
        found: list[tuple[float, BolognaMove, BolognaState]] = []
        for move in node.state.legal_moves():
            if self.nodes % _STOP_EVERY == 0 and self._must_stop():
                if node.move is not None or not found:
                    raise _OutOfTimeError
                break
            self.nodes += 1
            after = node.state.clone()
            after.apply(move)
            found.append((sign * evaluate(after), move, after))
        found.sort(key=_by_value, reverse=True)
        best = found[: settings.width]
        top = best[0][0]
        weights = [math.exp((value - top) / settings.temperature) for value, _, _ in best]
        total = sum(weights)
        node.children = [
            _Node(move, state, weight / total, self._share(sign * value))
            for (value, move, state), weight in zip(best, weights, strict=True)
        ]
        return self._share(sign * top)

    def _must_stop(self) -> bool:
        limit = self._settings.nodes
        return self._should_stop() or bool(limit and self.nodes >= limit)

    def _share(self, red_points: float) -> float:
        """Red's expected share of the point, from points of influence ahead."""
        steep = max(-_STEEPEST, min(_STEEPEST, red_points / self._settings.scale))
        return 1.0 / (1.0 + math.exp(-steep))

    def iterate(self, root: _Node) -> None:
        """Walk down to a leaf, give it children, and carry its worth up."""
        node, path = root, [root]
        while node.children is not None:
            node = self._select(node, node.children)
            path.append(node)
        if node.seat is None:
            pawn = node.state.pawn
            red = 1.0 if pawn > 0 else 0.0 if pawn < 0 else 0.5
            self.nodes += 1
            if self._must_stop():
                raise _OutOfTimeError
        else:
            red = self.expand(node)
        for passed in path:
            passed.visits += 1
            passed.red += red

    def _select(self, node: _Node, children: list[_Node]) -> _Node:
        wide = self._settings.exploration * math.sqrt(node.visits + 1)
        best, best_bound = children[0], -1.0
        for child in children:
            red = child.red / child.visits if child.visits else child.first
            bound = (red if node.seat else 1.0 - red) + wide * child.prior / (1 + child.visits)
            if bound > best_bound:
                best, best_bound = child, bound
        return best


def _by_value(ranked: tuple[float, BolognaMove, BolognaState]) -> float:
    return ranked[0]


def search(
    state: BolognaState,
    settings: Settings,
    should_stop: Callable[[], bool],
    on_progress: Callable[[Found], None] | None = None,
) -> Found:
    """The move looked into most often until `should_stop` or the settings say stop.

    `on_progress` hears now and then. A position gives the same result where only `settings` end the
    search.
    """
    moves = state.legal_moves()
    if len(moves) == 1:
        return Found(moves[0], 0.5, 1, 0, [moves[0]])
    engine = _Search(settings, should_stop)
    root = _Node(None, state, 1.0, 0.5)
    try:
        for number in range(settings.iterations):
            engine.iterate(root)
            if on_progress is not None and number & (number + 1) == 0:
                on_progress(_found(root, engine.nodes))
    except _OutOfTimeError:
        if root.children is None:
            return Found(moves[0], 0.5, engine.nodes, 0, [moves[0]])
    return _found(root, engine.nodes)


def _found(root: _Node, nodes: int) -> Found:
    line: list[BolognaMove] = []
    node = root
    share = 0.5
    while node.children:
        seat = node.seat
        chosen = max(node.children, key=lambda child: (child.visits, child.prior))
        assert chosen.move is not None
        if not line:
            red = chosen.red / chosen.visits if chosen.visits else chosen.first
            share = red if seat else 1.0 - red
        line.append(chosen.move)
        node = chosen
    return Found(line[0], share, nodes, len(line), line)
