"""Asking a league that is running: a row that its run finds, written beside the run's own lock."""

from contextlib import closing
from pathlib import Path

from arena.errors import LedgerUnreadableError
from arena.ledger.opening import explained, open_writer

__all__ = ["post_request"]


def post_request(path: Path, user: str, at_us: int, content: str) -> int:
    """Write a request into a ledger; returns its number. Raises LedgerError."""
    if not path.is_file():
        raise LedgerUnreadableError(f"{path}: there is no such ledger")
    connection, _ = open_writer(path, whole=False)
    with closing(connection), explained(path):
        cursor = connection.execute(
            "INSERT INTO request (at_us, user, content) VALUES (?, ?, ?)", (at_us, user, content)
        )
        return cursor.lastrowid or 0
