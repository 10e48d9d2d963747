from importlib import import_module

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings import Result, ResultColumns
from arena.ratings.comparisons import cells_of, compare
from arena.ratings.components import Components, components_of

# It comes with statsmodels, but has no type stubs.
csgraph = import_module("scipy.sparse.csgraph")

GAMES = st.lists(
    st.tuples(st.integers(0, 8), st.integers(0, 8), st.sampled_from([(1, 2), (2, 1), (1, 1)])),
    max_size=25,
)


def components(games: list[tuple[int, int, tuple[int, int]]], engines: int = 9) -> Components:
    results = [
        Result(f"{n}", (f"e{a}", f"e{b}"), placements) for n, (a, b, placements) in enumerate(games)
    ]
    columns = ResultColumns.of(results, (f"e{n}" for n in range(engines)))
    return components_of(engines, cells_of(compare(columns)))


@given(GAMES)
def test_pools_and_groups_are_those_of_scipy(
    games: list[tuple[int, int, tuple[int, int]]],
) -> None:
    found = components(games)
    scored = np.zeros((9, 9))
    for a, b, (placed, other) in games:
        scored[a, b] += placed <= other
        scored[b, a] += other <= placed
    for labels, kind in ((found.pool, "weak"), (found.group, "strong")):
        _, expected = csgraph.connected_components(scored, directed=True, connection=kind)
        for one in range(9):
            # A label is the lowest number in its set.
            assert labels[one] == int(np.flatnonzero(expected == expected[one])[0])


def test_who_is_above_whom() -> None:
    # 0 and 1 share points; both always beat 2; 2 always beats 3; 4 met nobody.
    found = components(
        [(0, 1, (1, 2)), (1, 0, (1, 2)), (0, 2, (1, 2)), (2, 1, (2, 1)), (3, 2, (2, 1))], 5
    )
    assert found.pool == (0, 0, 0, 0, 4)
    assert found.group == (0, 0, 2, 3, 4)
    assert found.above == {(0, 2), (2, 3)}
    assert found.reaches(0) == {2, 3}
    assert found.reached_from(3) == {0, 2}
    assert found.reaches(3) == found.reaches(4) == frozenset()
