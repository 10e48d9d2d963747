"""The standings of a league: its results as ratings need them."""

from collections.abc import Iterator
from itertools import combinations

from podesta.v1 import game_pb2

from arena.league.plan import PlannedMatch
from arena.league.roster import Roster
from arena.league.state import LeagueState
from arena.ledger import MatchResult
from arena.ledger.summary import forfeit_placements
from arena.ratings import Anchor, Result, ResultColumns, Standings, rate, standings_of

__all__ = [
    "anchor_of",
    "forfeited_result",
    "league_results",
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
        # Two tables may have got one deal, where a game has few.
        deal=summary.initial_digest.hex() or result.deal_id,
        engines=result.engines,
        placements=summary.placements,
        rated_pairs=pairs,
        forfeit=forfeit,
        faulty=frozenset(summary.faulty_seats),
    )


def forfeited_result(match: PlannedMatch, absent: tuple[int, ...]) -> Result:
    """A match that is not played because engines are suspended: points, but no rating.

    `absent` are the seats that forfeit it.
    """
    return Result(
        deal=match.deal_id,
        engines=match.engines,
        placements=forfeit_placements(len(match.engines), absent),
        forfeit=True,
        faulty=frozenset(absent),
    )


def league_results(state: LeagueState) -> Iterator[Result]:
    """All matches that count as standings need them, then those forfeited by suspended engines."""
    yield from map(rating_result, state.results)
    for match, absent in state.agenda.forfeited():
        yield forfeited_result(match, absent)


def anchor_of(roster: Roster) -> Anchor | None:
    """The engine that the league's ratings are set by."""
    return Anchor(roster.anchor) if roster.anchor is not None else None


def league_standings(state: LeagueState) -> Standings:
    """The standings of all matches that count, and of those forfeited by suspended engines."""
    roster = state.roster
    columns = ResultColumns.of(league_results(state), (entrant.id for entrant in roster.entrants))
    return standings_of(columns, rate(columns, anchor_of(roster)))
