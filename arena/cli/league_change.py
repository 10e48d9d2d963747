"""Commands that change a league: engines, results, ledgers, and how the running one goes on."""

import getpass
import os
import shlex
import socket
import time
from pathlib import Path
from typing import Any

import click

from arena.cli.failures import say
from arena.cli.record_source import is_ledger
from arena.cli.whole_number import WholeNumber
from arena.config import League, load_league
from arena.config.problems import nearest
from arena.config.toml_text import read_toml
from arena.league.act import (
    Act,
    AddEngine,
    Concurrency,
    Merge,
    Pause,
    RemoveEngine,
    Rerun,
    Resume,
    UpdateEngine,
    VoidMatch,
)
from arena.league.asking import have_done
from arena.league.course import Course
from arena.league.state import LeagueState
from arena.ledger import LedgerReader
from arena.match.built_in_engines import built_in_engines
from arena.match.engine_argument import EngineArgumentError, built_in_engine
from arena.terminal.printable import printable

__all__ = ["add", "concurrency", "merge", "pause", "remove", "rerun", "resume", "update", "void"]

_STATUS = """\
\b
Exit status: 0 done; 2 it can't be done, and nothing was changed; 6 the ledger
can't be read or written.
"""
_WHILE = """\
\b
While the league runs, its run does it: once no match is running, where the
plan changes. `podesta league audit` shows who did what, when and why.

"""


def _epilog(*examples: str, changes_plan: bool = True) -> str:
    """The end of a command's help: examples, when it happens, and its exit status."""
    lines = "".join(f"  podesta league {example}\n" for example in examples)
    return f"\b\nExamples:\n{lines}\n" + (_WHILE if changes_plan else "") + _STATUS


_league = click.argument("league", metavar="LEAGUE.TOML|LEDGER", type=Path)
_file = click.argument("league", metavar="LEAGUE.TOML", type=Path)
_reason = click.option("--reason", default="", help="Why; kept in the audit.")


