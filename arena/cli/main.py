"""The command `podesta`: its group of commands, and how every error reaches the user."""

import io
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NoReturn

import click

from arena.cli.exit_status import ExitStatus
from arena.cli.failures import explain, say
from arena.cli.lazy_group import LazyGroup
from arena.cli.requests_to_end import hear, ignore

__all__ = ["DEBUG_VARIABLE", "main", "podesta", "run"]

DEBUG_VARIABLE = "PODESTA_DEBUG"
"""Set in the environment, it sends the traceback of a bug to stderr instead of into a file."""

EPILOG = """\
\b
Examples:
  podesta games
  podesta match bologna random greedy --time 1m+1s
  podesta league run league.toml
  podesta replay match.record

\b
Exit status: 0 done, 1 something differs (verify) or is illegal (rules),
2 wrong usage or configuration, 3 a fault decided a match, 4 a forfeit,
5 a void or unplayed match, 6 disk or ledger can't be written, 70 a bug of
podesta, 130 interrupted (143 terminated). All of it: docs/cli.md.
"""


def _version() -> str:
    try:
        return version("podesta")
    except PackageNotFoundError:  # run from a checkout that was never installed
        return "unknown"


class _Podesta(LazyGroup):
    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a reader that has gone away (head, less) is no error of ours."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # Python flushes stdout once more when it exits.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise click.exceptions.Exit(128 + signal.SIGPIPE) from None
        return result


@click.group(
    cls=_Podesta,
    targets={
        "match": "arena.cli.match:match",
        "games": "arena.cli.games:games",
        "replay": "arena.cli.replay:replay",
        "log": "arena.cli.log:log",
        "verify": "arena.cli.verify:verify",
        "record": "arena.cli.record:record",
        "rules": "arena.cli.rules:rules",
        "check": "arena.cli.check:check",
        "debug": "arena.cli.debug:debug",
        "league": "arena.cli.league:league",
        "sprt": "arena.cli.sprt:sprt",
        "token": "arena.cli.token:token",
        "ratings": "arena.cli.ratings:ratings",
        "doctor": "arena.cli.doctor:doctor",
    },
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(_version(), prog_name="podesta", message="%(prog)s %(version)s")
def podesta() -> None:
    """The arena in which board-game bots meet: matches, leagues, ratings, records."""


def main() -> NoReturn:
    """Run the command line and exit; every error becomes a message and a documented status."""
    _open_missing_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal or pipe that is not UTF-8 shows escapes instead of stopping the match.
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            hear()
            status = run()
        finally:
            ignore()
        sys.stderr.flush()
    except BrokenPipeError:
        # Nobody hears our complaints; Python would flush them once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
        status = 128 + signal.SIGPIPE
    sys.exit(status)


def _open_missing_streams() -> None:
    """Open what we were started without (`podesta ... >&-`), to nowhere.

    Else the next file opened, such as a ledger, would take its number and with it whatever is
    printed.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # The lowest number that is free: this one.
            os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(number, True)
    for name, number in (("stdout", 1), ("stderr", 2)):
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, "w", encoding="utf-8", closefd=False))  # noqa: SIM115


def run(words: Sequence[str] | None = None) -> int:
    """Run one command line, by default that of the process; the exit status.

    Errors are told on stderr; only SystemExit, from a signal, gets out.
    """
    try:
        status: object = podesta.main(words, prog_name="podesta", standalone_mode=False)
    except click.ClickException as wrong:
        wrong.show()
        return wrong.exit_code
    except (click.Abort, KeyboardInterrupt):
        say("interrupted")
        return ExitStatus.INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the rim: explained or reported, never lost
        told = explain(error)
        if told is None:
            return _report_bug(error)
        say(*told.lines)
        return told.status
    return status if isinstance(status, int) else ExitStatus.OK


def _report_bug(error: Exception) -> int:
    trace = "".join(traceback.format_exception(error))
    summary = traceback.format_exception_only(error)[-1].strip()
    say(f"a bug of podesta: {summary}")
    if os.environ.get(DEBUG_VARIABLE):
        sys.stderr.write(trace)
        return ExitStatus.INTERNAL
    descriptor, path = tempfile.mkstemp(prefix="podesta-bug-", suffix=".txt", text=True)
    with os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(f"podesta {_version()}, Python {sys.version}\n{sys.argv}\n\n{trace}")
    say(f"what happened stands in {path}; {DEBUG_VARIABLE}=1 shows it here instead.")
    return ExitStatus.INTERNAL
