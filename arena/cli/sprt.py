"""`podesta sprt`: is one version of an engine better than another? A test that stops by itself."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from podesta.v1 import match_pb2

from arena.cli.exit_status import ExitStatus
from arena.cli.finite_range import FiniteRange
from arena.cli.game_options import find_game, game_option, read_game_options
from arena.cli.json_lines import write_json
from arena.cli.league_json import format_json
from arena.cli.league_run import play_league
from arena.cli.league_show import print_format
from arena.cli.match_words import ENGINE_HELP
from arena.cli.nearest_choice import NearestChoice
from arena.cli.usage_problems import UsageProblems
from arena.cli.whole_number import WholeNumber
from arena.config.loading import build_league
from arena.config.texts import slug
from arena.league.course import Course
from arena.league.isolation import settle_isolation
from arena.league.roster import Roster
from arena.ledger import LedgerReader
from arena.match.engine_argument import parse_engines
from arena.ratings import Verdict
from arena.schedule import FormatPicture
from arena.terminal.console import make_console

__all__ = ["sprt"]

EPILOG = f"""\
{ENGINE_HELP}
\b
A is the new version, B the one that it has to beat. Deals are played with
both seatings until the likelihoods of H1 (A is elo1 or more better) and H0
(elo0 or less) are far enough apart.

\b
Examples:
  podesta sprt alphabeta:depth=3 alphabeta:depth=2 --game bologna --tc 10s+100ms
  podesta sprt new.toml old.toml --game bologna --elo0 -5 --elo1 0 --concurrency 2
  podesta sprt ./new ./old --game tuerme --seats 3 --with greedy --max-deals 500

\b
Ctrl-C once finishes the running matches, twice stops now. The same command
goes on where it stopped: all is in the ledger.

