"""Who engines are: not root, where the referee is."""

import os
from collections.abc import Iterable
from pathlib import Path

from referee.launcher.launcher import LaunchError

__all__ = ["NOBODY", "check_readable", "engine_user", "give_to"]

NOBODY = 65534
"""The user that has nothing: `nobody` of every Linux."""

_READ, _SEARCH = 0o004, 0o001
"""What others may do, in the mode of a file."""


def engine_user() -> int | None:
    """The user and group that engines get behind walls; None for our own.

    Root without any capability still owns what root owns: it could change the mode of devices and
    write to /proc/sys. So where the referee is root, its engines are nobody.
    """
    return NOBODY if os.geteuid() == 0 else None


def check_readable(paths: Iterable[str]) -> None:
    """Raises LaunchError where an engine that is nobody could not read something."""
    for path in map(Path, paths):
        wanted = _READ | (_SEARCH if path.is_dir() else 0)
        if path.stat().st_mode & wanted != wanted:
            raise LaunchError(
                f"since the referee is root its engines are the user nobody, who can't read {path}"
                f": let others read it (chmod -R o+rX {path})"
            )


def give_to(user: int, directory: str) -> None:
    """Make a directory and the sockets in it a user's own. Raises OSError."""
    for path in (directory, *(entry.path for entry in os.scandir(directory))):
        os.chown(path, user, user, follow_symlinks=False)
