from collections import Counter

import numpy as np
import pytest

from arena.ratings import Result, ResultColumns, comparisons
from arena.ratings.comparisons import cells_of, compare
from tests.arena.ratings.leagues import drawn_league, expanded


def test_a_match_of_three_gives_three_comparisons() -> None:
    rows = compare(ResultColumns.of([Result("d", ("b", "c", "a"), (2, 2, 1))]))
    assert list(
        zip(
            rows.first.tolist(),
            rows.second.tolist(),
            rows.first_seat.tolist(),
            rows.second_seat.tolist(),
            rows.score.tolist(),
            strict=True,
        )
    ) == [(1, 2, 0, 1, 0.5), (1, 0, 0, 2, 0.0), (2, 0, 1, 2, 0.0)]


@pytest.mark.parametrize("table", [1 << 24, 1])
def test_cells_add_up_the_rows_either_way(table: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparisons, "_LARGEST_TABLE", table)
    results = drawn_league([0.0] * 5, [0.0] * 3, 50, np.random.default_rng(1), tie_share=0.2)
    rows = compare(results)
    cells = cells_of(rows)
    counted: Counter[tuple[int, ...]] = Counter()
    scored: Counter[tuple[int, ...]] = Counter()
    for design, score in zip(*expanded(results)[:2], strict=True):
        key = tuple(int(n) for n in (*np.flatnonzero(design == 1), *np.flatnonzero(design == -1)))
        counted[key] += 1
        scored[key] += int(2 * score)
    for index in range(len(cells.count)):
        key = (
            int(cells.first[index]),
            5 + int(cells.first_seat[index]),
            int(cells.second[index]),
            5 + int(cells.second_seat[index]),
        )
        assert cells.count[index] == counted.pop(key)
        assert 2 * cells.score[index] == scored[key]
    assert not counted
    assert (cells.first[cells.row_cell] == rows.first).all()
    assert (cells.second_seat[cells.row_cell] == rows.second_seat).all()


def test_rows_come_deal_by_deal() -> None:
    results = [Result(f"{n % 3}", ("a", "b"), (1, 2)) for n in range(9)]
    deals = compare(ResultColumns.of(results)).deal.tolist()
    assert deals == sorted(deals)


def test_tables_of_different_sizes_and_nothing_at_all() -> None:
    rows = compare(
        ResultColumns.of([Result("d", ("a", "b"), (1, 2)), Result("e", ("a", "b", "c"), (1, 2, 3))])
    )
    assert len(rows.score) == 4
    for nothing in (
        [],
        [Result("d", ("a",), (1,))],
        [Result("d", ("a", "b"), (1, 2), forfeit=True)],
    ):
        assert len(compare(ResultColumns.of(nothing)).score) == 0
