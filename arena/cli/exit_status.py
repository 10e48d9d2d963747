"""What the exit statuses of every command mean; docs/cli.md says the same for people."""

from collections.abc import Iterable
from enum import IntEnum

__all__ = ["ExitStatus", "worst"]


class ExitStatus(IntEnum):
    """Exit statuses of `podesta`, one meaning each in all commands."""

    OK = 0
    """Everything that was asked for was done; every match was played to an end."""

    DIFFERENT = 1
    """`verify`: a record does not replay to what it says. `rules validate`: the move is illegal.
    `doctor`: something on this machine must be mended. `ratings`: some entry can't be read.
    `sprt`: H0 is accepted."""

    USAGE = 2
    """The command line, a configuration or a file that was given can't be used."""

    FAULT = 3
    """Played, but a fault of an engine decided a match. `check`: a step failed."""

    FORFEIT = 4
    """An engine never started, so that a match was not played. `check`: it never said Hello."""

    VOID = 5
    """A match was void by a fault of the machine or of podesta, or stays unplayed."""

    STORAGE = 6
    """A disk was full or read-only, or a ledger is in use, damaged or can't be written."""

    UNDECIDED = 7
    """`sprt`: the test was given up before it decided."""

    INTERNAL = 70
    """A bug of podesta (EX_SOFTWARE of sysexits.h)."""

    INTERRUPTED = 130
    """Ctrl-C: 128 + SIGINT, as shells count."""


_SEVERITY = (
    ExitStatus.OK,
    ExitStatus.FAULT,
    ExitStatus.FORFEIT,
    ExitStatus.VOID,
)


def worst(statuses: Iterable[ExitStatus]) -> ExitStatus:
    """The gravest of what several matches ended with; VOID of none: nothing played is no success.

    Raises ValueError for a status that no match can end with.
    """
    return max(statuses, key=_SEVERITY.index, default=ExitStatus.VOID)
