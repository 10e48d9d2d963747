"""Payloads of many matches, made by as many processes as there are cores.

Replaying is all arithmetic in Python, most of what a report of a hundred matches costs. The
processes are forked, since importing everything anew would cost more than it spares.
"""

import ctypes
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from itertools import islice

from arena.league.checked_record import checked_content
from arena.ledger import MatchResult
from arena.pages.replay_payload import ReplayPayload, SharedData, replay_payload
from referee.errors import RecordError

__all__ = ["Stored", "payloads"]

Stored = tuple[MatchResult, bytes | None]
"""A result and its record, encoded."""

_FEWEST = 20
_PR_SET_PDEATHSIG = 1


def payloads(stored: Iterable[Stored], shared: SharedData) -> Iterator[ReplayPayload | str]:
    """The payload of each, in order, or why there is none."""
    rest = iter(stored)
    begun = list(islice(rest, _FEWEST))
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1
    if len(begun) < _FEWEST or cores < 2:
        for one in (*begun, *rest):
            yield _payload(one, shared)
        return
    # The first one says what all have in common, so that no process names it otherwise.
    yield _payload(begun.pop(0), shared)
    yield from _in_processes([*begun, *rest], shared, cores)


def _in_processes(
    stored: list[Stored], shared: SharedData, cores: int
) -> Iterator[ReplayPayload | str]:
    with ExitStack() as stack:
        pool = ProcessPoolExecutor(
            cores, multiprocessing.get_context("fork"), _start, (os.getpid(),)
        )
        stack.callback(pool.shutdown, cancel_futures=True)
        asked: list[Future[tuple[ReplayPayload | str, list[str]]]] = [
            pool.submit(_apart, one, shared) for one in stored
        ]
        for one, future in zip(stored, asked, strict=True):
            try:
                made, data = future.result()
            except BrokenProcessPool:  # killed from outside, or out of memory
                made, data = _payload(one, shared), shared.data
            # A match with options of its own has game data of its own, which gets its place here.
            yield made if data == shared.data else _payload(one, shared)


def _start(parent: int) -> None:
    # Ctrl-C is the parent's to answer, and nobody stays behind when it is killed.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def _apart(stored: Stored, shared: SharedData) -> tuple[ReplayPayload | str, list[str]]:
    return _payload(stored, shared), shared.data


def _payload(stored: Stored, shared: SharedData) -> ReplayPayload | str:
    result, content = stored
    try:
        record = checked_content(content, result)
        return replay_payload(result.number, record, content or b"", shared)
    except RecordError as error:
        return str(error)
