"""How a running league stands: frozen values, so that a redraw in another thread sees one whole."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from arena.league.listener import LeagueOverview
from arena.league.result import Totals
from arena.league.stopping import StopLevel
from arena.ledger import MatchResult
from arena.ratings import Standings

__all__ = ["LeaguePicture", "RunningMatch", "done"]

_KEPT_RESULTS = 6
_KEPT_NOTES = 5


@dataclass(frozen=True, slots=True)
class RunningMatch:
    """A match in a slot; `engines` are ids by seat, `started_us` on the watcher's clock."""

    engines: tuple[str, ...]
    attempt: int
    started_us: int
    ply: int = 0


@dataclass(frozen=True)
class LeaguePicture:
    """Everything that the terminal shows of a league."""

    name: str
    game: str
    time_control: str
    names: Mapping[str, str]
    """Display names by engine id."""
    totals: Totals
    slots: int
    started_us: int
    committed: int = 0
    """Results of this run."""
    warnings: tuple[str, ...] = ()
    running: Mapping[int, RunningMatch] = field(default_factory=dict)
    results: tuple[MatchResult, ...] = ()
    """The last ones."""
    notes: tuple[str, ...] = ()
    """The last things that went wrong, one line each."""
    standings: Standings | None = None
    stop: StopLevel = StopLevel.NONE

    @classmethod
    def of(cls, overview: LeagueOverview, now_us: int) -> "LeaguePicture":
        """Before the first match."""
        return cls(
            name=overview.league.name,
            game=overview.league.game,
            time_control=overview.league.time_control,
            names={entrant.id: entrant.name for entrant in overview.roster.entrants},
            totals=overview.totals,
            slots=overview.slots,
            started_us=now_us,
            warnings=overview.warnings,
            results=overview.results[-_KEPT_RESULTS:],
        )

    def with_running(self, slot: int, match: RunningMatch | None) -> "LeaguePicture":
        """A slot has begun a match, or plays none."""
        others = {number: other for number, other in self.running.items() if number != slot}
        return replace(self, running=others | {slot: match} if match else others)

    def with_ply(self, slot: int, ply: int) -> "LeaguePicture":
        """A match has come that far."""
        match = self.running.get(slot)
        if match is None:
            return self
        return replace(self, running={**self.running, slot: replace(match, ply=ply)})

    def with_result(self, result: MatchResult, totals: Totals) -> "LeaguePicture":
        """A match was committed."""
        return replace(
            self,
            totals=totals,
            committed=self.committed + 1,
            results=(*self.results, result)[-_KEPT_RESULTS:],
        )

    def with_totals(self, totals: Totals) -> "LeaguePicture":
        """The counts have changed."""
        return replace(self, totals=totals)

    def with_standings(self, standings: Standings | None) -> "LeaguePicture":
        """The ratings have changed."""
        return replace(self, standings=standings)

    def with_stop(self, level: StopLevel) -> "LeaguePicture":
        """Somebody asked to stop."""
        return replace(self, stop=level)

    def with_note(self, note: str) -> "LeaguePicture":
        """Something went wrong."""
        return replace(self, notes=(*self.notes, note)[-_KEPT_NOTES:])

    def remaining_us(self, now_us: int) -> int | None:
        """How long it will still take at the pace of this run; None before the first result."""
        if not self.committed:
            return None
        left = self.totals.to_do + self.totals.running
        return (now_us - self.started_us) * left // self.committed


def done(totals: Totals) -> int:
    """Matches that need not be played any more, however they ended."""
    return totals.played + totals.not_started + totals.forfeited + totals.unplayed
