"""What is changed in a ledger besides playing: by people who run a league, and each with a line.

Every act is one transaction together with its line in the audit.
"""

import json
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager

from podesta.v1 import record_pb2

from arena.errors import LedgerUnreadableError
from arena.ledger.queries import LedgerReader
from arena.ledger.rows import AuditLine, EndedTry, KeptFault, Summary

__all__ = ["LedgerUpkeep", "kept_faults"]


class LedgerUpkeep(LedgerReader):
    """The part of a ledger that people change."""

    @abstractmethod
    def _transaction(self) -> AbstractContextManager[None]: ...

    def _run(self, sql: str, *values: object) -> None:
        self._connection.execute(sql, values)

    def audit(self, line: AuditLine) -> None:
        """Write a line of its own, for what changes nothing else here."""
        with self._transaction():
            self._audit(line)

    def void_results(self, match_ids: Sequence[str], cause: str, line: AuditLine) -> None:
        """Let results not count any more; their matches are to be played again.

        They count towards no limit of voids: somebody wanted it so.
        """
        with self._transaction():
            self._audit(line)
            for match_id in match_ids:
                self._run(
                    "UPDATE attempt SET state = 'void', forgiven = 1, cause = ?"
                    " WHERE match_id = ? AND state = 'counted'",
                    cause,
                    match_id,
                )

    def set_audited(self, key: str, value: bytes, line: AuditLine) -> None:
        """Keep a value of the league itself, with a line that says who wanted it."""
        with self._transaction():
            self._audit(line)
            self._run("INSERT OR REPLACE INTO meta VALUES (?, ?)", key, value)

    def keep_duplicate(self, ended: EndedTry, source: str) -> None:
        """Keep a result that does not count, because another one of its match was first."""
        if ended.summary is None or ended.content is None:
            return
        with self._transaction():
            self._run(
                "INSERT OR IGNORE INTO duplicate VALUES (?, ?, ?, ?, ?, ?)",
                ended.match_id,
                ended.attempt,
                source,
                json.dumps(ended.summary.placements),
                ended.summary.moves_digest,
                ended.content,
            )

    def answer_request(self, number: int, answer: str, *, done: bool) -> None:
        """Say what became of a request."""
        with self._transaction():
            self._run(
                "UPDATE request SET state = ?, answer = ? WHERE number = ? AND state = 'open'",
                "done" if done else "refused",
                answer,
                number,
            )

    def _audit(self, line: AuditLine) -> None:
        self._run(
            "INSERT INTO audit (at_us, user, act, subject, reason, detail)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            line.at_us,
            line.user,
            line.act,
            line.subject,
            line.reason,
            line.detail,
        )

    def set_derived(self, key: str, content: bytes, revision: int) -> None:
        """Keep what was computed from the ledger as it was at a revision."""
        with self._transaction():
            self._run("INSERT OR REPLACE INTO derived VALUES (?, ?, ?)", key, revision, content)

    def adopt(self, tries: Iterable[EndedTry]) -> int:
        """Take in tries that ended elsewhere, in one transaction; returns how many.

        They are numbered in their order, after all that is here. Whoever calls has made sure that
        none of them is here already, and that no match gets a second result that counts: raises
        LedgerError otherwise, and nothing is taken in.
        """
        taken = 0
        with self._transaction():
            ((last,),) = self._rows("SELECT coalesce(max(number), 0) FROM attempt")
            if not isinstance(last, int):
                raise LedgerUnreadableError(f"{self.path}: tries are numbered by {last!r}")
            for taken, ended in enumerate(tries, 1):
                self._run(
                    "INSERT INTO attempt (match_id, attempt, deal_id, engines, state, cause,"
                    " forgiven, number, started_at_us, ended_at_us)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    ended.match_id,
                    ended.attempt,
                    ended.deal_id,
                    json.dumps(ended.engines),
                    ended.state,
                    ended.cause,
                    ended.forgiven,
                    last + taken,
                    ended.started_at_us,
                    ended.ended_at_us,
                )
                if ended.summary is not None:
                    self._keep_summary(ended.match_id, ended.attempt, ended.summary)
                if ended.content is not None:
                    self._run(
                        "INSERT INTO record VALUES (?, ?, ?)",
                        ended.match_id,
                        ended.attempt,
                        ended.content,
                    )
                self._keep_faults(ended.match_id, ended.attempt, ended.faults)
        return taken

    def _keep_summary(self, match_id: str, attempt: int, summary: Summary) -> None:
        self._run(
            "UPDATE attempt SET placements = ?, termination = ?, reason = ?, faulty_seats = ?,"
            " stand_in = ?, plies = ?, duration_us = ?, initial_digest = ?, moves_digest = ?"
            " WHERE match_id = ? AND attempt = ?",
            json.dumps(summary.placements),
            summary.termination,
            summary.reason,
            json.dumps(summary.faulty_seats),
            summary.stand_in,
            summary.plies,
            summary.duration_us,
            summary.initial_digest,
            summary.moves_digest,
            match_id,
            attempt,
        )

    def _keep_faults(self, match_id: str, attempt: int, faults: Sequence[KeptFault]) -> None:
        for place, fault in enumerate(faults):
            self._run(
                "INSERT INTO fault VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                match_id,
                attempt,
                place,
                fault.seat,
                fault.engine_id,
                fault.kind,
                fault.ply,
                fault.forgiven,
                fault.detail,
            )


def kept_faults(record: record_pb2.MatchRecord) -> tuple[KeptFault, ...]:
    """The faults of a record as the ledger keeps them; those of seats that are not there not."""
    engines = record.spec.engines
    return tuple(
        KeptFault(
            fault.seat,
            engines[fault.seat].id,
            fault.kind,
            fault.ply,
            fault.forgiven,
            fault.detail,
        )
        for fault in record.faults
        if fault.seat < len(engines)
    )
