"""Match records from where they are kept: files, and ledgers of leagues."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from podesta.v1 import record_pb2

from arena.errors import LedgerError
from arena.league.state import LeagueState
from arena.ledger import AttemptState, LedgerReader
from referee.errors import RecordError
from referee.record_file import decode_record, read_record

__all__ = ["StoredRecord", "count_records", "is_ledger", "open_deals", "stored_records"]

_SQLITE_MAGIC = b"SQLite format 3\0"


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """One record, or why it can't be read; `label` says where it is kept."""

    label: str
    record: record_pb2.MatchRecord | None
    problem: str = ""


def is_ledger(path: Path) -> bool:
    """Whether a file is a ledger rather than a record. Raises OSError."""
    with path.open("rb") as file:
        return file.read(len(_SQLITE_MAGIC)) == _SQLITE_MAGIC


def count_records(path: Path) -> int:
    """How many records `stored_records` gives. Raises OSError and LedgerError."""
    if not is_ledger(path):
        return 1
    with LedgerReader.open(path) as ledger:
        return sum(attempt.state is AttemptState.COUNTED for attempt in ledger.attempts())


def open_deals(path: Path) -> frozenset[str]:
    """Ids of deals whose hidden cards may not be told yet: matches of them are still to be played.

    Raises OSError and LedgerError.
    """
    if not is_ledger(path):
        return frozenset()
    with LedgerReader.open(path) as ledger:
        state = LeagueState.of(ledger)
    return state.agenda.deal_ids() - state.closed_deals() if state.roster.hidden else frozenset()


def stored_records(path: Path) -> Iterator[StoredRecord]:
    """The record of a file, or all that count in a ledger, in the order of their commits.

    What can't be read is given with its problem; only the file as a whole raises: OSError.
    """
    if not is_ledger(path):
        try:
            yield StoredRecord(str(path), read_record(path))
        except RecordError as error:
            yield StoredRecord(str(path), None, str(error))
        return
    try:
        with closing(LedgerReader.open(path)) as ledger:
            for result, content in ledger.records():
                label = f"{path}: match {result.match_id}"
                try:
                    yield StoredRecord(label, decode_record(content))
                except RecordError as error:
                    yield StoredRecord(label, None, f"{label}: {error}")
    except LedgerError as error:
        yield StoredRecord(str(path), None, str(error))
