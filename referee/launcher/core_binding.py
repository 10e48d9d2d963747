"""The cores that the processes of a tree may run on."""

import os
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path

__all__ = ["bind_tree"]

_MOST_ROUNDS = 20


def bind_tree(tree: Callable[[], list[int]], cpus: Collection[int]) -> None:
    """Bind every thread of every process of a tree; what they start later inherits it.

    `tree` tells the processes there are now. Threads and processes that are born meanwhile of one
    that was not bound yet are found by looking until nothing is new.
    """
    bound: set[int] = set()
    for _ in range(_MOST_ROUNDS):
        born = [task for pid in tree() for task in _tasks(pid) if task not in bound]
        if not born:
            return
        for task in born:
            # It ended meanwhile, or is another user's.
            with suppress(OSError):
                os.sched_setaffinity(task, cpus)
        bound.update(born)


def _tasks(pid: int) -> list[int]:
    with suppress(OSError):
        return [int(task.name) for task in Path(f"/proc/{pid}/task").iterdir()]
    return []
