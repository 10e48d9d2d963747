"""Whether an engine does anything, or would if this machine let it."""

import os
from pathlib import Path

__all__ = ["BusyLook"]

_NS_PER_S = 1_000_000_000
_NS_PER_TICK = _NS_PER_S // os.sysconf("SC_CLK_TCK")
_SEEN = Path("/proc/self/schedstat").exists()
_BUSY_NS = _NS_PER_S // 20
"""More than an idle program does now and then; a program that ends is at it all the time."""
_MOST_PROCESSES = 8
"""Sandbox and engine are three; the referee looks in mid-match, and an engine may have thousands of
processes and threads."""


class BusyLook:
    """Looks at an engine again and again, by its first process. Linux; elsewhere all rest.

    A look takes no more than some ten reads of small files, whatever the engine has started: the
    first processes of its tree, and of each its first thread's wait for a core.
    """

    def __init__(self, root: int) -> None:
        self._root = root
        self._spent_ns: dict[int, int] = {}

    def was_busy(self) -> bool:
        """Whether it ran, or waited for a core, since this was called before; or has just ended.

        The first call only begins to look, and is True.
        """
        if not _SEEN:
            return False
        before, self._spent_ns = self._spent_ns, self._look()
        if not before or self._root not in self._spent_ns:
            return True
        grown = (ns - before.get(pid, 0) for pid, ns in self._spent_ns.items())
        return sum(grown) > _BUSY_NS

    def _look(self) -> dict[int, int]:
        spent: dict[int, int] = {}
        to_see, seen = [self._root], 0
        while to_see and seen < _MOST_PROCESSES:
            pid = to_see.pop(0)
            seen += 1
            if (ns := _spent_ns(pid)) is not None:
                spent[pid] = ns
                to_see += _first_children(pid)
        return spent


def _first_children(pid: int) -> list[int]:
    """Of its first thread: a program that starts others does so from there."""
    try:
        with Path(f"/proc/{pid}/task/{pid}/children").open("rb") as file:
            return [int(child) for child in file.read(200).split()[:_MOST_PROCESSES]]
    except OSError:  # it has ended; or this kernel does not tell
        return []


def _spent_ns(pid: int) -> int | None:
    """Time of all threads on a core, and of the first waiting for one; None where it has ended."""
    place = Path(f"/proc/{pid}")
    try:
        stat = (place / "stat").read_text(encoding="latin-1").rpartition(")")[2].split()
        if stat[0] in "ZX":
            return None
        ran, waited, *_ = map(int, (place / "schedstat").read_text(encoding="ascii").split())
        ticks = int(stat[11]) + int(stat[12])
    except (OSError, ValueError, IndexError):
        return None
    return max(ran, ticks * _NS_PER_TICK) + waited
