"""How a league stands at a glance: its standings and counts, without planning it anew.

Three ways, the quickest that holds: what was kept in the ledger, while its revision is the same;
one pass over the rows, by the ledger's note of its plan; or `LeagueState`, which plans anew.
"""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from podesta.v1 import game_pb2

from arena.errors import LedgerError
from arena.league.agenda import MAX_VOIDS, absent_seats
from arena.league.plan_note import PlanNote, plan_note_of
from arena.league.result import Totals
from arena.league.roster import Roster
from arena.league.standings import ColumnsBuilder, league_columns, standings_of_columns
from arena.league.standings_content import standings_from_json, standings_to_json
from arena.league.state import LeagueState
from arena.ledger import Ledger, LedgerReader, MatchResult, Suspension
from arena.ratings import StandingsTable
from arena.ratings.appraisal import Appraisal, appraise
from arena.schedule import FormatName

__all__ = ["LeagueGlance", "keep_glance"]

_KEY = "glance"
_WORTH_KEEPING = 10_000
"""Matches; fewer are counted at once."""


@dataclass(frozen=True, slots=True)
class LeagueGlance:
    """What people look at first. `faulty` are the results with faults, in the order of commits.

    `closed` are the deals of those that are settled, so that what was hidden in them may be told.
    `kept` says that it was in the ledger, and nothing was counted; `revision` is the ledger's.
    """

    roster: Roster
    totals: Totals
    standings: StandingsTable
    appraisal: Appraisal
    suspensions: tuple[Suspension, ...]
    faulty: tuple[MatchResult, ...]
    closed: frozenset[str]
    revision: int
    kept: bool = False

    @classmethod
    def of(cls, ledger: LedgerReader) -> Self:
        """Read a ledger, as it was at its last run. Raises LedgerError."""
        with ledger.at_one_moment():
            revision = ledger.revision()
            roster = Roster.of_ledger(ledger)
            identities = {entrant.id: entrant.identity for entrant in roster.entrants}
            suspensions = tuple(
                s for s in ledger.suspensions() if identities.get(s.engine_id) == s.identity
            )
            note = plan_note_of(ledger, roster)
            if (
                note is None
                or not _quick(roster)
                or (roster.hidden and (suspensions or ledger.has_uncounted()))
            ):
                # Where something is hidden, what broke off may take results of others with it.
                return cls.of_state(LeagueState.of(ledger, roster), revision)
            faulty = tuple(
                result
                for result in ledger.faulty_results()
                if result.match_id not in note.strangers
            )
            deals = {result.deal_id for result in faulty} if roster.hidden else ()
            closed = frozenset(d for d in deals if ledger.counted_in(d) == roster.seats)
            kept = ledger.derived(_KEY)
            if kept is not None and kept.current:
                found = standings_from_json(kept.content)
                if found is not None:
                    return cls(roster, *found, suspensions, faulty, closed, revision, kept=True)
            counted = _counted(ledger, roster, note, suspensions)
            if counted is None:
                return cls.of_state(LeagueState.of(ledger, roster), revision)
            return cls(roster, *counted, suspensions, faulty, closed, revision)

    @classmethod
    def of_state(cls, state: LeagueState, revision: int = 0) -> Self:
        """The same of a league that was planned."""
        hidden = state.roster.hidden
        faulty = tuple(result for result in state.results if result.summary.faulty_seats)
        closed = state.closed_deals() if hidden else frozenset()
        standings = standings_of_columns(league_columns(state), state.roster)
        return cls(
            roster=state.roster,
            totals=state.totals,
            standings=standings,
            appraisal=appraise(standings.ratings),
            suspensions=state.suspensions,
            faulty=faulty,
            closed=closed & {result.deal_id for result in faulty},
            revision=revision,
        )


def _quick(roster: Roster) -> bool:
    """Whether rows tell all: a deal has one table, and what is planned does not depend on it."""
    return roster.format.name is FormatName.ROUND_ROBIN


def keep_glance(path: Path, glance: LeagueGlance) -> bool:
    """Keep it in the ledger that it was read from, where that spares the next one some time.

    Returns whether it was kept: a running league has the ledger to itself, some may not be
    written, and then it is counted again next time.
    """
    if glance.kept or not glance.revision or glance.totals.planned < _WORTH_KEEPING:
        return False
    content = standings_to_json(glance.totals, glance.standings, glance.appraisal)
    try:
        with Ledger.open_for_upkeep(path, whole=False) as ledger:
            ledger.set_derived(_KEY, content, glance.revision)
    except LedgerError:
        return False
    return True


def _counted(
    ledger: LedgerReader, roster: Roster, note: PlanNote, suspensions: tuple[Suspension, ...]
) -> tuple[Totals, StandingsTable, Appraisal] | None:
    """Counts and standings in one pass; None where the ledger does not fit its note."""
    columns = ColumnsBuilder()
    numbers: dict[int, int] = {}
    plays: set[tuple[tuple[str, ...], bytes]] = set()
    begun = 0
    for kind, match_id, deal_id, plies, initial_digest, moves_digest in ledger.each_row():
        if match_id in note.strangers:
            continue
        number = numbers.get(id(kind))
        if number is None:
            # Rows of one kind share one object, which the columns keep.
            number = numbers[id(kind)] = columns.number_of(kind)
        columns.add(number, deal_id, initial_digest)
        if plies:
            begun += 1
            plays.add((kind.engines, moves_digest))
    identical = begun - len(plays)
    del plays
    seatings: Counter[tuple[str, ...]] = Counter()
    not_started = 0
    for kind, count in columns.counts():
        seatings[kind.engines] += count
        not_started += count * (kind.termination == game_pb2.TERMINATION_FORFEIT)
    voids = [a for a in ledger.voids() if a.match_id not in note.strangers]
    if any(count > note.seatings.get(engines, 0) for engines, count in seatings.items()):
        return None
    tries = Counter((a.match_id, a.engines) for a in voids if not a.forgiven)
    unplayed = Counter(
        engines
        for (match_id, engines), count in tries.items()
        if count >= MAX_VOIDS and not ledger.has_counted(match_id)
    )
    suspended = {suspension.engine_id: suspension.since for suspension in suspensions}
    forfeited = 0
    for engines, planned in note.seatings.items():
        absent = absent_seats(engines, suspended)
        if absent:
            left = planned - seatings[engines] - unplayed[engines]
            forfeited += left
            for _ in range(left):
                columns.add_forfeited(engines, absent)
    counted = seatings.total()
    totals = Totals(
        planned=note.planned,
        played=counted - not_started,
        not_started=not_started,
        forfeited=forfeited,
        unplayed=unplayed.total(),
        to_do=note.planned - counted - forfeited - unplayed.total(),
        running=0,
        voids=sum(not attempt.taken_back for attempt in voids),
        identical=identical,
        taken_back=sum(attempt.taken_back for attempt in voids),
    )
    standings = standings_of_columns(columns.build(roster), roster)
    return totals, standings, appraise(standings.ratings)
