"""What a tree of processes used, from looks at those that live and from what the ended ones left.

Every number is a lower bound that only grows while a window lasts: what came and went between two
looks is known only by what was waited for.
"""

from collections.abc import Sequence
from typing import NamedTuple

from referee.accounting.process_look import ProcessLook

__all__ = ["TreeMeter", "TreeUsage"]


class TreeUsage(NamedTuple):
    """Since the window began: CPU time, most memory, most processes and threads at once."""

    cpu_us: int
    peak_memory_bytes: int
    peak_tasks: int


class TreeMeter:
    """Adds up looks. A window is what one match used; the first begins with the tree."""

    def __init__(self) -> None:
        self.rss_bytes = 0
        """Resident memory of all processes together, at the last look."""
        self.tasks = 0
        """Processes and threads, at the last look."""
        self._cpu_us = 0
        self._gone_us = 0
        self._seen: dict[tuple[int, int], ProcessLook] = {}
        self._before_us = 0
        self._high_before_bytes = 0
        self._high_bytes = 0
        self._peak_bytes = 0
        self._peak_tasks = 0

    def look(self, processes: Sequence[ProcessLook], reaped_us: int) -> None:
        """Take a look into account.

        `reaped_us` is the CPU time of all ended descendants that the root of the tree waited for.
        It must have been read before the processes, and each process before its children: then
        nothing counts twice, only once too late.
        """
        now = {(one.pid, one.started): one for one in processes}
        for key, last in self._seen.items():
            if key not in now:
                # Waited for by nobody (SIGCHLD ignored), it is in no sum of the kernel's.
                self._gone_us += last.own_us
        self._seen = now
        own_us = sum(one.own_us for one in processes)
        waited_us = sum(one.waited_us for one in processes)
        self._cpu_us = max(self._cpu_us, reaped_us + own_us + waited_us, self._gone_us + own_us)
        self.rss_bytes = sum(one.rss_bytes for one in processes)
        self.tasks = sum(one.threads for one in processes)
        self._peak_tasks = max(self._peak_tasks, self.tasks)
        self._peak_bytes = max(self._peak_bytes, self.rss_bytes)
        self.high(max((one.high_bytes for one in processes), default=0))

    def high(self, high_bytes: int) -> None:
        """A single process was found to have had as much memory, at some time of its life."""
        if high_bytes > self._high_bytes:
            self._high_bytes = high_bytes
            if high_bytes > self._high_before_bytes:
                # It rose, so that was in this window.
                self._peak_bytes = max(self._peak_bytes, high_bytes)

    def exact_cpu(self, cpu_us: int) -> None:
        """The CPU time of the tree up to now, from a source that misses nothing."""
        self._cpu_us = max(self._cpu_us, cpu_us)

    @property
    def cpu_us(self) -> int:
        """CPU time since the window began."""
        return self._cpu_us - self._before_us

    def usage(self) -> TreeUsage:
        """What was used since the window began."""
        return TreeUsage(self.cpu_us, self._peak_bytes, self._peak_tasks)

    def begin_window(self) -> None:
        """What was used up to the last look is forgotten, but for what is still held."""
        self._before_us = self._cpu_us
        self._high_before_bytes = self._high_bytes
        self._peak_bytes = self.rss_bytes
        self._peak_tasks = self.tasks
