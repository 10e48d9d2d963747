"""How a running league stands: frozen values, so that a redraw in another thread sees one whole."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from arena.league.listener import NO_FORMAT, LeagueOverview
from arena.league.result import Totals
from arena.league.stopping import StopLevel
from arena.ledger import MatchResult
from arena.ratings import Standings
from arena.schedule import FormatPicture
from arena.terminal.format_view import count_text, expected_matches

__all__ = ["LeaguePicture", "RunningMatch", "done", "progress", "progress_text"]

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
    lasted_us: int = 0
    """How long the matches of this run took together."""
    warnings: tuple[str, ...] = ()
    running: Mapping[int, RunningMatch] = field(default_factory=dict)
    results: tuple[MatchResult, ...] = ()
    """The last ones."""
    notes: tuple[str, ...] = ()
    """The last things that went wrong, one line each."""
    standings: Standings | None = None
    ladder: Mapping[str, float] = field(default_factory=dict)
    """Elo by engine after the last match."""
    stop: StopLevel = StopLevel.NONE
    format: FormatPicture = NO_FORMAT

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
            format=overview.format,
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

    def with_result(
        self, result: MatchResult, totals: Totals, lasted_us: int = 0
    ) -> "LeaguePicture":
        """A match was committed that took so long."""
        return replace(
            self,
            totals=totals,
            committed=self.committed + 1,
            lasted_us=self.lasted_us + lasted_us,
            results=(*self.results, result)[-_KEPT_RESULTS:],
        )

    def without_slot(self, slot: int) -> "LeaguePicture":
        """A slot is lost."""
        return replace(self.with_running(slot, None), slots=max(1, self.slots - 1))

    def with_format(self, picture: FormatPicture, totals: Totals) -> "LeaguePicture":
        """The format has gone on."""
        return replace(self, format=picture, totals=totals)

    def with_totals(self, totals: Totals) -> "LeaguePicture":
        """The counts have changed."""
        return replace(self, totals=totals)

    def with_standings(
        self, standings: Standings | None, ladder: Mapping[str, float]
    ) -> "LeaguePicture":
        """The ratings have changed."""
        return replace(self, standings=standings, ladder=ladder)

    def with_stop(self, level: StopLevel) -> "LeaguePicture":
        """Somebody asked to stop."""
        return replace(self, stop=level)

    def with_note(self, note: str) -> "LeaguePicture":
        """Something went wrong."""
        return replace(self, notes=(*self.notes, note)[-_KEPT_NOTES:])

    def remaining_us(self, now_us: int) -> int | None:
        """How long it will still take; None before the first result, and where nobody knows how
        many matches there will be.

        What matches of this run took on average, for all that are left, less what the running ones
        have had, in as many slots as there is work for. Counting results alone would make the first
        estimate too long by as much as there are slots.
        """
        finished, expected = progress(self.format, self.totals)
        if not self.committed or expected is None:
            return None
        left = expected - finished
        had_us = sum(max(0, now_us - match.started_us) for match in self.running.values())
        work_us = max(0, self.lasted_us * left // self.committed - had_us)
        return work_us // max(1, min(self.slots, left))


def done(totals: Totals) -> int:
    """Matches that need not be played any more, however they ended."""
    return totals.played + totals.not_started + totals.forfeited + totals.unplayed


def progress(format_picture: FormatPicture, totals: Totals) -> tuple[int, int | None]:
    """How many matches are done of those that the run is to bring about, and how many these are:
    of the whole plan or of a part; None where that is open."""
    if totals.part is not None:
        return totals.part.done, totals.part.planned
    return done(totals), expected_matches(format_picture, totals.planned)


def progress_text(format_picture: FormatPicture, totals: Totals) -> str:
    """The same in a few characters: "12/40", or "12" where the end is open."""
    if totals.part is not None:
        return f"{totals.part.done}/{totals.part.planned}"
    return count_text(format_picture, done(totals), totals.planned)
