"""Putting together what one league played on several machines.

Both ledgers must be of the same league: the same secret and the same terms make the same matches
under the same ids. The result that is here first counts; one that comes second is kept aside and
told. Merging again, or a ledger with itself, changes nothing.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from arena.errors import ActRefusedError
from arena.league.checked_record import checked_content
from arena.league.roster import Roster
from arena.ledger import AttemptState, EndedTry, Ledger, LedgerReader, MatchResult
from referee.errors import RecordError

__all__ = ["Merged", "merge_ledger"]

_BATCH = 500
_OTHER_CARDS = "the other matches of its deal here were dealt other cards"


@dataclass(slots=True)
class Merged:
    """What came of a merge; `second` are ids of matches with two different results."""

    counted: list[str] = field(default_factory=list)
    """Ids of matches whose result was taken in."""
    others: int = 0
    known: int = 0
    second: list[str] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)
    """Matches whose record can't be read, or is not the one that was committed."""
    broken: int = 0
    """Results of hidden deals that were dealt anew on the other machine."""

    def text(self) -> str:
        """For people, one line."""
        parts = [f"{len(self.counted):,} results taken in"]
        if self.known:
            parts.append(f"{self.known:,} were here already")
        if self.second:
            listed = ", ".join(match_id[:10] for match_id in self.second[:5])
            more = f" and {len(self.second) - 5} more" if len(self.second) > 5 else ""
            parts.append(
                f"{len(self.second)} conflict with a result that was here first and do not count: "
                f"{listed}{more}"
            )
        if self.damaged:
            parts.append(
                f"{len(self.damaged)} with a record that can't be trusted are left out: "
                f"{self.damaged[0]}"
            )
        if self.broken:
            parts.append(f"{self.broken} are of deals that were dealt anew and do not count")
        if self.others:
            parts.append(f"{self.others:,} void tries kept")
        return ", ".join(parts)


def merge_ledger(ledger: Ledger, other: LedgerReader) -> Merged:
    """Take in what another ledger of the same league holds.

    Raises ActRefusedError where it is another league's, or where results decide who meets next;
    LedgerError where it can't be read, with what was taken in before.
    """
    _check_same(ledger, other)
    merged = Merged()
    hidden = Roster.of_ledger(ledger).hidden
    known = {(a.match_id, a.attempt): a.state for a in ledger.attempts()}
    counted = {m for (m, _), state in known.items() if state is AttemptState.COUNTED}
    last: dict[str, int] = {}
    dealings: dict[str, int] = {}
    for attempt in ledger.attempts():
        last[attempt.match_id] = max(last.get(attempt.match_id, 0), attempt.attempt)
        if attempt.state is AttemptState.COUNTED:
            dealings.setdefault(attempt.deal_id, attempt.attempt)

    def new() -> Iterator[EndedTry]:
        for ended in other.ended_tries():
            taken = _taken(ledger, ended, known, counted, last, merged, str(other.path))
            if taken is None:
                continue
            dealt = taken.attempt
            if hidden and taken.state is AttemptState.COUNTED:
                dealt = dealings.setdefault(taken.deal_id, taken.attempt)
            if dealt != taken.attempt:
                # All matches of a hidden deal must have been dealt the same cards.
                taken = replace(taken, state=AttemptState.SUPERSEDED, cause=_OTHER_CARDS)
                merged.broken += 1
            if taken.state is AttemptState.COUNTED:
                counted.add(taken.match_id)
                merged.counted.append(taken.match_id)
            elif taken.state is AttemptState.VOID:
                merged.others += 1
            known[taken.match_id, taken.attempt] = taken.state
            last[taken.match_id] = max(last.get(taken.match_id, 0), taken.attempt)
            yield taken

    tries = new()
    # Read before the transaction is begun: what is set aside writes, too.
    while batch := list(islice(tries, _BATCH)):
        ledger.adopt(batch)
    return merged


def _check_same(ledger: Ledger, other: LedgerReader) -> None:
    if os.path.realpath(ledger.path) == os.path.realpath(other.path):
        raise ActRefusedError(f"{other.path}: this is the ledger itself")
    for key, what in (("secret", "the seeds"), ("terms", "the terms")):
        if ledger.meta(key) != other.meta(key):
            raise ActRefusedError(
                f"{other.path}: a ledger of another league: {what} differ; ledgers "
                "can be merged when one began as a copy of the other, or the league file has a seed"
            )
    roster = Roster.of_ledger(ledger)
    if roster.format.adaptive:
        raise ActRefusedError(
            f"in the format {roster.format.name} results decide who meets next: it can't be "
            "played in two places"
        )


def _taken(
    ledger: Ledger,
    ended: EndedTry,
    known: dict[tuple[str, int], AttemptState],
    counted: set[str],
    last: dict[str, int],
    merged: Merged,
    source: str,
) -> EndedTry | None:
    """The try as it is taken in; None where it is not."""
    here = known.get((ended.match_id, ended.attempt))
    counts = ended.state is AttemptState.COUNTED
    if here is not None and ledger.record(ended.match_id, ended.attempt) == ended.content:
        if counts:
            merged.known += 1
        return None
    problem = _damage(ended) if counts else ""
    if problem:
        merged.damaged.append(f"{ended.match_id[:10]}: {problem}")
        return None
    if counts and ended.match_id in counted:
        merged.second.append(ended.match_id)
        ledger.keep_duplicate(ended, source)
        return None
    if here is None:
        return ended
    if not counts:
        return None
    # Here it came to nothing under this number; there it was played.
    return replace(ended, attempt=last[ended.match_id] + 1)


def _damage(ended: EndedTry) -> str:
    if ended.summary is None:
        return "it has no result"
    result = MatchResult(
        ended.match_id, ended.attempt, ended.deal_id, ended.engines, 0, ended.summary
    )
    try:
        checked_content(ended.content, result)
    except RecordError as error:
        return str(error)
    return ""
