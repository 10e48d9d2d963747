"""Where results to be rated come from: ledgers, files and standard input."""

import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from io import BufferedReader
from pathlib import Path

import click

from arena.cli.league_source import open_ledger
from arena.cli.record_source import is_ledger
from arena.result_files.entries import Entry
from arena.result_files.sources import file_entries, league_entries
from arena.terminal.printable import printable
from arena.terminal.share_bar import share_bar
from referee.record_file import begins_record

__all__ = ["STDIN", "entries_opener"]

STDIN = "-"
"""The word for standard input."""
_HEAD_BYTES = 16
_LOOK = 1_000
"""Entries between two looks at how far a file was read."""


def entries_opener(source: str) -> Callable[[ExitStack], Iterable[Entry]]:
    """A function that opens a source of the command line on a stack and gives its matches.

    It raises click.UsageError for a match record, and what `is_ledger` and `open_ledger` raise.
    """
    if source == STDIN:
        return lambda _: _piped()
    path = Path(source)
    if path.suffix == ".toml" or is_ledger(path):
        return lambda stack: league_entries(stack.enter_context(open_ledger(path)))
    return lambda stack: _watched(stack, path, source)


def _piped() -> Iterator[Entry]:
    stream = sys.stdin.buffer
    if isinstance(stream, BufferedReader):
        _refuse_record(stream, "stdin", "RECORD")
    yield from file_entries(stream, "stdin")


def _refuse_record(stream: BufferedReader, source: str, file: str) -> None:
    """Say of a match record how it is rated, and take nothing from the stream.

    Raises click.UsageError.
    """
    if begins_record(stream.peek(_HEAD_BYTES)):
        raise click.UsageError(
            f"{source} is a match record, no list of results: "
            f"podesta record text {file} | podesta ratings -"
        )


def _watched(stack: ExitStack, path: Path, source: str) -> Iterator[Entry]:
    """The entries of a file, with a bar while it is read."""
    stream = stack.enter_context(path.open("rb"))
    _refuse_record(stream, source, shlex.quote(source))
    if not stream.seekable():
        # A pipe does not say how much will come.
        yield from file_entries(stream, source)
        return
    size = max(path.stat().st_size, 1)
    told = stack.enter_context(share_bar(f"reading {printable(path.name, 40)}"))
    for number, entry in enumerate(file_entries(stream, source)):
        if number % _LOOK == 0:
            told(stream.tell() / size)
        yield entry
