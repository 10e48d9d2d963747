"""Pairing a round of a Swiss with two seats: a matching of least cost."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

__all__ = ["Standing", "pair_round"]

# Beyond so many engines only near ones are tried first; a whole graph would take minutes.
_WHOLE_GRAPH = 80
_NEAR = 24


@dataclass(frozen=True, slots=True)
class Standing:
    """An engine before a round: what it has scored, and how many byes it had."""

    engine: str
    score: int
    byes: int


def pair_round(
    standings: Sequence[Standing],
    met: Callable[[str, str], int],
    apart: Callable[[str, str], bool],
) -> tuple[list[tuple[str, str]], list[str]]:
    """The pairs of a round, the higher standing first in each, and who has a bye.

    `standings` are in order, the best first. In this order of importance: as many play as can
    (engines that must be kept `apart` can't); nobody has a second bye before all had one; few meet
    again; scores in a pair are equal; the bye goes to a low score; and inside a score group the
    upper half meets the lower half.
    """
    size = len(standings)
    if size < 2:
        return [], [standing.engine for standing in standings]
    reach = size if size <= _WHOLE_GRAPH else _NEAR
    mates = _matching(standings, met, apart, reach)
    if len(mates) < size + size % 2 and reach < size:
        mates = _matching(standings, met, apart, size)
    pairs = [
        (standings[one].engine, standings[other].engine)
        for one, other in sorted(mates.items())
        if one < other < size
    ]
    playing = {engine for pair in pairs for engine in pair}
    return pairs, [s.engine for s in standings if s.engine not in playing]


def _matching(
    standings: Sequence[Standing],
    met: Callable[[str, str], int],
    apart: Callable[[str, str], bool],
    reach: int,
) -> dict[int, int]:
    # Takes a third of a second to import, and only a Swiss needs it.
    import networkx as nx

    size = len(standings)
    top, low = standings[0].score, standings[-1].score
    half = _group_halves(standings)
    # Each rank of importance outweighs all that the lower ones can come to in a whole round.
    by_score = size * size + 1
    by_repeat = by_score * (size * (top - low) ** 2 + 1)
    by_bye = by_repeat * (size * _most_met(standings, met) + 1)
    costs: dict[tuple[int, int], int] = {}
    for one in range(size):
        for other in range(one + 1, min(size, one + reach + 1)):
            mine, theirs = standings[one], standings[other]
            if apart(mine.engine, theirs.engine):
                continue
            fold = abs(other - one - half[one]) if mine.score == theirs.score else 0
            costs[one, other] = (
                met(mine.engine, theirs.engine) * by_repeat
                + (mine.score - theirs.score) ** 2 * by_score
                + fold
            )
        if size % 2:
            mine = standings[one]
            # Among equals the lowest in the order sits out.
            costs[one, size] = (
                mine.byes * by_bye + (mine.score - low) ** 2 * by_score + size - 1 - one
            )
    most = max(costs.values(), default=0) + 1
    graph = nx.Graph()
    graph.add_nodes_from(range(size + size % 2))
    graph.add_weighted_edges_from((one, other, most - cost) for (one, other), cost in costs.items())
    mates: dict[int, int] = {}
    # Weights are integers, so that the result is exact, and nodes are numbers, so that it does not
    # depend on the hashes of texts.
    for one, other in nx.max_weight_matching(graph, maxcardinality=True):
        mates[one], mates[other] = other, one
    return mates


def _most_met(standings: Sequence[Standing], met: Callable[[str, str], int]) -> int:
    engines = [standing.engine for standing in standings]
    return max(
        (met(one, other) for place, one in enumerate(engines) for other in engines[:place]),
        default=0,
    )


def _group_halves(standings: Sequence[Standing]) -> list[int]:
    """Half the size of the score group of each."""
    scores = [standing.score for standing in standings]
    return [scores.count(score) // 2 for score in scores]
