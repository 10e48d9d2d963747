"""`podesta check`: the certificate of an engine, step by step."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import click

from arena.check.bench import DEFAULT_SEED, DEFAULT_TIME_CONTROL, Bench, CheckSettings
from arena.check.catalogue import STEPS, chosen
from arena.check.certificate import Certificate
from arena.check.step import Step
from arena.check.walk import WalkWatcher, walk
from arena.cli.check_json import CheckJson
from arena.cli.exit_status import ExitStatus
from arena.cli.failures import say
from arena.cli.game_options import find_game
from arena.cli.json_lines import write_json
from arena.cli.match_words import ENGINE_HELP
from arena.cli.nearest_choice import NearestChoice
from arena.cli.output_place import check_place
from arena.cli.usage_problems import UsageProblems
from arena.cli.whole_number import WholeNumber
from arena.config.isolation import IsolationSettings, confine, settle
from arena.match.engine_argument import parse_engines
from arena.match.engine_digest import engine_digest
from arena.report.writing import write_whole
from arena.terminal.check_view import CheckView, steps_table
from arena.terminal.console import is_live, make_console
from arena.terminal.printable import printable
from referee.distribution import referee_version
from referee.errors import VoidMatch
from referee.launcher.confined import ConfinedLauncher
from referee.launcher.ladder import AUTO, LADDER
from referee.launcher.plain import PlainLauncher
from referee.launcher.process_tree import subreaper
from referee.orderly_end import run_in_order
from referee.time_control import parse_duration, parse_time_control
from referee.time_source import MonotonicTime

__all__ = ["check"]

_LEAST_LIMIT_US = 100_000

EPILOG = f"""\
{ENGINE_HELP}
\b
Examples:
  podesta check "./mybot --level 3"
  podesta check bot.toml --game bologna
  podesta check bot.toml --only first-move --only "match-*"
  podesta check bot.toml --output certificate.txt
  podesta check bot.toml --json | jq -r 'select(.verdict == "fail") | .step'
  podesta check --list

