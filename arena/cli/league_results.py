"""The results of a ledger as ratings need them, and the standings of a league."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from podesta.v1 import game_pb2

from arena.league.agenda import Agenda, MatchStatus
from arena.league.plan import PlannedMatch, plan_league
from arena.league.roster import Roster
from arena.ledger import LedgerReader, MatchResult, Suspension
from arena.ledger.summary import forfeit_placements
from arena.ratings import Anchor, Result, ResultColumns, Standings, rate, standings_of

__all__ = [
    "anchor_of",
    "current_suspensions",
    "forfeited_result",
    "league_agenda",
    "league_standings",
    "rating_result",
]


def rating_result(result: MatchResult) -> Result:
    """A match that was played, or that an engine did not start.

    With three or more seats a fault tells only how the seat at fault compares with the others.
    """
    summary = result.summary
    forfeit = summary.termination == game_pb2.TERMINATION_FORFEIT
    pairs = None
    seats = range(len(result.engines))
    if len(result.engines) > 2 and not forfeit and (summary.faulty_seats or summary.stand_in):
        # Who resigned is not at fault, but placed last all the same.
        last = max(summary.placements)
        apart = summary.faulty_seats or tuple(s for s in seats if summary.placements[s] == last)
        pairs = frozenset(p for p in combinations(seats, 2) if not set(apart).isdisjoint(p))
    return Result(
        deal=result.deal_id,
        engines=result.engines,
        placements=summary.placements,
        rated_pairs=pairs,
        forfeit=forfeit,
        faulty=frozenset(summary.faulty_seats),
    )


def forfeited_result(match: PlannedMatch, suspended: Iterable[str]) -> Result:
    """A match that is not played because an engine is suspended: points, but no rating."""
    out = set(suspended)
    faulty = tuple(seat for seat, engine in enumerate(match.engines) if engine in out)
    return Result(
        deal=match.deal_id,
        engines=match.engines,
        placements=forfeit_placements(len(match.engines), faulty),
        forfeit=True,
        faulty=frozenset(faulty),
    )


def anchor_of(roster: Roster) -> Anchor | None:
    """The engine that the league's ratings are set by."""
    return Anchor(roster.anchor) if roster.anchor is not None else None


def league_standings(ledger: LedgerReader, roster: Roster) -> Standings:
    """The standings of all matches that the plan holds and the ledger counts, and forfeits."""
    columns = ResultColumns.of(_results(ledger, roster), (e.id for e in roster.entrants))
    return standings_of(columns, rate(columns, anchor_of(roster)))


def current_suspensions(ledger: LedgerReader, roster: Roster) -> list[Suspension]:
    """Suspensions of engines as they are now; a repaired engine has another identity."""
    identities = {entrant.id: entrant.identity for entrant in roster.entrants}
    return [s for s in ledger.suspensions() if identities.get(s.engine_id) == s.identity]


def league_agenda(ledger: LedgerReader, roster: Roster) -> Agenda:
    """Where every planned match stands."""
    return Agenda(
        plan_league(roster),
        hidden=roster.hidden,
        attempts=ledger.attempts(),
        suspended=[suspension.engine_id for suspension in current_suspensions(ledger, roster)],
    )


def _results(ledger: LedgerReader, roster: Roster) -> Iterator[Result]:
    agenda = league_agenda(ledger, roster)
    suspended = [suspension.engine_id for suspension in current_suspensions(ledger, roster)]
    for result in ledger.results():
        if agenda.is_planned(result.match_id):
            yield rating_result(result)
    for match in agenda.matches(MatchStatus.FORFEITED):
        yield forfeited_result(match, suspended)
