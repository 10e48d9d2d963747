"""A report for other programs: JSON, CSV and Parquet."""

import csv
import io
import math
from pathlib import Path
from typing import Any

from arena.report.report import Report
from arena.report.sheet import Cell, Kind, Sheet
from arena.report.writing import write_whole

__all__ = ["ParquetMissingError", "report_json", "write_csv", "write_parquet"]

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class ParquetMissingError(Exception):
    """Parquet needs pyarrow, which is not installed."""


def report_json(report: Report) -> dict[str, Any]:
    """All that the report says, tables by their keys as lists of rows; null where unknown."""
    return {
        "league": report.title,
        "game": report.game,
        "time_control": report.time_control,
        "progress": report.progress,
        "warnings": [caution.text for caution in report.cautions],
        "tables": {
            sheet.key: [
                {key: _finite(cell) for key, cell in row.items()} for row in sheet.records()
            ]
            for sheet in report.sheets()
        },
    }


def write_csv(report: Report, directory: Path) -> list[Path]:
    """A file a table, named by its key; times in microseconds, shares from 0 to 1.

    Texts that a spreadsheet would take for a formula get a leading apostrophe. Raises OSError.
    """
    directory.mkdir(parents=True, exist_ok=True)
    written = []
    for sheet in report.sheets():
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([column.key for column in sheet.columns])
        writer.writerows([_csv_cell(cell) for cell in row] for row in sheet.rows)
        path = directory / f"{sheet.key}.csv"
        write_whole(path, text.getvalue().encode())
        written.append(path)
    return written


def write_parquet(report: Report, directory: Path) -> list[Path]:
    """As `write_csv`, as Parquet. Raises ParquetMissingError without pyarrow, and OSError."""
    try:
        import pyarrow  # type: ignore[import-not-found,import-untyped,unused-ignore]
        from pyarrow import parquet  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError as error:
        raise ParquetMissingError(
            "Parquet needs pyarrow: pip install 'podesta[parquet]', or use --csv"
        ) from error
    directory.mkdir(parents=True, exist_ok=True)
    written = []
    for sheet in report.sheets():
        columns = {
            column.key: pyarrow.array(
                [row[place] for row in sheet.rows], type=_arrow_type(pyarrow, sheet, place)
            )
            for place, column in enumerate(sheet.columns)
        }
        path = directory / f"{sheet.key}.parquet"
        sink = pyarrow.BufferOutputStream()
        parquet.write_table(pyarrow.table(columns), sink)
        write_whole(path, sink.getvalue().to_pybytes())
        written.append(path)
    return written


def _arrow_type(pyarrow: Any, sheet: Sheet, place: int) -> Any:
    kind = sheet.columns[place].kind
    if kind is Kind.TEXT:
        booleans = sheet.rows and all(isinstance(row[place], bool) for row in sheet.rows)
        return pyarrow.bool_() if booleans else pyarrow.string()
    whole = kind in (Kind.COUNT, Kind.SPAN_US, Kind.MATCH)
    return pyarrow.int64() if whole else pyarrow.float64()


def _finite(cell: Cell) -> Cell:
    return None if isinstance(cell, float) and not math.isfinite(cell) else cell


def _csv_cell(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, str):
        return f"'{cell}" if cell.startswith(_FORMULA) else cell
    return str(cell)
