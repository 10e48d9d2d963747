"""Reports of leagues: what a ledger says, as tables and charts, and as pages, text and files."""

from arena.report.build import build_report
from arena.report.report import Caution, Chart, Report, Section
from arena.report.sheet import Column, Kind, Sheet

__all__ = ["Caution", "Chart", "Column", "Kind", "Report", "Section", "Sheet", "build_report"]
