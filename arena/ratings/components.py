"""Which engines can be put on one scale, read from who scored against whom."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.ratings.comparisons import Cells

__all__ = ["Components", "components_of"]


@dataclass(frozen=True, slots=True)
class Components:
    """Pools and groups of engines, each a number per engine, counted by the lowest engine in it.

    Engines of one *pool* are connected by comparisons, however those ended. Engines of one *group*
    are strongly connected: from each a chain of engines, each of which took something off the
    next, leads to every other. Maximum likelihood estimates are finite exactly inside a group
    (Zermelo, 1929; Ford, 1957). `above` holds the pairs of groups (higher, lower) between which
    all the points went one way.
    """

    pool: tuple[int, ...]
    group: tuple[int, ...]
    above: frozenset[tuple[int, int]]

    def reaches(self, start: int) -> frozenset[int]:
        """The groups that a chain of groups, each above the next, leads to from `start`."""
        return _reachable(start, self.above)

    def reached_from(self, start: int) -> frozenset[int]:
        """The groups from which such a chain leads to `start`."""
        return _reachable(start, frozenset((lower, higher) for higher, lower in self.above))


def components_of(engines: int, cells: Cells) -> Components:
    """The pools and groups of the engines 0 ... `engines` - 1."""
    lost = cells.count - cells.score
    edges = set(_pairs(cells.first, cells.second, cells.score > 0))
    edges |= set(_pairs(cells.second, cells.first, lost > 0))
    forward: list[list[int]] = [[] for _ in range(engines)]
    backward: list[list[int]] = [[] for _ in range(engines)]
    for better, worse in sorted(edges):
        forward[better].append(worse)
        backward[worse].append(better)
    both = [[*out, *into] for out, into in zip(forward, backward, strict=True)]
    pool = _labelled(range(engines), both)
    # Kosaraju: in the reverse of the order in which a search along the edges leaves the engines,
    # a search against the edges finds one strongly connected group after another.
    group = _labelled(reversed(_leaving_order(forward)), backward)
    above = {(group[a], group[b]) for a, b in edges if group[a] != group[b]}
    return Components(tuple(pool), tuple(group), frozenset(above))


def _pairs(
    first: NDArray[np.int64], second: NDArray[np.int64], chosen: NDArray[np.bool_]
) -> list[tuple[int, int]]:
    return list(zip(first[chosen].tolist(), second[chosen].tolist(), strict=True))


def _labelled(order: Iterable[int], neighbours: list[list[int]]) -> list[int]:
    """Label everything found from each start, in order, by the lowest engine found with it."""
    label = [-1] * len(neighbours)
    for start in order:
        if label[start] >= 0:
            continue
        found = [start]
        label[start] = start
        for engine in found:
            for other in neighbours[engine]:
                if label[other] < 0:
                    label[other] = start
                    found.append(other)
        lowest = min(found)
        for engine in found:
            label[engine] = lowest
    return label


def _leaving_order(neighbours: list[list[int]]) -> list[int]:
    """The engines in the order in which a depth-first search is done with them."""
    left: list[int] = []
    seen = [False] * len(neighbours)
    for start in range(len(neighbours)):
        if seen[start]:
            continue
        seen[start] = True
        path = [(start, iter(neighbours[start]))]
        while path:
            engine, rest = path[-1]
            following = next((other for other in rest if not seen[other]), None)
            if following is None:
                left.append(engine)
                path.pop()
            else:
                seen[following] = True
                path.append((following, iter(neighbours[following])))
    return left


def _reachable(start: int, edges: frozenset[tuple[int, int]]) -> frozenset[int]:
    following: dict[int, list[int]] = {}
    for source, target in edges:
        following.setdefault(source, []).append(target)
    found = {start}
    waiting = [start]
    while waiting:
        for target in following.get(waiting.pop(), ()):
            if target not in found:
                found.add(target)
                waiting.append(target)
    return frozenset(found - {start})
