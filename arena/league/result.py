"""What became of a league."""

from dataclasses import dataclass

from arena.league.exit_status import LeagueExit
from arena.ledger import Suspension

__all__ = ["LeagueResult", "Totals"]


@dataclass(frozen=True, slots=True)
class Totals:
    """How a league stands; counts matches of the plan, former runs included.

    `planned` = `played` + `not_started` + `forfeited` + `unplayed` + `to_do` + `running`.
    `played` have a result of play (also a loss by fault), `not_started` ended before the first
    move because an engine did not start, `forfeited` were not begun because an engine is
    suspended, `unplayed` were void too often. `voids` counts tries that came to nothing and
    `identical` matches that repeat an earlier one with the same engines move by move.
    """

    planned: int
    played: int
    not_started: int
    forfeited: int
    unplayed: int
    to_do: int
    running: int
    voids: int
    identical: int


@dataclass(frozen=True, slots=True)
class LeagueResult:
    """The end of a run. `warnings` are one line each, for people."""

    totals: Totals
    played_now: int
    """Results committed by this run."""
    stopped: bool
    """Somebody asked to stop before the end."""
    suspensions: tuple[Suspension, ...]
    unplayed: tuple[str, ...]
    """Ids of matches that were void too often."""
    warnings: tuple[str, ...]
    more_to_come: bool = False
    """The format would pair more, had it not been stopped."""

    @property
    def exit_status(self) -> LeagueExit:
        """The gravest that applies."""
        totals = self.totals
        if totals.to_do or totals.running or self.more_to_come:
            return LeagueExit.INTERRUPTED
        if totals.unplayed:
            return LeagueExit.UNPLAYED
        if totals.forfeited or totals.not_started or self.suspensions:
            return LeagueExit.FORFEITS
        if not totals.played:
            return LeagueExit.UNPLAYED
        return LeagueExit.COMPLETE
