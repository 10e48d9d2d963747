"""Every match of a league, in the order of play: a pure function of its roster."""

from dataclasses import dataclass

from arena.league.identity import deal_id, match_id
from arena.league.roster import Roster
from arena.schedule import round_robin

__all__ = ["PlannedMatch", "PlannedTable", "plan_league"]


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """One match; `engines` are ids by seat."""

    match_id: str
    deal_id: str
    engines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """The matches that play one deal."""

    deal_id: str
    matches: tuple[PlannedMatch, ...]

    @property
    def match_ids(self) -> tuple[str, ...]:
        """Of all its matches."""
        return tuple(match.match_id for match in self.matches)


def plan_league(roster: Roster) -> tuple[PlannedTable, ...]:
    """All tables. Raises ScheduleError (a ValueError) where the engines make none."""
    identities = {entrant.id: entrant.identity for entrant in roster.entrants}
    owners = {entrant.id: entrant.owner for entrant in roster.entrants if entrant.owner}
    tables = []
    for table in round_robin(tuple(identities), roster.seats, roster.deals, owners):
        deal = deal_id(roster.league_id, table.key)
        matches = tuple(
            PlannedMatch(match_id(deal, [identities[e] for e in seating]), deal, seating)
            for seating in table.seatings
        )
        tables.append(PlannedTable(deal, matches))
    return tuple(tables)
