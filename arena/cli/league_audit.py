"""`podesta league audit`: who changed a league, when and why."""

import dataclasses
import datetime
import sys
from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from arena.cli.json_lines import write_json
from arena.cli.league_source import open_ledger
from arena.ledger import AuditLine
from arena.terminal.console import make_console
from arena.terminal.printable import printable

__all__ = ["audit"]

EPILOG = """\
\b
Examples:
  podesta league audit league.toml
  podesta league audit league.ledger --json | jq -r .detail

\b
Exit status: 0; 2 no such league; 6 its ledger can't be read.
"""


@click.command(epilog=EPILOG)
@click.argument("league", metavar="LEAGUE.TOML|LEDGER", type=Path)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, a line an act.")
def audit(league: Path, as_json: bool) -> None:
    """Show every act that changed the league besides playing, the first one first."""
    with open_ledger(league) as ledger:
        lines = ledger.audit_lines()
    if as_json:
        for line in lines:
            write_json(dataclasses.asdict(line))
        return
    console = make_console(sys.stdout)
    if not lines:
        console.print("nothing was changed")
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="heading")
    for column in ("when", "who", "act", "what came of it"):
        table.add_column(column, overflow="fold")
    for line in lines:
        table.add_row(*(Text(text) for text in _cells(line)))
    console.print(table)


def _cells(line: AuditLine) -> tuple[str, str, str, str]:
    at = datetime.datetime.fromtimestamp(line.at_us / 1e6, datetime.UTC)
    what = line.detail or line.subject
    why = f" ({line.reason})" if line.reason else ""
    return (
        at.strftime("%Y-%m-%d %H:%M:%SZ"),
        printable(line.user, 40),
        printable(line.act, 20),
        printable(what + why, 500),
    )
