"""The first step of the command: an interruption is understood before the rest is imported."""

import signal
import sys
from typing import NoReturn

__all__ = ["main"]

_INTERRUPTED = 130


def main() -> NoReturn:
    """See `arena.cli.main.main`; importing that takes half a second.

    Ctrl-C waits for the end of it: in the middle of an import it might be taken for an error of
    whatever was being imported.
    """
    try:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            from arena.cli.main import main as command
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        command()
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        sys.exit(_INTERRUPTED)