def _who() -> dict[str, Any]:
    try:
        user = getpass.getuser()
    except (KeyError, OSError):  # no name in the password database
        user = "unknown"
    return {"user": f"{user}@{socket.gethostname()}", "at_us": time.time_ns() // 1000}


def _do(league: Path, act: Act) -> None:
    described: League | None = None
    ledger = league
    if not is_ledger(league):
        described = load_league(league)
        ledger = described.ledger
    if not ledger.exists():
        raise click.UsageError(
            f"{ledger} is not there: nothing was played yet (podesta league run {league})"
        )
    done_alone: list[bool] = []
    told = have_done(
        ledger,
        act,
        described,
        waiting=lambda: say("asked the running league; waiting for it"),
        alone=lambda: done_alone.append(True),
    )
    click.echo("\n".join(printable(line) for line in told.splitlines()))
    if done_alone and _is_missing(ledger):
        click.echo(f"{_next_run(league, described)} plays what is now missing")


def _is_missing(ledger: Path) -> bool:
    """Whether another run would find something to play."""
    with LedgerReader.open(ledger) as reader:
        state = LeagueState.of(reader)
        return state.totals.to_do + state.totals.running > 0 or not Course(state).over


def _next_run(league: Path, described: League | None) -> str:
    """What goes on with a league; a ledger does not tell by which command it is played."""
    if described is None:
        return "the next run of this league"
    return f"podesta league run {printable(shlex.quote(str(league)))}"


@click.command(
    epilog=_epilog(
        "add league.toml bots/towers.toml",
        'add league.toml greedy --reason "a measure for the others"',
        "add league.toml alphabeta:depth=1 --id ab1",
    )
)
@_file
@click.argument("engine", metavar="ENGINE.TOML|BUILT-IN[:OPTIONS]")
@click.option("--id", "engine_id", help="Its id in this league, where not its own.")
@_reason
def add(league: Path, engine: str, engine_id: str | None, reason: str) -> None:
    """Let another engine take part; the league file stays as it is.

    ENGINE.TOML has the keys of an [[engine]]; built-in engines go by their name (random, greedy),
    with options behind it as in `podesta match` (alphabeta:depth=3,width=12).
    """
    if engine.endswith(".toml"):
        path = Path(os.path.realpath(engine))
        table, directory, own = read_toml(path), str(path.parent), True
    else:
        table, directory, own = _built_in(engine), str(Path.cwd()), False
    if engine_id is not None:
        table["id"] = engine_id
    act = AddEngine(**_who(), reason=reason, table=table, directory=directory, file_of_its_own=own)
    _do(league, act)


def _built_in(engine: str) -> dict[str, Any]:
    """The table [[engine]] of an engine that comes with podesta."""
    try:
        found = built_in_engine(engine)
    except EngineArgumentError as error:
        raise click.UsageError(str(error)) from error
    if found is None:
        known = ", ".join(built_in_engines())
        close = nearest(engine.partition(":")[0], built_in_engines())
        hint = f"; did you mean {close!r}?" if close else ""
        raise click.UsageError(f"{engine!r} is no .toml file and none of {known}{hint}")
    name, options = found
    # Options stay as written: what "@" and "$" stand for is read as in a league file, at every run.
    command = ["{python}", "-P", "-m", f"engines.{name}"]
    return {"name": engine if options else name, "command": command, "options": options}


@click.command(epilog=_epilog('remove league.toml towers --reason "asked for by its author"'))
@_file
@click.argument("engine")
@_reason
def remove(league: Path, engine: str, reason: str) -> None:
    """Let ENGINE (its id) take part no more; its matches stay in the ledger and do not count."""
    _do(league, RemoveEngine(**_who(), reason=reason, engine=engine))


@click.command(
    epilog=_epilog(
        "update league.toml towers",
        'update league.toml towers --keep-matches --reason "only a comment"',
    )
)
@_file
@click.argument("engine")
@click.option(
    "--keep-matches/--retire-matches",
    "keep",
    default=False,
    help="Whether what its former version played still counts; by default it does not.",
)
@_reason
def update(league: Path, engine: str, keep: bool, reason: str) -> None:
    """Take the files of ENGINE (its id) as they are now: a new version."""
    _do(league, UpdateEngine(**_who(), reason=reason, engine=engine, keep=keep))


@click.command(
    epilog=_epilog(
        'void league.toml 17 --reason "the machine was overloaded"', "void league.ledger 3f2a"
    )
)
@_league
@click.argument("match")
@_reason
def void(league: Path, match: str, reason: str) -> None:
    """Let the result of MATCH (its number, or how its id begins) not count; it is played again."""
    _do(league, VoidMatch(**_who(), reason=reason, match=match))


@click.command(epilog=_epilog('rerun league.toml 9c41 --reason "the machine was overloaded"'))
@_league
@click.argument("deal")
@_reason
def rerun(league: Path, deal: str, reason: str) -> None:
    """Play all matches of DEAL (how its id begins) again; hidden cards are dealt anew."""
    _do(league, Rerun(**_who(), reason=reason, deal=deal))


@click.command(epilog=_epilog("merge league.toml laptop.ledger server.ledger"))
@_league
@click.argument("ledgers", metavar="LEDGER...", nargs=-1, required=True, type=Path)
@_reason
def merge(league: Path, ledgers: tuple[Path, ...], reason: str) -> None:
    """Take in what other ledgers of the same league hold, from other machines.

    Of two results of one match the one that is here first counts; the other is kept aside and told.
    """
    paths = tuple(os.path.realpath(path) for path in ledgers)
    _do(league, Merge(**_who(), reason=reason, ledgers=paths))


@click.command(
    epilog=_epilog('pause league.toml --reason "the machine is needed"', changes_plan=False)
)
@_league
@_reason
def pause(league: Path, reason: str) -> None:
    """Let the running league finish its matches and begin no more, until it is resumed."""
    _do(league, Pause(**_who(), reason=reason))


@click.command(epilog=_epilog("resume league.toml", changes_plan=False))
@_league
@_reason
def resume(league: Path, reason: str) -> None:
    """Let a paused league go on."""
    _do(league, Resume(**_who(), reason=reason))


@click.command(epilog=_epilog("concurrency league.toml 2", changes_plan=False))
@_league
@click.argument("matches", metavar="N", type=WholeNumber(1, 4096))
@_reason
def concurrency(league: Path, matches: int, reason: str) -> None:
    """Let the running league play N matches at a time, until it ends."""
    _do(league, Concurrency(**_who(), reason=reason, matches=matches))
