"""`podesta games`: which games there are, and what can be set."""

import sys
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from arena.cli.game_options import find_game
from arena.cli.json_lines import write_json
from arena.terminal.console import make_console
from arena.terminal.printable import printable
from referee.games import AnyGame, Option, game_names, load_game

__all__ = ["games"]

EPILOG = """\
\b
Examples:
  podesta games                  all games
  podesta games bologna          one game with all its options
  podesta games --json | jq -r .name

\b
Exit status: 0; 2 for a game that is not there.
"""


@click.command(epilog=EPILOG)
@click.argument("name", metavar="[GAME]", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a game, a line each.")
def games(name: str | None, as_json: bool) -> None:
    """List the games, or tell all about one: seats and options."""
    chosen = [find_game(name)] if name else [load_game(known) for known in game_names()]
    if as_json:
        for game in chosen:
            write_json(_as_json(game))
        return
    console = make_console(sys.stdout)
    if name:
        game = chosen[0]
        console.print(Text(f"{game.name}: {game.title}", "heading"))
        console.print(
            f"seats {_seats(game)} (default {game.default_seats}), "
            f"{_information(game)}, rules version {game.rules_version}"
        )
        console.print(_options_table(game))
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="heading")
    for column in ("game", "title", "seats", "information", "options"):
        table.add_column(column)
    for game in chosen:
        options = ", ".join(option.name for option in game.options) or "-"
        table.add_row(game.name, game.title, _seats(game), _information(game), options)
    console.print(table)


def _seats(game: AnyGame) -> str:
    return ", ".join(map(str, game.seats))


def _information(game: AnyGame) -> str:
    return "perfect information" if game.perfect_information else "hidden cards or chance"


def _options_table(game: AnyGame) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="heading")
    for column in ("option", "default", "values", "meaning"):
        table.add_column(column)
    for option in game.options:
        table.add_row(option.name, _default(option), "|".join(option.choices) or "-", option.help)
    return table


def _default(option: Option) -> str:
    return printable(option.default, 30) or '""'


def _as_json(game: AnyGame) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "seats": list(game.seats),
        "default_seats": game.default_seats,
        "perfect_information": game.perfect_information,
        "rules_version": game.rules_version,
        "decisions": list(game.decisions),
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "choices": list(option.choices),
                "help": option.help,
            }
            for option in game.options
        ],
    }
