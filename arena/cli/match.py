"""`podesta match`: one match, or a few, between engines that the command line names."""

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import click
from podesta.v1 import match_pb2, record_pb2

from arena.cli.exit_status import ExitStatus, worst
from arena.cli.failures import say
from arena.cli.game_options import find_game, game_option, read_game_options
from arena.cli.match_json import JsonWatcher
from arena.cli.match_status import status_of
from arena.cli.usage_problems import UsageProblems
from arena.cli.whole_number import WholeNumber
from arena.executors.local import LocalExecutor
from arena.match.engine_argument import parse_engines
from arena.match.match_specs import MatchPlan, match_specs, new_deal
from arena.match.playing import MatchWatcher, play_matches
from arena.match.tally import Tally
from arena.terminal.console import is_live, make_console
from arena.terminal.match_live import LiveWatcher
from arena.terminal.match_plain import PlainWatcher
from arena.terminal.tally_view import tally_table
from referee.record_file import write_record
from referee.time_control import TimeControl, parse_duration, parse_time_control

__all__ = ["match"]

EPILOG = """\
\b
ENGINE is one of
  random                      an engine that comes with podesta
  alphabeta:depth=3,width=12  the same with options
  bot.toml                    a file with one engine, keys as in [[engine]] of a league
  "node bot.js --fast"        a command line; {python} is podesta's own interpreter

\b
Examples:
  podesta match bologna greedy alphabeta
  podesta match bologna random "./mybot --level 3" --time 5m+3s --record game.record
  podesta match bologna greedy random --city ABBAAB --deal training-7
  podesta match bologna greedy alphabeta --games 20 --opening-plies 4
  podesta match bologna greedy random --json | jq -r '.move.text // empty'

\b
Exit status: 0 played to an end; 2 wrong usage, nothing was played; 3 a fault
decided a match; 4 a forfeit: an engine never started; 5 a void match; 6 the
record could not be written; 130 interrupted. Of several matches the gravest.
"""


