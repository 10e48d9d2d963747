"""Strange records in a ledger that agrees with them, as a merge can bring them."""

import contextlib
import json
import shutil
import sqlite3
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from podesta.v1 import record_pb2

from arena.ledger import summarize
from referee.record_file import encode_record
from tests.fuzz.bounds import fuzzed
from tests.fuzz.made_by_chance import disturbed
from tests.fuzz.small_league import Whole, ends_well


def commit(path: Path, record: record_pb2.MatchRecord) -> None:
    """Put a record in the place of the first one, and let the row beside it say the same."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        key = connection.execute("SELECT match_id, attempt FROM record LIMIT 1").fetchone()
        where = "WHERE match_id = ? AND attempt = ?"
        content = encode_record(record)
        connection.execute(f"UPDATE record SET content = ? {where}", (content, *key))
        # What can't be true keeps the row that it had.
        with contextlib.suppress(ValueError):
            summary = summarize(record)
            connection.execute(
                "UPDATE attempt SET placements = ?, termination = ?, reason = ?, faulty_seats = ?,"
                f" stand_in = ?, plies = ?, duration_us = ?, moves_digest = ? {where}",
                (
                    json.dumps(summary.placements),
                    summary.termination,
                    summary.reason,
                    json.dumps(summary.faulty_seats),
                    summary.stand_in,
                    summary.plies,
                    summary.duration_us,
                    summary.moves_digest,
                    *key,
                ),
            )


def spoilt(
    data: st.DataObject, ledger: Whole[bytes], record: Whole[record_pb2.MatchRecord], place: Path
) -> Path:
    path = place / "committed.ledger"
    path.write_bytes(ledger.it)
    commit(path, data.draw(disturbed(record.it)))
    return path


@fuzzed()
@given(data=st.data())
def test_reports_of_strange_records_end_well(
    data: st.DataObject, ledger: Whole[bytes], record: Whole[record_pb2.MatchRecord], place: Path
) -> None:
    path = spoilt(data, ledger, record, place)
    ends_well("league", "report", path, "--text")
    ends_well("league", "report", path, "--json", "--csv", place / "tables")


@fuzzed(0.1)
@given(data=st.data())
def test_pages_of_strange_records_end_well(
    data: st.DataObject, ledger: Whole[bytes], record: Whole[record_pb2.MatchRecord], place: Path
) -> None:
    path = spoilt(data, ledger, record, place)
    ends_well("league", "report", path, "--output", place / "report.html")
    shutil.rmtree(place / "pages", ignore_errors=True)
    ends_well("league", "report", path, "--output", place / "pages")


@fuzzed()
@given(data=st.data())
def test_commands_on_strange_records_end_well(
    data: st.DataObject, ledger: Whole[bytes], record: Whole[record_pb2.MatchRecord], place: Path
) -> None:
    path = spoilt(data, ledger, record, place)
    match_id = record.it.spec.match_id
    ends_well("league", "show", path, "--json", "--matches")
    ends_well("verify", path, "--quiet")
    ends_well("replay", path, "--match", match_id, "--json")
    ends_well("log", path, "--match", match_id, "--json")
    ends_well("log", path, "--match", match_id)
    ends_well("record", "text", path)
    ends_well("ratings", path)
    seat = place / "seat.transcript"
    seat.unlink(missing_ok=True)
    ends_well("debug", "extract", path, "--match", match_id, "--seat", "0", "--output", seat)
    shutil.rmtree(place / "records", ignore_errors=True)
    ends_well("league", "export", path, "--format", "records", "--output", place / "records")
