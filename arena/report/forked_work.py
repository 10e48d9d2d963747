"""Work that is all arithmetic in Python, shared by forked processes: replaying, for a report.

They are forked, since importing everything anew would cost more than it spares. Each takes every
n-th item and writes its results into a pipe of its own, in order, so there is no thread and no
lock, and whatever becomes of a process costs time alone: what it does not tell is worked out here.
"""

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import BinaryIO, TypeVar

from referee.launcher.process_tree import die_with_parent

__all__ = ["FEWEST", "cores_to_use", "each_forked"]

FEWEST = 20
"""With fewer items than these, processes cost more than they spare."""

_ENDING = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
_SIZE_BYTES = 8

T = TypeVar("T")
R = TypeVar("R")


def cores_to_use() -> int:
    """How many processes can work at once; 1 where they can't be forked safely.

    A thread may hold a lock at that moment, which nobody in the new process ever gives back; gRPC
    has threads that Python does not know of.
    """
    safe = sys.platform == "linux" and threading.active_count() == 1 and "grpc" not in sys.modules
    return len(os.sched_getaffinity(0)) if safe else 1


def each_forked(work: Callable[[T], R], items: Sequence[T]) -> Generator[R, None, None]:
    """What `work` gives for each item, in order. Raises what it raises.

    Close it where not all is taken: then no process is left either.
    """
    cores = cores_to_use()
    if len(items) < FEWEST or cores < 2:
        yield from map(work, items)
        return
    workers: list[_Worker | None] = []
    try:
        with _undisturbed():
            workers += [_Worker.start(work, items[share::cores]) for share in range(cores)]
        for place, item in enumerate(items):
            worker = workers[place % cores]
            told = worker.hear() if worker is not None else None
            if told is not None:
                result: R = pickle.loads(told)
                yield result
                continue
            # None could be forked, or it was killed: what else is its share is ours, too.
            with _undisturbed():
                workers[place % cores] = None
                if worker is not None:
                    worker.end()
            yield work(item)
    finally:
        with _undisturbed():
            for left in workers:
                if left is not None:
                    left.end()


class _Worker:
    """One process, and the pipe that it writes its results to."""

    def __init__(self, pid: int, results: BinaryIO) -> None:
        self._pid = pid
        self._results = results

    @classmethod
    def start(cls, work: Callable[[T], R], items: Sequence[T]) -> "_Worker | None":
        """None where no process, or no pipe, can be had. Signals must be blocked."""
        try:
            reader, writer = os.pipe()
        except OSError:
            return None
        parent = os.getpid()
        try:
            pid = os.fork()
        except OSError:
            os.close(reader)
            os.close(writer)
            return None
        if pid == 0:
            os.close(reader)
            _work(work, items, writer, parent)
        os.close(writer)
        return cls(pid, os.fdopen(reader, "rb"))

    def hear(self) -> bytes | None:
        """The next result, pickled; None where no more comes."""
        size = self._results.read(_SIZE_BYTES)
        if len(size) < _SIZE_BYTES:
            return None
        size_bytes = int.from_bytes(size, "big")
        told = self._results.read(size_bytes)
        return told if len(told) == size_bytes else None

    def end(self) -> None:
        """It is gone when this returns."""
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        self._results.close()


def _work(work: Callable[[T], R], items: Sequence[T], writer: int, parent: int) -> None:
    """In the new process; never returns, so that nothing of its parent's is done twice."""
    status = 1
    try:
        _leave_answering_to(parent)
        with os.fdopen(writer, "wb") as results:
            for item in items:
                told = pickle.dumps(work(item))
                results.write(len(told).to_bytes(_SIZE_BYTES, "big") + told)
                results.flush()
        status = 0
    finally:
        # Whatever was raised is raised again in the parent, which does the rest itself.
        os._exit(status)


def _leave_answering_to(parent: int) -> None:
    """Ctrl-C is the parent's to answer, and nobody stays behind when it is killed."""
    for number in _ENDING:
        signal.signal(number, signal.SIG_IGN if number == signal.SIGINT else signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    die_with_parent()
    if os.getppid() != parent:
        os._exit(1)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Signals that end us wait until this is over: then each process is known, or gone."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
