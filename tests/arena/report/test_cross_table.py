"""Who scored what against whom."""

import pytest

from arena.ratings import Result, ResultColumns, rate, standings_of
from arena.ratings.appraisal import appraise
from arena.ratings.pair_estimates import pair_estimates
from arena.report.cross_table import cross_table_of, pairs_sheet
from arena.report.standings_sheets import (
    balance_sheet,
    placements_sheet,
    seat_points,
    seat_scores_sheet,
    standings_sheet,
)

RESULTS = [
    Result("1", ("a", "b", "c"), (1, 2, 3)),
    Result("1", ("b", "c", "a"), (1, 2, 2)),
    Result("1", ("c", "a", "b"), (3, 2, 1)),
    Result("2", ("a", "b", "d"), (1, 2, 3), forfeit=True, faulty=frozenset({2})),
]
COLUMNS = ResultColumns.of(RESULTS)
STANDINGS = standings_of(COLUMNS, rate(COLUMNS))


def test_a_match_that_both_forfeit_is_lost_by_both() -> None:
    both = frozenset({0, 1})
    columns = ResultColumns.of([Result("1", ("a", "b"), (2, 2), forfeit=True, faulty=both)])
    table = cross_table_of(columns, standings_of(columns, rate(columns)))
    for cell in (table.cells[0][1], table.cells[1][0]):
        assert cell is not None
        assert (cell.wins, cell.draws, cell.losses) == (0, 0, 1)


def test_every_pair_is_counted_from_both_sides() -> None:
    table = cross_table_of(COLUMNS, STANDINGS)
    cells = {
        (engine, other): table.cells[row][column]
        for row, engine in enumerate(table.engines)
        for column, other in enumerate(table.engines)
    }
    won = cells["a", "b"]
    assert won is not None
    assert (won.wins, won.draws, won.losses) == (2, 0, 2)
    tied = cells["a", "c"]
    assert tied is not None
    assert (tied.wins, tied.draws, tied.losses) == (2, 1, 0)
    assert cells["a", "a"] is None
    assert cells["c", "d"] is None
    for (engine, other), cell in cells.items():
        back = cells[other, engine]
        assert (cell is None) == (back is None)
        if cell is not None and back is not None:
            assert (cell.wins, cell.draws, cell.losses) == (back.losses, back.draws, back.wins)


def test_pairs_are_listed_once() -> None:
    estimates = pair_estimates(STANDINGS.ratings)
    sheet = pairs_sheet(cross_table_of(COLUMNS, STANDINGS), estimates, {"a": "Anna"})
    pairs = {frozenset((row["engine"], row["opponent"])) for row in sheet.records()}
    assert len(pairs) == len(sheet.rows) == 5
    assert frozenset(("Anna", "b")) in pairs
    told = {frozenset((row["engine"], row["opponent"])): row for row in sheet.records()}
    assert told[frozenset(("Anna", "d"))]["deals"] == 0
    # One deal of three matches: a win and two losses.
    first = told[frozenset(("Anna", "b"))]
    assert (first["deals"], first["nelo"], first["elo_plus_minus"]) == (1, None, 0.0)
    ahead = 1.0 if first["engine"] == "b" else -1.0
    assert first["elo"] == pytest.approx(ahead * 120.412, abs=1e-3)


def test_seats_placements_and_balance() -> None:
    assert seat_points(COLUMNS)[1].tolist() == [1.0, 0.25, 0.25]
    seats = seat_scores_sheet(COLUMNS, STANDINGS).records()
    assert [row["matches"] for row in seats] == [3, 3, 3]
    assert [row["firsts"] for row in seats] == [2, 0, 1]
    places = {row["engine"]: row for row in placements_sheet(COLUMNS, STANDINGS, {}).records()}
    assert [places["b"][f"place_{n}"] for n in (1, 2, 3)] == [2, 1, 0]
    assert [places["d"][f"place_{n}"] for n in (1, 2, 3)] == [0, 0, 0]
    balance = {row["engine"]: row for row in balance_sheet(COLUMNS, STANDINGS, {}).records()}
    assert [balance["a"][f"seat_{n}"] for n in range(3)] == [1, 1, 1]
    assert (balance["a"]["opponents"], balance["a"]["fewest"], balance["a"]["most"]) == (3, 1, 4)
    assert (balance["d"]["opponents"], balance["d"]["fewest"]) == (2, 0)


def test_the_standings_say_what_their_marks_mean() -> None:
    sheet = standings_sheet(STANDINGS, appraise(STANDINGS.ratings), {})
    assert "one deal" in sheet.note or "two deals" in sheet.note
    assert "unrated: no rated comparison" in sheet.note
    wins = ResultColumns.of([Result(f"d{n}", ("a", "b"), (1, 2)) for n in range(3)])
    bounds = standings_of(wins, rate(wins))
    note = standings_sheet(bounds, appraise(bounds.ratings), {}).note
    assert note.startswith("at least: nothing was lost")
    assert note.count("at least:") == note.count("at most:") == 1
    unrated = next(row for row in sheet.records() if row["engine"] == "d")
    assert (unrated["elo"], unrated["rank"], unrated["pool"]) == (None, None, None)
