"""A report as one page that needs nothing else: style, scripts, charts and replays are in it."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from arena.pages.page_scripts import json_for_html, page_scripts, static_text
from arena.pages.replay_payload import ReplayPayload, SharedData
from arena.report.cell_text import cell_text, likelihood_text, sort_key
from arena.report.chart_svg import chart_svg
from arena.report.report import Chart, Report
from arena.report.sheet import Kind, Sheet
from arena.terminal.printable import printable

__all__ = ["html_page", "narrow_key"]

_COMMAND = re.compile(r"`(podesta [\w -]+)`")


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("arena.report"),
        autoescape=True,
        undefined=StrictUndefined,
        # What can't be seen, or turns text round, is written out; markup of ours stays as it is.
        finalize=lambda value: printable(value) if type(value) is str else value,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["commands"] = _with_commands
    return environment.get_template("report.html.j2")


def _with_commands(text: str) -> Markup:
    """A text with the commands in it marked as such; whatever else stands in it is only text."""
    return Markup(_COMMAND.sub(r"<code>\1</code>", str(escape(printable(text)))))


@cache
def _static(name: str) -> str:
    return files("arena.report").joinpath("static", name).read_text(encoding="utf-8")


def narrow_key(chart: Chart) -> str:
    """The key of a chart's drawing for phones."""
    return f"{chart.key}-narrow"


def html_page(
    report: Report,
    *,
    names: Mapping[str, str],
    drawings: Mapping[str, str],
    replays: Sheet,
    links: Mapping[int, str],
    payloads: Sequence[ReplayPayload] = (),
    shared: SharedData | None = None,
    replay_lines: Sequence[str] = (),
) -> str:
    """The page. `drawings` are SVG by the keys of charts, as `ChartProcess` makes them; `links` say
    by match number where a replay is: "#match=3", or another file.
    """
    scripts, sorting = page_scripts(), _static("sorting.js")
    charts: dict[str, list[dict[str, Any]]] = {
        section.key: [
            {
                "title": chart.title,
                "svg": chart_svg(chart, drawings[chart.key]),
                "narrow": chart_svg(chart, drawings[narrow_key(chart)]) if chart.narrow else "",
                "description": chart.description,
            }
            for chart in section.charts
        ]
        for section in report.sections
    }
    return _template().render(
        report=report,
        names=dict(names),
        charts=charts,
        replays=replays,
        links=dict(links),
        payloads=payloads,
        replay_lines=replay_lines,
        shared=json_for_html((shared or SharedData()).as_json()),
        scripts=scripts,
        sorting=sorting,
        policy=scripts.policy(sorting),
        style="".join([static_text("page.css"), static_text("replay.css"), _static("report.css")]),
        shown=lambda kind, cell: cell_text(Kind(kind), cell),
        sort_key=sort_key,
        los_text=likelihood_text,
    )
