"""Who engines are: not root, where the referee is."""

import os
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from referee.launcher.launcher import LaunchError

__all__ = ["NOBODY", "check_open", "engine_user", "give_to", "is_open", "readable_parts"]

NOBODY = 65534
"""The user that has nothing: `nobody` of every Linux."""

_MOST_ENTRIES = 1_000
_READ, _SEARCH = 0o004, 0o001
"""What others may do, in the mode of a file."""


def engine_user() -> int | None:
    """The user and group that engines get behind walls; None for our own.

    Root without any capability still owns what root owns: it could change the mode of devices and
    write to /proc/sys. So where the referee is root, its engines are nobody.
    """
    return NOBODY if os.geteuid() == 0 else None


def check_open(file: str) -> None:
    """Raises LaunchError where an engine that is nobody could not read a file."""
    if not is_open(Path(file)):
        raise LaunchError(
            f"since the referee is root its engines are the user nobody, who can't read {file}: "
            f"let others read it (chmod o+rX {file})"
        )


def readable_parts(paths: Iterable[str], asked: Collection[str]) -> list[str]:
    """The same files as an engine that is nobody can be shown them.

    A directory that is closed to others is told by what is in it, without what is closed itself.
    Links in it are told too, as they are. A closed file is left out, such as a key that lies beside
    a league; where it was `asked` for by name this raises LaunchError.
    """
    found: list[str] = []
    for path in map(Path, paths):
        if str(path) in asked and not path.is_dir():
            check_open(str(path))
        found += [str(path)] if path.is_symlink() else _open_parts(path)
    return found


def is_open(path: Path) -> bool:
    """Whether the mode of a file lets others read it, and of a directory search it too."""
    wanted = _READ | (_SEARCH if path.is_dir() else 0)
    try:
        return path.stat().st_mode & wanted == wanted
    except FileNotFoundError:  # it went just now, as files beside a league may
        return False


def _open_parts(path: Path) -> Iterator[str]:
    if path.is_symlink() or is_open(path):
        yield str(path)
    elif path.is_dir():
        entries = sorted(path.iterdir())
        if len(entries) > _MOST_ENTRIES:
            raise LaunchError(
                f"{path} holds more than {_MOST_ENTRIES} files and is closed to others, as to "
                "engines where the referee is root: let others read it (chmod o+rx)"
            )
        for entry in entries:
            yield from _open_parts(entry)


def give_to(user: int, directory: str) -> None:
    """Make a directory and the sockets in it a user's own. Raises OSError."""
    for path in (directory, *(entry.path for entry in os.scandir(directory))):
        os.chown(path, user, user, follow_symlinks=False)
