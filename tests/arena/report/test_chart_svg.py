"""Charts inside a page: harmless, and in the colours of the page."""

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest

from arena.errors import ChartError
from arena.ratings import Result, ResultColumns, rate, standings_of
from arena.report.chart_process import ChartProcess
from arena.report.chart_svg import chart_svg
from arena.report.charts import ratings_chart
from arena.report.report import Chart, Report
from arena.terminal.printable import printable
from tests.arena.report.played_matches import HOSTILE
from tests.arena.report.test_build import report_of

SAFE = {"svg", "g", "path", "line", "rect", "text", "tspan", "defs", "clipPath", "title"}


def drawn(charts: Sequence[Chart]) -> list[str]:
    with ChartProcess([chart.spec for chart in charts]) as process:
        return process.drawings()


@pytest.fixture(scope="module")
def report(bologna: Path) -> Report:
    return report_of(bologna)


def test_every_chart_draws_and_is_harmless(report: Report) -> None:
    charts = [chart for section in report.sections for chart in section.charts]
    assert {chart.key for chart in charts} == {
        "ratings",
        "thinking",
        "length",
        "margins",
        "calibration",
    }
    for chart, drawing in zip(charts, drawn(charts), strict=True):
        text = chart_svg(chart, drawing)
        root = ElementTree.fromstring(text)
        assert {element.tag.rpartition("}")[2] for element in root.iter()} <= SAFE
        for element in root.iter():
            assert not [name for name in element.attrib if name.startswith("on") or "href" in name]
        assert "var(--ink)" in text
        assert not re.search(r"#0102[0-9a-f]{2}", text)
        assert "http" not in text.replace("http://www.w3.org/", "")


def test_a_name_is_only_text_in_a_chart() -> None:
    columns = ResultColumns.of([Result("1", ("a", "b"), (1, 2)), Result("2", ("b", "a"), (1, 2))])
    chart = ratings_chart(standings_of(columns, rate(columns)), {"a": HOSTILE, "b": HOSTILE})
    assert chart is not None
    texts = [
        element.text or ""
        for element in ElementTree.fromstring(chart_svg(chart, *drawn([chart]))).iter()
        if element.tag.endswith("}text")
    ]
    # Cut to the room that there is, told apart by the id in the data.
    assert sum(text.startswith("</script><img") for text in texts) == 2
    assert {row["bot"] for row in chart.spec["data"]["values"]} == {
        f"{printable(HOSTILE)} (a)",
        f"{printable(HOSTILE)} (b)",
    }


def test_a_chart_that_can_not_be_drawn_says_why() -> None:
    with (
        ChartProcess([{"mark": "bar"}, {"no": "chart"}]) as process,
        pytest.raises(RuntimeError, match=r"could not be drawn: .+"),
    ):
        process.drawings()


def test_a_drawing_process_that_is_killed_is_followed_by_another_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start, living = ChartProcess._start, iter([False, True, False, False])

    def often_killed(process: ChartProcess) -> "subprocess.Popen[bytes]":
        started = start(process)
        if not next(living):
            started.kill()
        return started

    monkeypatch.setattr(ChartProcess, "_start", often_killed)
    with ChartProcess([]) as process:
        assert process.drawings() == []
    with ChartProcess([]) as process, pytest.raises(ChartError, match="killed by SIGKILL, twice"):
        process.drawings()


def test_files_that_lie_about_are_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("json", "vl_convert", "subprocess"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(9)")
    monkeypatch.chdir(tmp_path)
    with ChartProcess([]) as process:
        assert process.drawings() == []


def test_a_chart_loads_nothing(tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_text("a\n1\n")
    spec = {
        "data": {"url": (tmp_path / "data.csv").as_uri()},
        "mark": "bar",
        "encoding": {"x": {"field": "a", "type": "nominal"}},
    }
    with ChartProcess([spec]) as process:
        try:
            (drawing,) = process.drawings()
        except RuntimeError:
            return
    assert ">1<" not in drawing


def test_one_engine_makes_no_chart_of_ratings() -> None:
    columns = ResultColumns.of([], ["a"])
    assert ratings_chart(standings_of(columns, rate(columns)), {}) is None


def test_labels_of_the_lowest_number_do_not_run_into_the_next() -> None:
    results = [Result(f"d{n}", ("a", "b"), (1, 2)) for n in range(4)]
    columns = ResultColumns.of(results)
    chart = ratings_chart(standings_of(columns, rate(columns)), {})
    assert chart is not None
    (drawing,) = drawn([chart])
    # Whatever is written at its tick stands about it; flush labels would begin or end there.
    numbers = re.findall(r'<text text-anchor="(\w+)" transform="[^"]*"[^>]*>.?\d+</text>', drawing)
    assert len(numbers) > 3
    assert set(numbers) == {"middle"}
