"""`podesta league export`: the records of a league for other tools."""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import click
from podesta.v1 import record_pb2

from arena.cli.failures import say
from arena.cli.json_lines import message_json
from arena.cli.league_source import open_ledger
from arena.league.roster import Roster
from arena.ledger import LedgerReader, MatchResult
from arena.terminal.record_text import record_text
from referee.record_file import decode_record, write_record

__all__ = ["export"]

EPILOG = """\
\b
Formats:
  json      one record a line, protobuf's own JSON mapping
  text      like PGN: headers, a line a decision, the result
  records   one .record file a match, into the directory --output

\b
Examples:
  podesta league export league.toml > league.jsonl
  podesta league export league.toml --format text --output games.txt
  podesta league export league.ledger --format records --output records/

\b
In games with hidden cards only deals whose matches are all committed are
written: their records tell the cards.

\b
Exit status: 0; 2 no such league, or nothing to write; 6 the ledger can't be
read or the disk can't be written.
"""


@click.command(epilog=EPILOG)
@click.argument("league", metavar="LEAGUE.TOML|LEDGER", type=Path)
@click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice(["json", "text", "records"]),
    default="json",
    show_default=True,
    help="What is written; see below.",
)
@click.option("-o", "--output", type=Path, help="File, or directory of records; default stdout.")
def export(league: Path, form: str, output: Path | None) -> int:
    """Write the records of all matches that count, in the order in which they were committed."""
    if form == "records" and output is None:
        raise click.UsageError("--format records needs a directory: --output DIRECTORY")
    with open_ledger(league) as ledger:
        roster = Roster.of_ledger(ledger)
        records = _records(ledger, roster)
        written = (
            _write_files(records, output)
            if form == "records" and output is not None
            else _write_stream(records, form, output)
        )
    if not written:
        say("there is no match to write")
        return 2
    return 0


def _records(
    ledger: LedgerReader, roster: Roster
) -> Iterator[tuple[MatchResult, record_pb2.MatchRecord]]:
    played = Counter(result.deal_id for result in ledger.results())
    held_back = 0
    for result, content in ledger.records():
        if roster.hidden and played[result.deal_id] < roster.seats:
            held_back += 1
            continue
        yield result, decode_record(content)
    if held_back:
        say(f"{held_back} matches are held back: other matches of their deals are to be played")


def _write_files(
    records: Iterator[tuple[MatchResult, record_pb2.MatchRecord]], directory: Path
) -> int:
    directory.mkdir(parents=True, exist_ok=True)
    written = 0
    for result, record in records:
        # The id is a hash, but a ledger is a file from outside.
        name = re.sub(r"[^0-9A-Za-z_-]", "_", result.match_id)[:100]
        write_record(directory / f"{result.number:06d}-{name}.record", record)
        written += 1
    return written


def _write_stream(
    records: Iterator[tuple[MatchResult, record_pb2.MatchRecord]], form: str, output: Path | None
) -> int:
    written = 0
    with ExitStack() as stack:
        stream: IO[str] = sys.stdout
        if output is not None:
            stream = stack.enter_context(output.open("w", encoding="utf-8"))
        for _, record in records:
            if form == "text":
                stream.write(record_text(record))
            else:
                stream.write(json.dumps(message_json(record), ensure_ascii=True) + "\n")
            written += 1
    return written
