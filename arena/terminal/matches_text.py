"""Several matches at once in plain lines: each names its match, for they come mixed."""

from collections.abc import Iterable, Sequence

from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.terminal.match_text import (
    fault_line,
    last_words_lines,
    outcome_lines,
    result_lines,
    seat_text,
)
from arena.terminal.printable import printable
from arena.terminal.record_names import record_names

__all__ = ["begin_line", "end_lines", "lost_line", "slot_lost_line"]


def begin_line(spec: match_pb2.MatchSpec, number: int, games: int) -> str:
    """A match begins: "match 3 of 20: bologna: 0 greedy, 1 alphabeta"."""
    names = _names(spec)
    seats = ", ".join(seat_text(names, seat) for seat in range(len(names)))
    return f"{_place(number, games)}: {spec.game}: {seats}"


def end_lines(record: record_pb2.MatchRecord, number: int, games: int) -> list[str]:
    """The faults; how the match ended, in one line; then what engines wrote to stderr last.

    That is the order in which one match alone is told: the cause comes first.
    """
    names = record_names(record)
    faults = [fault_line(names, fault) for fault in record.faults]
    return [
        f"{_place(number, games)}: {line}"
        for line in (*faults, _joined(result_lines(record)), *last_words_lines(record))
    ]


def lost_line(spec: match_pb2.MatchSpec, number: int, games: int, cause: str) -> str:
    """A match whose referee went away."""
    void = outcome_lines(_names(spec), None, game_pb2.TERMINATION_VOID, cause)
    return f"{_place(number, games)}: {_joined(void)}"


def slot_lost_line(slot: int, cause: str) -> str:
    """No referee can be kept running in a slot."""
    return f"slot {slot} lost: {printable(cause, 300)}"


def _place(number: int, games: int) -> str:
    return f"match {number} of {games}"


def _names(spec: match_pb2.MatchSpec) -> Sequence[str]:
    return [engine.name or engine.id for engine in spec.engines]


def _joined(lines: Iterable[str]) -> str:
    return "; ".join(line.strip() for line in lines)
