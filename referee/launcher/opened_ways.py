"""Ways to files for a user who may not go through the directories above them. Needs root.

In a mount namespace of this process alone, every directory that is closed to others (/root, say)
is covered by an empty one, in which nothing is found but what is wanted. Part of the keeper: only
the standard library.
"""

import ctypes
import os
from collections.abc import Iterable
from pathlib import Path

__all__ = ["open_ways"]

_CLONE_NEWNS = 0x00020000
_MS_BIND, _MS_REC, _MS_PRIVATE = 0x1000, 0x4000, 1 << 18
_SEARCH_BY_OTHERS = 0o001


def open_ways(paths: Iterable[str]) -> None:
    """Let every user reach these files and directories, for this process and all that it starts.

    Their own modes hold as before. Raises OSError.
    """
    covers: dict[Path, list[Path]] = {}
    for path in map(Path, paths):
        # The root comes last among the parents; the outermost one that is closed counts.
        ways = [up for up in path.parents if not up.stat().st_mode & _SEARCH_BY_OTHERS]
        if ways:
            covers.setdefault(ways[-1], []).append(path)
    if covers:
        _call("unshare", _CLONE_NEWNS)
        _mount(None, "/", _MS_REC | _MS_PRIVATE)
    for cover, wanted in covers.items():
        # Opened in this namespace, or nothing could be bound from it.
        fds = [os.open(path, os.O_PATH | os.O_CLOEXEC) for path in wanted]
        try:
            _call("mount", b"podesta", os.fsencode(cover), b"tmpfs", 0, b"mode=755,size=1m")
            for fd, path in zip(fds, wanted, strict=True):
                _show(fd, path)
        finally:
            for fd in fds:
                os.close(fd)


def _show(fd: int, path: Path) -> None:
    if path.exists():
        return  # it lies in another one
    source = f"/proc/self/fd/{fd}"
    if Path(source).is_dir():
        path.mkdir(parents=True)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    _mount(source, str(path), _MS_BIND | _MS_REC)


def _mount(source: str | None, target: str, flags: int) -> None:
    from_path = None if source is None else os.fsencode(source)
    _call("mount", from_path, os.fsencode(target), None, flags, None)


def _call(function: str, *arguments: int | bytes | None) -> None:
    # Whole numbers are as wide as pointers here, and None is a null pointer.
    values = [ctypes.c_ulong(one) if isinstance(one, int) else one for one in arguments]
    library = ctypes.CDLL(None, use_errno=True)
    if getattr(library, function)(*values) != 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{function}: {os.strerror(code)}")
