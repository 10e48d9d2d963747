"""Match records from where they are kept: files, and ledgers of leagues."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import click
from podesta.v1 import record_pb2

from arena.errors import LedgerError
from arena.league.checked_record import checked_content
from arena.league.state import LeagueState
from arena.ledger import AttemptState, LedgerReader, MatchResult
from referee.errors import RecordError
from referee.record_file import decode_record, read_record

__all__ = [
    "StoredRecord",
    "count_records",
    "find_record",
    "is_ledger",
    "open_deals",
    "stored_records",
]

_SQLITE_MAGIC = b"SQLite format 3\0"


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """One record, or why it can't be read; `label` says where it is kept.

    With a record, `problem` says that it is not the one that its ledger committed.
    """

    label: str
    record: record_pb2.MatchRecord | None
    problem: str = ""


def is_ledger(path: Path) -> bool:
    """Whether a file is a ledger, or is called one, rather than a record. Raises OSError.

    Whoever opens one that is only called so says what is wrong with it.
    """
    with path.open("rb") as file:
        begins = file.read(len(_SQLITE_MAGIC))
    return begins == _SQLITE_MAGIC or path.suffix == ".ledger"


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
            for result in ledger.each_result():
                label = f"{path}: match {result.match_id}"
                content = ledger.record(result.match_id, result.attempt)
                yield _stored(label, content, result)
    except LedgerError as error:
        yield StoredRecord(str(path), None, str(error))


def _stored(label: str, content: bytes | None, result: MatchResult) -> StoredRecord:
    problem, record = "", None
    try:
        record = decode_record(content) if content is not None else None
        checked_content(content, result)
    except RecordError as error:
        problem = f"{label}: {error}"
    return StoredRecord(label, record, problem)


def find_record(file: Path, match_id: str | None) -> record_pb2.MatchRecord:
    """The one record of a file, or the one of a ledger whose match id begins so.

    Raises click.UsageError where none or several are meant, or where it may not be shown yet;
    RecordError where it can't be read.
    """
    found: list[record_pb2.MatchRecord] = []
    stored = list(stored_records(file))
    for entry in stored:
        if match_id is None and len(stored) > 1:
            raise click.UsageError(
                f"{file} holds {len(stored)} matches: say which with --match, "
                "`podesta league show --matches` lists them"
            )
        if entry.record is None:
            raise RecordError(entry.problem)
        if match_id is None or entry.record.spec.match_id.startswith(match_id):
            found.append(entry.record)
    if not found:
        raise click.UsageError(
            f"{file} holds no match {match_id}" if match_id else f"{file} holds no match"
        )
    if len(found) > 1:
        raise click.UsageError(f"{len(found)} matches of {file} begin with {match_id}")
    if found[0].spec.deal_id in open_deals(file):
        raise click.UsageError(
            f"match {found[0].spec.match_id} is held back: "
            "it shows hidden cards of a deal of which other matches are still to be played"
        )
    return found[0]
