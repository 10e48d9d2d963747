"""The charts of a report as Vega-Lite specifications, their data inside."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from arena.ledger import MatchResult
from arena.ratings import Standings
from arena.report.chart_theme import CHART_CONFIG, SERIES
from arena.report.record_reading import Records
from arena.report.report import Chart
from arena.report.sheet import Sheet
from arena.terminal.printable import printable

__all__ = [
    "calibration_chart",
    "length_chart",
    "margin_chart",
    "ratings_chart",
    "thinking_chart",
]

_MOST_ENGINES = 40
_WIDTH = 560
_NARROW_WIDTH = 180
_NARROW_CONFIG = CHART_CONFIG | {
    "padding": {"left": 20, "top": 5, "right": 12, "bottom": 5},
    "axis": CHART_CONFIG["axis"] | {"labelLimit": 110},
    "axisQuantitative": CHART_CONFIG["axisQuantitative"] | {"labelSeparation": 10},
}
_MS_US = 1_000


def _chart(key: str, title: str, description: str, spec: dict[str, Any]) -> Chart:
    whole = {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "description": description,
        "width": _WIDTH,
        "config": CHART_CONFIG,
    }
    return Chart(key, title, description, whole | spec)


def _labels(engines: Sequence[str], names: Mapping[str, str]) -> dict[str, str]:
    """Names for the axes, told apart by the id where two engines share one."""
    names = {engine: printable(names.get(engine, engine)) for engine in engines}
    texts = Counter(names.values())
    return {
        engine: name if texts[name] == 1 else f"{name} ({engine})" for engine, name in names.items()
    }


def ratings_chart(standings: Standings, names: Mapping[str, str]) -> Chart | None:
    """Ratings with their 95 % intervals, and bounds as arrows; of the first forty."""
    rows = [row for row in standings.rows if row.rating.elo is not None][:_MOST_ENGINES]
    if len(rows) < 2:
        return None
    labels = _labels([row.engine for row in rows], names)
    values = []
    for row in rows:
        elo, spread = row.rating.elo or 0.0, row.rating.plus_minus
        values.append(
            {
                "bot": labels[row.engine],
                "elo": elo,
                "low": elo - (spread or 0.0),
                "high": elo + (spread or 0.0),
                "kind": "measured" if row.rating.scale.name == "MEASURED" else "a bound",
            }
        )
    bot = {
        "field": "bot",
        "type": "nominal",
        "sort": [labels[row.engine] for row in rows],
        "title": None,
    }
    elo_axis = {"type": "quantitative", "title": "Elo", "scale": {"zero": False, "padding": 12}}
    chart = _chart(
        "ratings",
        "Ratings",
        "Elo by bot with the 95 % interval; a hollow point is only a bound.",
        {
            "data": {"values": values},
            "height": {"step": 26},
            "layer": [
                {
                    "mark": {"type": "rule", "strokeWidth": 3, "opacity": 0.45},
                    "encoding": {
                        "y": bot,
                        "x": {"field": "low", **elo_axis},
                        "x2": {"field": "high"},
                    },
                },
                {
                    "transform": [{"filter": "datum.kind == 'measured'"}],
                    "mark": {"type": "point", "filled": True, "size": 90, "opacity": 1},
                    "encoding": {"y": bot, "x": {"field": "elo", **elo_axis}},
                },
                {
                    "transform": [{"filter": "datum.kind != 'measured'"}],
                    "mark": {"type": "point", "filled": False, "size": 90, "opacity": 1},
                    "encoding": {"y": bot, "x": {"field": "elo", **elo_axis}},
                },
            ],
        },
    )
    # Who leads stands at the right end: there a phone would show nothing of a wide chart.
    narrow = chart.spec | {"width": _NARROW_WIDTH, "config": _NARROW_CONFIG}
    return replace(chart, narrow=narrow)


def thinking_chart(records: Records, names: Mapping[str, str]) -> Chart | None:
    """A histogram of thinking times for each engine, on a scale of powers of ten."""
    engine_ids = [
        engine
        for number, engine in enumerate(records.engine_ids)
        if (records.decisions.engine == number).any()
    ][:_MOST_ENGINES]
    if not engine_ids:
        return None
    labels = _labels(engine_ids, names)
    values = []
    for engine in engine_ids:
        number = records.engine_ids.index(engine)
        charged = records.decisions.charged_us[records.decisions.engine == number]
        # Four bins to a power of ten; what is shorter than 10 us is as good as nothing.
        bins = np.floor(np.log10(np.maximum(charged, 10)) * 4).astype(int)
        for place, count in zip(*np.unique(bins, return_counts=True), strict=True):
            values.append(
                {
                    "bot": labels[engine],
                    "from": 10 ** (int(place) / 4) / _MS_US,
                    "to": 10 ** ((int(place) + 1) / 4) / _MS_US,
                    "share": int(count) / len(charged),
                }
            )
    return _chart(
        "thinking",
        "Thinking time a decision",
        "How often each bot thought how long, in milliseconds on a logarithmic scale.",
        {
            "data": {"values": values},
            "facet": {
                "row": {
                    "field": "bot",
                    "type": "nominal",
                    "title": None,
                    "sort": [labels[engine] for engine in engine_ids],
                    "header": {
                        "labelAngle": 0,
                        "labelAlign": "left",
                        "labelLimit": 130,
                        "labelOrient": "left",
                    },
                }
            },
            "spec": {
                "width": _WIDTH - 130,
                "height": 46,
                "mark": {"type": "bar"},
                "encoding": {
                    "x": {
                        "field": "from",
                        "type": "quantitative",
                        "scale": {"type": "log"},
                        "title": "milliseconds",
                        "axis": {"values": [10**power for power in range(-2, 8)]},
                    },
                    "x2": {"field": "to"},
                    "y": {
                        "field": "share",
                        "type": "quantitative",
                        "title": None,
                        "axis": {"format": "%", "tickCount": 2},
                    },
                    "y2": {"datum": 0},
                },
            },
            "resolve": {"scale": {"y": "shared"}},
        },
    )


def length_chart(results: Sequence[MatchResult]) -> Chart | None:
    """How many matches had how many plies."""
    plies = [result.summary.plies for result in results if result.summary.plies]
    values = _histogram(plies)
    if not values:
        return None
    return _chart(
        "length",
        "Plies of a match",
        "How many matches were how long, in plies.",
        _histogram_spec(values, "plies"),
    )


def margin_chart(records: Records) -> Chart | None:
    """How many matches were won by how much."""
    values = _histogram(records.margins)
    if not values:
        return None
    return _chart(
        "margins",
        "Margin of the winner",
        "How many matches were won by how many points over the second.",
        _histogram_spec(values, "points ahead of the second"),
    )


def _histogram(numbers: Sequence[int], most_bins: int = 40) -> list[dict[str, int]]:
    if not numbers:
        return []
    low, high = min(numbers), max(numbers)
    step = max(1, math.ceil((high - low + 1) / most_bins))
    counts = Counter((number - low) // step for number in numbers)
    return [
        {"from": low + place * step, "to": low + (place + 1) * step, "matches": count}
        for place, count in sorted(counts.items())
    ]


def _histogram_spec(values: list[dict[str, int]], title: str) -> dict[str, Any]:
    return {
        "data": {"values": values},
        "height": 170,
        "mark": {"type": "bar", "binSpacing": 1},
        "encoding": {
            "x": {
                "field": "from",
                "type": "quantitative",
                "title": title,
                "bin": "binned",
                "axis": {"tickMinStep": 1},
                "scale": {"zero": False},
            },
            "x2": {"field": "to"},
            "y": {
                "field": "matches",
                "type": "quantitative",
                "title": "matches",
                "axis": {"tickMinStep": 1},
            },
        },
    }


def calibration_chart(curve: Sheet) -> Chart | None:
    """What was scored after which evaluation, a line an engine."""
    values = [
        {"bot": printable(str(row["engine"])), "bin": row["bin"], "score": row["score"]}
        for row in curve.records()
    ]
    bots = sorted({str(value["bot"]) for value in values})
    if len(values) < 2 or len(bots) > len(SERIES):
        return None
    return _chart(
        "calibration",
        "Evaluation against result",
        "Mean score after the evaluations of a bot, in eighths from its lowest to its highest: "
        "where it sees rightly, its line rises.",
        {
            "data": {"values": values},
            "height": 220,
            "mark": {"type": "line", "point": True},
            "encoding": {
                "x": {
                    "field": "bin",
                    "type": "ordinal",
                    "title": "evaluations, from the lowest eighth to the highest",
                    "axis": {"labelAngle": 0},
                },
                "y": {
                    "field": "score",
                    "type": "quantitative",
                    "scale": {"domain": [0, 1]},
                    "axis": {"format": "%"},
                    "title": "score",
                },
                "color": {
                    "field": "bot",
                    "type": "nominal",
                    "title": None,
                    "sort": bots,
                    "scale": {"range": list(SERIES)},
                },
            },
        },
    )
