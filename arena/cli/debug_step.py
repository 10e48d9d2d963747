"""`podesta debug step` and `run`: a match that can be held up, decision by decision."""

import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

import click
from podesta.v1 import record_pb2
from rich.text import Text

from arena.cli.debug_trace import ask_for_match, default_folder
from arena.cli.exit_status import ExitStatus
from arena.cli.failures import say
from arena.cli.finite_range import FiniteRange
from arena.cli.match_status import status_of
from arena.cli.match_words import ENGINE_HELP, match_words
from arena.cli.output_place import check_place
from arena.cli.usage_problems import UsageProblems
from arena.cli.whole_number import WholeNumber
from arena.debug.breakpoints import Breakpoints
from arena.debug.commanders import KeyCommander, LineCommander
from arena.debug.live_match import LiveMatch, transcript_files
from arena.debug.step_words import HELP, KEY_HELP
from arena.debug.stepper import Commander, Quit, Stepper
from arena.match.kept_record import keep_record
from arena.terminal.console import make_console
from arena.terminal.keys import KeyReader
from arena.terminal.match_text import record_lines

__all__ = ["run", "step"]

_F = TypeVar("_F", bound=Callable[..., Any])

_INDENTED = "\n".join(f"  {line}" for line in HELP.splitlines())
EPILOG = f"""\
{ENGINE_HELP}
\b
The match waits while no question is open, so no clock runs; its record is
marked as unrated. On a terminal single keys command it:
  {KEY_HELP.replace("   : command", "").replace("   ", "  ")}
  and : begins a command that is written out. While the match goes on, any key
  holds it up. From a pipe each line is a command:
{_INDENTED}
When no more lines come, the match goes on to its end.

\b
Examples:
  podesta debug step bologna random "{{python}} mybot.py"
  podesta debug run bologna random mybot.toml --break-ply 12 --break-swing 5
  printf 'until 12\\nshow 1\\nquit\\n' | podesta debug step bologna random mybot.toml

\b
Exit status: as of podesta match; 5 where you quit: the match is void.
"""


def _words(command: _F) -> _F:
    for option in (
        click.option(
            "--record",
            "record_file",
            type=click.Path(dir_okay=False, path_type=Path),
            help="Write the record of the match here, over what is there.",
        ),
        click.option(
            "--output",
            "folder",
            metavar="DIRECTORY",
            type=click.Path(file_okay=False, path_type=Path),
            help="Where the transcripts go, seat-0.transcript and so on.  "
            "[default: transcripts/ and the first letters of the match id]",
        ),
        click.option(
            "--break-swing",
            metavar="X",
            type=FiniteRange(min=0, max=1e9, min_open=True),
            help="Stop when a bot's evaluation changes by X from move to move.",
        ),
        click.option(
            "--break-fault/--no-break-fault",
            default=True,
            show_default=True,
            help="Stop when a bot is at fault.",
        ),
        click.option(
            "--break-ply",
            "plies",
            metavar="N",
            type=WholeNumber(0),
            multiple=True,
            help="Stop before the decision of ply N; may be given several times.",
        ),
        match_words,
    ):
        command = option(command)
    return command


@click.command(epilog=EPILOG)
@_words
@click.pass_context
def step(ctx: click.Context, /, **words: Any) -> int:
    """Play GAME between the ENGINEs and stop before the first decision, as often as you like."""
    return _play(ctx, at_once=True, **words)


@click.command(epilog=EPILOG)
@_words
@click.pass_context
def run(ctx: click.Context, /, **words: Any) -> int:
    """Play GAME between the ENGINEs and stop where you say: at a ply, a fault, a swing."""
    return _play(ctx, at_once=False, **words)


def _play(
    ctx: click.Context,
    *,
    at_once: bool,
    plies: tuple[int, ...],
    break_fault: bool,
    break_swing: float | None,
    folder: Path | None,
    record_file: Path | None,
    **words: Any,
) -> int:
    problems = UsageProblems()
    spec = ask_for_match(problems, words)
    if record_file is not None:
        problems.attempt(lambda: check_place(record_file, "--record"))
    if problems or spec is None:
        raise problems.error(ctx)
    folder = folder or default_folder(spec)
    breakpoints = Breakpoints(plies=set(plies), on_fault=break_fault, swing=break_swing)
    if at_once:
        breakpoints.stop_soon()
    console = make_console(sys.stdout)
    record: record_pb2.MatchRecord | None = None
    with ExitStack() as stack:
        commander: Commander
        if sys.stdin.isatty() and sys.stdout.isatty():
            keys = stack.enter_context(KeyReader(sys.stdin.fileno()))
            commander = KeyCommander(keys, console)
        else:
            commander = LineCommander(sys.stdin, console)
        started_at_us = time.time_ns() // 1_000
        match = stack.enter_context(
            LiveMatch(spec, stepped=True, folder=folder, started_at_us=started_at_us)
        )
        try:
            record = Stepper(match, spec, breakpoints, commander, console).play()
        except Quit:
            say("the match was left: nothing of it counts")
    say(f"transcripts: {', '.join(map(str, transcript_files(folder, len(spec.engines))))}")
    say(f"the deal was {spec.deal_id!r}: --deal gives the same again")
    if record is None:
        return ExitStatus.VOID
    if record_file is not None:
        keep_record(record_file, record)
    console.print(Text("\n".join(record_lines(record))), soft_wrap=True)
    return status_of(record)
