"""Payloads of many matches, made by as many processes as there are cores."""

from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from itertools import islice

from arena.league.checked_record import checked_content
from arena.ledger import MatchResult
from arena.pages.replay_payload import ReplayPayload, SharedData, replay_payload
from arena.report.forked_pool import FEWEST, cores_to_use, forked_pool
from referee.errors import RecordError

__all__ = ["Stored", "payloads"]

Stored = tuple[MatchResult, bytes | None]
"""A result and its record, encoded."""


def payloads(stored: Iterable[Stored], shared: SharedData) -> Iterator[ReplayPayload | str]:
    """The payload of each, in order, or why there is none."""
    rest = iter(stored)
    begun = list(islice(rest, FEWEST))
    cores = cores_to_use()
    if len(begun) < FEWEST or cores < 2:
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
        pool = forked_pool(cores)
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


def _apart(stored: Stored, shared: SharedData) -> tuple[ReplayPayload | str, list[str]]:
    return _payload(stored, shared), shared.data


def _payload(stored: Stored, shared: SharedData) -> ReplayPayload | str:
    result, content = stored
    try:
        record = checked_content(content, result)
        return replay_payload(result.number, record, content or b"", shared)
    except RecordError as error:
        return str(error)