\b
Exit status: 0 no step failed; 2 wrong usage, nothing was tried; 3 a step
failed; 4 the engine never said hello; 5 a fault of the machine; 6 the
certificate could not be written; 130 interrupted.
"""


@click.command(epilog=EPILOG)
@click.argument("engine", metavar="ENGINE", required=False)
@click.option(
    "-g",
    "--game",
    "games",
    multiple=True,
    metavar="GAME",
    help="Only this game; may be given again.  [default: all that the engine claims]",
)
@click.option(
    "--only",
    multiple=True,
    metavar="STEP",
    help="Only this step; may hold * and ?, may be given again.",
)
@click.option("--skip", multiple=True, metavar="STEP", help="Not this step; as --only.")
@click.option("--list", "as_list", is_flag=True, help="List the steps and try none.")
@click.option(
    "-t",
    "--time",
    "time_text",
    default=DEFAULT_TIME_CONTROL,
    show_default=True,
    metavar="CONTROL",
    help="Time control of matches whose clock is not the point.",
)
@click.option(
    "--timeout",
    default="10s",
    show_default=True,
    metavar="DURATION",
    help="Time for Hello, for Ready, and for the process to end.",
)
@click.option(
    "--seed",
    default=DEFAULT_SEED,
    show_default=True,
    metavar="TEXT",
    help="Any text; the same text gives the same deals.",
)
@click.option(
    "--isolation",
    type=NearestChoice([AUTO, *LADDER, "none"]),
    default=AUTO,
    show_default=True,
    help="How the engine is kept apart; auto takes the best that works here.",
)
@click.option(
    "--messages",
    type=WholeNumber(0, 10_000),
    default=30,
    show_default=True,
    metavar="N",
    help="Messages shown where a step failed; 0 for all that were kept.",
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the certificate there, a page of plain text.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a step, a line each.")
@click.pass_context
def check(
    ctx: click.Context,
    engine: str | None,
    games: tuple[str, ...],
    only: tuple[str, ...],
    skip: tuple[str, ...],
    as_list: bool,
    time_text: str,
    timeout: str,
    seed: str,
    isolation: str,
    messages: int,
    output: Path | None,
    as_json: bool,
) -> int:
    """Walk ENGINE through the protocol step by step, and certify what it keeps.

    The check plays the referee, starts the engine many times, and misbehaves as far as a referee
    may. Where a step fails, all that was said is shown. docs/check.md describes every step.
    """
    problems = UsageProblems()
    steps = problems.attempt(lambda: chosen(only, skip)) or STEPS
    if as_list and not problems:
        _list(steps, as_json=as_json)
        return ExitStatus.OK
    if engine is None:
        problems.add("an ENGINE is missing: say which one is to be checked")
    specs = problems.attempt(lambda: parse_engines([engine or "random"]))
    found = [problems.attempt(lambda name=name: find_game(name)) for name in games]  # type: ignore[misc]
    control = problems.attempt(lambda: parse_time_control(time_text))
    limit_us = problems.attempt(lambda: _limit_us(timeout))
    kept_apart = problems.attempt(lambda: settle(IsolationSettings(isolation)))
    if output is not None:
        problems.attempt(lambda: check_place(output, "--output"))
    if (
        problems
        or engine is None
        or specs is None
        or control is None
        or limit_us is None
        or kept_apart is None
    ):
        raise problems.error(ctx)
    level, warning = kept_apart
    confine(specs[0], IsolationSettings(isolation), level)
    if warning:
        say(f"warning: {warning}")
    settings = CheckSettings(
        limit_us, control, seed, tuple(dict.fromkeys(game.name for game in found if game))
    )
    digest = engine_digest(engine, specs[0])
    launcher, time = ConfinedLauncher(PlainLauncher(adopts_orphans=True)), MonotonicTime()
    # A subreaper finds whatever an engine leaves behind.
    with subreaper(), _watcher(as_json=as_json, messages=messages) as watcher:
        bench = Bench(specs[0], launcher, time, settings, watcher.progress)
        try:
            results = run_in_order(walk(bench, steps, watcher))
        except VoidMatch as void:
            say(f"the machine failed, not the engine: {void}")
            return ExitStatus.VOID
    certificate = Certificate(
        engine=specs[0].name,
        hello=bench.hello,
        digest=digest,
        date=datetime.now(UTC).date().isoformat(),
        podesta_version=referee_version(),
        isolation=level,
        seed=seed,
        time_control=str(control),
        games=[game.name for game in bench.games],
        all_steps=len(steps) == len(STEPS),
        all_games=not games,
        results=results,
    )
    _conclude(certificate, output, as_json=as_json)
    return _status(certificate)


@contextmanager
def _watcher(*, as_json: bool, messages: int) -> Iterator[WalkWatcher]:
    if as_json:
        yield CheckJson()
        return
    live = is_live(sys.stdout)
    with CheckView(make_console(sys.stdout), live=live, messages=messages) as view:
        yield view


def _conclude(certificate: Certificate, output: Path | None, *, as_json: bool) -> None:
    if as_json:
        write_json({"event": "certificate", **certificate.as_dict()})
    else:
        line = printable(f"{certificate.engine}: {certificate.verdict}")
        make_console(sys.stdout).print(f"\n{line}", soft_wrap=True)
    if output is not None:
        write_whole(output, certificate.page().encode("utf-8", "backslashreplace"))


def _status(certificate: Certificate) -> ExitStatus:
    if certificate.hello is None:
        return ExitStatus.FORFEIT
    return ExitStatus.OK if certificate.passed else ExitStatus.FAULT


def _list(steps: Sequence[Step], *, as_json: bool) -> None:
    if not as_json:
        make_console(sys.stdout).print(steps_table(steps))
        return
    for step in steps:
        write_json({"step": step.name, "asks": step.asks, "source": step.source})


def _limit_us(text: str) -> int:
    limit_us = parse_duration(text, "--timeout")
    if limit_us < _LEAST_LIMIT_US:
        raise click.BadParameter("less than 100ms is no time to start in", param_hint="--timeout")
    return limit_us
