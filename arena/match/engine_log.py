"""What an engine wrote in one match, and what it used: read from the match's record."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from podesta.v1 import record_pb2

from arena.terminal.record_names import record_names
from referee.record_builder import TAIL_BYTES

__all__ = ["STREAMS", "EngineLog", "SeatError", "engine_logs", "seats_named"]

STREAMS = ("stderr", "stdout", "log")
"""What engines write: to their two outputs, and lines of the protocol's `Log`."""


class SeatError(ValueError):
    """No seat of a match is meant; the message says which there are."""


@dataclass(frozen=True, slots=True)
class EngineLog:
    """One seat of one match. Texts are the engine's own: foreign."""

    match_id: str
    attempt: int
    unrated: bool
    seat: int
    engine: str
    name: str
    stderr: str
    stdout: str
    log: tuple[str, ...]
    cut: frozenset[str]
    """Of which streams only the end was kept."""
    faults: tuple[str, ...]
    record: record_pb2.SeatRecord

    def lines(self, stream: str) -> list[str]:
        """One of `STREAMS`, line by line."""
        if stream == "log":
            return list(self.log)
        text = self.stderr if stream == "stderr" else self.stdout
        return text.split("\n")[: -1 if text.endswith("\n") else None] if text else []


def engine_logs(record: record_pb2.MatchRecord, seats: Sequence[int]) -> list[EngineLog]:
    """Of these seats, in this order."""
    names = record_names(record)
    return [_engine_log(record, seat, names[seat]) for seat in seats]


def _engine_log(record: record_pb2.MatchRecord, seat: int, name: str) -> EngineLog:
    kept = record.seats[seat] if seat < len(record.seats) else record_pb2.SeatRecord()
    tails = {"stderr": kept.stderr_tail, "stdout": kept.stdout_tail}
    return EngineLog(
        match_id=record.spec.match_id,
        attempt=record.spec.attempt,
        unrated=record.unrated,
        seat=seat,
        engine=record.spec.engines[seat].id,
        name=name,
        stderr=kept.stderr_tail.decode("utf-8", "replace"),
        stdout=kept.stdout_tail.decode("utf-8", "replace"),
        log=tuple(kept.log),
        cut=frozenset(stream for stream, tail in tails.items() if len(tail) >= TAIL_BYTES),
        faults=tuple(fault.detail for fault in record.faults if fault.seat == seat),
        record=kept,
    )


def seats_named(record: record_pb2.MatchRecord, word: str | None) -> list[int]:
    """The seat of that number, or those where the engine of that id or name sat; all for None.

    Raises SeatError.
    """
    engines = record.spec.engines
    if word is None:
        return list(range(len(engines)))
    if word.isdecimal() and int(word) < len(engines):
        return [int(word)]
    names = record_names(record)
    seats = [
        seat for seat, engine in enumerate(engines) if word in (engine.id, engine.name, names[seat])
    ]
    if not seats:
        ids = [engine.id for engine in engines]
        close = get_close_matches(word, [*ids, *names], n=1)
        hint = f"did you mean {close[0]!r}?" if close else "there are " + ", ".join(ids)
        raise SeatError(f"no seat {word!r}: the match has seats 0 to {len(engines) - 1}; {hint}")
    return seats
