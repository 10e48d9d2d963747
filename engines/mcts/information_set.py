"""Single-observer information-set Monte-Carlo tree search (Cowling, Powley, Whitehouse 2012).

One tree over moves, from the eyes of the seat that decides. Each walk down begins in a new
determinization: a position that this seat can't tell from the true one, hidden parts drawn anew,
and chance is drawn as it falls. A node therefore stands for all positions that its moves lead to;
which of its moves are legal differs from walk to walk, and a move is weighed against how often it
was available, not against how often its node was visited.

Values are vectors, one share a seat, and each seat maximises its own (max^n). Leaves are worth what
the evaluation says, and moves get priors from it (PUCT as in Silver et al. 2017): the evaluation of
what a move led to when it was first seen.
"""

from collections.abc import Callable, Sequence
from math import exp, sqrt

from engines.evaluation import AnyEvaluator, final_shares, shares
from engines.mcts.settings import Found, OnProgress, OutOfTimeError, Settings
from referee.games.chance import Chance
from referee.games.game import AnyState, Move

__all__ = ["search"]

_STOP_EVERY = 8
"""Positions evaluated between two looks at the clock."""

_JUDGED = 12
"""Moves of a position behind the root that are judged when it is first seen."""

_DECIDED = 1000.0
"""Points that a match won is worth."""


class _Node:
    """All positions that one sequence of moves leads to, as the seat that searches sees it."""

    __slots__ = (
        "asked",
        "available",
        "children",
        "first",
        "legal",
        "move",
        "totals",
        "visits",
        "weight",
    )

    def __init__(self, move: Move | None, weight: float, first: tuple[float, ...]) -> None:
        self.move = move
        self.weight = weight
        """The prior, not yet divided by those of the other moves."""
        self.first = first
        """Shares by seat as evaluated when the move was first seen."""
        self.available = 0
        """How often the move was legal when its parent was passed."""
        self.visits = 0
        self.totals = [0.0] * len(first)
        self.children: dict[Move, _Node | None] | None = None
        """By move; None for one that is not worth a look."""
        self.asked: Sequence[Move] = ()
        """The legal moves when this node was last passed, and their children: seldom others."""
        self.legal: list[_Node] = []


