"""`podesta league run`: play what a league's ledger does not hold yet."""

import shlex
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

import click
from podesta.v1 import match_pb2

from arena.cli.league_json import JsonLeague
from arena.cli.league_show import print_format, print_standings
from arena.cli.plan_part import plan_part
from arena.cli.whole_number import WholeNumber
from arena.config import League, load_league
from arena.executors import Executor
from arena.executors.local import LocalExecutor
from arena.executors.progress_limit import may_last_long
from arena.league.course import Course
from arena.league.glance import LeagueGlance, keep_glance
from arena.league.isolation import settle_isolation
from arena.league.listener import LeagueListener
from arena.league.part import WHOLE, Part
from arena.league.result import LeagueResult
from arena.league.runner import run_league
from arena.league.standings import rating_result
from arena.league.stopping import StopRequest
from arena.ledger import LedgerReader
from arena.lobby.lobby_process import open_lobby
from arena.lobby.settings import LobbySettings
from arena.ratings import Anchor
from arena.terminal.console import is_live, make_console
from arena.terminal.league_live import LiveLeague
from arena.terminal.league_plain import PlainLeague

__all__ = ["play_league", "run"]

EPILOG = """\
\b
Ctrl-C once finishes the running matches; twice stops now, and those matches
are played again another time. Running the command again goes on where it
stopped, also after a crash or kill -9.

\b
With --part several machines share a league: each plays its part, and
`podesta league merge` puts their ledgers together.

\b
Examples:
  podesta league run league.toml
  podesta league run league.toml --concurrency 2 --quiet
  podesta league run league.toml --part 1/3
  podesta league run league.toml --json | jq -c 'select(.event == "match_committed")'

\b
Exit status: 0 every planned match (of the part) was played; 2 wrong
configuration; 4 matches were forfeited, be it all; 5 matches stay unplayed after
voids, or nothing was played nor forfeited; 6 the disk or the ledger can't be
used; 130 stopped before the end.
"""


@click.command(epilog=EPILOG)
@click.argument("file", metavar="LEAGUE.TOML", type=Path)
@click.option(
    "-j",
    "--concurrency",
    metavar="N",
    type=WholeNumber(1, 4096),
    help="Matches at a time, whatever the file says.",
)
@click.option(
    "--part",
    metavar="I/N",
    type=plan_part,
    default="1/1",
    help="Play only part I of N of the plan, such as 1/3; other machines play the others.",
)
@click.option("--retry-unplayed", is_flag=True, help="Try matches again that were void too often.")
@click.option(
    "--reinstate",
    multiple=True,
    metavar="ENGINE",
    help="End the suspension of an engine (its id); may be given several times.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object an event, a line each.")
@click.option("-q", "--quiet", is_flag=True, help="Plain lines, and only of what went wrong.")
def run(
    file: Path,
    concurrency: int | None,
    part: Part,
    retry_unplayed: bool,
    reinstate: tuple[str, ...],
    as_json: bool,
    quiet: bool,
) -> int:
    """Play the league in LEAGUE.TOML: every planned match that its ledger does not hold."""
    league = load_league(file)
    _check_ids(league, reinstate)
    league = settle_isolation(league)
    if concurrency is not None:
        league = replace(league, concurrency=concurrency)
    result = play_league(
        league,
        as_json=as_json,
        quiet=quiet,
        retry_unplayed=retry_unplayed,
        reinstate=reinstate,
        part=part,
    )
    if not as_json and not quiet:
        with LedgerReader.open(league.ledger) as ledger:
            glance = LeagueGlance.of(ledger)
            picture = Course.picture_of(ledger, glance.roster)
        console = make_console(sys.stdout)
        if league.format.adaptive:
            print_format(console, picture)
        print_standings(console, glance)
        keep_glance(league.ledger, glance)
        place = shlex.quote(str(file))
        click.echo(f"more: podesta league show {place}")
        if not part.whole:
            click.echo(f"with the other parts: podesta league merge {place} LEDGER...")
    return result.exit_status


def play_league(
    league: League,
    *,
    as_json: bool,
    quiet: bool,
    retry_unplayed: bool = False,
    reinstate: Sequence[str] = (),
    part: Part = WHOLE,
) -> LeagueResult:
    """Play what the ledger does not hold, before the eyes of whoever started the command.

    Raises what `run_league` raises.
    """
    stop = StopRequest()
    live = not as_json and not quiet and is_live(sys.stdout)
    lobbies: dict[LobbySettings, Path] = {}

    def executor(league: League, to_do: int) -> Executor:
        slots = min(league.concurrency, to_do)
        moves = live or _may_last_long(league)
        remote = None
        if league.lobby is not None and any(engine.remote for engine in league.engines):
            # One for the whole run: who waits in it stays when a change makes a run begin anew.
            if league.lobby not in lobbies:
                lobby = stack.enter_context(open_lobby(league.lobby))
                lobbies[league.lobby] = lobby.referee_file
                click.echo(f"bots from far away dial lobby://{lobby.address}", err=True)
            remote = lobbies[league.lobby]
        return LocalExecutor(
            slots, league.seats, pinning=league.pin_cpus, moves=moves, remote=remote
        )

    with ExitStack() as stack:
        listener = stack.enter_context(_listening(league, as_json=as_json, quiet=quiet, live=live))
        stack.enter_context(_signals(stop))
        return run_league(
            league,
            executor=executor,
            listener=listener,
            stop=stop,
            retry_unplayed=retry_unplayed,
            reinstate=reinstate,
            part=part,
        )


def _check_ids(league: League, ids: Sequence[str]) -> None:
    known = [engine.id for engine in league.engines]
    for engine_id in ids:
        if engine_id not in known:
            close = get_close_matches(engine_id, known, n=1)
            hint = f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(known)}."
            raise click.BadParameter(f"no engine {engine_id!r}; {hint}", param_hint="--reinstate")


def _may_last_long(league: League) -> bool:
    """Whether referees must tell moves, lest one that hangs goes unseen."""
    engines = [match_pb2.EngineSpec()] * league.seats
    spec = match_pb2.MatchSpec(time_control=league.time_control, engines=engines)
    return may_last_long(spec)


@contextmanager
def _listening(
    league: League, *, as_json: bool, quiet: bool, live: bool
) -> Iterator[LeagueListener]:
    anchor = Anchor(league.anchor) if league.anchor is not None else None
    if as_json:
        yield JsonLeague(anchor)
    elif live:
        with LiveLeague(make_console(sys.stdout), rating_result, anchor) as view:
            yield view
    else:
        yield PlainLeague(quiet=quiet, anchor=anchor)


@contextmanager
def _signals(stop: StopRequest) -> Iterator[None]:
    """Ctrl-C asks politely first; a terminal that goes away or a TERM stops at once."""
    handlers = {
        signal.SIGINT: lambda *_: stop.request(),
        signal.SIGTERM: lambda *_: stop.request_now(),
        signal.SIGHUP: lambda *_: stop.request_now(),
    }
    before = {
        number: signal.signal(number, handle)
        for number, handle in handlers.items()
        if signal.getsignal(number) is not signal.SIG_IGN  # nohup, or a script's background job
    }
    try:
        yield
    finally:
        for number, handle in before.items():
            signal.signal(number, handle)
