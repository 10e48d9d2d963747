"""`podesta log`: what an engine wrote in a match, and what it used."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click
from podesta.v1 import record_pb2

from arena.cli.exit_status import ExitStatus
from arena.cli.json_lines import write_json
from arena.cli.league_source import open_ledger
from arena.cli.record_source import find_record, is_ledger, match_option, open_deals
from arena.ledger import LedgerReader
from arena.match.engine_log import STREAMS, EngineLog, SeatError, engine_logs, seats_named
from arena.terminal.engine_log_text import log_lines, stream_lines
from referee.record_file import decode_record

__all__ = ["log"]

_LOOK_EVERY_S = 1.0

EPILOG = """\
\b
MATCH is a record, or a league file or ledger with --match; SEAT is a number or
the id of an engine, without it all seats are shown.

\b
Examples:
  podesta log match.record 1
  podesta log match.record my-bot --stderr | less
  podesta log league.toml my-bot --match 17
  podesta log league.toml my-bot --follow
  podesta log match.record --json | jq -r .stderr

\b
Exit status: 0; 2 where the record can't be read or may not be shown yet.
"""


@click.command(epilog=EPILOG)
@click.argument("source", metavar="MATCH", type=Path)
@click.argument("seat", metavar="[SEAT]", required=False)
@match_option
@click.option("--stderr", "stderr", is_flag=True, help="Only what it wrote to stderr.")
@click.option("--stdout", "stdout", is_flag=True, help="Only what it wrote to stdout.")
@click.option("--log", "told", is_flag=True, help="Only what it told the referee to log.")
@click.option(
    "-f",
    "--follow",
    is_flag=True,
    help="Of a league: every match from now on as soon as it counts, until ctrl-C.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a seat, a line each.")
def log(
    source: Path,
    seat: str | None,
    match_name: str | None,
    stderr: bool,
    stdout: bool,
    told: bool,
    follow: bool,
    as_json: bool,
) -> int:
    """Show what the engine of a SEAT wrote in a MATCH: stderr, stdout and lines of its log.

    Of each output the last 64 KiB were kept. Where cards are hidden, nothing is shown before all
    matches of a deal are played.
    """
    chosen = [name for name, wish in zip(STREAMS, (stderr, stdout, told), strict=True) if wish]
    if follow:
        if match_name is not None:
            raise click.UsageError("--follow shows matches to come, --match one that was played")
        _follow(source, seat, chosen, as_json=as_json)
    else:
        record = find_record(source, match_name)
        try:
            seats = seats_named(record, seat)
        except SeatError as error:
            raise click.UsageError(str(error)) from error
        _show(engine_logs(record, seats), chosen, as_json=as_json)
    return ExitStatus.OK


def _show(logs: Sequence[EngineLog], chosen: Sequence[str], *, as_json: bool) -> None:
    for number, one in enumerate(logs):
        if as_json:
            write_json(_json(one, chosen or STREAMS))
        elif len(chosen) == 1 and len(logs) == 1:
            # For pipes: nothing but what the engine wrote.
            for line in stream_lines(one, chosen[0]):
                print(line)
        else:
            if number:
                print()
            for line in log_lines(one, chosen or STREAMS):
                print(line)
    sys.stdout.flush()


def _json(one: EngineLog, streams: Sequence[str]) -> dict[str, Any]:
    seat = one.record

    def known(field: Any) -> int | None:
        return getattr(seat, field) if seat.HasField(field) else None

    texts: dict[str, Any] = {"stderr": one.stderr, "stdout": one.stdout, "log": list(one.log)}
    return {
        "match_id": one.match_id,
        "attempt": one.attempt,
        "unrated": one.unrated,
        "seat": one.seat,
        "engine": one.engine,
        "name": one.name,
        **{stream: texts[stream] for stream in streams},
        "cut": sorted(one.cut),
        "faults": list(one.faults),
        "cpu_us": known("cpu_us"),
        "cpu_source": seat.cpu_source or None,
        "peak_memory_bytes": known("peak_memory_bytes"),
        "memory_source": seat.memory_source or None,
        "peak_processes": known("peak_processes"),
        "cpus": list(seat.cpus),
        "frozen_by": seat.frozen_by or None,
        "isolation": seat.isolation or None,
    }


def _follow(source: Path, seat: str | None, chosen: Sequence[str], *, as_json: bool) -> None:
    if source.suffix != ".toml" and not is_ledger(source):
        raise click.UsageError(f"{source} is a single match: --follow is for leagues")
    with open_ledger(source) as ledger:
        for record in new_records(ledger, lambda: time.sleep(_LOOK_EVERY_S)):
            try:
                seats = seats_named(record, seat)
            except SeatError:
                continue  # It did not sit there.
            _show(engine_logs(record, seats), chosen, as_json=as_json)


def new_records(
    ledger: LedgerReader, pause: Callable[[], object]
) -> Iterator[record_pb2.MatchRecord]:
    """The record of every match that comes to count from now on, for ever.

    Those of a deal with hidden cards come when all matches of it are played. `pause` is called
    between two looks; what it raises ends it.
    """
    shown = {(result.match_id, result.attempt) for result in ledger.each_result()}
    seen = ledger.revision()
    while True:
        pause()
        revision = ledger.revision()
        if revision == seen and revision:
            continue
        seen = revision
        held_back = open_deals(ledger.path)
        for result in ledger.results():
            key = result.match_id, result.attempt
            if key in shown or result.deal_id in held_back:
                continue
            shown.add(key)
            content = ledger.record(*key)
            if content is not None:
                yield decode_record(content)
