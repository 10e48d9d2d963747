"""What stands in a ledger, as values."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from podesta.v1 import game_pb2

__all__ = [
    "Attempt",
    "AttemptState",
    "AuditLine",
    "Derived",
    "EndedTry",
    "FaultCause",
    "KeptFault",
    "MatchResult",
    "Request",
    "ResultKind",
    "ResultRow",
    "Summary",
    "Suspension",
]


class AttemptState(StrEnum):
    """What became of one try of a match."""

    RUNNING = "running"
    """It was given to a referee; nothing is known yet."""

    COUNTED = "counted"
    """Its record is the result of the match."""

    VOID = "void"
    """Our fault or the machine's; counts towards the limit of voids of a match. Or an organiser
    took its result back, which counts towards nothing: see `Attempt.taken_back`."""

    INTERRUPTED = "interrupted"
    """The league was stopped or killed meanwhile; counts towards nothing."""

    SUPERSEDED = "superseded"
    """It has a record, but its deal was dealt anew, or another try had counted before."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try of a match. `engines` are ids by seat; `cause` is one line for people.

    `forgiven` says that a void does not count any more, `taken_back` that it had a result, which an
    organiser voided: nobody's fault.
    """

    match_id: str
    attempt: int
    deal_id: str
    engines: tuple[str, ...]
    state: AttemptState
    cause: str = ""
    forgiven: bool = False
    taken_back: bool = False


@dataclass(frozen=True, slots=True)
class Summary:
    """What standings need of a record.

    `placements` by seat, 1-based; seats at fault in a forfeit share the last one. `faulty_seats`
    did something wrong that was not forgiven. `stand_in` says that the referee moved for one of
    them. `initial_digest` is of the position that the engines were given, after a random opening,
    and empty where nothing was dealt: it tells deals apart. `moves_digest` is equal for matches
    with the same deal and the same moves.
    """

    placements: tuple[int, ...]
    termination: game_pb2.Termination
    reason: str
    faulty_seats: tuple[int, ...]
    stand_in: bool
    plies: int
    duration_us: int
    initial_digest: bytes
    moves_digest: bytes


@dataclass(frozen=True, slots=True)
class ResultKind:
    """What standings need of a result besides its deal: few kinds in a league, many matches.

    `engines` are ids by seat; for the others see `Summary`.
    """

    engines: tuple[str, ...]
    placements: tuple[int, ...]
    termination: game_pb2.Termination
    faulty_seats: tuple[int, ...]
    stand_in: bool


class ResultRow(NamedTuple):
    """A match that counts, without what is read only one by one; see `MatchResult`, `Summary`."""

    kind: ResultKind
    match_id: str
    deal_id: str
    plies: int
    initial_digest: bytes
    moves_digest: bytes


@dataclass(frozen=True, slots=True)
class FaultCause:
    """Why the engine in a seat was at fault: the referee's words, and the last line of stderr.

    `kind` is a `game_pb2.FaultKind`. `detail` and `printed` are foreign text; `printed` is empty
    where the engine wrote nothing.
    """

    seat: int
    kind: int
    detail: str
    printed: str


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match that counts. `number` orders results as they were committed.

    `causes` of its faults are known only from its record: empty where that was not read.
    """

    match_id: str
    attempt: int
    deal_id: str
    engines: tuple[str, ...]
    number: int
    summary: Summary
    causes: tuple[FaultCause, ...] = ()


@dataclass(frozen=True, slots=True)
class KeptFault:
    """A fault as a ledger keeps it beside its match; `kind` is a `game_pb2.FaultKind`."""

    seat: int
    engine_id: str
    kind: int
    ply: int
    forgiven: bool
    detail: str


@dataclass(frozen=True, slots=True)
class EndedTry:
    """A try that ended somewhere else, whole: for ledgers that are put together.

    `summary` is None where nothing was played to an end, `content` (the record, encoded) where no
    record was made. Times are wall time, in microseconds since 1970.
    """

    match_id: str
    attempt: int
    deal_id: str
    engines: tuple[str, ...]
    state: AttemptState
    cause: str
    forgiven: bool
    started_at_us: int
    ended_at_us: int
    summary: Summary | None
    content: bytes | None
    faults: tuple[KeptFault, ...] = ()


@dataclass(frozen=True, slots=True)
class Suspension:
    """An engine that plays no more in this league.

    `identity` tells which version of it, so that a repaired engine is not suspended. `since` is
    the number that the ledger had reached: it orders suspensions, and is shared by engines that
    were suspended for one and the same match.
    """

    engine_id: str
    identity: str
    reason: str
    since: int = 0


@dataclass(frozen=True, slots=True)
class Derived:
    """What somebody computed from a ledger and left in it; `current` says that nothing in the
    ledger has changed since."""

    content: bytes
    current: bool


@dataclass(frozen=True, slots=True)
class AuditLine:
    """Who did what to a league, when (wall time, microseconds since 1970) and why.

    `act` is one word, `subject` what it was done to, `detail` what came of it; all but `act` are
    texts from outside.
    """

    at_us: int
    user: str
    act: str
    subject: str
    reason: str
    detail: str


@dataclass(frozen=True, slots=True)
class Request:
    """What a running league is asked to do; `state` is "open", "done" or "refused"."""

    number: int
    at_us: int
    user: str
    content: str
    state: str
    answer: str
