"""The accounts of one engine's tree, kept by its keeper: looks, limits, standing still.

All of it happens in the keeper, so that no look ever delays a clock of the referee.
"""

import os
import resource
import time
from collections.abc import Callable, Mapping
from typing import Any

from referee.accounting.breach import MOST_S, Breach, find_breach, look_again_s
from referee.accounting.control_group import ControlGroup, group_directory
from referee.accounting.process_look import look_at
from referee.accounting.standstill import GroupStandstill, SignalStandstill
from referee.accounting.tree_meter import TreeMeter

__all__ = ["TreeAccounts"]

_US_PER_S = 1_000_000
_LEAST_SHARE = 50
"""Looks take at most one in so many parts of the time, however many processes there are."""


class TreeAccounts:
    """What the descendants of this process use, and whether that is within their limits."""

    def __init__(
        self,
        limits: Mapping[str, float | None],
        tree: Callable[[], list[int]],
        *,
        group: bool = True,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`limits` has the keys of `referee.limits.Limits`; `tree` tells all descendants, each
        parent before its children. `group`: have a control group where that can be had.
        """
        self._limits = limits
        self._tree = tree
        self._monotonic = monotonic
        self._group = ControlGroup.make(group_directory()) if group else None
        # Which controllers the group has never changes.
        self._in_memory = self._group is not None and self._group.memory_bytes() is not None
        self._in_tasks = self._group is not None and self._group.tasks() is not None
        self._meter = TreeMeter()
        self._own_high_bytes = _high_bytes(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
        self._cores = len(os.sched_getaffinity(0))
        self._due_s = monotonic()
        self._breach: Breach | None = None
        self._frozen = False
        if self._group is not None:
            self._group.limit(
                memory_bytes=_whole(limits.get("memory_bytes")),
                tasks=_whole(limits.get("processes")),
            )
        self._standstill = (
            GroupStandstill(self._group)
            if self._group is not None
            else SignalStandstill(self._tree)
        )

    def confine(self) -> None:
        """For the engine's first process, between fork and exec: join the group, limit files."""
        if self._group is not None:
            self._group.join()
        file_size = _whole(self._limits.get("file_size_bytes"))
        if file_size is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, file_size))

    @property
    def group_path(self) -> str:
        """Of the control group; empty where there is none."""
        return str(self._group.path) if self._group is not None else ""

    # --- looking -------------------------------------------------------------------------------

    def wait_ms(self) -> int | None:
        """How long until the next look; None while all stand still, or when it is too late."""
        if self._frozen or self._breach is not None:
            return None
        return max(0, int((self._due_s - self._monotonic()) * 1_000) + 1)

    def look_if_due(self) -> Breach | None:
        """Look when it is time, at what limits need; the limit that was broken, once."""
        if self._frozen or self._breach is not None or self._monotonic() < self._due_s:
            return None
        if self._group is not None and self._group.frozen():
            # By the referee: nothing changes meanwhile.
            self._due_s = self._monotonic() + MOST_S
            return None
        return self.look(exact=self._limits.get("cpu_time_s") is not None)

    def look(self, *, exact: bool = True) -> Breach | None:
        """Look now; the limit that was broken, once. `exact`: ask the group for CPU time too."""
        begun_s = self._monotonic()
        meter, group = self._meter, self._group
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        reaped_us = int((ended.ru_utime + ended.ru_stime) * _US_PER_S)
        looks = [one for pid in self._tree() if (one := look_at(pid)) is not None]
        meter.look(looks, reaped_us)
        memory_bytes, tasks = meter.rss_bytes, meter.tasks
        if group is not None:
            if exact:
                meter.exact_cpu(group.cpu_us() or 0)
            if self._in_memory:
                memory_bytes = self._group_memory(group, memory_bytes)
            if self._in_tasks:
                tasks = group.tasks() or tasks
        used = {"memory_bytes": memory_bytes, "cpu_us": meter.cpu_us}
        now_s = self._monotonic()
        self._due_s = now_s + max(
            look_again_s(self._limits, cores=self._cores, **used), _LEAST_SHARE * (now_s - begun_s)
        )
        if self._breach is not None:
            return None
        self._breach = find_breach(self._limits, tasks=tasks, **used) or self._refused()
        return self._breach

    def _group_memory(self, group: ControlGroup, sampled_bytes: int) -> int:
        held = group.memory_bytes()
        if held is None:
            return sampled_bytes
        self._meter.high(max(held, group.peak_memory_bytes() or 0))
        return held

    def _refused(self) -> Breach | None:
        """A limit at which the kernel stopped the tree itself."""
        group, limits = self._group, self._limits
        if group is None:
            return None
        memory, tasks = limits.get("memory_bytes"), limits.get("processes")
        if memory is not None and self._in_memory and group.out_of_memory():
            return Breach("memory_bytes", memory, memory)
        if tasks is not None and self._in_tasks and group.out_of_tasks():
            return Breach("processes", tasks, tasks + 1)
        return None

    def ended(self, high_kib: int) -> None:
        """A child ended and had at most this much resident memory, KiB."""
        high_bytes = _high_bytes(high_kib)
        # A fork begins with our own memory, which is no use of the engine.
        if high_bytes > self._own_high_bytes:
            self._meter.high(high_bytes)

    # --- telling -------------------------------------------------------------------------------

    def begin_window(self) -> None:
        """What is used from now on is of another match."""
        if not self._frozen:
            self.look()
        self._meter.begin_window()

    def usage(self) -> dict[str, Any]:
        """What was used in this match, up to now: fields of `referee.launcher.launcher.Usage`."""
        if not self._frozen:
            self.look()
        used = self._meter.usage()
        return {
            "cpu_us": used.cpu_us,
            "peak_memory_bytes": used.peak_memory_bytes,
            "peak_processes": used.peak_tasks,
            "cpu_source": "cgroup" if self._group is not None else "sampled",
            "memory_source": "cgroup" if self._in_memory else "sampled",
        }

    # --- standing still ------------------------------------------------------------------------

    @property
    def frozen_by(self) -> str:
        """How the tree is stopped: "cgroup" or "signals"."""
        return self._standstill.kind

    def freeze(self) -> None:
        """Stop the whole tree."""
        self._standstill.freeze()
        self._frozen = True

    def thaw(self) -> None:
        """Let the whole tree go on."""
        self._standstill.thaw()
        self._frozen = False

    # --- the end -------------------------------------------------------------------------------

    def kill(self) -> None:
        """Kill what is in the control group; elsewhere the keeper has to, one by one."""
        self._frozen = False
        if self._group is not None:
            self._group.kill()

    def close(self) -> None:
        """Nothing is left of the tree."""
        if self._group is not None:
            self._group.remove()


def _whole(value: float | None) -> int | None:
    return None if value is None else int(value)


def _high_bytes(maxrss_kib: int) -> int:
    return maxrss_kib * 1024
