"""What became of a league."""

from dataclasses import dataclass

from arena.league.exit_status import LeagueExit
from arena.league.part import Part
from arena.ledger import Suspension

__all__ = ["LeagueResult", "PartTotals", "Totals"]


@dataclass(frozen=True, slots=True)
class PartTotals:
    """How the part of the plan stands that a run plays; the words are those of `Totals`."""

    part: Part
    planned: int
    not_started: int
    forfeited: int
    unplayed: int
    left: int
    """To do, or running."""

    @property
    def done(self) -> int:
        """Matches that need not be played any more, however they ended."""
        return self.planned - self.left


@dataclass(frozen=True, slots=True)
class Totals:
    """How a league stands; counts matches of the plan, former runs included.

    `planned` = `played` + `not_started` + `forfeited` + `unplayed` + `to_do` + `running`.
    `played` have a result of play (also a loss by fault), `not_started` ended before the first
    move because an engine did not start, `forfeited` were not begun because an engine is
    suspended, `unplayed` were void too often. `voids` counts tries that came to nothing and
    `identical` matches that repeat an earlier one with the same engines move by move; `taken_back`
    counts results that an organiser voided. `part` is there in a run that plays only a part of the
    plan.
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
    taken_back: int = 0
    part: PartTotals | None = None

    @property
    def left(self) -> int:
        """To do, or running."""
        return self.to_do + self.running


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
        """The gravest that applies to what this run was to play."""
        own = self.totals.part or self.totals
        if own.left or self.more_to_come:
            return LeagueExit.INTERRUPTED
        if own.unplayed:
            return LeagueExit.UNPLAYED
        if own.forfeited or own.not_started or self.suspensions:
            return LeagueExit.FORFEITS
        # A part may be empty; then it is finished.
        if not self.totals.played and self.totals.part is None:
            return LeagueExit.UNPLAYED
        return LeagueExit.COMPLETE
