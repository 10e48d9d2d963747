"""The report on a terminal, as a golden file that a person can review."""

import io
import os
import re
from datetime import UTC, datetime
from pathlib import Path

from arena.league.state import LeagueState
from arena.ledger import LedgerReader
from arena.report.build import build_report
from arena.report.text_page import text_page
from arena.terminal.console import make_console
from tests.arena.report.played_matches import HOSTILE

GOLDEN = Path(__file__).parents[2] / "golden" / "report" / "bologna.txt"


def printed(path: Path) -> str:
    stream = io.StringIO()
    console = make_console(stream, {"COLUMNS": "150"})
    with LedgerReader.open(path) as ledger:
        report = build_report(
            ledger,
            LeagueState.of(ledger),
            podesta_version="1.2.3",
            command=("podesta", "league", "report", "a b"),
            made_at=datetime(2026, 11, 29, 12, 0, tzinfo=UTC),
        )
    for part in text_page(report, {"alpha": "Alpha", "beta": HOSTILE}):
        console.print(part)
    return re.sub(r" +$", "", stream.getvalue(), flags=re.MULTILINE)


def test_the_text_is_as_it_was(bologna: Path) -> None:
    text = printed(bologna)
    if os.environ.get("PODESTA_GOLDEN") == "write":
        GOLDEN.parent.mkdir(parents=True, exist_ok=True)
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")


def test_nothing_in_it_moves_a_terminal(bologna: Path) -> None:
    text = printed(bologna)
    assert "\u202e" not in text
    assert "\\u202e" in text
    assert "\x1b" not in text
