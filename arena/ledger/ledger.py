"""The ledger of a league: what was played, committed match by match.

A match is one transaction. Whatever dies, and whenever, the ledger holds exactly the matches that
were committed; those in flight are found as `running` and become `interrupted` when the ledger is
next opened to write.
"""

import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from podesta.v1 import record_pb2

from arena.errors import LedgerMismatchError, LedgerUnreadableError, LedgerWriteError
from arena.ledger.lock import LedgerLock
from arena.ledger.opening import check_is_ledger, explained, open_writer
from arena.ledger.pairings import PairingRow, close_pairing, insert_pairings
from arena.ledger.rows import AttemptState, MatchResult, Summary
from arena.ledger.upkeep import LedgerUpkeep, kept_faults

__all__ = ["SECRET_BYTES", "Ledger"]

SECRET_BYTES = 32
_KILLED = "the league was killed while it was played"


class Ledger(LedgerUpkeep):
    """A ledger open to write; one at a time, by a lock that dies with its holder."""

    _lock: LedgerLock
    _file: tuple[int, int] | None

    @classmethod
    def open_for_run(cls, path: Path, terms: Mapping[str, str], secret: bytes | None) -> Self:
        """Open the ledger of a league, made anew, with its directory, where there is none.

        `terms` say how its matches are played; they can't change while a ledger lives. `secret` is
        32 bytes, or None for one drawn by the system and kept in the ledger. Raises LedgerError.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LedgerWriteError(f"{path.parent}: {error.strerror}") from error
        check_is_ledger(path)
        lock = LedgerLock(path)
        try:
            connection, new = open_writer(path)
        except BaseException:
            lock.release()
            raise
        ledger = cls(path, connection)
        ledger._lock = lock
        try:
            ledger._file = _identity(path)
            if new or ledger._is_blank():
                ledger._found(terms, secret)
            else:
                ledger._compare(terms)
                ledger._close_orphans()
        except BaseException:
            ledger.close()
            raise
        return ledger

    @classmethod
    def open_for_upkeep(cls, path: Path, *, whole: bool = True) -> Self:
        """Open a ledger that is there, to change something in it while no run goes on.

        `whole` looks for damage in all of the file first. Raises LedgerError.
        """
        if not path.is_file():
            raise LedgerUnreadableError(f"{path}: there is no such ledger")
        check_is_ledger(path)
        lock = LedgerLock(path)
        try:
            connection, _ = open_writer(path, whole=whole)
        except BaseException:
            lock.release()
            raise
        ledger = cls(path, connection)
        ledger._lock = lock
        ledger._file = _identity(path)
        return ledger

    def __enter__(self) -> Self:
        return self

    def close(self) -> None:
        """Close the file and let others write."""
        try:
            super().close()
        finally:
            self._lock.release()

    @property
    def secret(self) -> bytes:
        """What seeds are derived from; 32 bytes. Raises LedgerUnreadableError where it is not."""
        secret = self.meta("secret")
        if len(secret) != SECRET_BYTES:
            raise LedgerUnreadableError(
                f"{self.path}: its secret has {len(secret)} bytes, not {SECRET_BYTES}"
            )
        return secret

    # --- writing ------------------------------------------------------------------------------

    def set_meta(self, key: str, value: bytes) -> None:
        """Keep a value of the league itself."""
        with self._transaction():
            self._run("INSERT OR REPLACE INTO meta VALUES (?, ?)", key, value)

    def begin(self, match_id: str, attempt: int, deal_id: str, engines: Sequence[str]) -> None:
        """Note that a try is about to be played, before any engine can see it."""
        with self._transaction():
            self._run(
                "INSERT INTO attempt (match_id, attempt, deal_id, engines, state, started_at_us)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                match_id,
                attempt,
                deal_id,
                json.dumps(list(engines)),
                AttemptState.RUNNING,
                _now_us(),
            )

    def commit(
        self, record: record_pb2.MatchRecord, content: bytes, summary: Summary, *, counts: bool
    ) -> MatchResult | None:
        """Keep the record of a try; `content` is the record encoded.

        The first record of a match counts and is returned as its result, unless it is unrated, or
        `counts` is false because its deal was dealt anew meanwhile. A later one is kept without
        counting, and a try that has ended already is left as it is: both give None.
        """
        match_id, attempt = record.spec.match_id, record.spec.attempt
        with self._transaction():
            if self._state(match_id, attempt) != AttemptState.RUNNING:
                return None
            counted = self._rows(
                "SELECT 1 FROM attempt WHERE match_id = ? AND state = 'counted'", match_id
            )
            counts = counts and not counted and not record.unrated
            state = AttemptState.COUNTED if counts else AttemptState.SUPERSEDED
            number = self._end(match_id, attempt, state, "")
            self._keep_summary(match_id, attempt, summary)
            self._run("INSERT INTO record VALUES (?, ?, ?)", match_id, attempt, content)
            self._keep_faults(match_id, attempt, kept_faults(record))
            ((deal_id, engines),) = self._rows(
                "SELECT deal_id, engines FROM attempt WHERE match_id = ? AND attempt = ?",
                match_id,
                attempt,
            )
        if state is not AttemptState.COUNTED:
            return None
        seated = tuple(json.loads(str(engines)))
        return MatchResult(match_id, attempt, str(deal_id), seated, number, summary)

    def void(
        self,
        match_id: str,
        attempt: int,
        cause: str,
        *,
        interrupted: bool = False,
        redeal: Sequence[str] = (),
        content: bytes | None = None,
    ) -> None:
        """Note that a try came to nothing.

        `interrupted`: because the league was stopped, which counts towards no limit. `redeal`: the
        ids of the matches of a table that is dealt anew, whose results do not count any more.
        `content`: the encoded record, where the referee still made one.
        """
        state = AttemptState.INTERRUPTED if interrupted else AttemptState.VOID
        with self._transaction():
            if self._state(match_id, attempt) != AttemptState.RUNNING:
                return
            self._end(match_id, attempt, state, cause)
            if content is not None:
                self._run("INSERT INTO record VALUES (?, ?, ?)", match_id, attempt, content)
            self._supersede(redeal)

    def deal_anew(self, match_ids: Sequence[str]) -> None:
        """Let the results of matches not count any more: they are played with another deal."""
        with self._transaction():
            self._supersede(match_ids)

    def forgive_voids(self, match_ids: Sequence[str]) -> None:
        """Let matches be tried again although they were void too often."""
        with self._transaction():
            for match_id in match_ids:
                self._run(
                    "UPDATE attempt SET forgiven = 1 WHERE match_id = ? AND state = 'void'",
                    match_id,
                )

    def suspend(self, engine_id: str, identity: str, reason: str) -> None:
        """Suspend one version of an engine; once is enough."""
        with self._transaction():
            self._run(
                "INSERT OR IGNORE INTO suspension (engine_id, identity, reason, since_number)"
                " VALUES (?, ?, ?, (SELECT coalesce(max(number), 0) FROM attempt))",
                engine_id,
                identity,
                reason,
            )

    def lift_suspension(self, engine_id: str) -> None:
        """Let an engine play again. Its faults before this no longer count as in a row."""
        with self._transaction():
            self._run(
                "UPDATE suspension SET lifted = (SELECT coalesce(max(number), 0) + 1 FROM attempt)"
                " WHERE engine_id = ? AND lifted = 0",
                engine_id,
            )

    def commit_pairings(self, pairings: Sequence[PairingRow]) -> None:
        """Keep what a format decided together, before anything of it is played."""
        with self._transaction():
            insert_pairings(self._run, pairings)

    def close_pairing(self, pairing: PairingRow) -> None:
        """Note how a pairing has ended: what follows from it may be decided now."""
        with self._transaction():
            close_pairing(self._run, pairing)

    # --- inside -------------------------------------------------------------------------------

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        if _identity(self.path) != self._file:
            # SQLite would write on into a file that nobody finds any more.
            raise LedgerWriteError(f"{self.path}: somebody removed or replaced it meanwhile")
        with explained(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                # A full disk may have rolled back already.
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def _is_blank(self) -> bool:
        """Whether somebody was killed when the tables were made and nothing was in them."""
        return not self._rows("SELECT 1 FROM meta UNION ALL SELECT 1 FROM attempt LIMIT 1")

    def _found(self, terms: Mapping[str, str], secret: bytes | None) -> None:
        if secret is not None and len(secret) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
        with self._transaction():
            for key, value in (
                ("secret", secret if secret is not None else os.urandom(SECRET_BYTES)),
                ("terms", json.dumps(dict(terms), sort_keys=True).encode()),
            ):
                self._run("INSERT INTO meta VALUES (?, ?)", key, value)

    def _compare(self, terms: Mapping[str, str]) -> None:
        kept = self._terms()
        changed = [
            f"{key} was {kept.get(key, 'absent')}, is now {terms.get(key, 'absent')}"
            for key in sorted(kept.keys() | terms.keys())
            if kept.get(key) != terms.get(key)
        ]
        if changed:
            raise LedgerMismatchError(
                f"{self.path}: the ledger holds matches played on other terms: "
                f"{'; '.join(changed)}; name another ledger or go back to those terms"
            )

    def _terms(self) -> dict[str, str]:
        try:
            kept: object = json.loads(self.meta("terms"))
        except ValueError:
            kept = None
        if not isinstance(kept, dict):
            raise LedgerUnreadableError(f"{self.path}: its terms can't be read")
        return kept

    def _close_orphans(self) -> None:
        with self._transaction():
            for match_id, attempt in self._rows(
                "SELECT match_id, attempt FROM attempt WHERE state = 'running' ORDER BY rowid"
            ):
                self._end(str(match_id), attempt, AttemptState.INTERRUPTED, _KILLED)

    def _state(self, match_id: str, attempt: int) -> object:
        rows = self._rows(
            "SELECT state FROM attempt WHERE match_id = ? AND attempt = ?", match_id, attempt
        )
        if not rows:
            raise ValueError(f"match {match_id}, attempt {attempt} was never begun")
        return rows[0][0]

    def _end(self, match_id: str, attempt: object, state: AttemptState, cause: str) -> int:
        ((number,),) = self._rows("SELECT coalesce(max(number), 0) + 1 FROM attempt")
        if not isinstance(number, int):
            raise LedgerUnreadableError(f"{self.path}: tries are numbered by {number!r}")
        self._run(
            "UPDATE attempt SET state = ?, cause = ?, ended_at_us = ?, number = ?"
            " WHERE match_id = ? AND attempt = ?",
            state,
            cause,
            _now_us(),
            number,
            match_id,
            attempt,
        )
        return number

    def _supersede(self, match_ids: Sequence[str]) -> None:
        for match_id in match_ids:
            self._run(
                "UPDATE attempt SET state = 'superseded', cause = 'its deal was dealt anew'"
                " WHERE match_id = ? AND state = 'counted'",
                match_id,
            )


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _now_us() -> int:
    return time.time_ns() // 1000
