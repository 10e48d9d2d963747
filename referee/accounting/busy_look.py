"""Whether the processes of a tree do anything, or would if this machine let them."""

from pathlib import Path

from referee.launcher.process_tree import descendants

__all__ = ["BusyLook"]

_NS_PER_S = 1_000_000_000
_SEEN = Path("/proc/self/schedstat").exists()
_BUSY_NS = _NS_PER_S // 20
"""More than an idle program does now and then; a program that ends is at it all the time."""


class BusyLook:
    """Looks at a tree again and again, by the process at its root. Linux; elsewhere all rest."""

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
        spent = {}
        for pid in (self._root, *descendants(self._root)):
            if (ns := _spent_ns(pid)) is not None:
                spent[pid] = ns
        return spent


def _spent_ns(pid: int) -> int | None:
    """Time on a core and waiting for one, of all threads; None for a process that has ended."""
    place = Path(f"/proc/{pid}")
    try:
        if (place / "stat").read_text(encoding="latin-1").rpartition(")")[2].split()[0] in "ZX":
            return None
        tasks = list((place / "task").iterdir())
    except (OSError, IndexError):
        return None
    spent_ns = 0
    for task in tasks:
        try:
            ran, waited, *_ = (task / "schedstat").read_text(encoding="ascii").split()
        except (OSError, ValueError):  # the thread ended; or this kernel does not count
            continue
        spent_ns += int(ran) + int(waited)
    return spent_ns
