"""Cells as people read them."""

import pytest

from arena.report.cell_text import cell_text, likelihood_text, sort_key
from arena.report.sheet import Cell, Kind


@pytest.mark.parametrize(
    ("kind", "cell", "text"),
    [
        (Kind.TEXT, "<b>", "<b>"),
        (Kind.TEXT, True, "yes"),
        (Kind.COUNT, 1234567, "1234567"),
        (Kind.NUMBER, 1.5, "1.5"),
        (Kind.NUMBER, 0.04, "0.04"),
        (Kind.NUMBER, 0.0, "0"),
        (Kind.NUMBER, 10.0, "10"),
        (Kind.NUMBER, 84.32, "84.3"),
        (Kind.NUMBER, 100.0, "100"),
        (Kind.NUMBER, float("inf"), "inf"),
        (Kind.ELO, 12.6, "+13"),
        (Kind.ELO, -0.2, "+0"),
        (Kind.SHARE, 0.5, "50.0 %"),
        (Kind.SHARE, 1.0, "100.0 %"),
        (Kind.LIKELIHOOD, 1.0, ">99.9 %"),
        (Kind.LIKELIHOOD, 0.5, "50.0 %"),
        (Kind.SPAN_US, 1500, "1.5ms"),
        (Kind.MATCH, 3, "3"),
        (Kind.ELO, None, "-"),
    ],
)
def test_cells(kind: Kind, cell: Cell, text: str) -> None:
    assert cell_text(kind, cell) == text


@pytest.mark.parametrize(
    ("los", "text"),
    [(None, "LOS -"), (1.0, "LOS >99.9 %"), (0.0, "LOS <0.1 %"), (0.975, "LOS 97.5 %")],
)
def test_nothing_proves_everything(los: float | None, text: str) -> None:
    assert likelihood_text(los) == text


def test_tables_are_sorted_by_numbers() -> None:
    assert [sort_key(cell) for cell in (1.25, 7, True, None, "x")] == ["1.25", "7", "1", "", "x"]
