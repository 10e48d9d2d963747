"""Monte-Carlo tree search without playouts, for two seats that see everything.

Leaves are worth what the evaluation says. Selection is PUCT as in AlphaZero (Silver et al. 2017),
with priors from the evaluation of what each move leads to instead of a network (softmax over
points). Only the best few moves of a position become children: most moves are pointless. A turn may
have several decisions of one seat, so each node looks from the seat that acts there.
"""

import math
from collections.abc import Callable

from engines.evaluation import AnyEvaluator, final_shares
from engines.mcts.settings import Found, OnProgress, OutOfTimeError, Settings
from referee.games.game import AnyState, Move

__all__ = ["search"]

_STOP_EVERY = 16
"""Positions evaluated between two looks at the clock."""

_DECIDED = 1000.0
"""Points that a match won is worth."""

_STEEPEST = 60.0


class _Node:
    """A position; `second` sums the shares of seat 1 over its `visits`."""

    __slots__ = ("children", "first", "move", "prior", "seat", "second", "state", "visits")

    def __init__(self, move: Move | None, state: AnyState, prior: float, first: float):
        self.move = move
        self.state = state
        self.seat = state.to_act
        self.prior = prior
        self.first = first
        """Seat 1's share as evaluated when the position was first seen."""
        self.visits = 0
        self.second = 0.0
        self.children: list[_Node] | None = None

    def share(self) -> float:
        """Seat 1's share, by what is known so far."""
        return self.second / self.visits if self.visits else self.first


class _Search:
    def __init__(
        self, evaluator: AnyEvaluator, settings: Settings, should_stop: Callable[[], bool]
    ) -> None:
        self._evaluator = evaluator
        self._settings = settings
        self._should_stop = should_stop
        self.nodes = 0

    def expand(self, node: _Node) -> float:
        """Give a node its children; seat 1's share after the best of them."""
        settings = self._settings
        sign = 1.0 if node.seat else -1.0
        points = self._evaluator.points
        found: list[tuple[float, Move, AnyState]] = []
        for move in node.state.legal_moves():
            # However late it is, the first few moves are judged.
            if self.nodes and self.nodes % _STOP_EVERY == 0 and self._must_stop():
                if node.move is not None:
                    raise OutOfTimeError
                break
            self.nodes += 1
            after = node.state.clone()
            after.apply(move)
            if after.to_act is None:
                lead = _final_lead(after)
            else:
                first, second = points(after)
                lead = second - first
            found.append((sign * lead, move, after))
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

    def _share(self, lead: float) -> float:
        """Seat 1's expected share, from points ahead."""
        steep = max(-_STEEPEST, min(_STEEPEST, lead / self._settings.scale))
        return 1.0 / (1.0 + math.exp(-steep))

    def iterate(self, root: _Node) -> None:
        """Walk down to a leaf, give it children, and carry its worth up."""
        node, path = root, [root]
        while node.children is not None:
            node = self._select(node, node.children)
            path.append(node)
        if node.seat is None:
            outcome = node.state.outcome()
            assert outcome is not None
            second = final_shares(outcome)[1]
            self.nodes += 1
            if self._must_stop():
                raise OutOfTimeError
        else:
            second = self.expand(node)
        for passed in path:
            passed.visits += 1
            passed.second += second

    def _select(self, node: _Node, children: list[_Node]) -> _Node:
        wide = self._settings.exploration * math.sqrt(node.visits + 1)
        best, best_bound = children[0], -1.0
        for child in children:
            share = child.second / child.visits if child.visits else child.first
            if not node.seat:
                share = 1.0 - share
            bound = share + wide * child.prior / (1 + child.visits)
            if bound > best_bound:
                best, best_bound = child, bound
        return best


def _final_lead(state: AnyState) -> float:
    """Points that seat 1 is ahead at the end; the winner counts more than any points."""
    outcome = state.outcome()
    assert outcome is not None
    first, second = outcome.seats
    return _DECIDED * (first.placement - second.placement) + (second.score - first.score) / 2


def _by_value(ranked: tuple[float, Move, AnyState]) -> float:
    return ranked[0]


def search(
    state: AnyState,
    evaluator: AnyEvaluator,
    settings: Settings,
    should_stop: Callable[[], bool],
    on_progress: OnProgress | None = None,
) -> Found:
    """The move looked into most often until `should_stop` or the settings say stop.

    `on_progress` hears now and then. A position gives the same result where only `settings` end the
    search.
    """
    moves = state.legal_moves()
    if len(moves) == 1:
        return Found(moves[0], (0.5, 0.5), 1, 0, [moves[0]])
    engine = _Search(evaluator, settings, should_stop)
    root = _Node(None, state, 1.0, 0.5)
    try:
        for number in range(settings.iterations):
            engine.iterate(root)
            if on_progress is not None and number & (number + 1) == 0:
                on_progress(_found(root, engine.nodes))
    except OutOfTimeError:
        pass
    return _found(root, engine.nodes)


def _found(root: _Node, nodes: int) -> Found:
    line: list[Move] = []
    node = root
    second = 0.5
    while node.children:
        chosen = max(node.children, key=lambda child: (child.visits, child.prior))
        if not line:
            second = chosen.share()
        assert chosen.move is not None
        line.append(chosen.move)
        node = chosen
    return Found(line[0], (1.0 - second, second), nodes, len(line), line)
