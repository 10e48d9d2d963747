import numpy as np
import pytest

from arena.ratings import Result, ResultColumns, ResultColumnsBuilder


@pytest.mark.parametrize(
    ("engines", "placements", "pairs", "faulty", "message"),
    [
        ((), (), None, frozenset(), "1 to 8 seats, not 0"),
        (tuple("abcdefghi"), (1,) * 9, None, frozenset(), "1 to 8 seats, not 9"),
        (("a", "b"), (1,), None, frozenset(), "2 seats, but 1 placements"),
        (("a", "b"), (0, 1), None, frozenset(), "count from 1"),
        (("a", "b"), (1, 2), frozenset({(1, 0)}), frozenset(), r"lower seat first: \(1, 0\)"),
        (("a", "b"), (1, 2), frozenset({(0, 2)}), frozenset(), r"\(0, 2\)"),
        (("a", "b"), (1, 2), None, frozenset({2}), r"no such seat among 2: \[2\]"),
    ],
)
def test_results_that_can_not_be(
    engines: tuple[str, ...],
    placements: tuple[int, ...],
    pairs: frozenset[tuple[int, int]] | None,
    faulty: frozenset[int],
    message: str,
) -> None:
    with pytest.raises(ValueError, match=message):
        Result("d", engines, placements, pairs, faulty=faulty)


def test_columns_of_a_few_results() -> None:
    columns = ResultColumns.of(
        [
            Result("x", ("b", "a"), (1, 2), faulty=frozenset({1})),
            Result("y", ("c", "b", "a"), (3, 1, 1), frozenset({(0, 2)})),
            Result("x", ("a", "b"), (1, 2), forfeit=True),
        ],
        roster=("z",),
    )
    assert columns.engine_ids == ("a", "b", "c", "z")
    assert columns.deals.tolist() == [0, 1, 0]
    assert columns.engines.tolist() == [[1, 0, -1], [2, 1, 0], [0, 1, -1]]
    assert columns.placements.tolist() == [[1, 2, 0], [3, 1, 1], [1, 2, 0]]
    assert columns.rated_pairs.tolist() == [-1, 1 << 2, -1]
    assert columns.forfeit.tolist() == [False, False, True]
    assert columns.faulty.tolist() == [2, 0, 0]
    assert (columns.matches, columns.seats) == (3, 3)


def test_a_builder_can_be_read_again_and_again() -> None:
    builder = ResultColumnsBuilder()
    builder.add(Result("x", ("b", "c"), (1, 2)))
    assert builder.build().engine_ids == ("b", "c")
    builder.add(Result("y", ("a", "c"), (1, 2)))
    columns = builder.build()
    assert columns.engine_ids == ("a", "b", "c")
    assert columns.engines.tolist() == [[1, 2], [0, 2]]


def test_columns_that_do_not_fit_are_refused() -> None:
    good = ResultColumns.of([Result("x", ("a", "b"), (1, 2))])
    with pytest.raises(ValueError, match="different lengths"):
        ResultColumns(
            good.engine_ids,
            np.zeros(2, dtype=np.int64),
            good.engines,
            good.placements,
            good.rated_pairs,
            good.forfeit,
            good.faulty,
        )
    with pytest.raises(ValueError, match="engine number outside"):
        ResultColumns(
            ("a",),
            good.deals,
            good.engines,
            good.placements,
            good.rated_pairs,
            good.forfeit,
            good.faulty,
        )
