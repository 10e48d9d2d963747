"""Whether this machine allows as many matches at once as were asked for; found out before any.

A descriptor that is missing in mid-match would look like a fault of an engine.
"""

import os
import resource
from dataclasses import dataclass
from pathlib import Path

import psutil

from arena.errors import CapacityError

__all__ = ["Capacity", "Needs", "check_capacity", "is_scarce", "needs", "read_capacity"]

# Measured with grpcio 1.76 to 1.85 and Python engines, with room to spare.
ARENA_DESCRIPTORS = 64
DESCRIPTORS_PER_SLOT = 8
WORKER_DESCRIPTORS = 64
DESCRIPTORS_PER_SEAT = 16
TASKS_PER_WORKER = 24
TASKS_PER_SEAT = 32


@dataclass(frozen=True, slots=True)
class Capacity:
    """What the system allows. None where it sets no bound.

    `descriptors` for each process of ours, `tasks` (processes and threads) that may still be
    started.
    """

    descriptors: int | None
    tasks: int | None


@dataclass(frozen=True, slots=True)
class Needs:
    """What so many slots use, roughly."""

    descriptors: int
    tasks: int

    def __str__(self) -> str:
        return f"about {self.descriptors} descriptors and {self.tasks} processes and threads"


def needs(slots: int, seats: int) -> Needs:
    """What `slots` matches of `seats` engines use at once."""
    arena = ARENA_DESCRIPTORS + DESCRIPTORS_PER_SLOT * slots
    worker = WORKER_DESCRIPTORS + DESCRIPTORS_PER_SEAT * seats
    return Needs(max(arena, worker), slots * (TASKS_PER_WORKER + TASKS_PER_SEAT * seats))


def check_capacity(slots: int, seats: int, capacity: Capacity) -> Needs:
    """What will be used. Raises CapacityError, which says how many slots would fit."""
    wanted = needs(slots, seats)
    if _fits(wanted, capacity):
        return wanted
    fitting = next(
        (fewer for fewer in range(slots - 1, 0, -1) if _fits(needs(fewer, seats), capacity)), 0
    )
    allowed = (
        f"{'any number of' if capacity.descriptors is None else capacity.descriptors} descriptors "
        f"a process and {'any number of' if capacity.tasks is None else capacity.tasks} more "
        "processes and threads"
    )
    advice = f"set concurrency to {fitting} or" if fitting else "even one is too many:"
    raise CapacityError(
        f"{slots} matches at once need {wanted}, this machine allows {allowed}; "
        f"{advice} raise the limits (ulimit -n, ulimit -u, pids.max)"
    )


def is_scarce(wanted: Needs, capacity: Capacity) -> bool:
    """Whether more than three quarters of what the system allows will be used."""
    return any(
        allowed is not None and 4 * used > 3 * allowed
        for used, allowed in (
            (wanted.descriptors, capacity.descriptors),
            (wanted.tasks, capacity.tasks),
        )
    )


def _fits(wanted: Needs, capacity: Capacity) -> bool:
    return (capacity.descriptors is None or wanted.descriptors <= capacity.descriptors) and (
        capacity.tasks is None or wanted.tasks <= capacity.tasks
    )


def read_capacity(wanted_descriptors: int = 0) -> Capacity:
    """What this system allows us now.

    The soft limit of descriptors is raised to `wanted_descriptors` where the hard limit lets us.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted_descriptors:
        soft = (
            wanted_descriptors if hard == resource.RLIM_INFINITY else min(wanted_descriptors, hard)
        )
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    bounds = [bound for bound in (_user_tasks(), _group_tasks()) if bound is not None]
    return Capacity(
        descriptors=None if soft == resource.RLIM_INFINITY else soft,
        tasks=min(bounds) if bounds else None,
    )


def _user_tasks() -> int | None:
    soft, _ = resource.getrlimit(resource.RLIMIT_NPROC)
    # The limit does not hold for root.
    if soft == resource.RLIM_INFINITY or os.geteuid() == 0:
        return None
    mine = os.getuid()
    used = 0
    for process in psutil.process_iter(["uids", "num_threads"]):
        if process.info["uids"] is not None and process.info["uids"].real == mine:
            used += process.info["num_threads"] or 1
    return max(0, soft - used)


def _group_tasks(
    root: Path = Path("/sys/fs/cgroup"), own: Path = Path("/proc/self/cgroup")
) -> int | None:
    """What the strictest control group above us leaves (cgroup v2); None where there is none."""
    try:
        group = next(
            line.removeprefix("0::")
            for line in own.read_text().splitlines()
            if line.startswith("0::")
        )
    except (OSError, StopIteration):
        return None
    folder = root / group.lstrip("/")
    left = None
    while True:
        try:
            most = (folder / "pids.max").read_text().strip()
            now = int((folder / "pids.current").read_text())
        except OSError:
            pass  # the root group has no such files
        else:
            if most != "max":
                here = max(0, int(most) - now)
                left = here if left is None else min(left, here)
        if folder == root or root not in folder.parents:
            return left
        folder = folder.parent
