"""Reading a ledger, by the run that writes it or by anybody who looks on."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from podesta.v1 import game_pb2

from arena.errors import LedgerUnreadableError
from arena.ledger.opening import explained, open_reader
from arena.ledger.rows import Attempt, AttemptState, MatchResult, Summary, Suspension

__all__ = ["LedgerReader"]


class LedgerReader:
    """The questions that a ledger answers. Every method raises LedgerError where it can't be read.

    Use as a context manager, or `close` it.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    @classmethod
    def open(cls, path: Path) -> "LedgerReader":
        """A reader that never writes; a league may run meanwhile."""
        return cls(path, open_reader(path))

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> "LedgerReader":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _rows(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        with explained(self.path):
            return self._connection.execute(sql, values).fetchall()

    def meta(self, key: str) -> bytes:
        """A value of the league itself. Raises LedgerUnreadableError where it is missing."""
        rows = self._rows("SELECT value FROM meta WHERE key = ?", key)
        if not rows or not isinstance(rows[0][0], bytes):
            raise LedgerUnreadableError(f"{self.path}: the ledger does not say its {key}")
        return rows[0][0]

    def attempts(self) -> list[Attempt]:
        """Every try, in the order in which they were started."""
        rows = self._rows(
            "SELECT match_id, attempt, deal_id, engines, state, cause, forgiven FROM attempt"
            " ORDER BY rowid"
        )
        return [
            Attempt(str(m), _int(a), str(d), _texts(e), _state(s), str(c), bool(f))
            for m, a, d, e, s, c, f in rows
        ]

    def results(self) -> list[MatchResult]:
        """Every match that counts, in the order in which they were committed."""
        rows = self._rows(
            "SELECT match_id, attempt, deal_id, engines, number, placements, termination, reason,"
            " faulty_seats, stand_in, plies, duration_us, initial_digest, moves_digest"
            " FROM attempt WHERE state = 'counted' ORDER BY number"
        )
        return [_result(row) for row in rows]

    def record(self, match_id: str, attempt: int) -> bytes | None:
        """The encoded record of one try; None where it has none."""
        rows = self._rows(
            "SELECT content FROM record WHERE match_id = ? AND attempt = ?", match_id, attempt
        )
        return _blob(rows[0][0]) if rows else None

    def records(self) -> Iterator[tuple[MatchResult, bytes]]:
        """Every match that counts with its encoded record, one at a time, in commit order."""
        for result in self.results():
            content = self.record(result.match_id, result.attempt)
            if content is None:
                raise LedgerUnreadableError(f"{self.path}: match {result.match_id} has no record")
            yield result, content

    def suspensions(self) -> list[Suspension]:
        """Engines that are suspended now."""
        rows = self._rows(
            "SELECT engine_id, identity, reason, since_number FROM suspension"
            " WHERE NOT lifted ORDER BY rowid"
        )
        return [Suspension(str(e), str(i), str(r), _int(s)) for e, i, r, s in rows]

    def lifts(self) -> dict[str, int]:
        """By engine id, the number that the ledger had reached when it was last let in again."""
        rows = self._rows(
            "SELECT engine_id, max(lifted) FROM suspension WHERE lifted GROUP BY engine_id"
        )
        return {str(engine_id): _int(number) for engine_id, number in rows}


def _result(row: tuple[object, ...]) -> MatchResult:
    summary = Summary(
        placements=_numbers(row[5]),
        termination=_termination(row[6]),
        reason=str(row[7]),
        faulty_seats=_numbers(row[8]),
        stand_in=bool(row[9]),
        plies=_int(row[10]),
        duration_us=_int(row[11]),
        initial_digest=_blob(row[12]),
        moves_digest=_blob(row[13]),
    )
    engines = _texts(row[3])
    _check_seats(len(engines), summary)
    return MatchResult(str(row[0]), _int(row[1]), str(row[2]), engines, _int(row[4]), summary)


def _check_seats(seats: int, summary: Summary) -> None:
    placements = summary.placements
    if len(placements) != seats or not all(1 <= place <= seats for place in placements):
        raise LedgerUnreadableError(
            f"the ledger holds placements {placements} of a match with {seats} engines"
        )
    if not all(0 <= seat < seats for seat in summary.faulty_seats):
        raise LedgerUnreadableError(
            f"the ledger holds faults of seats {summary.faulty_seats} in a match of {seats}"
        )


def _termination(value: object) -> game_pb2.Termination:
    number = _int(value)
    if number not in game_pb2.Termination.values():
        raise LedgerUnreadableError(f"the ledger holds an unknown termination {number}")
    return cast("game_pb2.Termination", number)


def _int(value: object) -> int:
    if not isinstance(value, int):
        raise LedgerUnreadableError(f"the ledger holds {value!r} where a number should stand")
    return value


def _blob(value: object) -> bytes:
    if not isinstance(value, bytes):
        raise LedgerUnreadableError(f"the ledger holds {value!r} where bytes should stand")
    return value


def _list(value: object) -> list[object]:
    try:
        items: object = json.loads(str(value))
    except ValueError:
        items = None
    if not isinstance(items, list):
        raise LedgerUnreadableError(f"the ledger holds {value!r} where a list should stand")
    return items


def _texts(value: object) -> tuple[str, ...]:
    return tuple(str(item) for item in _list(value))


def _numbers(value: object) -> tuple[int, ...]:
    return tuple(_int(item) for item in _list(value))


def _state(value: object) -> AttemptState:
    try:
        return AttemptState(str(value))
    except ValueError as error:
        raise LedgerUnreadableError(f"the ledger holds an unknown state {value!r}") from error
