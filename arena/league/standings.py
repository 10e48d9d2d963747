"""The standings of a league: its results as ratings need them."""

from array import array
from collections.abc import Iterator
from itertools import combinations

import numpy as np
from podesta.v1 import game_pb2

from arena.league.plan import PlannedMatch
from arena.league.roster import Roster
from arena.league.state import LeagueState
from arena.ledger import MatchResult, ResultKind
from arena.ledger.summary import forfeit_placements
from arena.ratings import Anchor, Result, ResultColumns, Standings, rate, standings_of

__all__ = [
    "ColumnsBuilder",
    "anchor_of",
    "forfeited_result",
    "league_columns",
    "league_results",
    "league_standings",
    "rating_result",
    "standings_of_columns",
]


def rating_result(result: MatchResult) -> Result:
    """A match that was played, or that an engine did not start.

    With three or more seats a fault tells only how the seat at fault compares with the others.
    """
    # Two tables may have got one deal, where a game has few.
    deal = result.summary.initial_digest.hex() or result.deal_id
    return _result(deal, _kind_of(result))


def _kind_of(result: MatchResult) -> ResultKind:
    summary = result.summary
    return ResultKind(
        result.engines,
        summary.placements,
        summary.termination,
        summary.faulty_seats,
        summary.stand_in,
    )


def _result(deal: str, kind: ResultKind) -> Result:
    pairs = None
    seats = range(len(kind.engines))
    forfeit = kind.termination == game_pb2.TERMINATION_FORFEIT
    if len(kind.engines) > 2 and not forfeit and (kind.faulty_seats or kind.stand_in):
        # Who resigned is not at fault, but placed last all the same.
        last = max(kind.placements)
        apart = kind.faulty_seats or tuple(s for s in seats if kind.placements[s] == last)
        pairs = frozenset(p for p in combinations(seats, 2) if not set(apart).isdisjoint(p))
    return Result(
        deal=deal,
        engines=kind.engines,
        placements=kind.placements,
        rated_pairs=pairs,
        forfeit=forfeit,
        faulty=frozenset(kind.faulty_seats),
    )


class ColumnsBuilder:
    """Gathers the results of a league as columns.

    A league has few kinds of results, whatever the number of its matches: each kind is made once.
    """

    def __init__(self) -> None:
        self._kinds: dict[ResultKind, int] = {}
        self._deals: dict[str | bytes, int] = {}
        self._kind = array("q")
        self._deal = array("q")

    def number_of(self, kind: ResultKind) -> int:
        """The number under which results of a kind are added."""
        return self._kinds.setdefault(kind, len(self._kinds))

    def add(self, kind: int, deal_id: str, initial_digest: bytes) -> None:
        """Append a match that was played, or that an engine did not start; see `Summary`."""
        # Two tables may have got one deal, where a game has few.
        deal = initial_digest or deal_id
        self._kind.append(kind)
        self._deal.append(self._deals.setdefault(deal, len(self._deals)))

    def add_forfeited(self, engines: tuple[str, ...], absent: tuple[int, ...]) -> None:
        """Append a match that is not played; `absent` are the seats that forfeit it."""
        placements = forfeit_placements(len(engines), absent)
        forfeit = game_pb2.TERMINATION_FORFEIT
        self.add(self.number_of(ResultKind(engines, placements, forfeit, absent, False)), "", b"")

    def counts(self) -> Iterator[tuple[ResultKind, int]]:
        """How many results of each kind there are so far."""
        kinds = np.bincount(np.asarray(self._kind, dtype=np.int64), minlength=len(self._kinds))
        return zip(self._kinds, kinds.tolist(), strict=True)

    def build(self, roster: Roster) -> ResultColumns:
        """The columns of all matches so far."""
        kinds = [_result("", kind) for kind in self._kinds]
        ids = (entrant.id for entrant in roster.entrants)
        return ResultColumns.of_kinds(kinds, self._kind, self._deal, ids)


def league_columns(state: LeagueState) -> ResultColumns:
    """All matches that count as standings need them, then those forfeited by suspended engines."""
    builder = ColumnsBuilder()
    for result in state.results:
        kind = builder.number_of(_kind_of(result))
        builder.add(kind, result.deal_id, result.summary.initial_digest)
    for match, absent in state.agenda.forfeited():
        builder.add_forfeited(match.engines, absent)
    return builder.build(state.roster)


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


def standings_of_columns(columns: ResultColumns, roster: Roster) -> Standings:
    """The standings of these matches by the terms of this roster."""
    return standings_of(columns, rate(columns, anchor_of(roster)))


def league_standings(state: LeagueState) -> Standings:
    """The standings of all matches that count, and of those forfeited by suspended engines."""
    return standings_of_columns(league_columns(state), state.roster)
