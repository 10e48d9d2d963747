"""`podesta record`: records as text like PGN, and texts as records."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import click
from podesta.v1 import record_pb2

from arena.cli.exit_status import ExitStatus
from arena.cli.failures import say
from arena.cli.lazy_group import HelpfulGroup
from arena.cli.record_source import is_ledger, open_deals, stored_records
from arena.match_text import MatchTextError, TextMatch, fill_in, match_text, read_matches
from arena.terminal.printable import printable
from referee.record_file import write_record
from referee.replay import verify

__all__ = ["record"]

EPILOG = """\
\b
Examples:
  podesta record text game.record
  podesta record text league.ledger --output games.txt
  podesta record from-text games.txt --output records/

\b
docs/match-text.md tells the form, and what it does not carry.
"""

_TEXT_EPILOG = """\
\b
Examples:
  podesta record text game.record
  podesta record text league.ledger --output games.txt

\b
Exit status: 0; 2 no record to write; 6 the ledger can't be read or the disk
can't be written.
"""

_BACK_EPILOG = """\
\b
Every match is played again by the rules: positions and legal moves come from
there. What can't be read is told with its line and column, and the next match
is read on.

\b
Examples:
  podesta record from-text games.txt --output records/
  podesta record from-text - --output records/ < games.txt

\b
Exit status: 0; 1 a match was written that does not verify; 2 a text can't be
read; 6 the disk can't be written.
"""


@click.group(cls=HelpfulGroup, epilog=EPILOG)
def record() -> None:
    """Turn records into text like PGN, and texts back into records."""


@record.command("text", epilog=_TEXT_EPILOG)
@click.argument("files", metavar="RECORD|LEDGER...", nargs=-1, required=True, type=Path)
@click.option("-o", "--output", type=Path, help="File; default stdout.")
def text(files: tuple[Path, ...], output: Path | None) -> int:
    """Write records as text.

    In games with hidden cards, matches of a ledger whose deals are still open are left out.
    """
    written = unreadable = held_back = 0
    with ExitStack() as stack:
        stream: IO[str] = sys.stdout
        if output is not None:
            stream = stack.enter_context(output.open("w", encoding="utf-8"))
        for path in files:
            secret = open_deals(path) if is_ledger(path) else frozenset()
            for stored in stored_records(path):
                if stored.record is None or stored.problem:
                    say(stored.problem)
                    unreadable += 1
                elif stored.record.spec.deal_id in secret:
                    held_back += 1
                else:
                    stream.write(match_text(stored.record))
                    written += 1
    if held_back:
        say(f"{held_back} matches are held back: other matches of their deals are to be played")
    return ExitStatus.USAGE if unreadable or not written else ExitStatus.OK


@record.command("from-text", epilog=_BACK_EPILOG)
@click.argument("files", metavar="TEXT...", nargs=-1, required=True, type=Path)
@click.option(
    "-o", "--output", type=Path, required=True, help="Directory, or for one match a .record file."
)
def from_text(files: tuple[Path, ...], output: Path) -> int:
    """Read matches from texts and write a record each."""
    one = output.suffix == ".record"
    if not one:
        output.mkdir(parents=True, exist_ok=True)
    written = wrong = different = 0
    for path in files:
        for made in _matches(path):
            if isinstance(made, MatchTextError):
                say(printable(f"{path}: {made}"))
                wrong += 1
                continue
            if one and written:
                raise click.UsageError(f"{output} holds one match; name a directory for more")
            problems = verify(made.record)
            for problem in problems[:3]:
                say(printable(f"{path}: line {made.line}: {problem}"))
            different += bool(problems)
            written += 1
            write_record(output if one else output / _name(written, made.record), made.record)
    print(f"{written} records written to {output}" + (f", {different} differ" if different else ""))
    if wrong or not written:
        return ExitStatus.USAGE
    return ExitStatus.DIFFERENT if different else ExitStatus.OK


def _matches(path: Path) -> Iterator[TextMatch | MatchTextError]:
    with ExitStack() as stack:
        stream: IO[str] = sys.stdin
        if str(path) != "-":
            stream = stack.enter_context(
                path.open(encoding="utf-8", errors="replace", newline="\n")
            )
        for made in read_matches(stream):
            if isinstance(made, TextMatch):
                try:
                    fill_in(made)
                except MatchTextError as error:
                    yield error
                    continue
            yield made


def _name(number: int, made: record_pb2.MatchRecord) -> str:
    told = "".join(c if c.isascii() and c.isalnum() else "_" for c in made.spec.match_id)
    return f"{number:07d}-{told[:64] or 'match'}.record"
