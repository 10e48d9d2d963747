"""Every match of a fixed schedule, in the order of play: a pure function of its roster."""

from collections.abc import Mapping
from dataclasses import dataclass

from arena.league.identity import deal_id, match_id
from arena.league.roster import Roster
from arena.schedule import History, Table

__all__ = ["PlannedMatch", "PlannedTable", "plan_league", "plan_table"]


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
    """All matches of a schedule that is fixed, by deal; none where results decide who meets.

    Tables that share a deal are planned as one: what happens to a deal happens to all of them.
    Raises ScheduleError (a ValueError) where the engines make none.
    """
    made = roster.make_format()
    if made.adaptive:
        return ()
    identities = {entrant.id: entrant.identity for entrant in roster.entrants}
    deals: dict[str, PlannedTable] = {}
    for pairing in made.next_tables(History()):
        if pairing.table is not None:
            planned = plan_table(roster.league_id, pairing.table, identities)
            before = deals.get(planned.deal_id)
            matches = planned.matches if before is None else (*before.matches, *planned.matches)
            deals[planned.deal_id] = PlannedTable(planned.deal_id, matches)
    return tuple(deals.values())


def plan_table(league_id: str, table: Table, identities: Mapping[str, str]) -> PlannedTable:
    """The matches of one table; `identities` tell the version of each engine."""
    deal = deal_id(league_id, table.deal_key)
    return PlannedTable(
        deal,
        tuple(
            PlannedMatch(match_id(deal, [identities[e] for e in seating]), deal, seating)
            for seating in table.seatings
        ),
    )
