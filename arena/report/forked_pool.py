"""Processes that share what a report costs most: replaying, all arithmetic in Python.

They are forked, since importing everything anew would cost more than it spares.
"""

import ctypes
import multiprocessing
import os
import signal
import sys
import threading
from concurrent.futures import ProcessPoolExecutor

__all__ = ["FEWEST", "cores_to_use", "forked_pool"]

FEWEST = 20
"""With fewer matches than these, processes cost more than they spare."""

_PR_SET_PDEATHSIG = 1


def cores_to_use() -> int:
    """How many processes can work at once; 1 where they can't be forked safely.

    A thread may hold a lock at that moment, which nobody in the new process ever gives back; gRPC
    has threads that Python does not know of.
    """
    safe = sys.platform == "linux" and threading.active_count() == 1 and "grpc" not in sys.modules
    return len(os.sched_getaffinity(0)) if safe else 1


def forked_pool(cores: int) -> ProcessPoolExecutor:
    """A pool of so many; whoever asks for it shuts it down."""
    return ProcessPoolExecutor(cores, multiprocessing.get_context("fork"), _start, (os.getpid(),))


def _start(parent: int) -> None:
    # Ctrl-C is the parent's to answer, and nobody stays behind when it is killed.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)
