"""What was played: one SQLite file a league, one commit a match."""

from arena.ledger.file_kind import not_a_file
from arena.ledger.ledger import Ledger
from arena.ledger.named_match import named_match
from arena.ledger.pairings import Closing, PairingRow
from arena.ledger.queries import LedgerReader
from arena.ledger.rows import (
    Attempt,
    AttemptState,
    AuditLine,
    Derived,
    EndedTry,
    FaultCause,
    KeptFault,
    MatchResult,
    Request,
    ResultKind,
    ResultRow,
    Summary,
    Suspension,
)
from arena.ledger.summary import summarize

__all__ = [
    "Attempt",
    "AttemptState",
    "AuditLine",
    "Closing",
    "Derived",
    "EndedTry",
    "FaultCause",
    "KeptFault",
    "Ledger",
    "LedgerReader",
    "MatchResult",
    "PairingRow",
    "Request",
    "ResultKind",
    "ResultRow",
    "Summary",
    "Suspension",
    "named_match",
    "not_a_file",
    "summarize",
]
