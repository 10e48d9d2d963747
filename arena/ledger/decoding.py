"""Columns of a ledger as values. A ledger is a file from outside: nothing in it is trusted.

A league has few seatings and few placements, and a ledger may have a million rows: what is equal
is read, checked and kept once.
"""

import json
from typing import cast

from podesta.v1 import game_pb2

from arena.errors import LedgerUnreadableError
from arena.ledger.rows import Attempt, AttemptState, MatchResult, ResultKind, Summary

__all__ = [
    "ATTEMPT_COLUMNS",
    "KIND_COLUMNS",
    "RESULT_COLUMNS",
    "RowDecoder",
    "blob",
    "integer",
]

# A try that failed leaves no placements; of a result that was taken back they stay.
ATTEMPT_COLUMNS = (
    "match_id, attempt, deal_id, engines, state, cause, forgiven,"
    " state = 'void' AND placements IS NOT NULL"
)
RESULT_COLUMNS = (
    "match_id, attempt, deal_id, engines, number, placements, termination, reason,"
    " faulty_seats, stand_in, plies, duration_us, initial_digest, moves_digest"
)

KIND_COLUMNS = "engines, placements, termination, faulty_seats, stand_in"

_TERMINATIONS = frozenset(game_pb2.Termination.values())
_STATES = {state.value: state for state in AttemptState}


class RowDecoder:
    """Decodes the rows of one query. Methods raise LedgerUnreadableError."""

    __slots__ = ("_checked", "_numbers", "_seatings", "_texts", "decoded")

    def __init__(self) -> None:
        self._seatings: dict[object, tuple[str, ...]] = {}
        self._numbers: dict[object, tuple[int, ...]] = {}
        self._checked: set[tuple[int, tuple[int, ...], tuple[int, ...]]] = set()
        self._texts: dict[str, str] = {}
        self.decoded = 0
        """How many lists were read as JSON; a test counts them."""

    def attempt(self, row: tuple[object, ...]) -> Attempt:
        """A row of ATTEMPT_COLUMNS."""
        match_id, attempt, deal_id, engines, state, cause, forgiven, taken_back = row
        kept = _STATES.get(state) if isinstance(state, str) else None
        if kept is None:
            raise LedgerUnreadableError(f"the ledger holds an unknown state {state!r}")
        return Attempt(
            str(match_id),
            integer(attempt),
            str(deal_id),
            self.engines(engines),
            kept,
            self.text(cause),
            bool(forgiven),
            bool(taken_back),
        )

    def result(self, row: tuple[object, ...]) -> MatchResult:
        """A row of RESULT_COLUMNS."""
        seated = self.engines(row[3])
        return MatchResult(
            str(row[0]), integer(row[1]), str(row[2]), seated, integer(row[4]), self.summary(row)
        )

    def summary(self, row: tuple[object, ...]) -> Summary:
        """What RESULT_COLUMNS say from `placements` on."""
        _, _, _, engines, _, placed, ended, reason, at_fault, stand_in, *rest = row
        seats = len(self.engines(engines))
        placements, faulty = self.numbers(placed), self.numbers(at_fault)
        key = seats, placements, faulty
        if key not in self._checked:
            _check_seats(seats, placements, faulty)
            self._checked.add(key)
        plies, duration_us, initial, moves = rest
        return Summary(
            placements,
            _termination(ended),
            self.text(reason),
            faulty,
            bool(stand_in),
            integer(plies),
            integer(duration_us),
            blob(initial),
            blob(moves),
        )

    def kind(self, row: tuple[object, ...]) -> ResultKind:
        """A row of KIND_COLUMNS."""
        engines = self.engines(row[0])
        placements, faulty = self.numbers(row[1]), self.numbers(row[3])
        _check_seats(len(engines), placements, faulty)
        return ResultKind(engines, placements, _termination(row[2]), faulty, bool(row[4]))

    def text(self, value: object) -> str:
        """A text that many rows share."""
        return self._texts.setdefault(found := str(value), found)

    def engines(self, value: object) -> tuple[str, ...]:
        """Ids by seat."""
        found = self._seatings.get(value)
        if found is None:
            found = self._seatings[value] = tuple(str(item) for item in self._list(value))
        return found

    def numbers(self, value: object) -> tuple[int, ...]:
        """Placements, or seats."""
        found = self._numbers.get(value)
        if found is None:
            found = self._numbers[value] = tuple(integer(item) for item in self._list(value))
        return found

    def _list(self, value: object) -> list[object]:
        self.decoded += 1
        try:
            items: object = json.loads(str(value))
        except ValueError:
            items = None
        if not isinstance(items, list):
            raise LedgerUnreadableError(f"the ledger holds {value!r} where a list should stand")
        return items


def _check_seats(seats: int, placements: tuple[int, ...], faulty: tuple[int, ...]) -> None:
    if len(placements) != seats or not all(1 <= place <= seats for place in placements):
        raise LedgerUnreadableError(
            f"the ledger holds placements {placements} of a match with {seats} engines"
        )
    if not all(0 <= seat < seats for seat in faulty):
        raise LedgerUnreadableError(
            f"the ledger holds faults of seats {faulty} in a match of {seats}"
        )


def _termination(value: object) -> game_pb2.Termination:
    termination = integer(value)
    if termination not in _TERMINATIONS:
        raise LedgerUnreadableError(f"the ledger holds an unknown termination {termination}")
    return cast("game_pb2.Termination", termination)


def integer(value: object) -> int:
    """A whole number."""
    if not isinstance(value, int):
        raise LedgerUnreadableError(f"the ledger holds {value!r} where a number should stand")
    return value


def blob(value: object) -> bytes:
    """Bytes."""
    if not isinstance(value, bytes):
        raise LedgerUnreadableError(f"the ledger holds {value!r} where bytes should stand")
    return value
