"""Counting move sequences: the usual check of one rule engine against another."""

from referee.games.game import AnyState

__all__ = ["divide", "perft"]


def perft(state: AnyState, depth: int) -> int:
    """How many sequences of exactly `depth` moves there are from here.

    Sequences that end the game earlier are not counted. For games that draw no chance after the
    set-up.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return state.legal_count()
    return sum(divide(state, depth).values())


def divide(state: AnyState, depth: int) -> dict[str, int]:
    """`perft` of `depth` - 1 behind each legal move, by canonical text, in canonical order."""
    counts: dict[str, int] = {}
    for move in state.legal_moves():
        child = state.clone()
        child.apply(move)
        counts[str(move)] = perft(child, depth - 1)
    return counts
