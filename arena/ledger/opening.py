"""Opening a ledger file: what is no ledger, or a damaged one, is refused with a reason."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.errors import LedgerError, LedgerUnreadableError, LedgerWriteError
from arena.ledger.file_kind import not_a_file
from arena.ledger.schema import (
    APPLICATION_ID,
    OLDEST_VERSION,
    SCHEMA_VERSION,
    TABLES,
    UPGRADES,
)

__all__ = ["check_is_ledger", "explained", "open_reader", "open_writer"]

_MAGIC = b"SQLite format 3\0"
_APPLICATION = APPLICATION_ID.to_bytes(4, "big")
_HEADER_BYTES = 72
"""Up to the end of the number of the application: https://www.sqlite.org/fileformat.html."""
_OTHER_DATABASE = "a SQLite database, but no ledger of podesta"
_BUSY_MS = 10_000
_WRITE_CODES = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "it can't be written: read-only",
    sqlite3.SQLITE_IOERR: "the disk failed or is full",
    sqlite3.SQLITE_CANTOPEN: "it can't be opened for writing",
    sqlite3.SQLITE_PERM: "it may not be written",
}


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Errors of SQLite become errors of ours that name the file and what can be done."""
    try:
        yield
    except sqlite3.Error as error:
        raise _explain(path, error) from error


def _explain(path: Path, error: sqlite3.Error) -> LedgerError:
    code: int | None = getattr(error, "sqlite_errorcode", None)
    primary = None if code is None else code & 0xFF
    if primary in _WRITE_CODES:
        return LedgerWriteError(
            f"{path}: {_WRITE_CODES[primary]} ({error}); every match committed before is kept"
        )
    if primary in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return LedgerUnreadableError(f"{path}: the file is damaged or truncated ({error})")
    return LedgerError(f"{path}: {error}")


def check_is_ledger(path: Path) -> None:
    """Refuse what is certainly no ledger before anything is made beside it, or changed in it.

    Raises LedgerUnreadableError.
    """
    try:
        if path.stat().st_size == 0:
            return
    except OSError:  # there is none yet
        return
    # As long as there is a WAL, the number may stand only there; looked for first, since whoever
    # ends a run puts it into the file and removes the WAL.
    written_back = not path.with_name(path.name + "-wal").exists()
    header = _check_header(path)
    if written_back and not header.endswith(_APPLICATION):
        raise LedgerUnreadableError(f"{path}: {_OTHER_DATABASE}")


def open_writer(path: Path, *, whole: bool = True) -> tuple[sqlite3.Connection, bool]:
    """A connection to write with, and whether the ledger was made just now.

    `whole` looks for damage in all of the file, which takes a second a gigabyte or more.
    Raises LedgerUnreadableError or LedgerWriteError.
    """
    new = not path.exists() or path.stat().st_size == 0
    if not new:
        _check_header(path)
    with explained(path):
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        with explained(path):
            _configure(connection)
            if new:
                _create(connection)
        if not new:
            version = _check_version(path, connection)
            if whole:
                _check_whole(path, connection)
            with explained(path):
                _upgrade(connection, version)
    except BaseException:
        connection.close()
        raise
    return connection, new


def open_reader(path: Path) -> sqlite3.Connection:
    """A connection to look with, also while a league writes. Raises LedgerError."""
    try:
        kind = not_a_file(path)
    except OSError as error:
        raise LedgerUnreadableError(f"{path}: there is no such ledger") from error
    if kind is not None:
        raise LedgerUnreadableError(f"{path}: this is {kind}; a ledger is a file")
    _check_header(path)
    address = f"{Path(os.path.realpath(path)).as_uri()}?mode=ro"
    connection = sqlite3.connect(address, uri=True, isolation_level=None)
    try:
        try:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError:
            # WAL needs to write a small file beside the ledger, which a read-only directory
            # forbids; without a journal left over nobody writes and the file is all there is.
            if path.with_name(path.name + "-wal").exists():
                raise
            connection.close()
            connection = sqlite3.connect(f"{address}&immutable=1", uri=True, isolation_level=None)
        with explained(path):
            connection.execute(f"PRAGMA busy_timeout = {_BUSY_MS}")
        _check_version(path, connection)
    except sqlite3.Error as error:
        connection.close()
        raise _explain(path, error) from error
    except BaseException:
        connection.close()
        raise
    return connection


def _configure(connection: sqlite3.Connection) -> None:
    connection.execute(f"PRAGMA busy_timeout = {_BUSY_MS}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _create(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    _run_all(connection, TABLES)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    connection.execute("COMMIT")


def _upgrade(connection: sqlite3.Connection, version: int) -> None:
    """Bring an older ledger up to date: all of it or nothing."""
    if version == SCHEMA_VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    for older in range(version, SCHEMA_VERSION):
        _run_all(connection, UPGRADES[older])
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    connection.execute("COMMIT")


def _run_all(connection: sqlite3.Connection, statements: str) -> None:
    # executescript would commit by itself; these belong together.
    for statement in statements.split(";\n"):
        if statement.strip():
            connection.execute(statement)


def _check_header(path: Path) -> bytes:
    """The first bytes, as far as the number of the application."""
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
    except OSError as error:
        raise LedgerUnreadableError(f"{path}: {error.strerror}") from error
    if not header.startswith(_MAGIC):
        raise LedgerUnreadableError(f"{path}: this is no ledger")
    return header


def _check_version(path: Path, connection: sqlite3.Connection) -> int:
    with explained(path):
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise LedgerUnreadableError(f"{path}: {_OTHER_DATABASE}")
    if not OLDEST_VERSION <= version <= SCHEMA_VERSION:
        raise LedgerUnreadableError(
            f"{path}: a ledger of version {version}; this podesta reads versions "
            f"{OLDEST_VERSION} to {SCHEMA_VERSION}"
        )
    return int(version)


def _check_whole(path: Path, connection: sqlite3.Connection) -> None:
    with explained(path):
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise LedgerUnreadableError(f"{path}: the file is damaged: {verdict}")
