import io
from itertools import product

import pytest
from rich.console import RenderableType

from arena.ratings import Result, ResultColumns, Standings, rate, standings_of
from arena.terminal.console import make_console
from arena.terminal.standings_view import (
    likelihood_table,
    rating_text,
    seat_lines,
    standings_notes,
    standings_table,
)

NAMES = {"a": "Ada \x1b[31m[b]", "b": "Bob", "c": "Cleo"}


def _standings(*results: Result, roster: str = "") -> Standings:
    columns = ResultColumns.of(results, roster)
    return standings_of(columns, rate(columns))


def _result(deal: str, engines: str, *placements: int, forfeit: bool = False) -> Result:
    return Result(
        deal=deal,
        engines=tuple(engines),
        placements=placements,
        forfeit=forfeit,
        faulty=frozenset({1}) if forfeit else frozenset(),
    )


def _drawn(renderable: RenderableType, width: int = 140) -> list[str]:
    stream = io.StringIO()
    make_console(stream, {"COLUMNS": str(width)}).print(renderable)
    return [line.rstrip() for line in stream.getvalue().splitlines()]


@pytest.fixture(scope="module")
def league() -> Standings:
    results = []
    for number, (one, other) in product(range(8), (("a", "b"), ("a", "c"), ("b", "c"))):
        upset = number % 4 == 3
        deal = f"{one}{other}{number}"
        results.append(_result(deal, one + other, 2 if upset else 1, 1 if upset else 2))
        results.append(_result(deal, other + one, 1 if number == 1 else 2, 1))
    return _standings(*results)


def test_the_table(league: Standings) -> None:
    lines = _drawn(standings_table(league, NAMES))
    assert lines[0].split() == [
        "rank",
        "bot",
        "Elo",
        "+-",
        "points",
        "matches",
        "W-D-L",
        "placement",
        "faults",
        "forfeits",
    ]
    assert "Ada \\x1b[31m[b]" in lines[1]
    assert [line.split()[0] for line in lines[1:]] == ["1", "2", "3"]
    assert all("?" in line for line in lines[1:])
    assert "? the +- is rough: few deals" in standings_notes(league)


def test_a_ladder_is_a_column_beside_the_ratings(league: Standings) -> None:
    lines = _drawn(standings_table(league, NAMES, ladder={"a": 12.4, "b": -12.6}))
    assert lines[0].split()[2:5] == ["Elo", "+-", "ladder"]
    told = {line.split()[1]: line for line in lines[1:]}
    assert " +12 " in told["Ada"]
    assert " -13 " in told["Bob"]
    assert " - " in told["Cleo"]
    narrow = _drawn(standings_table(league, NAMES, ladder={"a": 12.4}), 80)
    assert "ladder" not in narrow[0]
    assert "ladder" in narrow[-1]


def test_a_long_table_can_be_cut(league: Standings) -> None:
    lines = _drawn(standings_table(league, NAMES, most=1))
    assert len(lines) == 3
    assert "2 more" in lines[2]


@pytest.mark.parametrize(
    ("width", "columns"),
    [
        (100, "rank bot Elo +- points matches W-D-L placement faults forfeits"),
        (80, "rank bot Elo +- points matches W-D-L faults forfeits"),
        (50, "rank bot Elo +- points"),
        (30, "rank bot Elo"),
        (20, "rank bot Elo"),
    ],
)
def test_narrow_terminals_have_fewer_columns_and_these_whole(
    league: Standings, width: int, columns: str
) -> None:
    lines = _drawn(standings_table(league, NAMES), width)
    assert lines[0].split() == columns.split()
    assert [line.split()[0] for line in lines[1:4]] == ["1", "2", "3"]
    assert max(map(len, lines)) <= width
    assert len(lines) == (4 if "placement" in columns else 5)
    assert "placement" in columns or lines[4].startswith("left out, the")
    best = next(iter(league.rows))
    assert rating_text(best.rating) in lines[1]


def test_likelihoods_are_a_matrix_of_percent(league: Standings) -> None:
    table = likelihood_table(league, NAMES)
    assert table is not None
    lines = _drawn(table)
    assert lines[0].split() == ["LOS", "%", "1", "2", "3"]
    cells = [line.split()[-3:] for line in lines[1:]]
    for row, column in product(range(3), repeat=2):
        if row == column:
            assert cells[row][column] == "."
        else:
            both = _number(cells[row][column]) + _number(cells[column][row])
            assert both == pytest.approx(100, abs=0.11)
    assert _number(cells[0][2]) > 50


def _number(cell: str) -> float:
    return float(cell.strip("<>"))


def test_seats_are_told_with_a_test(league: Standings) -> None:
    lines = seat_lines(league)
    assert lines[0].startswith("seat 0: ")
    assert lines[1].startswith("seat 1: ")
    assert "(se " in lines[0]
    assert lines[-1].startswith("equal seats: p = ")


def test_bounds_and_unrated_bots_are_marked() -> None:
    standings = _standings(_result("d1", "ab", 1, 2), _result("d1", "ba", 2, 1), roster="abc")
    lines = _drawn(standings_table(standings, NAMES))
    assert ">=" in lines[1]
    assert "<=" in lines[2]
    assert lines[3].split()[:2] == ["-", "Cleo"]
    notes = standings_notes(standings)
    assert any(note.startswith(">= at least") for note in notes)
    assert any(note.startswith("<= at most") for note in notes)


def test_pools_that_never_met_are_told_apart() -> None:
    standings = _standings(
        _result("d1", "ab", 1, 2), _result("d1", "ab", 2, 1), _result("d2", "cd", 1, 1)
    )
    lines = _drawn(standings_table(standings, NAMES))
    assert lines[0].split()[0] == "pool"
    assert "ratings of different pools can't be compared" in standings_notes(standings)


def test_a_league_without_matches_has_a_table_all_the_same() -> None:
    standings = _standings(roster="ab")
    assert len(_drawn(standings_table(standings, NAMES))) == 3
    assert seat_lines(standings) == []


def test_one_bot_has_no_matrix() -> None:
    assert likelihood_table(_standings(roster="a"), NAMES) is None


def test_forfeits_are_counted_apart() -> None:
    forfeit = _result("d1", "ab", 1, 2, forfeit=True)
    lines = _drawn(standings_table(_standings(forfeit), NAMES))
    assert any("Bob" in line and line.split()[-1] == "1" for line in lines)