\b
Exit status: 0 H1 is accepted, A is better; 1 H0 is accepted; 2 wrong usage;
4 an engine was suspended; 5 matches stay unplayed, and it is undecided;
6 the disk or the ledger can't be used; 7 undecided after --max-deals;
130 stopped before the end.
"""


@click.command(epilog=EPILOG)
@click.argument("candidate", metavar="A")
@click.argument("base", metavar="B")
@click.option("-g", "--game", "game_name", required=True, metavar="GAME", help="What is played.")
@click.option(
    "--elo0",
    type=FiniteRange(),
    default=0.0,
    show_default=True,
    help="H0: A is at most so much better.",
)
@click.option(
    "--elo1",
    type=FiniteRange(),
    default=10.0,
    show_default=True,
    help="H1: A is at least so much better.",
)
@click.option(
    "--alpha",
    type=FiniteRange(0.0, 0.5, min_open=True, max_open=True),
    default=0.05,
    show_default=True,
    help="Chance to accept H1 at elo0.",
)
@click.option(
    "--beta",
    type=FiniteRange(0.0, 0.5, min_open=True, max_open=True),
    default=0.05,
    show_default=True,
    help="Chance to accept H0 at elo1.",
)
@click.option(
    "--model",
    type=NearestChoice(["normalized", "logistic"]),
    default="normalized",
    show_default=True,
    help="The unit of elo0 and elo1.",
)
@click.option(
    "-t",
    "--tc",
    "--time",
    "time_control",
    default="10s+100ms",
    show_default=True,
    metavar="CONTROL",
    help="Time control: 5m, 5m+3s, 10s/move, none ...",
)
@click.option(
    "-j",
    "--concurrency",
    metavar="N",
    type=WholeNumber(1, 4096),
    help="Matches at a time.  [default: one a core]",
)
@click.option(
    "--max-deals", metavar="N", type=WholeNumber(1), help="Give up after so many.  [default: never]"
)
@click.option(
    "--seats", metavar="N", type=WholeNumber(2, 6), help="Players.  [default: the game's]"
)
@click.option(
    "--with",
    "others",
    multiple=True,
    metavar="ENGINE",
    help="Fills a seat that is left; several times for several.",
)
@click.option("--opening-plies", metavar="N", type=WholeNumber(0, 1000), help="As in a league.")
@click.option("--seed", metavar="TEXT", help="Text from which all deals follow.")
@click.option(
    "--ledger",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where everything is kept.  [default: sprt-A-B.ledger]",
)
@game_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object an event, a line each.")
@click.option("-q", "--quiet", is_flag=True, help="Only what went wrong, and the verdict.")
@click.pass_context
def sprt(
    ctx: click.Context,
    /,
    candidate: str,
    base: str,
    game_name: str,
    others: tuple[str, ...],
    game_option: tuple[str, ...],
    city: str | None,
    as_json: bool,
    quiet: bool,
    **words: Any,
) -> int:
    """Test whether engine A is better than engine B, and stop when that is known."""
    problems = UsageProblems()
    game = problems.attempt(lambda: find_game(game_name))
    engines = problems.attempt(lambda: parse_engines([candidate, base, *others]))
    options = None
    if game is not None:
        options = problems.attempt(lambda: read_game_options(game, game_option, city))
    if problems or engines is None or options is None:
        raise problems.error(ctx)
    ids = _ids(engines)
    document = {
        "league": _league(ids, game_name, options, words),
        "engine": [_engine(e, i) for e, i in zip(engines, ids, strict=True)],
    }
    league = settle_isolation(build_league(document, Path("sprt")))
    result = play_league(league, as_json=as_json, quiet=quiet)
    with LedgerReader.open(league.ledger) as ledger:
        picture = Course.picture_of(ledger, Roster.of_ledger(ledger))
    if as_json:
        write_json({"event": "verdict", "format": format_json(picture)})
    else:
        print_format(make_console(sys.stdout), picture)
    return _status(picture, result.exit_status)


def _status(picture: FormatPicture, league_status: int) -> int:
    """The verdict, where there is one; else why there is none."""
    verdict = picture.data["verdict"]
    if verdict == Verdict.ACCEPT_H1.value:
        return ExitStatus.OK
    if verdict == Verdict.ACCEPT_H0.value:
        return ExitStatus.DIFFERENT
    return ExitStatus.UNDECIDED if league_status == ExitStatus.OK else league_status


def _ids(engines: Sequence[match_pb2.EngineSpec]) -> list[str]:
    """Ids as leagues have them, each of its own."""
    ids: list[str] = []
    for engine in engines:
        word = made = slug(engine.id) or "engine"
        number = 2
        while made in ids:
            made, number = f"{word}-{number}", number + 1
        ids.append(made)
    return ids


def _league(
    ids: Sequence[str], game: str, options: Mapping[str, str], words: Mapping[str, Any]
) -> dict[str, Any]:
    test = {key: words[key] for key in ("elo0", "elo1", "alpha", "beta", "model")}
    ledger = words["ledger"] or Path(f"sprt-{ids[0]}-{ids[1]}.ledger")
    made = {
        "name": f"{ids[0]} against {ids[1]}",
        "game": game,
        "time": words["time_control"],
        "format": "sprt",
        "sprt": {"candidate": ids[0], "base": ids[1], **test},
        "options": dict(options),
        "ledger": str(ledger),
        "deals": words["max_deals"],
        "concurrency": words["concurrency"],
        "opening_plies": words["opening_plies"],
        "seed": words["seed"],
        "seats": words["seats"] or len(ids),
    }
    return {key: value for key, value in made.items() if value is not None}


def _engine(engine: match_pb2.EngineSpec, engine_id: str) -> dict[str, Any]:
    """An engine as a league's file would name it; the interpreter by its sign, so that the
    version of an engine does not depend on where podesta is installed."""
    command = ["{python}" if word == sys.executable else word for word in engine.command]
    made: dict[str, Any] = {
        "id": engine_id,
        "name": engine.name or engine_id,
        "command": command,
        "options": dict(engine.options),
        "environment": dict(engine.environment),
    }
    if engine.directory:
        made["directory"] = engine.directory
    if engine.transport == match_pb2.TRANSPORT_TCP:
        made["transport"] = "tcp"
    return made
