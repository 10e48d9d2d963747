"""The ledger that a command means: named itself, or by the league file that it belongs to."""

from pathlib import Path

import click

from arena.cli.record_source import is_ledger
from arena.config import load_league
from arena.ledger import LedgerReader

__all__ = ["open_ledger"]


def open_ledger(path: Path) -> LedgerReader:
    """Open the ledger of a league to read.

    `path` is a league file or a ledger. Raises ConfigError, LedgerError, OSError, and
    click.UsageError where nothing was played yet.
    """
    ledger = path if is_ledger(path) else load_league(path).ledger
    if not ledger.exists():
        raise click.UsageError(
            f"{ledger} is not there: nothing was played yet (podesta league run {path})"
        )
    return LedgerReader.open(ledger)
