"""The first step of the command: an interruption is understood before the rest is imported."""

import sys
from typing import NoReturn

__all__ = ["main"]

_INTERRUPTED = 130


def main() -> NoReturn:
    """See `arena.cli.main.main`; importing that takes half a second."""
    try:
        from arena.cli.main import main as command
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        sys.exit(_INTERRUPTED)
    command()
