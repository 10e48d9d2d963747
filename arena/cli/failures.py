"""Errors that a user can act upon: what is said of them and with which status we leave.

Everything else is a bug of ours and is reported as one.
"""

import errno
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from arena.cli.exit_status import ExitStatus
from arena.errors import (
    ArenaError,
    ChartError,
    ConfigError,
    ExecutorError,
    LedgerError,
    LedgerMismatchError,
    MeasuringError,
    UnkeptRecordError,
)
from arena.terminal.printable import printable
from referee.errors import SpecError, UserError
from referee.games import GameError, OptionError
from referee.time_control import TimeControlError

__all__ = ["LONGEST_LINE", "Told", "explain", "not_utf8", "say", "shortened"]

MOST_LINES = 100
"""Of one complaint; nobody reads more."""
LONGEST_LINE = 2000
"""Characters."""

_MOST_SHOWN = 60
_NOWHERE = "the working directory is not there any more: change to one that is"
_STORAGE_ERRNOS = frozenset({errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EROFS, errno.EIO})


# The first that fits, so the special ones stand before the general ones.
_STATUS: dict[type[Exception], ExitStatus] = {
    LedgerMismatchError: ExitStatus.USAGE,
    LedgerError: ExitStatus.STORAGE,
    UnkeptRecordError: ExitStatus.STORAGE,
    ExecutorError: ExitStatus.VOID,
    MeasuringError: ExitStatus.VOID,
    ChartError: ExitStatus.VOID,
    ArenaError: ExitStatus.USAGE,
    UserError: ExitStatus.USAGE,
    GameError: ExitStatus.USAGE,
    TimeControlError: ExitStatus.USAGE,
}


@dataclass(frozen=True, slots=True)
class Told:
    """What the user reads, a line each, and the exit status."""

    lines: tuple[str, ...]
    status: ExitStatus


def say(*lines: str) -> None:
    """Write lines to stderr, each behind the program's name, harmless for terminals."""
    for line in shortened(lines):
        sys.stderr.write(f"podesta: {printable(line, LONGEST_LINE)}\n")
    sys.stderr.flush()


def shortened(lines: Sequence[str]) -> list[str]:
    """The first lines of many, and how many more there are."""
    if len(lines) <= MOST_LINES:
        return list(lines)
    return [*lines[: MOST_LINES - 1], f"and {len(lines) - MOST_LINES + 1} more"]


def explain(error: Exception) -> Told | None:
    """What to tell of an error; None for a bug of ours."""
    if isinstance(error, ConfigError):
        return Told(tuple(map(str, error.problems)), ExitStatus.USAGE)
    if isinstance(error, OptionError | SpecError):
        return Told(error.problems, ExitStatus.USAGE)
    for kind, status in _STATUS.items():
        if isinstance(error, kind):
            return Told(tuple(str(error).splitlines()) or (kind.__name__,), status)
    if isinstance(error, OSError):
        return _of_system(error)
    if isinstance(error, UnicodeEncodeError):
        return Told((not_utf8(error),), ExitStatus.USAGE)
    return None


def not_utf8(error: UnicodeEncodeError) -> str:
    """What to say of a word of the command line whose bytes are no UTF-8."""
    return f"{error.object[:_MOST_SHOWN]!r} is not UTF-8"


def _of_system(error: OSError) -> Told | None:
    where = f"{error.filename}: " if isinstance(error.filename, str) else ""
    line = f"{where}{error.strerror or error}"
    if error.errno in _STORAGE_ERRNOS:
        return Told((line,), ExitStatus.STORAGE)
    if error.errno in (errno.EMFILE, errno.ENFILE):
        return Told((f"{line}: this machine allows too few (ulimit -n)",), ExitStatus.VOID)
    if isinstance(error, FileNotFoundError) and not where and _is_nowhere():
        return Told((_NOWHERE,), ExitStatus.USAGE)
    # Only what names a file is something that the user can put right.
    return Told((line,), ExitStatus.USAGE) if where else None


def _is_nowhere() -> bool:
    try:
        os.getcwd()  # noqa: PTH109 - the call that failed, whoever made it
    except FileNotFoundError:
        return True
    return False
