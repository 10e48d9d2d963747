"""Reports for other programs."""

import csv
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.report.data_files import ParquetMissingError, report_json, write_csv, write_parquet
from arena.report.report import Report, Section
from arena.report.sheet import Column, Kind, Sheet
from tests.arena.report.test_build import report_of

ODD = Sheet(
    "odd",
    "Odd",
    (
        Column("text", "text"),
        Column("number", "number", Kind.NUMBER),
        Column("count", "count", Kind.COUNT),
        Column("sure", "sure"),
    ),
    (('=cmd("x")', float("inf"), 3, True), ("a\nb,c", None, None, False)),
)


def report(sheet: Sheet = ODD) -> Report:
    empty = Sheet("provenance", "", (), ())
    return Report("T", "g", "G", "1s", "", (), (Section("s", "S", sheets=(sheet,)),), empty)


def test_json_has_every_table_and_only_json(bologna: Path) -> None:
    made = report_of(bologna)
    whole = json.loads(json.dumps(report_json(made), allow_nan=False))
    assert set(whole["tables"]) == {sheet.key for sheet in made.sheets()}
    assert whole["tables"]["standings"][0]["engine"] in ("alpha", "beta")
    assert report_json(report())["tables"]["odd"][0]["number"] is None


def test_csv_holds_no_formula_and_nothing_is_lost(tmp_path: Path) -> None:
    write_csv(report(), tmp_path / "new" / "directory")
    with (tmp_path / "new" / "directory" / "odd.csv").open(newline="") as file:
        rows = list(csv.reader(file))
    assert rows == [
        ["text", "number", "count", "sure"],
        ['\'=cmd("x")', "inf", "3", "true"],
        ["a\nb,c", "", "", "false"],
    ]


FITTING: dict[Kind, tuple[type, ...]] = {
    Kind.TEXT: (str, bool),
    Kind.COUNT: (int,),
    Kind.SPAN_US: (int,),
    Kind.MATCH: (int,),
}
"""What may stand in a column; in all others a number."""


@pytest.mark.parametrize("game", ["bologna", "patrician"])
def test_every_cell_fits_its_column(request: pytest.FixtureRequest, game: str) -> None:
    for sheet in report_of(request.getfixturevalue(game)).sheets():
        for place, column in enumerate(sheet.columns):
            fitting = FITTING.get(column.kind, (int, float))
            cells = [row[place] for row in sheet.rows if row[place] is not None]
            assert {type(cell) for cell in cells} <= set(fitting), (sheet.key, column.key)
            # A column of Parquet has one type.
            assert len({isinstance(cell, str) for cell in cells}) <= 1, (sheet.key, column.key)


def test_parquet_without_pyarrow_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ParquetMissingError, match="pip install"):
        write_parquet(report(), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_parquet_holds_the_same(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    from pyarrow import parquet  # type: ignore[import-not-found,import-untyped,unused-ignore]

    write_parquet(report(), tmp_path)
    table: Any = parquet.read_table(tmp_path / "odd.parquet")
    assert table.to_pylist() == ODD.records()


def test_a_row_of_another_width_is_a_bug() -> None:
    with pytest.raises(ValueError, match="2 cells in 1 columns"):
        Sheet("s", "", (Column("a", "a"),), (("x", "y"),))
