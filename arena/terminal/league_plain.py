"""A watcher of leagues that writes plain lines, one a match."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from arena.league.awaited import Awaited
from arena.league.listener import NO_FORMAT, LeagueListener, LeagueOverview
from arena.league.plan import PlannedMatch
from arena.league.result import LeagueResult, Totals
from arena.league.standings import rating_result
from arena.league.stopping import StopLevel
from arena.ledger import LedgerReader, MatchResult, Suspension
from arena.match.playing import monotonic_us
from arena.ratings import Anchor
from arena.schedule import FormatPicture
from arena.terminal.league_picture import progress, progress_text
from arena.terminal.league_text import (
    cause_lines,
    changed_line,
    ladder_line,
    more_line,
    overview_lines,
    result_line,
    stop_line,
    stopped_match_line,
    suspension_line,
    totals_line,
    void_line,
    waiting_line,
)
from arena.terminal.live_standings import MOST_CLIMBED, LiveStandings
from arena.terminal.printable import printable

__all__ = ["PlainLeague"]

_PROGRESS_WIDTH = 2_000
_LADDERS = 10
_LEAST_BETWEEN_LADDERS = 5


class PlainLeague(LeagueListener):
    """Lines to a stream, flushed at once."""

    def __init__(
        self,
        stream: IO[str] | None = None,
        *,
        quiet: bool = False,
        anchor: Anchor | None = None,
    ) -> None:
        """`quiet` leaves out the matches that went well; `anchor` is where the ladder has its zero,
        else it is the mean."""
        self._stream = stream or sys.stdout
        self._quiet = quiet
        self._names: Mapping[str, str] = {}
        self._told: set[tuple[str, int]] = set()
        self._ledger: Path | None = None
        self._format = NO_FORMAT
        self._anchor = anchor
        self._standings = LiveStandings((), anchor, monotonic_us)
        self._hidden = False
        self._ladders = 0

    def league_started(self, overview: LeagueOverview) -> None:
        """What is going to be played."""
        self._names = {entrant.id: entrant.name for entrant in overview.roster.entrants}
        # Records of hidden deals are not shown before all matches of the deal are committed.
        self._ledger = None if overview.league.hidden else overview.league.ledger
        self._format = overview.format
        self._hidden = overview.league.hidden
        self._standings = LiveStandings((), self._anchor, monotonic_us)
        for earlier in overview.results[-MOST_CLIMBED:]:
            self._standings.add(earlier.match_id, rating_result(earlier))
        self._ladders = self._ladders_due(overview.totals)
        self._write(*overview_lines(overview))

    def format_changed(self, picture: FormatPicture, totals: Totals) -> None:
        """The next round, a meeting that is decided, how a test stands."""
        before, self._format = self._format.progress, picture
        if picture.progress and picture.progress != before and not self._quiet:
            self._write(printable(picture.progress, _PROGRESS_WIDTH))

    def match_waiting(self, awaited: Awaited) -> None:
        """Nothing happens, and why."""
        if not self._quiet:
            self._write(waiting_line(self._names, awaited))

    def match_committed(self, slot: int, result: MatchResult, totals: Totals) -> None:
        """A result."""
        if not self._quiet or result.summary.faulty_seats:
            place = progress_text(self._format, totals)
            self._write(f"[{place}] {result_line(self._names, result)}")
            self._tell_causes(result)
        self._standings.add(result.match_id, rating_result(result))
        due = self._ladders_due(totals)
        ladder = self._standings.ladder() if due > self._ladders and not self._quiet else {}
        if ladder:  # forfeits move nobody on it
            self._write(ladder_line(self._names, ladder))
        self._ladders = due

    def match_void(
        self, slot: int, match: PlannedMatch, attempt: int, cause: str, totals: Totals
    ) -> None:
        """A try that came to nothing."""
        if self._hidden:
            # The other matches of its deal are played anew, too.
            self._standings.drop_deal(match.deal_id)
        self._write(void_line(self._names, match.engines, attempt, cause))

    def match_stopped(self, slot: int, match: PlannedMatch, attempt: int, totals: Totals) -> None:
        """A match that the end of the run cut short."""
        self._write(stopped_match_line(self._names, match.engines))

    def engine_suspended(
        self, suspension: Suspension, forfeits: int, running: int, totals: Totals
    ) -> None:
        """An engine plays no more."""
        self._write(suspension_line(self._names, suspension, forfeits, running))

    def engine_changed(self, engine_id: str) -> None:
        """Once an engine."""
        self._write(changed_line(self._names, engine_id))

    def slot_lost(self, slot: int, cause: str) -> None:
        """The league goes on with fewer referees."""
        self._write(f"slot {slot} lost: {printable(cause, 300)}")

    def stopping(self, level: StopLevel) -> None:
        """Somebody asked to stop."""
        if level is not StopLevel.NONE:
            self._write(stop_line(level))

    def league_finished(self, result: LeagueResult, ledger: LedgerReader) -> None:
        """What became of the plan."""
        self._write(totals_line(result))

    def _ladders_due(self, totals: Totals) -> int:
        """How many ladders belong between as many matches: one after every tenth of them or, where
        nobody knows how many there will be, whenever their number has doubled. The standings stand
        behind the last match."""
        played, expected = progress(self._format, totals)
        if expected is None:
            return (played // _LADDERS).bit_length()
        between = max(_LEAST_BETWEEN_LADDERS, -(-expected // _LADDERS))
        return min(played, expected - 1) // between

    def _tell_causes(self, result: MatchResult) -> None:
        """Why engines were at fault, once an engine and kind of fault."""
        lines = cause_lines(self._names, result)
        fresh = [line for key, line in lines.items() if key not in self._told]
        self._told.update(lines)
        self._write(*(f"  {line}" for line in fresh))
        if fresh and self._ledger is not None:
            self._write(f"  {more_line(self._ledger, result)}")

    def _write(self, *lines: str) -> None:
        for line in lines:
            self._stream.write(line + "\n")
        self._stream.flush()
