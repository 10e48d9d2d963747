"""How a league stands by its ledger: for a run that goes on with it and for those who look."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from typing import Self

from arena.errors import LedgerUnreadableError
from arena.league.agenda import Agenda, MatchStatus
from arena.league.pairing_plan import plan_pairing
from arena.league.part import WHOLE, Part
from arena.league.plan import PlannedTable, plan_league
from arena.league.result import Totals
from arena.league.roster import Roster
from arena.league.tally import Tally
from arena.ledger import (
    Attempt,
    AttemptState,
    LedgerReader,
    MatchResult,
    PairingRow,
    Suspension,
)

__all__ = ["LeagueState"]

_MANY = 100_000
"""Matches, from which on it is felt that Python looks for cycles among them."""

_LEFT = 2**62
"""Since when an engine that takes part no more is gone: after whoever was suspended."""


@dataclass(frozen=True, slots=True)
class LeagueState:
    """The plan of a roster, compared with what a ledger holds.

    `results` count and are planned, in the order of commits; matches of an engine's former
    version, or of one that has left, are in the ledger but not here. `voids` are tries of planned
    matches that came to nothing by our fault, `taken_back` counts those whose result an organiser
    voided. `suspensions` are those of present versions.
    `strangers` are the ids of matches that were tried but are not planned. `pairings` are what a
    format that goes by results has decided, `tables` the plans of each, None for those without.
    """

    roster: Roster
    agenda: Agenda
    results: tuple[MatchResult, ...]
    voids: tuple[Attempt, ...]
    suspensions: tuple[Suspension, ...]
    strangers: frozenset[str]
    pairings: tuple[PairingRow, ...] = ()
    tables: tuple[PlannedTable | None, ...] = ()
    taken_back: int = 0

    @classmethod
    def of(cls, ledger: LedgerReader, roster: Roster | None = None, *, part: Part = WHOLE) -> Self:
        """Read a ledger; without a `roster`, that of its last run. Raises LedgerError.

        `part` is what is to be played of the plan.
        """
        roster = roster or Roster.of_ledger(ledger)
        identities = {entrant.id: entrant.identity for entrant in roster.entrants}
        suspensions = tuple(
            s for s in ledger.suspensions() if identities.get(s.engine_id) == s.identity
        )
        with ledger.at_one_moment(), _no_cycles_looked_for():
            pairings = tuple(ledger.pairings()) if roster.format.adaptive else ()
            results = ledger.results()
            others = ledger.uncounted_attempts()
            state = cls._of(ledger, roster, suspensions, pairings, results, others, part)
        if len(results) >= _MANY:
            # Nor later among these, whenever something else is looked through.
            gc.freeze()
        return state

    @classmethod
    def _of(
        cls,
        ledger: LedgerReader,
        roster: Roster,
        suspensions: tuple[Suspension, ...],
        pairings: tuple[PairingRow, ...],
        results: list[MatchResult],
        others: list[Attempt],
        part: Part,
    ) -> Self:
        counted = {result.match_id for result in results}
        identities = {entrant.id for entrant in roster.entrants}
        tables = tuple(plan_pairing(roster, row, counted) for row in pairings)
        suspended = {suspension.engine_id: suspension.since for suspension in suspensions}
        for row in pairings:
            suspended |= {e: _LEFT for e in row.engines if e not in identities}
        try:
            agenda = Agenda(
                plan_league(roster) or (table for table in tables if table is not None),
                hidden=roster.hidden,
                attempts=chain(others, map(_attempt, results)),
                suspended=suspended,
                settled=dict(chain.from_iterable(map(_settled, pairings))),
                part=part,
            )
        except ValueError as error:
            raise LedgerUnreadableError(f"{ledger.path}: it makes no schedule: {error}") from error
        voids = tuple(
            attempt
            for attempt in others
            if attempt.state is AttemptState.VOID and agenda.is_planned(attempt.match_id)
        )
        return cls(
            roster=roster,
            agenda=agenda,
            results=tuple(r for r in results if agenda.counts(r.match_id)),
            voids=tuple(attempt for attempt in voids if not attempt.taken_back),
            suspensions=suspensions,
            strangers=frozenset(
                match_id
                for match_id in chain((a.match_id for a in others), counted)
                if not agenda.is_planned(match_id)
            ),
            pairings=pairings,
            tables=tables,
            taken_back=sum(attempt.taken_back for attempt in voids),
        )

    @property
    def totals(self) -> Totals:
        """Counts of the planned matches."""
        return self.tally().totals(self.agenda)

    def tally(self) -> Tally:
        """Its results and tries, to be counted on from."""
        return Tally(self.results, len(self.voids), self.taken_back)

    def closed_deals(self) -> frozenset[str]:
        """Ids of deals of which nothing is left to play: what was hidden in them may be told."""
        open_deals = {
            match.deal_id
            for status in (MatchStatus.TO_DO, MatchStatus.RUNNING)
            for match in self.agenda.matches(status)
        }
        return self.agenda.deal_ids() - open_deals


def _attempt(result: MatchResult) -> Attempt:
    return Attempt(
        result.match_id, result.attempt, result.deal_id, result.engines, AttemptState.COUNTED
    )


@contextmanager
def _no_cycles_looked_for() -> Iterator[None]:
    """A million values are made here, without any cycle: to look for some takes a third more."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _settled(row: PairingRow) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The matches of a closed pairing that were not played, with the seats that forfeited them."""
    if row.closing is not None:
        yield from row.closing.forfeited.items()
        yield from ((match_id, ()) for match_id in row.closing.unplayed)
