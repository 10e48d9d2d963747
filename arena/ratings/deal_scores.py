"""What one engine scored against another, deal by deal: a deal is one observation."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.ratings.comparisons import compare
from arena.ratings.result import ResultColumns
from arena.ratings.sums import add_up

__all__ = ["HeadToHead", "ScoreCounts", "head_to_head", "pentanomial", "trinomial"]


@dataclass(frozen=True, slots=True)
class ScoreCounts:
    """How often each score of a deal occurred.

    `counts[i]` deals ended with the score `i / (len(counts) - 1)`, from 0 (all lost) to 1 (all
    won). A deal is `matches` matches: two in the pentanomial LL..WW, one where matches stand
    alone. Raises `ValueError` when the counts are negative or not 2 * matches + 1.
    """

    counts: tuple[int, ...]
    matches: int

    def __post_init__(self) -> None:
        if self.matches < 1 or len(self.counts) != 2 * self.matches + 1:
            raise ValueError(
                f"deals of {self.matches} matches have {2 * self.matches + 1} possible scores, "
                f"not {len(self.counts)}"
            )
        if min(self.counts) < 0:
            raise ValueError(f"counts can't be negative: {self.counts}")

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return sum(self.counts)

    @property
    def values(self) -> NDArray[np.float64]:
        """The possible scores (cells), from 0 to 1."""
        return np.linspace(0.0, 1.0, len(self.counts))


def pentanomial(counts: Sequence[int]) -> ScoreCounts:
    """Deals of two matches: how many were LL, LD, LW or DD, DW, WW."""
    return ScoreCounts(tuple(counts), 2)


def trinomial(counts: Sequence[int]) -> ScoreCounts:
    """Single matches: how many were lost, drawn, won."""
    return ScoreCounts(tuple(counts), 1)


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The deals that two engines finished together, and how many more are not complete."""

    scores: ScoreCounts
    incomplete: int


def head_to_head(results: ResultColumns, engine: str, opponent: str) -> HeadToHead:
    """The scores of `engine` against `opponent` in each deal, averaged over its rotations.

    A deal is complete when the two were compared in as many matches as there are seats; others
    are left out and counted, so that a test never sees a deal before both sides had its seats.

    Raises `KeyError` when an engine is not among the results.
    """
    for name in (engine, opponent):
        if name not in results.engine_ids:
            raise KeyError(name)
    rows = compare(results)
    one, other = results.engine_ids.index(engine), results.engine_ids.index(opponent)
    forward = (rows.first == one) & (rows.second == other)
    chosen = forward | ((rows.first == other) & (rows.second == one))
    score = np.where(forward, rows.score, 1.0 - rows.score)[chosen]
    deals, place = np.unique(rows.deal[chosen], return_inverse=True)
    compared = np.bincount(place, minlength=len(deals))
    halves = np.rint(2.0 * add_up(place, score, len(deals)))
    matches = max(results.seats, 1)
    complete = compared == matches
    counts = np.bincount(halves[complete].astype(np.int64), minlength=2 * matches + 1)
    return HeadToHead(
        ScoreCounts(tuple(int(count) for count in counts), matches), int((~complete).sum())
    )
