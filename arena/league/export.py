"""Results and records of a league for other programs.

Where a game hides something, a deal is told only when nothing of it is left to play: its records
hold every card.
"""

import csv
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Literal

from google.protobuf.json_format import MessageToJson
from podesta.v1 import game_pb2, record_pb2

from arena.league.checked_record import checked_record
from arena.league.state import LeagueState
from arena.ledger import LedgerReader, MatchResult
from referee.errors import RecordError
from referee.record_file import write_record

__all__ = ["RESULT_COLUMNS", "export_records", "export_results", "open_records"]

RESULT_COLUMNS = (
    "number",
    "match_id",
    "deal_id",
    "attempt",
    "engines",
    "placements",
    "termination",
    "faulty_seats",
    "stand_in",
    "plies",
    "duration_us",
    "reason",
)
"""What `export_results` tells of a match, in this order; lists go by seat."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def _raise(_: MatchResult, error: RecordError) -> None:
    raise error


def open_records(
    ledger: LedgerReader,
    state: LeagueState,
    broken: Callable[[MatchResult, RecordError], None] = _raise,
) -> Iterator[tuple[MatchResult, record_pb2.MatchRecord]]:
    """Every record that may be told, in the order of commits.

    `broken` is told of each record that is damaged, or is not the one that was committed, and the
    next is read on; without it RecordError is raised. Raises LedgerError.
    """
    closed = state.closed_deals() if state.roster.hidden else None
    for result in state.results:
        if closed is not None and result.deal_id not in closed:
            continue
        try:
            record = checked_record(ledger, result)
        except RecordError as error:
            broken(result, error)
            continue
        yield result, record


def export_records(
    ledger: LedgerReader,
    state: LeagueState,
    directory: Path,
    form: Literal["binary", "json"] = "binary",
    broken: Callable[[MatchResult, RecordError], None] = _raise,
) -> int:
    """Write a file a match into a directory, made where it is missing; returns how many.

    Files are named by the order of commits and the match id. `broken` as in `open_records`. Raises
    OSError where the disk refuses.
    """
    directory.mkdir(parents=True, exist_ok=True)
    written = 0
    for result, record in open_records(ledger, state, broken):
        stem = f"{result.number:07d}-{_file_name(result.match_id)}"
        if form == "binary":
            write_record(directory / f"{stem}.record", record)
        else:
            text = MessageToJson(record, preserving_proto_field_name=True)
            (directory / f"{stem}.json").write_text(text + "\n", encoding="utf-8")
        written += 1
    return written


def export_results(state: LeagueState, stream: IO[str], form: Literal["csv", "jsonl"]) -> int:
    """Write a line a match that counts (in CSV below a heading); returns how many.

    Texts that a spreadsheet would take for a formula get a leading apostrophe in CSV.
    """
    writer = csv.writer(stream, lineterminator="\n")
    if form == "csv":
        writer.writerow(RESULT_COLUMNS)
    for result in state.results:
        row = _row(result)
        if form == "jsonl":
            stream.write(json.dumps(row) + "\n")
        else:
            writer.writerow([_cell(row[column]) for column in RESULT_COLUMNS])
    return len(state.results)


def _row(result: MatchResult) -> dict[str, object]:
    summary = result.summary
    termination = game_pb2.Termination.Name(summary.termination)
    return {
        "number": result.number,
        "match_id": result.match_id,
        "deal_id": result.deal_id,
        "attempt": result.attempt,
        "engines": list(result.engines),
        "placements": list(summary.placements),
        "termination": termination.removeprefix("TERMINATION_").lower(),
        "faulty_seats": list(summary.faulty_seats),
        "stand_in": summary.stand_in,
        "plies": summary.plies,
        "duration_us": summary.duration_us,
        "reason": summary.reason,
    }


def _cell(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text


def _file_name(text: str) -> str:
    # Ids are hashes, but a ledger is a file from outside.
    return "".join(c if c.isascii() and c.isalnum() else "_" for c in text)[:64]
