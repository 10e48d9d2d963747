"""Payloads of many matches, made by as many processes as there are cores."""

from collections.abc import Iterable, Iterator
from contextlib import closing

from arena.league.checked_record import checked_content
from arena.ledger import MatchResult
from arena.pages.replay_payload import ReplayPayload, SharedData, replay_payload
from arena.report.forked_work import each_forked
from referee.errors import RecordError

__all__ = ["Stored", "payloads"]

Stored = tuple[MatchResult, bytes | None]
"""A result and its record, encoded."""


def payloads(stored: Iterable[Stored], shared: SharedData) -> Iterator[ReplayPayload | str]:
    """The payload of each, in order, or why there is none."""
    rest = iter(stored)
    first = next(rest, None)
    if first is None:
        return
    # It says what all have in common, so that no process names it otherwise.
    yield _payload(first, shared)

    def apart(one: Stored) -> tuple[ReplayPayload | str, list[str]]:
        return _payload(one, shared), shared.data

    items = list(rest)
    with closing(each_forked(apart, items)) as each:
        for one, (made, data) in zip(items, each, strict=True):
            # A match with options of its own has game data of its own, which gets its place here.
            yield made if data == shared.data else _payload(one, shared)


def _payload(stored: Stored, shared: SharedData) -> ReplayPayload | str:
    result, content = stored
    try:
        record = checked_content(content, result)
        return replay_payload(result.number, record, content or b"", shared)
    except RecordError as error:
        return str(error)
