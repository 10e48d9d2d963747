"""`podesta verify`: records played again without engines, and compared in every step."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from arena.cli.exit_status import ExitStatus
from arena.cli.failures import say
from arena.cli.json_lines import write_json
from arena.cli.record_source import StoredRecord, count_records, stored_records
from arena.errors import ArenaError
from arena.terminal.console import is_live, make_console
from arena.terminal.printable import printable
from referee.replay import verify as verify_record

__all__ = ["verify"]

EPILOG = """\
\b
Examples:
  podesta verify match.record
  podesta verify league.toml
  podesta verify --json *.record | jq -c 'select(.good | not)'

\b
Exit status: 0 every record replays to what it says; 1 at least one does not;
2 at least one can't be read, or nothing was there to verify.
"""


@dataclass
class _Count:
    good: int = 0
    different: int = 0
    unreadable: int = 0

    @property
    def status(self) -> ExitStatus:
        if self.unreadable or not self.good + self.different:
            return ExitStatus.USAGE
        return ExitStatus.DIFFERENT if self.different else ExitStatus.OK


@click.command(epilog=EPILOG)
@click.argument("files", metavar="RECORD|LEDGER|LEAGUE.TOML...", nargs=-1, required=True, type=Path)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a record, a line each.")
@click.option("-q", "--quiet", is_flag=True, help="Say only what is wrong.")
def verify(files: tuple[Path, ...], as_json: bool, quiet: bool) -> int:
    """Replay records and compare every draw, digest, clock and outcome.

    Needs no engine and no random generator: what was played is all in the record.
    """
    count = _Count()
    with ExitStack() as stack:
        advance: Callable[[], None] | None = None
        if not quiet and _has_room_for_bar(as_json=as_json):
            advance = _bar(stack, _total(files))
        for path in files:
            for stored in _stored(path):
                _check(stored, count, as_json=as_json)
                if advance is not None:
                    advance()
    if not as_json and not quiet:
        _summarize(count)
    if not count.good + count.different + count.unreadable:
        say("there was no record to verify")
    return count.status


def _has_room_for_bar(*, as_json: bool) -> bool:
    if is_live(sys.stdout):
        return not as_json  # rich would break long lines
    return is_live(sys.stderr)


def _bar(stack: ExitStack, total: int | None) -> Callable[[], None]:
    # Lines on the same terminal go through rich, above the bar; lines of a pipe must not.
    together = is_live(sys.stdout)
    progress = Progress(
        TextColumn("verifying"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=make_console(sys.stdout if together else sys.stderr),
        transient=True,
        redirect_stdout=together,
        redirect_stderr=together,
    )
    task = stack.enter_context(progress).add_task("", total=total)
    return lambda: progress.advance(task)


def _total(files: tuple[Path, ...]) -> int | None:
    try:
        return sum(count_records(path) for path in files)
    except (OSError, ArenaError, click.UsageError):
        return None  # told when it is that file's turn


def _stored(path: Path) -> Iterator[StoredRecord]:
    try:
        yield from stored_records(path)
    except OSError as error:
        yield StoredRecord(str(path), None, f"{path}: {error.strerror or error}")


def _check(stored: StoredRecord, count: _Count, *, as_json: bool) -> None:
    if stored.record is None:
        count.unreadable += 1
        problems = [stored.problem]
    else:
        problems = [*filter(None, [stored.problem]), *verify_record(stored.record)]
        count.good += not problems
        count.different += bool(problems)
    if as_json:
        line = {
            "source": stored.label,
            "match_id": stored.record.spec.match_id if stored.record else None,
            "plies": len(stored.record.decisions) if stored.record else None,
            "readable": stored.record is not None,
            "good": not problems,
            "problems": problems,
        }
        write_json(line)
        return
    for problem in problems:
        where = "" if problem.startswith(stored.label) else f"{stored.label}: "
        print(printable(f"{where}{problem}"))


def _summarize(count: _Count) -> None:
    parts = [f"{count.good} good"]
    if count.different:
        parts.append(f"{count.different} different")
    if count.unreadable:
        parts.append(f"{count.unreadable} unreadable")
    print(", ".join(parts))
