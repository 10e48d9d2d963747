"""Consoles: where text goes, whether it may have colour, and whether it may be redrawn."""

import errno
import os
import sys
from collections.abc import Mapping
from typing import IO

from rich.console import Console
from rich.theme import Theme

__all__ = ["FILE_WIDTH", "STYLES", "is_live", "make_console"]

FILE_WIDTH = 160
"""Columns of tables in files and pipes that name no width."""

# Every style must be legible on dark and on light background, and carries nothing that the text
# does not say too. Bold and reverse are always safe; green, red and magenta are the ANSI colours
# with enough contrast on both, as is the middle of the 256 colours' greys; yellow, white, blue and
# bright black are not used.
STYLES = {
    "heading": "bold",
    "acting": "bold",
    "good": "green",
    "bad": "bold red",
    "accent": "magenta",
    "remaining": "grey50",
}


def is_live(stream: IO[str], environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a stream may be redrawn in place: a terminal that can move its cursor.

    FORCE_COLOR does not count here: it asks for colour in a pipe, not for a moving cursor.
    """
    try:
        terminal = stream.isatty()
    except ValueError:  # closed
        return False
    return terminal and environment.get("TERM", "").lower() not in ("dumb", "unknown", "")


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Let the error out: the command line tells every kind of output alike."""
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


def make_console(
    stream: IO[str] | None = None, environment: Mapping[str, str] = os.environ
) -> Console:
    """A console for a stream, by default stdout.

    It honours NO_COLOR, FORCE_COLOR, TERM=dumb and COLUMNS. Text is never read as markup, emoji
    codes or things to highlight: it may come from engines.
    """
    stream = stream or sys.stdout
    width: int | None = None
    if not is_live(stream, environment):
        columns = environment.get("COLUMNS", "")
        width = int(columns) if columns.isdecimal() and int(columns) > 0 else FILE_WIDTH
    return _Console(
        file=stream,
        theme=Theme(STYLES),
        markup=False,
        emoji=False,
        highlight=False,
        width=width,
        _environ=environment,
    )
