"""What a ledger notes of its plan, so that standings of a million matches need not plan them anew.

The plan of a fixed schedule follows from the roster alone, and the roster changes only when
something is written. Whoever writes it notes how often each seating is planned, and which tries in
the ledger belong to no planned match (those of former versions of engines). The note is derived:
`LeagueState.of` plans anew and never reads it, and a note of another roster is worth nothing.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, ValidationError

from arena.league.agenda import Agenda
from arena.league.roster import Roster
from arena.ledger import Ledger, LedgerReader

__all__ = ["PlanNote", "note_plan", "plan_note_of"]

_KEY = "plan"


class _Content(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    roster: str
    seatings: list[tuple[list[str], int]]
    strangers: list[str]


@dataclass(frozen=True, slots=True)
class PlanNote:
    """`seatings` (engine ids by seat) says how many matches are planned of each; `strangers` are
    ids of matches that were tried but are not planned."""

    seatings: dict[tuple[str, ...], int]
    strangers: frozenset[str]

    @property
    def planned(self) -> int:
        """All matches of the plan."""
        return sum(self.seatings.values())


def note_plan(ledger: Ledger, roster: Roster, agenda: Agenda, strangers: Iterable[str]) -> None:
    """Note the plan of this roster, which the ledger has already; see `PlanNote`."""
    content = {
        "roster": _digest(ledger, roster),
        "seatings": [[list(engines), count] for engines, count in agenda.seatings().items()],
        "strangers": sorted(strangers),
    }
    ledger.set_derived(_KEY, json.dumps(content).encode(), ledger.revision())


def plan_note_of(ledger: LedgerReader, roster: Roster) -> PlanNote | None:
    """The note, None where there is none of this roster."""
    found = ledger.derived(_KEY)
    if found is None:
        return None
    try:
        content = _Content.model_validate_json(found.content)
    except ValidationError:
        return None
    if content.roster != _digest(ledger, roster):
        return None
    seatings: Counter[tuple[str, ...]] = Counter()
    for engines, count in content.seatings:
        seatings[tuple(engines)] += count
    return PlanNote(dict(seatings), frozenset(content.strangers))


def _digest(ledger: LedgerReader, roster: Roster) -> str:
    # Of the bytes in the ledger: a later podesta may know more keys, with the same meaning.
    key, _ = roster.to_meta()
    return hashlib.sha256(ledger.meta(key)).hexdigest()
