from itertools import combinations

import pytest

from arena.schedule import circle_rounds


@pytest.mark.parametrize("size", range(31))
def test_every_pair_meets_once_and_nobody_plays_twice_in_a_round(size: int) -> None:
    rounds = list(circle_rounds(size))
    met = [pair for pairs in rounds for pair in pairs]
    assert sorted(met) == list(combinations(range(size), 2))
    for pairs in rounds:
        players = [player for pair in pairs for player in pair]
        assert len(players) == len(set(players)) == size - size % 2


@pytest.mark.parametrize(("size", "count"), [(2, 1), (3, 3), (4, 3), (7, 7), (8, 7)])
def test_number_of_rounds(size: int, count: int) -> None:
    assert len(list(circle_rounds(size))) == count
