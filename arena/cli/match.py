"""`podesta match`: one match, or a few, between engines that the command line names."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from podesta.v1 import match_pb2, record_pb2
from rich.console import Console

from arena.cli.exit_status import ExitStatus, worst
from arena.cli.failures import say
from arena.cli.match_json import JsonWatcher
from arena.cli.match_status import status_of
from arena.cli.match_words import ENGINE_HELP, MatchWords, match_words
from arena.cli.nearest_choice import NearestChoice
from arena.cli.output_place import check_place
from arena.cli.usage_problems import UsageProblems
from arena.cli.whole_number import WholeNumber
from arena.executors import Executor
from arena.executors.crowding import crowding_warnings
from arena.executors.local import LocalExecutor
from arena.executors.pinning import Pinning
from arena.executors.progress_limit import may_last_long
from arena.match.kept_record import keep_record
from arena.match.match_specs import match_specs
from arena.match.playing import MatchWatcher, play_matches
from arena.match.tally import Tally
from arena.terminal.console import is_live, make_console
from arena.terminal.match_live import LiveWatcher
from arena.terminal.match_plain import PlainWatcher
from arena.terminal.matches_live import LiveMatches
from arena.terminal.matches_plain import PlainMatches
from arena.terminal.tally_view import tally_table
from referee.time_control import TimeControl

__all__ = ["match"]

EPILOG = f"""\
{ENGINE_HELP}
\b
Examples:
  podesta match bologna greedy alphabeta
  podesta match bologna random "./mybot --level 3" --time 5m+3s --record game.record
  podesta match bologna greedy random --city ABBAAB --deal training-7
  podesta match bologna greedy alphabeta --games 20 --opening-plies 4
  podesta match bologna mcts greedy --games 100 --concurrency 2
  podesta match bologna greedy random --json | jq -r '.move.text // empty'

\b
Exit status: 0 played to an end; 2 wrong usage, nothing was played; 3 a fault
decided a match; 4 a forfeit: an engine never started; 5 a void match; 6 the
record could not be written; 130 interrupted. Of several matches the gravest.
"""


@click.command(epilog=EPILOG)
@match_words
@click.option(
    "-n",
    "--games",
    metavar="N",
    type=WholeNumber(1, 10_000),
    default=1,
    show_default=True,
    help="Matches to play, engines moving round the seats; each deal with all seatings.",
)
@click.option(
    "-c",
    "-j",
    "--concurrency",
    metavar="N",
    type=WholeNumber(1, 4096),
    default=1,
    show_default=True,
    help="Matches at a time.",
)
@click.option(
    "--pin",
    "pinning",
    type=NearestChoice([way.value for way in Pinning]),
    default=Pinning.NONE.value,
    show_default=True,
    help="Bind a match to one core (worker), or each engine to a core of its own (seat).",
)
@click.option(
    "--record",
    "record_file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the record here, over what is there; of several matches, for game.record, to "
    "game-1.record ...",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object an event, a line each.")
@click.pass_context
def match(
    ctx: click.Context,
    /,
    games: int,
    concurrency: int,
    pinning: str,
    record_file: Path | None,
    as_json: bool,
    **words: Any,
) -> int:
    """Play GAME between the ENGINEs, one a seat, the first in seat 0.

    On a terminal the board, the clocks and what the engines think are shown as they change;
    elsewhere each move is a line. Of several matches at a time only beginnings and results are
    shown.
    """
    problems = UsageProblems()
    asked = MatchWords(**words).read(problems)
    files = problems.attempt(lambda: _record_files(record_file, games))
    if problems or asked is None or files is None:
        raise problems.error(ctx)
    plan, control = asked
    slots = min(concurrency, games)
    specs = problems.attempt(lambda: match_specs(plan, games, slots))
    if specs is None:
        raise problems.error(ctx)
    pin = Pinning(pinning)
    _warn(slots, pin, len(plan.engines), control)
    # Of several at a time nobody is shown the moves.
    moves = as_json or slots == 1 or may_last_long(specs[0])
    executor = LocalExecutor(slots, len(plan.engines), pinning=pin, moves=moves)
    return _play(executor, specs, control, plan.deal, files, as_json=as_json)


def _record_files(file: Path | None, games: int) -> dict[int, Path]:
    """Files by the number of the match; refused now rather than after an hour of play."""
    if file is None:
        return {}
    check_place(file, "--record")
    if games == 1:
        return {1: file}
    return {
        number: file.with_name(f"{file.stem}-{number}{file.suffix}")
        for number in range(1, games + 1)
    }


def _written_line(files: Sequence[Path]) -> str:
    """Which records were written, in one line, however many."""
    if len(files) == 1:
        return f"record written: {files[0]}"
    return f"{len(files)} records written: {files[0]} to {files[-1]}"


def _warn(slots: int, pinning: Pinning, seats: int, control: TimeControl) -> None:
    """Say what a league's file is told, too: several matches may be more than our cores hold."""
    if slots == 1:
        return
    for warning in crowding_warnings(
        slots,
        pinning,
        seats=seats,
        timed=control.timed,
        settings=("--concurrency", "--pin"),
    ):
        say(f"warning: {warning}")


def _play(
    executor: Executor,
    specs: Sequence[match_pb2.MatchSpec],
    control: TimeControl,
    deal: str,
    files: dict[int, Path],
    *,
    as_json: bool,
) -> int:
    statuses: list[ExitStatus] = []
    written: list[int] = []
    tally = Tally.of(specs[0].engines)

    def keep(record: record_pb2.MatchRecord, number: int) -> None:
        if number in files:
            keep_record(files[number], record)
            written.append(number)

    console = make_console(sys.stdout)
    with executor:
        try:
            # What is drawn is put away before anything is written below it.
            with _watching(console, specs, control, files, executor.slots, as_json) as watcher:
                for record in play_matches(executor, specs, watcher, keep):
                    statuses.append(status_of(record) if record else ExitStatus.VOID)
                    tally = tally.after(record)
        finally:
            if len(specs) > 1 and not as_json and tally.matches:
                console.print(tally_table(tally))
            if not as_json and written:
                say(_written_line([files[number] for number in sorted(written)]))
            if not as_json and statuses:
                say(f"the deal was {deal!r}: --deal gives the same again")
    return worst(statuses)


@contextmanager
def _watching(
    console: Console,
    specs: Sequence[match_pb2.MatchSpec],
    control: TimeControl,
    files: dict[int, Path],
    slots: int,
    as_json: bool,
) -> Iterator[MatchWatcher]:
    games = len(specs)
    if as_json:
        yield JsonWatcher(files)
    elif not is_live(sys.stdout):
        yield PlainWatcher(games) if slots == 1 else PlainMatches(games)
    elif slots == 1:
        with LiveWatcher(console, games, control.to_proto()) as view:
            yield view
    else:
        with LiveMatches(console, games, specs[0].engines) as views:
            yield views
