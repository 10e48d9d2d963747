"""A real league, played by engines in processes of their own, and its report in a real browser."""

import csv
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.arena.cli.command_line import podesta, podesta_process
from tests.arena.pages.chromium import needs_chromium, page_of
from tests.arena.report.played_matches import HOSTILE

LEAGUE = """
[league]
name = {hostile}
game = "{game}"
time = "5s"
deals = 1
seats = 2
concurrency = 2
seed = "report"
suspend_after = 9

[[engine]]
name = {hostile}
id = "hostile"
command = "{{python}} -m engines.random"

[[engine]]
name = "greedy"
command = "{{python}} -m engines.greedy"

[[engine]]
name = "illegal"
command = [{python}, "-m", "tests.zoo", "makes_an_illegal_move"]
directory = {root}
"""
ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module", params=["bologna", "patrician"])
def league(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("real")
    file = directory / "league.toml"
    words = {
        name: json.dumps(text)
        for name, text in {"hostile": HOSTILE, "python": sys.executable, "root": str(ROOT)}.items()
    }
    file.write_text(LEAGUE.format(game=request.param, **words), encoding="utf-8")
    done = podesta_process("league", "run", file)
    assert done.returncode == 0, done.stderr
    return file


@pytest.mark.slow
def test_the_report_says_what_happened(league: Path, tmp_path: Path) -> None:
    done = podesta("league", "report", league, "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    tables = told["tables"]
    assert told["progress"] == "3 bots, 6 of 6 matches played"
    assert tables["problems"] == []
    faults = {row["engine"]: row for row in tables["terminations"]}
    assert faults["illegal"]["fault_illegal_move"] == 4
    assert {row["number"] for row in tables["faults"]} <= set(range(1, 7))
    assert all(row["queue_share"] < 1 for row in tables["clocks"])
    written = {row["engine"] for row in tables["evaluations"]}
    assert written == {"greedy"}
    page = podesta("league", "report", league, "-o", tmp_path / "report.html")
    assert "6 of 6 matches can be opened" in page.stderr


def _as_in_csv(cell: Any) -> str:
    """A value of a Parquet file as a cell of the CSV."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return (
        f"'{cell}" if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@")) else str(cell)
    )


@pytest.mark.slow
def test_parquet_holds_every_table_of_the_csv(league: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    from pyarrow import parquet  # type: ignore[import-not-found,import-untyped,unused-ignore]

    texts, columns = tmp_path / "csv", tmp_path / "parquet"
    done = podesta("league", "report", league, "--csv", texts, "--parquet", columns)
    assert done.returncode == 0, done.stderr
    names = sorted(path.stem for path in texts.iterdir())
    assert sorted(path.stem for path in columns.iterdir()) == names
    assert {"versions", "provenance", "standings"} <= set(names)
    for name in names:
        with (texts / f"{name}.csv").open(newline="", encoding="utf-8") as file:
            heading, *rows = csv.reader(file)
        table: Any = parquet.read_table(columns / f"{name}.parquet")
        assert table.column_names == heading
        for row, kept in zip(rows, table.to_pylist(), strict=True):
            # A whole number in a column of numbers has a point in one and none in the other.
            for cell, value in zip(row, kept.values(), strict=True):
                same = float(cell) == value if cell and type(value) is float else False
                assert same or cell == _as_in_csv(value), (name, row)


@needs_chromium
@pytest.mark.slow
def test_every_match_replays_to_its_end(league: Path, tmp_path: Path, chromium: Any) -> None:
    assert podesta("league", "report", league, "-o", tmp_path / "out").returncode == 0
    pages = sorted((tmp_path / "out" / "matches").iterdir())
    assert len(pages) == 6
    with page_of(chromium) as watched:
        for file in pages:
            page = watched.open(file)
            page.locator("svg.board").wait_for()
            page.keyboard.press("End")
            last = page.locator("input[type=range]").get_attribute("max")
            assert page.locator(".counter").inner_text() == f"ply {last} of {last}"
            assert page.locator(".score").count() == 2
            assert page.locator("p.problems, ul.problems").count() == 0
        page.get_by_text("all matches").click()
        page.locator("#sheet-replays").wait_for()
        page.locator("#sheet-faults a").first.click()
        page.locator(".faults li", has_text=re.compile("illegal move")).first.wait_for()