@click.command(epilog=EPILOG)
@click.argument("game_name", metavar="GAME")
@click.argument("engines", metavar="ENGINE...", nargs=-1, required=True)
@click.option(
    "-t",
    "--time",
    "time_text",
    default="1m+1s",
    show_default=True,
    metavar="CONTROL",
    help="Time control: 5m, 5m+3s, 10s/move, 40/5m, 1m+3x10s, '2m d2s', '2m b2s' or none.",
)
@click.option("--deal", metavar="SEED", help="Any text; the same text gives the same match set-up.")
@game_option
@click.option(
    "--seats",
    metavar="N",
    type=WholeNumber(1, 64),
    help="Number of seats; engines are repeated in order to fill them.  [default: one an engine]",
)
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
    "--opening-plies",
    metavar="N",
    type=WholeNumber(0, 1000),
    default=0,
    show_default=True,
    help="Random legal moves that the referee makes first.",
)
@click.option(
    "--fault-rule",
    type=click.Choice(["stand-in", "end"]),
    default="stand-in",
    show_default=True,
    help="With three or more seats: who replaces an engine at fault.",
)
@click.option(
    "--retries",
    metavar="N",
    type=WholeNumber(0, 100),
    default=0,
    show_default=True,
    help="Wrong answers forgiven a decision, within the same time.",
)
@click.option("--grace", metavar="DURATION", help="How much later the flag falls.")
@click.option("--ready-limit", metavar="DURATION", help="Time for an engine to start.")
@click.option(
    "--record",
    "record_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the record here; of several matches to FILE-1, FILE-2 ...",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object an event, a line each.")
@click.pass_context
def match(
    ctx: click.Context,
    game_name: str,
    engines: tuple[str, ...],
    time_text: str,
    deal: str | None,
    game_option: tuple[str, ...],
    city: str | None,
    seats: int | None,
    games: int,
    opening_plies: int,
    fault_rule: str,
    retries: int,
    grace: str | None,
    ready_limit: str | None,
    record_file: Path | None,
    as_json: bool,
) -> int:
    """Play GAME between the ENGINEs, one a seat, the first in seat 0.

    On a terminal the board, the clocks and what the engines think are shown as they change;
    elsewhere each move is a line.
    """
    problems = UsageProblems()
    game = problems.attempt(lambda: find_game(game_name))
    specs_of = problems.attempt(lambda: parse_engines(_seated(engines, seats)))
    control = problems.attempt(lambda: parse_time_control(time_text))
    grace_us = problems.attempt(lambda: _duration_us(grace, "--grace"))
    ready_us = problems.attempt(lambda: _duration_us(ready_limit, "--ready-limit"))
    options = problems.attempt(lambda: read_game_options(game, game_option, city)) if game else None
    files = problems.attempt(lambda: _record_files(record_file, games))
    if (
        problems
        or game is None
        or specs_of is None
        or control is None
        or options is None
        or files is None
    ):
        raise problems.error(ctx)
    deal = deal if deal is not None else new_deal()
    plan = MatchPlan(
        game=game,
        game_options=options,
        engines=tuple(specs_of),
        time_control=str(control),
        deal=deal,
        opening_plies=opening_plies,
        fault_rule=_FAULT_RULES[fault_rule],
        retries=retries,
        grace_us=grace_us,
        ready_limit_us=ready_us or 0,
    )
    specs = problems.attempt(lambda: match_specs(plan, games))
    if specs is None:
        raise problems.error(ctx)
    return _play(specs, control, deal, files, as_json=as_json)


_FAULT_RULES = {"stand-in": match_pb2.FAULT_RULE_STAND_IN, "end": match_pb2.FAULT_RULE_END}


def _seated(engines: Sequence[str], seats: int | None) -> list[str]:
    wanted = seats or len(engines)
    if wanted < len(engines):
        raise click.BadParameter(
            f"{len(engines)} engines do not fit on {wanted} seats", param_hint="--seats"
        )
    return [engines[seat % len(engines)] for seat in range(wanted)]


def _duration_us(text: str | None, option: str) -> int | None:
    return None if text is None else parse_duration(text, option)


def _record_files(file: Path | None, games: int) -> dict[int, Path]:
    """Files by the number of the match; refused now rather than after an hour of play."""
    if file is None:
        return {}
    if not file.parent.is_dir():
        raise click.BadParameter(f"there is no directory {file.parent}", param_hint="--record")
    if games == 1:
        return {1: file}
    return {
        number: file.with_name(f"{file.stem}-{number}{file.suffix}")
        for number in range(1, games + 1)
    }


def _play(
    specs: Sequence[match_pb2.MatchSpec],
    control: TimeControl,
    deal: str,
    files: dict[int, Path],
    *,
    as_json: bool,
) -> int:
    statuses: list[ExitStatus] = []
    tally = Tally.of(specs[0].engines)

    def keep(record: record_pb2.MatchRecord, number: int) -> None:
        if number in files:
            write_record(files[number], record)

    console = make_console(sys.stdout)
    with ExitStack() as stack:
        watcher: MatchWatcher
        if as_json:
            watcher = JsonWatcher(files)
        elif is_live(sys.stdout):
            watcher = stack.enter_context(LiveWatcher(console, len(specs), control.to_proto()))
        else:
            watcher = PlainWatcher(len(specs))
        executor = stack.enter_context(LocalExecutor(1, len(specs[0].engines)))
        try:
            for record in play_matches(executor, specs, watcher, keep):
                statuses.append(status_of(record) if record else ExitStatus.VOID)
                tally = tally.after(record)
        finally:
            if len(specs) > 1 and not as_json and tally.matches:
                console.print(tally_table(tally))
            if not as_json and statuses:
                say(f"the deal was {deal!r}: --deal gives the same again")
    return worst(statuses)
