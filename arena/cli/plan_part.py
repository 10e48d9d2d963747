"""A part of a league's plan on the command line: `--part 1/3`."""

import click

from arena.league.part import Part
from arena.terminal.printable import printable

__all__ = ["plan_part"]

_WIDTH = 40


def plan_part(text: str) -> Part:
    """The part that somebody wrote. Raises click.BadParameter, which says what is expected."""
    try:
        return Part.parse(text)
    except ValueError as error:
        raise click.BadParameter(f"{printable(text, _WIDTH)!r}: {error}.") from error
