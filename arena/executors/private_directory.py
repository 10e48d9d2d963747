"""The directory of one run: for its socket and its logs, entered by this user alone, gone after it.

A run that is killed cannot tidy up. So each holds a lock on its directory, which the kernel frees
however the run ends, and each removes what runs before it left: directories of this user that bear
our name and that nobody holds.
"""

import fcntl
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["private_directory"]

_PREFIX = "podesta-arena-"
_NO_ROOM_FOR_SOCKETS_BYTES = 100  # a Unix socket's path has 107
_SHORT_PLACE = Path("/tmp")


@contextmanager
def private_directory() -> Iterator[Path]:
    """A new directory (mode 0700), short enough for the paths of Unix sockets in it.

    Raises OSError where none can be made.
    """
    place = Path(tempfile.gettempdir())
    if len(os.fsencode(place / f"{_PREFIX}12345678")) > _NO_ROOM_FOR_SOCKETS_BYTES:
        place = _SHORT_PLACE
    _sweep(place)
    directory, descriptor = _make(place)
    try:
        yield directory
    finally:
        try:
            shutil.rmtree(directory)
        finally:
            os.close(descriptor)


def _make(place: Path) -> tuple[Path, int]:
    while True:
        directory = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=place))
        # Another run may take it for left over until it is locked, and then it is gone.
        descriptor = _open(directory)
        if descriptor is None:
            continue
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        if directory.exists():
            return directory, descriptor
        os.close(descriptor)


def _sweep(place: Path) -> None:
    for directory in place.glob(f"{_PREFIX}*"):
        descriptor = _open(directory)
        if descriptor is None:
            continue
        try:
            found = os.fstat(descriptor)
            ours = found.st_uid == os.geteuid() and stat.S_IMODE(found.st_mode) == stat.S_IRWXU
            if ours and _lock(descriptor):
                # What can't be removed harms nobody; the next run tries again.
                shutil.rmtree(directory, ignore_errors=True)
        finally:
            os.close(descriptor)


def _open(directory: Path) -> int | None:
    """A descriptor of a directory; None where there is none, and for a link that somebody laid."""
    try:
        return os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return None


def _lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False  # its run lives
    return True
