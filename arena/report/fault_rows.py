"""The faults of a league as its ledger keeps them, without decoding records."""

import sqlite3
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from podesta.v1 import game_pb2

from arena.errors import LedgerUnreadableError
from arena.ledger.decoding import integer
from arena.ledger.opening import explained, open_reader
from arena.report.sheet import Cell, Column, Kind, Sheet

__all__ = [
    "Fault",
    "Faults",
    "fault_kinds_sheet",
    "fault_name",
    "faults_sheet",
    "read_faults",
    "unreadable_lines",
]

_SHOWN = 200
_MOST = 2**31
"""Of a seat, a kind or a ply: records hold no more."""
_QUERY = (
    "SELECT a.number, a.match_id, a.deal_id, f.engine_id, f.seat, f.kind, f.ply, f.forgiven,"
    " f.detail FROM fault f JOIN attempt a ON a.match_id = f.match_id AND a.attempt = f.attempt"
    " WHERE a.state = 'counted' ORDER BY a.number, f.place"
)


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault; `detail` is raw text."""

    number: int
    match_id: str
    engine: str
    seat: int
    kind: str
    ply: int
    forgiven: bool
    detail: str


@dataclass(slots=True)
class Faults:
    """All of them counted by engine and kind, and the latest that may be told one by one."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    forgiven: Counter[str] = field(default_factory=Counter)
    latest: list[Fault] = field(default_factory=list)
    total: int = 0
    held_back: int = 0
    """Faults in deals that are still open."""

    unreadable: int = 0
    """Rows that hold no fault: left out of everything above."""
    first_unreadable: str = ""
    """Where the first of them is, and what is wrong with it."""

    @property
    def timeouts(self) -> int:
        """Flags that fell."""
        return sum(n for (_, kind), n in self.counts.items() if kind == "timeout")


def fault_name(kind: int) -> str:
    """The name of a kind of fault: "illegal move"."""
    if kind not in game_pb2.FaultKind.values():
        return f"kind {kind}"
    name = game_pb2.FaultKind.Name(cast("game_pb2.FaultKind", kind))
    return name.removeprefix("FAULT_KIND_").replace("_", " ").lower()


def read_faults(
    path: Path, matches: Collection[str], closed_deals: Collection[str] | None
) -> Faults:
    """The faults of these matches; details only of closed deals (None: of all).

    Raises LedgerError.
    """
    faults = Faults()
    with closing(open_reader(path)) as connection, explained(path):
        for row in _rows(connection):
            number, match_id, deal_id, *told = row
            if match_id not in matches:
                continue
            try:
                fault = _fault(integer(number), str(match_id), told)
            except LedgerUnreadableError as error:
                faults.unreadable += 1
                faults.first_unreadable = faults.first_unreadable or f"match {number}: {error}"
                continue
            faults.total += 1
            if fault.forgiven:
                faults.forgiven[fault.engine] += 1
            else:
                faults.counts[fault.engine, fault.kind] += 1
            if closed_deals is not None and deal_id not in closed_deals:
                faults.held_back += 1
                continue
            faults.latest.append(fault)
            if len(faults.latest) > 2 * _SHOWN:
                del faults.latest[:_SHOWN]
    faults.latest = faults.latest[-_SHOWN:]
    return faults


def _fault(number: int, match_id: str, told: Sequence[object]) -> Fault:
    """Raises LedgerUnreadableError: one row that nobody understands is no reason to show none."""
    engine, seat, kind, ply, forgiven, detail = told
    for value in (engine, detail):
        if not isinstance(value, str):
            raise LedgerUnreadableError(f"the ledger holds {value!r} where a text should stand")
    for value in (seat, kind, ply):
        if not 0 <= integer(value) <= _MOST:
            raise LedgerUnreadableError(f"the ledger holds {value} for a seat, a kind or a ply")
    return Fault(
        number,
        match_id,
        str(engine),
        integer(seat),
        fault_name(integer(kind)),
        integer(ply),
        bool(forgiven),
        str(detail),
    )


def unreadable_lines(faults: Faults) -> Iterator[str]:
    """What people are told of the rows that were left out."""
    if faults.unreadable:
        rows = "1 fault" if faults.unreadable == 1 else f"{faults.unreadable:,} faults"
        yield (
            f"{rows} of the ledger can't be read: left out here. The first is of "
            f"{faults.first_unreadable}."
        )


def _rows(connection: sqlite3.Connection) -> sqlite3.Cursor:
    return connection.execute(_QUERY)


def fault_kinds_sheet(
    faults: Faults,
    terminations: Mapping[str, Counter[str]],
    names: Mapping[str, str],
) -> Sheet:
    """A row an engine: how its matches ended, and what it did wrong."""
    endings = sorted({ending for counts in terminations.values() for ending in counts})
    kinds = sorted({kind for _, kind in faults.counts})
    rows: list[tuple[Cell, ...]] = [
        (
            names.get(engine, engine),
            *(counts[ending] for ending in endings),
            *(faults.counts[engine, kind] for kind in kinds),
            faults.forgiven[engine],
        )
        for engine, counts in terminations.items()
    ]
    return Sheet(
        "terminations",
        "How matches ended, and faults by bot",
        (
            Column("engine", "bot"),
            *(Column(f"ended_{e}", f"ended: {e}", Kind.COUNT) for e in endings),
            *(Column(f"fault_{k.replace(' ', '_')}", k, Kind.COUNT) for k in kinds),
            Column("forgiven", "forgiven", Kind.COUNT),
        ),
        tuple(rows),
    )


def faults_sheet(faults: Faults, names: Mapping[str, str]) -> Sheet:
    """The latest faults, newest first."""
    rows: list[tuple[Cell, ...]] = [
        (
            fault.number,
            names.get(fault.engine, fault.engine),
            fault.seat,
            fault.kind,
            fault.ply,
            fault.forgiven,
            fault.detail,
        )
        for fault in reversed(faults.latest)
    ]
    left_out = faults.total - len(rows)
    return Sheet(
        "faults",
        "Faults",
        (
            Column("number", "match", Kind.MATCH),
            Column("engine", "bot"),
            Column("seat", "seat", Kind.COUNT),
            Column("kind", "kind"),
            Column("ply", "ply", Kind.COUNT),
            Column("forgiven", "forgiven"),
            Column("detail", "what happened"),
        ),
        tuple(rows),
        note=f"{left_out} more are counted above but not listed." if left_out else "",
    )
