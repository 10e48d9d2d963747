"""The faults of a league, those that say the same put together, with what records tell of them."""

import re
from dataclasses import dataclass, replace

from arena.league.fault_causes import fault_causes
from arena.league.glance import LeagueGlance
from arena.ledger import FaultCause, LedgerReader, MatchResult
from referee.errors import RecordError
from referee.record_file import decode_record

__all__ = ["FaultGroup", "fault_groups"]

_SEAT = re.compile(r"seat (\d{1,3})\b")


@dataclass(frozen=True, slots=True)
class FaultGroup:
    """Matches in which the same engines did the same; `last` is the last of them, with causes.

    `told` says that its record may be replayed.
    """

    last: MatchResult
    matches: int
    told: bool


def fault_groups(
    ledger: LedgerReader, glance: LeagueGlance, most: int
) -> tuple[list[FaultGroup], int]:
    """The last `most` groups of faults, in order, and how many matches are in none of them."""
    groups: dict[frozenset[str], list[MatchResult]] = {}
    for result in glance.faulty:
        groups.setdefault(_what(result), []).append(result)
    ordered = sorted(groups.values(), key=lambda group: group[-1].number)
    shown = ordered[-most:]
    hidden = glance.roster.hidden
    return [
        FaultGroup(
            _with_causes(ledger, group[-1], hidden=hidden),
            len(group),
            not hidden or group[-1].deal_id in glance.closed,
        )
        for group in shown
    ], sum(map(len, ordered)) - sum(map(len, shown))


def _what(result: MatchResult) -> frozenset[str]:
    """Who did what, wherever they sat."""
    seats = result.engines

    def engine(found: re.Match[str]) -> str:
        seat = int(found[1])
        return seats[seat] if seat < len(seats) else found[0]

    told = _SEAT.sub(engine, result.summary.reason).split("; ")
    return frozenset(told) | {seats[seat] for seat in result.summary.faulty_seats}


def _with_causes(ledger: LedgerReader, result: MatchResult, *, hidden: bool) -> MatchResult:
    content = ledger.record(result.match_id, result.attempt)
    if content is None:
        return result
    try:
        record = decode_record(content)
    except RecordError as error:
        first = result.summary.faulty_seats[0]
        return replace(result, causes=(FaultCause(first, 0, f"record can't be read: {error}", ""),))
    return replace(result, causes=fault_causes(record, hidden=hidden))
