"""Drawings of charts made fit to stand inside a page."""

import re
from xml.etree import ElementTree

from arena.report.chart_theme import PAGE_COLOURS
from arena.report.report import Chart

__all__ = ["chart_svg"]

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_COLOUR = re.compile(r"#0102[0-9a-f]{2}")
_KEPT = frozenset(
    {"svg", "g", "path", "line", "rect", "text", "tspan", "defs", "clipPath", "title"}
)


def chart_svg(chart: Chart, drawing: str) -> str:
    """The drawing of a chart: scales with the page, takes its colours from it, loads nothing."""
    ElementTree.register_namespace("", _SVG)
    ElementTree.register_namespace("xlink", _XLINK)
    root = ElementTree.fromstring(drawing)
    _harden(root)
    width, height = root.get("width", "600"), root.get("height", "200")
    for name in ("width", "height"):
        root.attrib.pop(name, None)
    root.set("class", "chart")
    root.set("role", "img")
    root.set("style", f"max-width:{float(width) * 1.1:.0f}px")
    root.set("viewBox", f"0 0 {width} {height}")
    root.set("aria-label", f"{chart.title}. {chart.description}")
    drawn = ElementTree.tostring(root, encoding="unicode")
    return _COLOUR.sub(lambda found: PAGE_COLOURS[found.group()], drawn)


def _harden(root: ElementTree.Element) -> None:
    """Leave out everything but drawing, whatever names of engines made of the chart."""
    for element in root.iter():
        for child in list(element):
            if child.tag.rpartition("}")[2] not in _KEPT:
                element.remove(child)
        for name in list(element.attrib):
            bare = name.rpartition("}")[2]
            # Every group and mark is described one by one; the chart as a whole is, below.
            if bare.startswith(("on", "aria", "role")) or bare == "href":
                del element.attrib[name]
