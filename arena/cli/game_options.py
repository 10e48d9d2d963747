"""The words by which several commands name a game, its options and its deal."""

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

import click

from arena.config.texts import option_text
from referee.games import AnyGame, game_names, load_game

__all__ = ["find_game", "game_option", "read_game_options"]

_F = TypeVar("_F", bound=Callable[..., Any])


def game_option(command: _F) -> _F:
    """Adds --option and --city to a command, as `game_option` and `city`."""
    command = click.option(
        "-o",
        "--option",
        "game_option",
        multiple=True,
        metavar="KEY=VALUE",
        help="An option of the game (see `podesta games GAME`); @FILE as the value reads a file.",
    )(command)
    return click.option(
        "--city",
        metavar="SIDES",
        help="Bologna: the sides of the six tiles; short for --option city=SIDES.",
    )(command)


def find_game(name: str) -> AnyGame:
    """The game of that name. Raises click.BadParameter with the nearest name."""
    try:
        return load_game(name)
    except KeyError:
        known = game_names()
        close = get_close_matches(name, known, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(known)}."
        raise click.BadParameter(f"no game {name!r}; {hint}", param_hint="GAME") from None


def read_game_options(game: AnyGame, pairs: Sequence[str], city: str | None) -> dict[str, str]:
    """The options as given, not yet checked by the game.

    Raises click.BadParameter for a pair that is none, a name given twice, a name that the game
    does not have (with the nearest one), and a file that can't be read.
    """
    given: dict[str, str] = {}
    known = [option.name for option in game.options]
    written = [*pairs, *([f"city={city}"] if city is not None else [])]
    for pair in written:
        name, equals, value = pair.partition("=")
        if not equals:
            raise click.BadParameter(f"{pair!r} is not written as KEY=VALUE", param_hint="--option")
        if name not in known:
            close = get_close_matches(name, known, n=1)
            hint = f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(known)}."
            raise click.BadParameter(
                f"{game.name} has no option {name!r}; {hint}", param_hint="--option"
            )
        if name in given:
            raise click.BadParameter(f"option {name!r} is given twice", param_hint="--option")
        try:
            given[name] = option_text(value, Path.cwd())
        except ValueError as error:
            raise click.BadParameter(f"{name}: {error}", param_hint="--option") from None
    return given
