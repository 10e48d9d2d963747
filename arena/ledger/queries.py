"""Reading a ledger, by the run that writes it or by anybody who looks on."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from arena.errors import LedgerUnreadableError
from arena.ledger.decoding import (
    ATTEMPT_COLUMNS,
    KIND_COLUMNS,
    RESULT_COLUMNS,
    RowDecoder,
    blob,
    integer,
)
from arena.ledger.opening import explained, open_reader
from arena.ledger.pairings import PairingRow, read_pairings
from arena.ledger.rows import (
    Attempt,
    AuditLine,
    Derived,
    EndedTry,
    KeptFault,
    MatchResult,
    Request,
    ResultKind,
    ResultRow,
    Suspension,
)

__all__ = ["LedgerReader"]

_T = TypeVar("_T")


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

    def _each(self, sql: str, *values: object) -> Iterator[tuple[object, ...]]:
        """The rows of a query, one at a time: a million of them need no memory."""
        with explained(self.path):
            rows = self._connection.execute(sql, values)
            try:
                # Not `yield from`, which closes the query by itself, in its own way.
                for row in rows:  # noqa: UP028
                    yield row
            finally:
                # One that was left in the middle may be forgotten after the ledger was closed.
                with suppress(sqlite3.ProgrammingError):
                    rows.close()

    def _decoded(
        self, decode: Callable[[tuple[object, ...]], _T], rows: Iterator[tuple[object, ...]]
    ) -> Iterator[_T]:
        """Rows that begin with the id of a match, as values. A bad one is named by its match."""
        for row in rows:
            try:
                value = decode(row)
            except LedgerUnreadableError as error:
                raise self._of_match(row[0], error) from error
            yield value

    def _of_match(self, match_id: object, error: LedgerUnreadableError) -> LedgerUnreadableError:
        """The error with the file and the match: its number, or its id where it has none."""
        found = self._rows("SELECT max(number) FROM attempt WHERE match_id = ?", match_id)
        number = found[0][0] if found and isinstance(found[0][0], int) else 0
        return LedgerUnreadableError(f"{self.path}: match {number or match_id}: {error}")

    def meta(self, key: str) -> bytes:
        """A value of the league itself. Raises LedgerUnreadableError where it is missing."""
        rows = self._rows("SELECT value FROM meta WHERE key = ?", key)
        if not rows or not isinstance(rows[0][0], bytes):
            raise LedgerUnreadableError(f"{self.path}: the ledger does not say its {key}")
        return rows[0][0]

    def find_meta(self, key: str) -> bytes | None:
        """A value of the league itself, None where there is none."""
        rows = self._rows("SELECT value FROM meta WHERE key = ?", key)
        return blob(rows[0][0]) if rows else None

    def has_table(self, name: str) -> bool:
        """Whether the ledger is new enough to have this table."""
        return bool(
            self._rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", name)
        )

    def revision(self) -> int:
        """A number that grows with every change of the ledger; 0 where it is too old to count."""
        if not self.has_table("revision"):
            return 0
        rows = self._rows("SELECT number FROM revision")
        if len(rows) != 1:
            raise LedgerUnreadableError(
                f"{self.path}: its changes are counted in {len(rows)} rows, not in one"
            )
        return integer(rows[0][0])

    def derived(self, key: str) -> Derived | None:
        """What was computed from this ledger and kept in it, where it is."""
        if not self.has_table("derived"):
            return None
        rows = self._rows(
            "SELECT content, revision = (SELECT number FROM revision) FROM derived WHERE key = ?",
            key,
        )
        return Derived(blob(rows[0][0]), bool(rows[0][1])) if rows else None

    def attempts(self) -> list[Attempt]:
        """Every try, in the order in which they were started."""
        rows = self._each(f"SELECT {ATTEMPT_COLUMNS} FROM attempt ORDER BY rowid")
        return list(self._decoded(RowDecoder().attempt, rows))

    def results(self) -> list[MatchResult]:
        """Every match that counts, in the order in which they were committed."""
        return list(self.each_result())

    def each_result(self) -> Iterator[MatchResult]:
        """The same, one at a time."""
        decode = RowDecoder().result
        # Through the index of numbers: sorting would read and keep every row first.
        rows = self._each(
            f"SELECT {RESULT_COLUMNS} FROM attempt WHERE number > 0 AND +state = 'counted'"
            " ORDER BY number"
        )
        return self._decoded(decode, rows)

    def each_row(self) -> Iterator[ResultRow]:
        """Every match that counts, without what is read only one by one.

        In the order in which they lie in the file, which is read once from its beginning.
        """
        kinds: dict[tuple[object, ...], ResultKind] = {}
        decoder = RowDecoder()
        rows = self._each(
            f"SELECT {KIND_COLUMNS}, match_id, deal_id, plies, initial_digest, moves_digest"
            " FROM attempt WHERE +state = 'counted'"
        )
        # A million times: what a check costs here is seen by whoever waits for standings.
        for row in rows:
            kind = kinds.get(row[:5])
            if kind is None:
                try:
                    kind = kinds[row[:5]] = decoder.kind(row)
                except LedgerUnreadableError as error:
                    raise self._of_match(row[5], error) from error
            _, _, _, _, _, match_id, deal_id, plies, initial, moves = row
            if type(plies) is not int or type(initial) is not bytes or type(moves) is not bytes:
                told = f"the ledger holds {plies!r}, {initial!r}, {moves!r} for plies and digests"
                raise self._of_match(match_id, LedgerUnreadableError(told))
            yield ResultRow(kind, str(match_id), str(deal_id), plies, initial, moves)

    def faulty_results(self) -> list[MatchResult]:
        """The matches that count in which somebody was at fault, in the order of commits."""
        decode = RowDecoder().result
        rows = self._each(
            f"SELECT {RESULT_COLUMNS} FROM attempt WHERE faulty_seats <> '[]'"
            " AND state = 'counted' ORDER BY number"
        )
        return list(self._decoded(decode, rows))

    def uncounted_attempts(self) -> list[Attempt]:
        """The tries that do not count, in the order in which they were started."""
        decode = RowDecoder().attempt
        rows = self._each(
            f"SELECT {ATTEMPT_COLUMNS} FROM attempt WHERE state <> 'counted' ORDER BY rowid"
        )
        return list(self._decoded(decode, rows))

    def voids(self) -> list[Attempt]:
        """The tries that came to nothing or were taken back, in the order in which they started."""
        decode = RowDecoder().attempt
        rows = self._each(
            f"SELECT {ATTEMPT_COLUMNS} FROM attempt WHERE state = 'void' AND state <> 'counted'"
            " ORDER BY rowid"
        )
        return list(self._decoded(decode, rows))

    def has_uncounted(self) -> bool:
        """Whether there is any try that does not count."""
        return bool(self._rows("SELECT 1 FROM attempt WHERE state <> 'counted' LIMIT 1"))

    def has_counted(self, match_id: str) -> bool:
        """Whether a match has a result that counts."""
        return bool(
            self._rows("SELECT 1 FROM attempt WHERE match_id = ? AND state = 'counted'", match_id)
        )

    def counted_in(self, deal_id: str) -> int:
        """How many matches of a deal count."""
        return len(
            self._rows("SELECT 1 FROM attempt WHERE deal_id = ? AND state = 'counted'", deal_id)
        )

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """Let several questions be answered as of one moment, while a run goes on."""
        inside = self._connection.in_transaction
        with explained(self.path):
            if not inside:
                self._connection.execute("BEGIN")
        try:
            yield
        finally:
            if not inside:
                with explained(self.path):
                    self._connection.execute("ROLLBACK")

    def record(self, match_id: str, attempt: int) -> bytes | None:
        """The encoded record of one try; None where it has none."""
        rows = self._rows(
            "SELECT content FROM record WHERE match_id = ? AND attempt = ?", match_id, attempt
        )
        return blob(rows[0][0]) if rows else None

    def records(self) -> Iterator[tuple[MatchResult, bytes]]:
        """Every match that counts with its encoded record, one at a time, in commit order."""
        for result in self.results():
            content = self.record(result.match_id, result.attempt)
            if content is None:
                raise LedgerUnreadableError(f"{self.path}: match {result.match_id} has no record")
            yield result, content

    def pairings(self) -> list[PairingRow]:
        """What a format that goes by results has decided, in order; older ledgers hold none."""
        return read_pairings(self._rows) if self.has_table("pairing") else []

    def suspensions(self) -> list[Suspension]:
        """Engines that are suspended now."""
        rows = self._rows(
            "SELECT engine_id, identity, reason, since_number FROM suspension"
            " WHERE NOT lifted ORDER BY rowid"
        )
        return [Suspension(str(e), str(i), str(r), integer(s)) for e, i, r, s in rows]

    def lifts(self) -> dict[str, int]:
        """By engine id, the number that the ledger had reached when it was last let in again."""
        rows = self._rows(
            "SELECT engine_id, max(lifted) FROM suspension WHERE lifted GROUP BY engine_id"
        )
        return {str(engine_id): integer(number) for engine_id, number in rows}

    def audit_lines(self) -> list[AuditLine]:
        """Who changed the league, the first act first."""
        if not self.has_table("audit"):
            return []
        rows = self._rows(
            "SELECT at_us, user, act, subject, reason, detail FROM audit ORDER BY number"
        )
        return [AuditLine(integer(at_us), *(str(text) for text in texts)) for at_us, *texts in rows]

    def requests(self, after: int = 0) -> list[Request]:
        """What the running league was asked, after request number `after`, in order."""
        if not self.has_table("request"):
            return []
        rows = self._rows(
            "SELECT number, at_us, user, content, state, answer FROM request WHERE number > ?"
            " ORDER BY number",
            after,
        )
        return [
            Request(integer(number), integer(at_us), *(str(text) for text in texts))
            for number, at_us, *texts in rows
        ]

    def find_by_number(self, number: int) -> list[MatchResult]:
        """The match that counts and has this number: one or none."""
        return self._find("number = ?", number)

    def find_by_id(self, text: str) -> list[MatchResult]:
        """The matches that count and whose ids begin so."""
        return self._find("substr(match_id, 1, length(?1)) = ?1", text)

    def _find(self, where: str, value: object) -> list[MatchResult]:
        decode = RowDecoder().result
        rows = self._each(
            f"SELECT {RESULT_COLUMNS} FROM attempt WHERE state = 'counted' AND {where}"
            " ORDER BY number",
            value,
        )
        return list(self._decoded(decode, rows))

    def find_try(self, number: int) -> Attempt | None:
        """The try of this number, whatever became of it."""
        rows = self._rows(f"SELECT {ATTEMPT_COLUMNS} FROM attempt WHERE number = ?", number)
        return RowDecoder().attempt(rows[0]) if rows else None

    def last_number(self) -> int:
        """The highest number of a match that counts; 0 where none does."""
        ((number,),) = self._rows(
            "SELECT coalesce(max(number), 0) FROM attempt WHERE state = 'counted'"
        )
        return integer(number)

    def find_in_deal(self, text: str) -> dict[str, list[str]]:
        """By deal id, the ids of its matches that count, for deals whose id begins so."""
        found: dict[str, list[str]] = {}
        for match_id, deal_id in self._rows(
            "SELECT match_id, deal_id FROM attempt WHERE state = 'counted'"
            " AND substr(deal_id, 1, length(?)) = ? ORDER BY number",
            text,
            text,
        ):
            found.setdefault(str(deal_id), []).append(str(match_id))
        return found

    def changed_by_others(self) -> int:
        """A number that changes with every commit of another connection; cheap to ask for."""
        ((number,),) = self._rows("PRAGMA data_version")
        return integer(number)

    def ended_tries(self) -> Iterator[EndedTry]:
        """Every try that ended, whole, in the order in which they ended.

        One at a time; those that were interrupted are left out: they say nothing.
        """
        decoder = RowDecoder()
        numbers = self._rows(
            "SELECT number FROM attempt WHERE number > 0 AND state <> 'interrupted' ORDER BY number"
        )
        for (number,) in numbers:
            ((*row, cause, forgiven, state, started, ended, placements),) = self._rows(
                f"SELECT {RESULT_COLUMNS}, cause, forgiven, state, started_at_us, ended_at_us,"
                " placements FROM attempt WHERE number = ?",
                number,
            )
            attempt = decoder.attempt((*row[:4], state, cause, forgiven, False))
            yield EndedTry(
                match_id=attempt.match_id,
                attempt=attempt.attempt,
                deal_id=attempt.deal_id,
                engines=attempt.engines,
                state=attempt.state,
                cause=attempt.cause,
                forgiven=attempt.forgiven,
                started_at_us=integer(started),
                ended_at_us=integer(ended),
                summary=None if placements is None else decoder.summary(tuple(row)),
                content=self.record(attempt.match_id, attempt.attempt),
                faults=self._faults_of(attempt.match_id, attempt.attempt),
            )

    def _faults_of(self, match_id: str, attempt: int) -> tuple[KeptFault, ...]:
        rows = self._rows(
            "SELECT seat, engine_id, kind, ply, forgiven, detail FROM fault"
            " WHERE match_id = ? AND attempt = ? ORDER BY place",
            match_id,
            attempt,
        )
        return tuple(
            KeptFault(integer(s), str(e), integer(k), integer(p), bool(f), str(d))
            for s, e, k, p, f, d in rows
        )
