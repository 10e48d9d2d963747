"""Perft for anybody who asks: the count of `referee.games.perft`, but it can't run on forever."""

from collections.abc import Callable

from referee.errors import RequestError
from referee.games import AnyState

__all__ = ["DEEPEST_PERFT", "bounded_divide"]

DEEPEST_PERFT = 6


class _ChanceRefused:
    def draw(self, bound: int) -> int:
        """See `Chance.draw`; only what is no choice is drawn."""
        if bound == 1:
            return 0
        raise RequestError(
            "this game draws chance after the set-up here, so its sequences can't be counted"
        )


_NO_DRAWS = _ChanceRefused()


def bounded_divide(
    state: AnyState, depth: int, keep_going: Callable[[], None]
) -> tuple[int, dict[str, int]]:
    """The sequences of exactly `depth` moves, and the count behind each legal move by its text.

    `keep_going` is called before each move made and may raise to give up. Raises RequestError
    beyond `DEEPEST_PERFT` and where the game draws chance.
    """
    if depth > DEEPEST_PERFT:
        raise RequestError(f"depth {depth}: at most {DEEPEST_PERFT} is counted")
    if depth == 0:
        return 1, {}
    counts: dict[str, int] = {}
    for move in state.legal_moves():
        keep_going()
        child = state.clone()
        child.apply(move, _NO_DRAWS)
        counts[str(move)] = _count(child, depth - 1, keep_going)
    return sum(counts.values()), counts


def _count(state: AnyState, depth: int, keep_going: Callable[[], None]) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return state.legal_count()
    total = 0
    for move in state.legal_moves():
        keep_going()
        child = state.clone()
        child.apply(move, _NO_DRAWS)
        total += _count(child, depth - 1, keep_going)
    return total
