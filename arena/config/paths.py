"""Whether something is there that a league file names; of a path that no system takes, too."""

import stat
from pathlib import Path

__all__ = ["is_directory", "is_file", "is_there"]


def is_there(path: Path) -> bool:
    """Whether there is anything."""
    return _mode(path) is not None


def is_file(path: Path) -> bool:
    """Whether there is a file."""
    return stat.S_ISREG(_mode(path) or 0)


def is_directory(path: Path) -> bool:
    """Whether there is a directory."""
    return stat.S_ISDIR(_mode(path) or 0)


def _mode(path: Path) -> int | None:
    # `Path.exists` and its like raise where a name is too long, instead of saying no.
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return None
