"""`podesta league check`: whether a league file can be played, without playing it."""

import sys
from pathlib import Path

import click

from arena.cli.json_lines import write_json
from arena.config import load_league
from arena.config.formats import format_of
from arena.errors import ConfigError
from arena.league.isolation import settle_isolation
from arena.schedule import History
from arena.terminal.printable import printable

__all__ = ["check"]

_TITLE_WIDTH = 500

EPILOG = """\
\b
Examples:
  podesta league check league.toml
  podesta league check league.toml --json | jq .most_matches

\b
Exit status: 0 the file is right; 2 it is not, every fault is told with its
key and the nearest valid word.
"""


@click.command(epilog=EPILOG)
@click.argument("file", metavar="LEAGUE.TOML", type=Path)
@click.option("--json", "as_json", is_flag=True, help="One JSON object, with a list of problems.")
def check(file: Path, as_json: bool) -> int:
    """Read a league file and tell everything that is wrong with it."""
    try:
        league = settle_isolation(load_league(file))
    except ConfigError as error:
        if not as_json:
            raise
        problems = [
            {
                "file": str(problem.file),
                "key": problem.key,
                "message": problem.message,
                "suggestion": problem.suggestion,
            }
            for problem in error.problems
        ]
        write_json({"good": False, "problems": problems, "warnings": []})
        return 2
    planned = format_of(league)
    names = {engine.id: engine.name for engine in league.engines}
    picture = planned.picture(History(present=frozenset(names)), names)
    count = planned.count()
    if as_json:
        write_json(
            {
                "good": True,
                "problems": [],
                "warnings": list(league.warnings),
                "isolation": league.isolation.level,
                "format": str(league.format.name),
                "title": picture.title,
                "least_matches": count.least,
                "most_matches": count.most,
            }
        )
        return 0
    sys.stdout.writelines(f"warning: {printable(warning)}\n" for warning in league.warnings)
    sys.stdout.write(
        f"{printable(str(file))}: {league.game}, {len(league.engines)} bots, "
        f"{printable(picture.title, _TITLE_WIDTH)}, {count.text()}, "
        f"{printable(league.time_control)}, "
        f"isolation {league.isolation.level}: good\n"
    )
    return 0
