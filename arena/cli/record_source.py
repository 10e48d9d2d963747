"""Match records from where they are kept: files, and ledgers of leagues."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import click
from podesta.v1 import record_pb2

from arena.config import load_league
from arena.errors import ConfigError, LedgerError
from arena.league.checked_record import checked_content
from arena.league.state import LeagueState
from arena.ledger import AttemptState, LedgerReader, MatchResult, named_match, not_a_file
from referee.errors import RecordError
from referee.record_file import decode_record, read_record

__all__ = [
    "StoredRecord",
    "count_records",
    "find_record",
    "is_ledger",
    "kept_in",
    "match_option",
    "open_deals",
    "stored_records",
]

_SUFFIX = ".ledger"
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
    """Whether a file is a ledger, or is called one, rather than a record.

    Whoever opens one that is only called so says what is wrong with it. A pipe may hold a record,
    and nothing is taken from it here. Raises OSError, and click.UsageError where something is
    called a ledger that is no file.
    """
    kind = not_a_file(path)
    if kind is not None:
        if path.suffix == _SUFFIX:
            raise click.UsageError(f"{path} is {kind}; a ledger is a file")
        return False
    with path.open("rb") as file:
        begins = file.read(len(_SQLITE_MAGIC))
    return begins == _SQLITE_MAGIC or path.suffix == _SUFFIX


def kept_in(path: Path) -> Path:
    """The file that holds the records which a command line means: of a league file, its ledger.

    Raises OSError, ConfigError, and click.UsageError where nothing was played yet.
    """
    if path.suffix != ".toml" or is_ledger(path):
        return path
    ledger = load_league(path).ledger
    if not ledger.exists():
        raise click.UsageError(
            f"{ledger} is not there: nothing was played yet (podesta league run {path})"
        )
    return ledger


def count_records(path: Path) -> int:
    """How many records `stored_records` gives. Raises LedgerError and what `kept_in` raises."""
    path = kept_in(path)
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
    try:
        path = kept_in(path)
    except (ConfigError, click.UsageError) as error:
        problem = "; ".join(str(error).splitlines())
        yield StoredRecord(str(path), None, problem)
        return
    if not is_ledger(path):
        try:
            yield StoredRecord(str(path), read_record(path))
        except RecordError as error:
            yield StoredRecord(str(path), None, str(error))
        return
    try:
        with closing(LedgerReader.open(path)) as ledger:
            for result in ledger.each_result():
                yield _stored_in(ledger, result)
    except LedgerError as error:
        yield StoredRecord(str(path), None, str(error))


def _stored_in(ledger: LedgerReader, result: MatchResult) -> StoredRecord:
    label = f"{ledger.path}: match {result.match_id}"
    content = ledger.record(result.match_id, result.attempt)
    problem, record = "", None
    try:
        record = decode_record(content) if content is not None else None
        checked_content(content, result)
    except RecordError as error:
        problem = f"{label}: {error}"
    return StoredRecord(label, record, problem)


def match_option(command: Callable[..., object]) -> Callable[..., object]:
    """`--match`, which says to several commands which match of a ledger is meant."""
    return click.option(
        "--match",
        "match_name",
        metavar="MATCH",
        help="Which match of a ledger: its number, or how its id begins.",
    )(command)


def find_record(file: Path, match_name: str | None) -> record_pb2.MatchRecord:
    """The one record of a file, or the one of a ledger whose match is called so.

    Raises click.UsageError or MatchNameError where none or several are meant, or where it may not
    be shown yet; RecordError where it can't be read; what `kept_in` raises.
    """
    file = kept_in(file)
    if is_ledger(file):
        entry = _record_of_ledger(file, match_name)
    else:
        (entry,) = stored_records(file)
    if entry.record is None:
        raise RecordError(entry.problem)
    match_id = entry.record.spec.match_id
    if not is_ledger(file) and match_name is not None and not match_id.startswith(match_name):
        raise click.UsageError(f"{file} holds no match {match_name}")
    if entry.record.spec.deal_id in open_deals(file):
        raise click.UsageError(
            f"match {match_id} is held back: "
            "it shows hidden cards of a deal of which other matches are still to be played"
        )
    return entry.record


def _record_of_ledger(file: Path, match_name: str | None) -> StoredRecord:
    if match_name is not None:
        with LedgerReader.open(file) as ledger:
            return _stored_in(ledger, named_match(ledger, match_name))
    stored = list(islice(stored_records(file), 2))
    if not stored:
        raise click.UsageError(f"{file} holds no match")
    if len(stored) > 1:
        raise click.UsageError(
            f"{file} holds {count_records(file)} matches: say which with --match, "
            "`podesta league show --matches` lists them"
        )
    return stored[0]
