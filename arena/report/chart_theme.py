"""How charts look: stand-in colours in the drawing that a page replaces by its own.

A drawing is made once and must suit a light and a dark page. So it is drawn in colours that occur
nowhere else, and each of them then becomes a variable of the page's style sheet.
"""

from typing import Any

__all__ = ["CHART_CONFIG", "PAGE_COLOURS", "SERIES"]

_INK, _FAINT, _GRID = "#010203", "#010204", "#010205"
SERIES = tuple(f"#0102{number:02x}" for number in range(0x10, 0x18))
"""One colour an engine."""

PAGE_COLOURS = {
    _INK: "var(--ink)",
    _FAINT: "var(--faint)",
    _GRID: "var(--line)",
} | {colour: f"var(--series-{number})" for number, colour in enumerate(SERIES)}
"""What stands for each colour in a page."""

_FONT = "sans-serif"

CHART_CONFIG: dict[str, Any] = {
    "background": None,
    # Fonts differ from machine to machine: names must not be cut where they are wider.
    "padding": {"left": 28, "top": 5, "right": 12, "bottom": 5},
    "font": _FONT,
    "view": {"stroke": None},
    "axis": {
        "labelColor": _FAINT,
        "titleColor": _INK,
        "domainColor": _FAINT,
        "tickColor": _FAINT,
        "gridColor": _GRID,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "labelLimit": 150,
    },
    # Labels at the ends stand below their ticks as all others do: flush ones meet the next.
    "axisQuantitative": {"labelFlush": False, "labelOverlap": "greedy"},
    "header": {"labelColor": _INK, "titleColor": _INK, "labelFontSize": 12},
    "legend": {"labelColor": _INK, "titleColor": _INK, "labelFontSize": 12, "labelLimit": 200},
    "bar": {"color": SERIES[0]},
    "rule": {"color": SERIES[0]},
    "point": {"color": SERIES[0]},
    "line": {"color": SERIES[0], "strokeWidth": 2},
}
