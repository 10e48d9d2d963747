"""Tables of three and more: cyclically developed base blocks.

A base block is a k-subset of Z_n, the integers modulo n. Developed, that is shifted by
i = 0 ... n-1, it gives n tables at which every engine sits exactly k times; how often a pair meets
depends on the difference of its two numbers alone. Choosing base blocks whose differences are
spread evenly therefore balances all the meetings, for any n and k (Bose, 1939).
"""

from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

__all__ = ["develop", "find_base_blocks"]

# Up to here all candidates are looked at; beyond, a fixed pseudo-random sample of that size.
_MOST_CANDIDATES = 20_000
_SWAP_ROUNDS = 6


def develop(block: tuple[int, ...], size: int) -> tuple[tuple[int, ...], ...]:
    """The `size` tables that a base block gives: each of its numbers plus i, modulo `size`."""
    return tuple(tuple((member + shift) % size for member in block) for shift in range(size))


@lru_cache(maxsize=64)
def find_base_blocks(size: int, seats: int, count: int) -> tuple[tuple[int, ...], ...]:
    """`count` base blocks, each a sorted `seats`-subset of Z_size that holds 0.

    Block after block is chosen so that the meetings of all pairs up to then are as even as they
    can be made. Asking for more blocks never changes the earlier ones, so a league can be made
    longer. Needs 2 <= seats <= size.
    """
    if not 2 <= seats <= size:
        raise ValueError(f"base blocks of {seats} need at least as many engines, not {size}")
    candidates = _candidates(size, seats)
    differences = _differences(candidates, size)
    weights = _weights(size)
    met = np.zeros(len(weights), dtype=np.int64)
    blocks = []
    for _ in range(count):
        block = candidates[_most_even(differences, weights, met)]
        if comb(size - 1, seats - 1) > _MOST_CANDIDATES:
            block = _improved(block, size, weights, met)
        met = met + _differences(block[np.newaxis, :], size)[0]
        blocks.append(tuple(int(member) for member in block))
    return tuple(blocks)


def _weights(size: int) -> NDArray[np.int64]:
    """How many pairs of engines have each difference 1 ... size // 2."""
    weights = np.full(size // 2, size, dtype=np.int64)
    if size % 2 == 0:
        weights[-1] = size // 2
    return weights


def _candidates(size: int, seats: int) -> NDArray[np.int64]:
    if comb(size - 1, seats - 1) <= _MOST_CANDIDATES:
        rest = list(combinations(range(1, size), seats - 1))
        return np.array([(0, *others) for others in rest], dtype=np.int64)
    # A generator of our own (the constants are Knuth's MMIX): the sample must be the same in all
    # versions of numpy, or a league could not be resumed after an upgrade.
    state = size * 1_000_003 + seats
    chosen: set[tuple[int, ...]] = set()
    while len(chosen) < _MOST_CANDIDATES // 4:
        members = {0}
        while len(members) < seats:
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            members.add(1 + (state >> 33) % (size - 1))
        chosen.add(tuple(sorted(members)))
    return np.array(sorted(chosen), dtype=np.int64)


def _differences(blocks: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """How often each pair of difference 1 ... size // 2 meets in the development of each block."""
    counts = np.zeros((len(blocks), size // 2), dtype=np.int64)
    rows = np.arange(len(blocks))
    for first, second in combinations(range(blocks.shape[1]), 2):
        forward = (blocks[:, second] - blocks[:, first]) % size
        shorter = np.minimum(forward, size - forward)
        # Half way around, i and i + n/2 give the same pair twice in one development.
        counts[rows, shorter - 1] += np.where(2 * shorter == size, 2, 1)
    return counts


def _cost(
    differences: NDArray[np.int64], weights: NDArray[np.int64], met: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Sum over all pairs of (meetings so far + meetings in this block) squared, less a constant."""
    # Only how far a pair is ahead matters; without this the squares would grow with the league.
    ahead = met - met.min()
    cost: NDArray[np.int64] = (differences * (differences + 2 * ahead)) @ weights
    return cost


def _most_even(
    differences: NDArray[np.int64], weights: NDArray[np.int64], met: NDArray[np.int64]
) -> int:
    return int(np.argmin(_cost(differences, weights, met)))


def _improved(
    block: NDArray[np.int64],
    size: int,
    weights: NDArray[np.int64],
    met: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Swap one member for the best other number, as long as that makes meetings more even."""
    best = int(_cost(_differences(block[np.newaxis, :], size), weights, met)[0])
    for _ in range(_SWAP_ROUNDS):
        swapped = [
            tuple(sorted({*block.tolist(), new} - {old}))
            for old in block.tolist()[1:]
            for new in range(1, size)
            if new not in block
        ]
        neighbours = np.array(swapped, dtype=np.int64)
        costs = _cost(_differences(neighbours, size), weights, met)
        index = int(np.argmin(costs))
        if costs[index] >= best:
            break
        best, block = int(costs[index]), neighbours[index]
    return block
