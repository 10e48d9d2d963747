"""The record of a match that was just played, kept where the user wants it."""

from pathlib import Path

from podesta.v1 import record_pb2

from arena.errors import UnkeptRecordError
from referee.record_file import write_record

__all__ = ["keep_record"]


def keep_record(file: Path, record: record_pb2.MatchRecord) -> None:
    """Write it; what was there is replaced.

    Raises UnkeptRecordError: that there was a place for it was seen before the match.
    """
    try:
        write_record(file, record)
    except OSError as error:
        why = error.strerror or error
        raise UnkeptRecordError(f"{file}: the record can't be written: {why}") from error