class _Search:
    def __init__(
        self,
        evaluator: AnyEvaluator,
        settings: Settings,
        chance: Chance,
        should_stop: Callable[[], bool],
        seat: int,
    ) -> None:
        self._evaluator = evaluator
        self._seat = seat
        self._settings = settings
        self._chance = chance
        self._should_stop = should_stop
        self.nodes = 0

    def iterate(self, root: _Node, state: AnyState) -> None:
        """Walk down to a leaf, give it children, and carry its worth up.

        A new leaf in the middle of a turn is followed to the end of that turn, by the best moves at
        first sight: only there is a position quiet enough to be judged. Where the evaluator wants
        whole rounds, it is followed until the seat that searches has the turn again.
        """
        node, path = root, [root]
        following: tuple[int, int] | None = None
        whole_rounds, searcher = self._evaluator.whole_rounds, self._seat
        while True:
            seat = state.to_act
            if seat is None:
                values = _final(state)
                self.nodes += 1
                if self._must_stop():
                    raise OutOfTimeError
                break
            if (
                following is not None
                and following != (seat, state.turn)
                and (not whole_rounds or state.turn_seat == searcher)
            ):
                values = node.first
                break
            moves = state.legal_moves()
            if node.children is None:
                following = seat, state.turn
                child = self._expand(node, state, moves, seat)
            else:
                child = self._select(node, node.children, state, moves, seat, node is root)
            assert child.move is not None
            state.apply(child.move, self._chance)
            node = child
            path.append(node)
        for passed in path:
            passed.visits += 1
            totals = passed.totals
            for place, value in enumerate(values):
                totals[place] += value

    def _must_stop(self) -> bool:
        limit = self._settings.nodes
        return bool(limit and self.nodes >= limit) or self._should_stop()

    def _expand(self, node: _Node, state: AnyState, moves: Sequence[Move], seat: int) -> _Node:
        """Judge moves and keep the best of them as children; the best one."""
        found: list[tuple[float, Move, tuple[float, ...]]] = []
        worth_judging = moves
        if node.move is not None:
            worth_judging = self._evaluator.promising(state, moves, _JUDGED)
        for move in worth_judging:
            # However late it is, the first few moves are judged.
            if self.nodes and self.nodes % _STOP_EVERY == 0 and self._must_stop():
                if node.move is not None:
                    raise OutOfTimeError
                break
            found.append(self._judge(state, move, seat))
        found.sort(key=_by_lead, reverse=True)
        width = self._settings.width
        best = [_Node(move, self._weight(lead), first) for lead, move, first in found[:width]]
        children: dict[Move, _Node | None] = {child.move: child for child in best if child.move}
        if len(children) < len(moves):
            for move in moves:
                children.setdefault(move, None)
        node.children = children
        return best[0]

    def _judge(
        self, state: AnyState, move: Move, seat: int
    ) -> tuple[float, Move, tuple[float, ...]]:
        """How far a move puts a seat ahead, in points, and the shares by seat after it."""
        self.nodes += 1
        after = state.clone()
        after.apply(move, self._chance)
        if after.to_act is None:
            values = _final(after)
            return _DECIDED * (2 * values[seat] - 1), move, values
        points = self._evaluator.points(after)
        own = points[seat]
        lead = own - (sum(points) - own) / (len(points) - 1)
        return lead, move, shares(points, self._settings.scale)

    def _weight(self, lead: float) -> float:
        return exp(max(-300.0, min(300.0, lead / self._settings.temperature)))

    def _select(
        self,
        node: _Node,
        children: dict[Move, _Node | None],
        state: AnyState,
        moves: Sequence[Move],
        seat: int,
        try_all: bool,
    ) -> _Node:
        """The child to walk to, of those that are legal in this determinization.

        With `try_all`, each is walked to once before any is chosen.
        """
        if moves != node.asked:
            node.legal = self._legal(children, state, moves, seat)
            node.asked = moves
        legal = node.legal
        wide = self._settings.exploration / sum([child.weight for child in legal])
        best, best_bound = legal[0], -1.0
        for child in legal:
            child.available = available = child.available + 1
            visits = child.visits
            if visits:
                share = child.totals[seat] / visits
            elif try_all:
                return child
            else:
                share = child.first[seat]
            bound = share + wide * child.weight * sqrt(available) / (1 + visits)
            if bound > best_bound:
                best, best_bound = child, bound
        return best

    def _legal(
        self,
        children: dict[Move, _Node | None],
        state: AnyState,
        moves: Sequence[Move],
        seat: int,
    ) -> list[_Node]:
        """The children that are legal and worth a look; new ones are judged."""
        legal: list[_Node] = []
        for move in moves:
            if move in children:
                child = children[move]
                if child is None:
                    continue
            else:
                lead, _, first = self._judge(state, move, seat)
                child = children[move] = _Node(move, self._weight(lead), first)
            legal.append(child)
        if not legal:
            # All that is legal here looked poor where it was seen first.
            lead, move, first = max((self._judge(state, m, seat) for m in moves), key=_by_lead)
            child = children[move] = _Node(move, self._weight(lead), first)
            legal.append(child)
        return legal


def _by_lead(judged: tuple[float, Move, tuple[float, ...]]) -> float:
    return judged[0]


def _final(state: AnyState) -> tuple[float, ...]:
    outcome = state.outcome()
    assert outcome is not None
    return final_shares(outcome)


def search(
    state: AnyState,
    seats: int,
    evaluator: AnyEvaluator,
    settings: Settings,
    chance: Chance,
    should_stop: Callable[[], bool],
    on_progress: OnProgress | None = None,
) -> Found:
    """The move walked to most often until `should_stop` or the settings say stop.

    `state` is any determinization of what the seat to act sees. The same state, settings and chance
    give the same result where only `settings` end the search.
    """
    seat = state.to_act
    assert seat is not None
    moves = state.legal_moves()
    level = (0.5,) * seats
    if len(moves) == 1:
        return Found(moves[0], level, 1, 0, [moves[0]])
    engine = _Search(evaluator, settings, chance, should_stop, seat)
    root = _Node(None, 1.0, level)
    try:
        for number in range(settings.iterations):
            engine.iterate(root, state.resample(seat, chance))
            if on_progress is not None and number & (number + 1) == 0:
                on_progress(_found(root, engine.nodes))
    except OutOfTimeError:
        pass
    return _found(root, engine.nodes)


def _found(root: _Node, nodes: int) -> Found:
    """The line walked most often, as long as it was walked more than once."""
    line: list[Move] = []
    values: tuple[float, ...] = root.first
    node = root
    while node.children and (not line or node.visits > 1):
        chosen = max(
            (child for child in node.children.values() if child is not None),
            key=lambda child: (child.visits, child.weight),
        )
        assert chosen.move is not None
        if not line:
            visits = chosen.visits
            values = tuple(total / visits for total in chosen.totals) if visits else chosen.first
        line.append(chosen.move)
        node = chosen
    return Found(line[0], values, nodes, len(line), line)
