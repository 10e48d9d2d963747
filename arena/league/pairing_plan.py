"""From a pairing in the ledger to its matches."""

from collections.abc import Collection

from arena.errors import LedgerUnreadableError
from arena.league.plan import PlannedTable, plan_table
from arena.league.roster import Roster
from arena.ledger import PairingRow
from arena.schedule import Pairing, ScheduleError, table_of

__all__ = ["identities_of", "pairing_of", "plan_pairing", "versions_of"]


def identities_of(roster: Roster) -> dict[str, str]:
    """By engine id, what tells its present version from others."""
    return {entrant.id: entrant.identity for entrant in roster.entrants}


def pairing_of(row: PairingRow) -> Pairing:
    """The pairing of a row as formats see it. Raises LedgerUnreadableError."""
    if row.deal_index is None:
        return Pairing(row.label, row.engines)
    try:
        return Pairing(row.label, row.engines, table_of(row.engines, row.deal_index))
    except ScheduleError as error:
        raise LedgerUnreadableError(f"the ledger holds a pairing without sense: {error}") from error


def plan_pairing(roster: Roster, row: PairingRow, counted: Collection[str]) -> PlannedTable | None:
    """The matches of a row; None where it has no table.

    What is closed, or was played whole (`counted` are ids of matches that count), stays with the
    versions that played it. A table that is not over is played by the present ones, from its
    beginning where one has changed. Raises LedgerUnreadableError.
    """
    table = pairing_of(row).table
    if table is None:
        return None
    if len(table.engines) != roster.seats:
        raise LedgerUnreadableError(f"the ledger holds a table of {len(table.engines)}")
    planned = plan_table(roster.league_id, table, _kept(row))
    if row.closing is not None or all(match_id in counted for match_id in planned.match_ids):
        return planned
    return plan_table(roster.league_id, table, _present(roster, row))


def versions_of(roster: Roster, row: PairingRow, planned: PlannedTable | None) -> tuple[str, ...]:
    """The versions that `plan_pairing` planned a row with, by engine."""
    table = pairing_of(row).table
    if table is None or plan_table(roster.league_id, table, _kept(row)) == planned:
        return row.identities
    return tuple(_present(roster, row).values())


def _kept(row: PairingRow) -> dict[str, str]:
    return dict(zip(row.engines, row.identities, strict=True))


def _present(roster: Roster, row: PairingRow) -> dict[str, str]:
    now = identities_of(roster)
    return {engine: now.get(engine, identity) for engine, identity in _kept(row).items()}
