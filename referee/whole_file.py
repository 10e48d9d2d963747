"""Files that are there whole or not at all."""

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

__all__ = ["whole_file"]


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A stream whose content is the file after the block; one that was there stays until then.

    A link is followed. A device or a pipe (`/dev/stdout`, `/dev/full`) is written to and stays
    what it is: to put a file in its place would, for the user root, destroy it. Raises OSError,
    naming the path, where the disk refuses; a file that was there is then as it was.
    """
    try:
        with _special(path) if path.exists() and not path.is_file() else _replaced(path) as file:
            yield file
    except OSError as error:
        if error.filename is None:  # of a write
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise


@contextmanager
def _special(path: Path) -> Iterator[BinaryIO]:
    with path.open("wb") as file:
        yield file


@contextmanager
def _replaced(path: Path) -> Iterator[BinaryIO]:
    place = Path(os.path.realpath(path))
    if place.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    new = place.parent / f".{place.name[:40]}.{secrets.token_hex(4)}.new"
    try:
        with new.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        new.replace(place)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    _sync_directory(place.parent)


def _sync_directory(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
