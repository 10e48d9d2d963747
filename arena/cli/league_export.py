"""`podesta league export`: the records of a league for other tools."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import click
from podesta.v1 import record_pb2

from arena.cli.exit_status import ExitStatus
from arena.cli.failures import say
from arena.cli.json_lines import message_json
from arena.cli.league_source import open_ledger
from arena.cli.nearest_choice import NearestChoice
from arena.league.export import export_records, export_results, open_records
from arena.league.state import LeagueState
from arena.ledger import LedgerReader, MatchResult
from arena.match_text import match_text
from referee.errors import RecordError

__all__ = ["export"]

EPILOG = """\
\b
Formats:
  json      one record a line, protobuf's own JSON mapping
  text      like PGN: headers, a line a decision, the result
  records   one .record file a match, into the directory --output
  csv       one result a line below a heading, without moves
  results   the same as JSON lines

\b
Examples:
  podesta league export league.toml > league.jsonl
  podesta league export league.toml --format text --output games.txt
  podesta league export league.ledger --format records --output records/

\b
In games with hidden cards only deals whose matches are all committed are
written: their records tell the cards.

\b
Exit status: 0; 1 records that can't be trusted were left out; 2 no such league,
or nothing to write; 6 the ledger can't be read or the disk can't be written.
"""


@click.command(epilog=EPILOG)
@click.argument("league", metavar="LEAGUE.TOML|LEDGER", type=Path)
@click.option(
    "-f",
    "--format",
    "form",
    type=NearestChoice(["json", "text", "records", "csv", "results"]),
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
        state = LeagueState.of(ledger)
        problems: list[str] = []

        def broken(result: MatchResult, error: RecordError) -> None:
            problems.append(f"{ledger.path}: match {result.number}: {error}; it is left out")

        if form == "records" and output is not None:
            written = export_records(ledger, state, output, broken=broken)
        else:
            written = _write_stream(ledger, state, form, output, broken)
        held_back = len(state.results) - written - len(problems)
    say(*problems)
    if held_back:
        say(f"{held_back} matches are held back: other matches of their deals are to be played")
    if not written:
        say("there is no match to write")
        return ExitStatus.USAGE
    return ExitStatus.DIFFERENT if problems else ExitStatus.OK


def _write_stream(
    ledger: LedgerReader,
    state: LeagueState,
    form: str,
    output: Path | None,
    broken: Callable[[MatchResult, RecordError], None],
) -> int:
    with ExitStack() as stack:
        stream: IO[str] = sys.stdout
        if output is not None:
            stream = stack.enter_context(output.open("w", encoding="utf-8"))
        if form == "csv" or form == "results":
            return export_results(state, stream, "csv" if form == "csv" else "jsonl")
        written = 0
        for text in _texts(open_records(ledger, state, broken), form):
            stream.write(text)
            written += 1
        return written


def _texts(records: Iterator[tuple[object, record_pb2.MatchRecord]], form: str) -> Iterator[str]:
    for _, record in records:
        if form == "text":
            yield match_text(record)
        else:
            yield json.dumps(message_json(record), ensure_ascii=True) + "\n"
