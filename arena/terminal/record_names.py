"""Who sat where in a record, and what those at fault wrote before they went."""

import re
from collections.abc import Iterable

from podesta.v1 import record_pb2

__all__ = ["kit_hint", "last_words", "record_names"]

_MOST_LINES = 12
_NO_KIT = re.compile(r"No module named '(engines|podesta)\b")


def record_names(record: record_pb2.MatchRecord) -> list[str]:
    """By seat: the organiser's name, else what the engine called itself, else its id."""
    names = []
    for seat, engine in enumerate(record.spec.engines):
        own = record.seats[seat].name if seat < len(record.seats) else ""
        names.append(engine.name or own or engine.id)
    return names


def last_words(record: record_pb2.MatchRecord) -> dict[int, list[str]]:
    """The last lines of stderr by seat, of seats at fault that wrote any; raw text of engines."""
    faulty = sorted({fault.seat for fault in record.faults if not fault.forgiven})
    words: dict[int, list[str]] = {}
    for seat in faulty:
        if seat < len(record.seats):
            text = record.seats[seat].stderr_tail.decode("utf-8", "replace")
            lines = [line for line in text.splitlines() if line.strip()]
            if lines:
                words[seat] = lines[-_MOST_LINES:]
    return words


def kit_hint(words: Iterable[str]) -> str:
    """What helps a bot that another Python started, which lacks the kit; empty for others."""
    if not any(_NO_KIT.search(line) for line in words):
        return ""
    return "write {python} for python3 in its command: that interpreter has podesta's kit"
