"""All processes of a tree stopped, and continued: in a control group at once, else one by one."""

import os
import signal
from collections.abc import Callable
from contextlib import suppress

from referee.accounting.control_group import ControlGroup

__all__ = ["GroupStandstill", "SignalStandstill"]

_MOST_ROUNDS = 50
_CLEAN_LOOKS = 3
"""The kernel's list of children can miss one while others end (proc_tid_children(5))."""


class GroupStandstill:
    """By the kernel's freezer, which no process in the group can undo."""

    kind = "cgroup"

    def __init__(self, group: ControlGroup) -> None:
        self._file = group.path / "cgroup.freeze"

    def freeze(self) -> None:
        """Stop all."""
        self._write("1")

    def thaw(self) -> None:
        """Let all go on; when this returns they can run."""
        self._write("0")

    def _write(self, text: str) -> None:
        # Gone with the last of the tree.
        with suppress(OSError):
            file = os.open(self._file, os.O_WRONLY | os.O_CLOEXEC)
            try:
                os.write(file, text.encode())
            finally:
                os.close(file)


class SignalStandstill:
    """By SIGSTOP and SIGCONT to each, wherever it hides in the tree."""

    kind = "signals"

    def __init__(self, tree: Callable[[], list[int]]) -> None:
        """`tree` tells the processes there are now."""
        self._tree = tree
        self._stopped: list[int] = []

    def freeze(self) -> None:
        """Stop all, those included that are forked meanwhile: a stopped one forks no more."""
        known: set[int] = set()
        clean_looks = 0
        for _ in range(_MOST_ROUNDS):
            born = [pid for pid in self._tree() if pid not in known]
            clean_looks = 0 if born else clean_looks + 1
            if clean_looks == _CLEAN_LOOKS:
                break
            _signal(born, signal.SIGSTOP)
            known.update(born)
        self._stopped = [*known]

    def thaw(self) -> None:
        """Let all go on that were stopped; when this returns they can run."""
        stopped, self._stopped = self._stopped, []
        _signal(stopped, signal.SIGCONT)


def _signal(pids: list[int], number: int) -> None:
    for pid in pids:
        # It ended, or became another user's: then it is none of ours.
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)
