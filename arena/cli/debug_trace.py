"""`podesta debug trace` and `show`: every message of a match, live or from a transcript."""

import sys
import time
from pathlib import Path
from typing import Any

import click
from podesta.v1 import debug_pb2, match_pb2, record_pb2
from rich.text import Text

from arena.cli.exit_status import ExitStatus
from arena.cli.failures import say
from arena.cli.json_lines import write_json
from arena.cli.match_json import result_json
from arena.cli.match_status import status_of
from arena.cli.match_words import ENGINE_HELP, MatchWords, match_words
from arena.cli.message_options import MessagePrinter, check_seats, message_options, read_filter
from arena.cli.output_place import check_place
from arena.cli.usage_problems import UsageProblems
from arena.debug.live_match import LiveMatch, transcript_files
from arena.debug.said import Said, SaidReader
from arena.debug.transcript import read_transcript
from arena.match.kept_record import keep_record
from arena.match.match_specs import match_specs
from arena.terminal.console import make_console
from arena.terminal.match_text import record_lines
from referee.games import game_names, load_game

__all__ = ["ask_for_match", "default_folder", "show", "trace"]

_WAIT_S = 1.0

TRACE_EPILOG = f"""\
{ENGINE_HELP}
\b
Arrows as in docs/protocol.md: -> the bot speaks, <- the referee speaks.

\b
Examples:
  podesta debug trace bologna greedy "{{python}} mybot.py" --output seen
  podesta debug trace bologna greedy mybot.toml --seat 1 --kind decide,move,rejected
  podesta debug trace bomarzo random random --plies 10-12 --full
  podesta debug trace bologna greedy random --json | jq -r 'select(.took_us > 50000)'

\b
Exit status: as of podesta match: 0 played to an end; 3 a fault decided;
4 a forfeit; 5 void.
"""
SHOW_EPILOG = """\
\b
Examples:
  podesta debug show seen/seat-1.transcript
  podesta debug show seen/seat-1.transcript --plies 12 --full
  podesta debug show seen/seat-1.transcript --grep 'h2@'

\b
Exit status: 0; 1 the transcript is cut short, what there is was shown;
2 it can't be read.
"""


@click.command(epilog=TRACE_EPILOG)
@match_words
@message_options
@click.option(
    "--output",
    "folder",
    metavar="DIRECTORY",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the transcripts go, seat-0.transcript and so on.  "
    "[default: transcripts/ and the first letters of the match id]",
)
@click.option(
    "--record",
    "record_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the record of the match here too, over what is there.",
)
@click.pass_context
def trace(
    ctx: click.Context,
    /,
    seen_seats: tuple[int, ...],
    direction: str,
    kinds: str | None,
    plies: str | None,
    grep: str | None,
    full: bool,
    as_json: bool,
    folder: Path | None,
    record_file: Path | None,
    **words: Any,
) -> int:
    """Play GAME between the ENGINEs and show every message, with its time.

    What each seat saw and said is kept in a transcript of its own, for `show` and `play-back`.
    """
    problems = UsageProblems()
    spec = ask_for_match(problems, words)
    if spec is not None:
        check_seats(problems, seen_seats, range(len(spec.engines)))
    wanted = read_filter(problems, seen_seats, direction, kinds, plies, grep)
    if record_file is not None:
        problems.attempt(lambda: check_place(record_file, "--record"))
    if problems or spec is None:
        raise problems.error(ctx)
    folder = folder or default_folder(spec)
    names = [engine.name for engine in spec.engines]
    printer = MessagePrinter(wanted, names, full=full, as_json=as_json)
    record = record_pb2.MatchRecord()
    with LiveMatch(spec, stepped=False, folder=folder, started_at_us=_wall_us()) as match:
        while not match.over:
            for news in match.news(_WAIT_S):
                if isinstance(news, Said):
                    printer.show(news)
                elif isinstance(news, debug_pb2.PlayEnded):
                    record = news.record
                    if news.lost:
                        say(f"{news.lost} messages came too fast to be shown or kept")
    if record_file is not None:
        keep_record(record_file, record)
    files = transcript_files(folder, len(names))
    if as_json:
        told = [str(file) for file in files]
        write_json({"result": result_json(record), "transcripts": told})
    else:
        make_console(sys.stdout).print(Text("\n".join(record_lines(record))), soft_wrap=True)
        say(f"transcripts: {', '.join(map(str, files))}")
        say(f"the deal was {spec.deal_id!r}: --deal gives the same again")
    return status_of(record)


@click.command(epilog=SHOW_EPILOG)
@click.argument("file", metavar="TRANSCRIPT", type=Path)
@message_options
@click.pass_context
def show(
    ctx: click.Context,
    file: Path,
    seen_seats: tuple[int, ...],
    direction: str,
    kinds: str | None,
    plies: str | None,
    grep: str | None,
    full: bool,
    as_json: bool,
) -> int:
    """Show the messages of a TRANSCRIPT: what one seat saw and said."""
    problems = UsageProblems()
    wanted = read_filter(problems, seen_seats, direction, kinds, plies, grep)
    if problems:
        raise problems.error(ctx)
    transcript = read_transcript(file)
    header = transcript.header
    check_seats(problems, seen_seats, [header.seat])
    if problems:
        raise problems.error(ctx)
    if header.game in game_names():
        load_game(header.game)  # so that its messages can be read
    names = [""] * header.seat + [header.engine] if header.seat < _MOST_SEATS else [header.engine]
    printer = MessagePrinter(wanted, names, full=full, as_json=as_json)
    reader = SaidReader(header.seat)
    for message in transcript.messages:
        printer.show(reader.read(message))
    if transcript.lost:
        say(f"{file}: {transcript.lost} messages came too fast to be kept")
    if transcript.cut_short:
        say(f"{file}: the transcript is cut short: {transcript.cut_short}")
        return ExitStatus.DIFFERENT
    return ExitStatus.OK


_MOST_SEATS = 64


def ask_for_match(problems: UsageProblems, words: dict[str, Any]) -> match_pb2.MatchSpec | None:
    """The one match that the words of a command ask for; None, and problems noted, for none."""
    asked = MatchWords(**words).read(problems)
    if asked is None:
        return None
    specs = problems.attempt(lambda: match_specs(asked[0], 1))
    return specs[0] if specs else None


def default_folder(spec: match_pb2.MatchSpec) -> Path:
    """Where transcripts go unless the user says it."""
    return Path("transcripts") / spec.match_id[:8]


def _wall_us() -> int:
    return time.time_ns() // 1_000
