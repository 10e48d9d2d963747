"""A watcher of leagues that keeps one picture on a terminal and redraws it."""

from collections.abc import Callable
from types import TracebackType
from typing import Self

from podesta.v1 import match_pb2
from rich.console import Console
from rich.live import Live
from rich.text import Text

from arena.league.listener import LeagueListener, LeagueOverview
from arena.league.plan import PlannedMatch
from arena.league.result import LeagueResult, Totals
from arena.league.stopping import StopLevel
from arena.ledger import LedgerReader, MatchResult, Suspension
from arena.match.playing import monotonic_us
from arena.ratings import Anchor, Result
from arena.schedule import FormatPicture
from arena.terminal.league_picture import LeaguePicture, RunningMatch
from arena.terminal.league_text import (
    changed_line,
    fault_note,
    overview_lines,
    stopped_match_line,
    suspension_line,
    totals_line,
    void_line,
)
from arena.terminal.league_view import LeagueView
from arena.terminal.live_standings import LiveStandings
from arena.terminal.printable import printable

__all__ = ["LiveLeague"]

_REDRAWS_PER_S = 4


class LiveLeague(LeagueListener):
    """Redraws four times a second from a thread of its own, so that times go on between events.

    What happens is folded into frozen pictures; the drawing thread sees one or the next, whole.
    """

    def __init__(
        self,
        console: Console,
        rated: Callable[[MatchResult], Result],
        anchor: Anchor | None = None,
        now_us: Callable[[], int] = monotonic_us,
    ) -> None:
        """`rated` makes of a match what standings need."""
        self._console = console
        self._rated = rated
        self._anchor = anchor
        self._now_us = now_us
        self._picture: LeaguePicture | None = None
        self._view: LeagueView | None = None
        self._standings: LiveStandings | None = None
        self._live: Live | None = None
        self._hidden = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop()

    def league_started(self, overview: LeagueOverview) -> None:
        """What is going to be played stays above the picture."""
        for line in overview_lines(overview):
            self._console.print(Text(line))
        roster = tuple(entrant.id for entrant in overview.roster.entrants)
        self._standings = LiveStandings(roster, self._anchor, self._now_us)
        for result in overview.results:
            self._standings.add(result.match_id, self._rated(result))
        self._hidden = overview.league.hidden
        self._picture = LeaguePicture.of(overview, self._now_us())
        if overview.results:
            current, ladder = self._standings.current(), self._standings.ladder()
            self._picture = self._picture.with_standings(current, ladder)
        self._view = LeagueView(self._picture, self._now_us)
        self._live = Live(
            self._view,
            console=self._console,
            refresh_per_second=_REDRAWS_PER_S,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._live.start(refresh=True)

    def match_started(self, slot: int, match: PlannedMatch, attempt: int) -> None:
        """Another running match."""
        running = RunningMatch(match.engines, attempt, self._now_us())
        self._show(self._known.with_running(slot, running))

    def match_event(self, slot: int, event: match_pb2.MatchEvent) -> None:
        """A match has come further."""
        if event.WhichOneof("event") == "move":
            self._show(self._known.with_ply(slot, event.move.ply + 1))

    def format_changed(self, picture: FormatPicture, totals: Totals) -> None:
        """The next round, a meeting that is decided, how a test stands."""
        self._show(self._known.with_format(picture, totals))

    def match_committed(self, slot: int, result: MatchResult, totals: Totals) -> None:
        """A result, and perhaps new standings."""
        match = self._known.running.get(slot)
        lasted_us = self._now_us() - match.started_us if match is not None else 0
        picture = self._known.with_running(slot, None).with_result(result, totals, lasted_us)
        note = fault_note(picture.names, result)
        if note is not None:
            picture = picture.with_note(f"fault: {note}")
        if self._standings is not None:
            self._standings.add(result.match_id, self._rated(result))
            picture = picture.with_standings(self._standings.current(), self._standings.ladder())
        self._show(picture)

    def match_void(
        self, slot: int, match: PlannedMatch, attempt: int, cause: str, totals: Totals
    ) -> None:
        """A try that came to nothing."""
        picture = self._known.with_running(slot, None).with_totals(totals)
        if self._hidden and self._standings is not None:
            # The other matches of its deal are played anew, too.
            self._standings.drop_deal(match.deal_id)
        self._show(picture.with_note(void_line(picture.names, match.engines, attempt, cause)))

    def match_stopped(self, slot: int, match: PlannedMatch, attempt: int, totals: Totals) -> None:
        """A match that the end of the run cut short."""
        picture = self._known.with_running(slot, None).with_totals(totals)
        self._show(picture.with_note(stopped_match_line(picture.names, match.engines)))

    def engine_suspended(
        self, suspension: Suspension, forfeits: int, running: int, totals: Totals
    ) -> None:
        """An engine plays no more."""
        picture = self._known.with_totals(totals)
        self._show(picture.with_note(suspension_line(picture.names, suspension, forfeits, running)))

    def engine_changed(self, engine_id: str) -> None:
        """Once an engine."""
        self._show(self._known.with_note(changed_line(self._known.names, engine_id)))

    def slot_lost(self, slot: int, cause: str) -> None:
        """The league goes on with fewer referees."""
        picture = self._known.without_slot(slot)
        self._show(picture.with_note(f"slot {slot} lost: {printable(cause, 300)}"))

    def stopping(self, level: StopLevel) -> None:
        """Said in the picture."""
        self._show(self._known.with_stop(level))

    def league_finished(self, result: LeagueResult, ledger: LedgerReader) -> None:
        """The picture makes room; troubles and totals stay."""
        self._stop()
        for note in self._known.notes:
            self._console.print(Text(note, "bad"))
        self._console.print(Text(totals_line(result)))

    @property
    def _known(self) -> LeaguePicture:
        if self._picture is None:
            raise RuntimeError("the league was not started")
        return self._picture

    def _show(self, picture: LeaguePicture) -> None:
        self._picture = picture
        if self._view is not None:
            self._view.show(picture)

    def _stop(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None
