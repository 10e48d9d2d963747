"""Whether a record is the one that its ledger committed."""

from dataclasses import replace

from podesta.v1 import record_pb2

from arena.ledger import LedgerReader, MatchResult, summarize
from referee.errors import RecordError
from referee.record_file import decode_record

__all__ = ["checked_content", "checked_record"]


def checked_record(ledger: LedgerReader, result: MatchResult) -> record_pb2.MatchRecord:
    """The record of a result, if it is the one that was committed.

    Raises LedgerError where the ledger can't be read, RecordError where the record is damaged or
    says something else than the ledger noted when it was committed.
    """
    return checked_content(ledger.record(result.match_id, result.attempt), result)


def checked_content(content: bytes | None, result: MatchResult) -> record_pb2.MatchRecord:
    """The same of a record that was read already. Raises RecordError."""
    if content is None:
        raise RecordError("its record is missing")
    record = decode_record(content)
    told = tuple(engine.id for engine in record.spec.engines)
    if (record.spec.match_id, told) != (result.match_id, result.engines):
        raise RecordError("its record is of another match")
    try:
        summary = summarize(record)
    except ValueError as error:
        raise RecordError(f"its record can't be true: {error}") from error
    if summary.moves_digest != result.summary.moves_digest:
        raise RecordError("its moves are not those that were committed (digest mismatch)")
    # Which position names the deal is the ledger's matter; the digest of moves covers the set-up.
    if replace(summary, initial_digest=result.summary.initial_digest) != result.summary:
        raise RecordError("its result is not the one that was committed")
    if any(d.seat >= len(told) or d.kind >= len(record.kinds) for d in record.decisions):
        raise RecordError("a decision names a seat or a kind that does not exist")
    return record
