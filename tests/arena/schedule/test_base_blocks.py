from collections import Counter
from itertools import combinations

import pytest

from arena.schedule import develop, find_base_blocks

SIZES = [(seats, size) for seats in (3, 4, 5, 6) for size in (*range(seats + 1, 27), 40, 61)]


def meetings(blocks: tuple[tuple[int, ...], ...], size: int) -> Counter[tuple[int, int]]:
    met = Counter(dict.fromkeys(combinations(range(size), 2), 0))
    for block in blocks:
        for table in develop(block, size):
            met.update(combinations(sorted(table), 2))
    return met


@pytest.mark.parametrize(("seats", "size"), SIZES)
def test_meetings_are_balanced_after_every_block(seats: int, size: int) -> None:
    blocks = find_base_blocks(size, seats, 6)
    for count in range(1, 7):
        met = meetings(blocks[:count], size)
        assert max(met.values()) - min(met.values()) <= 2


def test_a_spread_of_two_is_rare() -> None:
    spreads: Counter[int] = Counter()
    for seats, size in SIZES:
        met = meetings(find_base_blocks(size, seats, 6), size)
        spreads[max(met.values()) - min(met.values())] += 1
    assert spreads[2] <= len(SIZES) // 6


@pytest.mark.parametrize(("seats", "size"), SIZES)
def test_every_engine_takes_every_place_of_a_block_once(seats: int, size: int) -> None:
    for block in find_base_blocks(size, seats, 3):
        assert len(set(block)) == seats
        for place in range(seats):
            assert {table[place] for table in develop(block, size)} == set(range(size))


def test_the_perfect_difference_set_is_found() -> None:
    # 13 points, 4 on a line: every pair meets exactly once (the projective plane of order 3).
    met = meetings(find_base_blocks(13, 4, 1), 13)
    assert set(met.values()) == {1}


@pytest.mark.parametrize(("seats", "size"), [(3, 7), (4, 9), (6, 12), (6, 40)])
def test_more_blocks_leave_the_earlier_ones_alone(seats: int, size: int) -> None:
    assert find_base_blocks(size, seats, 8)[:5] == find_base_blocks(size, seats, 5)


def test_blocks_are_the_same_on_every_machine() -> None:
    assert find_base_blocks(7, 3, 2) == ((0, 1, 3), (0, 1, 3))
    assert find_base_blocks(40, 6, 1) == find_base_blocks.__wrapped__(40, 6, 1)


@pytest.mark.parametrize(("seats", "size"), [(3, 2), (1, 5), (6, 5)])
def test_impossible_blocks_are_refused(seats: int, size: int) -> None:
    with pytest.raises(ValueError, match="at least as many"):
        find_base_blocks(size, seats, 1)
