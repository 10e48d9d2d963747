"""Whoever wants to see a league while it runs."""

from dataclasses import dataclass

from podesta.v1 import match_pb2

from arena.config import League
from arena.league.awaited import Awaited
from arena.league.plan import PlannedMatch
from arena.league.result import LeagueResult, Totals
from arena.league.roster import Roster
from arena.league.stopping import StopLevel
from arena.ledger import LedgerReader, MatchResult, Suspension
from arena.schedule import FormatPicture, MatchCount

__all__ = ["NO_FORMAT", "LeagueListener", "LeagueOverview"]

NO_FORMAT = FormatPicture("", "", MatchCount(0, 0), over=False)
"""Says nothing."""


@dataclass(frozen=True, slots=True)
class LeagueOverview:
    """What is known before the first match of a run."""

    league: League
    roster: Roster
    totals: Totals
    slots: int
    results: tuple[MatchResult, ...]
    """Of former runs, in the order of commits."""
    warnings: tuple[str, ...]
    usage: str = ""
    """What the run takes of the machine, for people; empty where there is nothing to play."""
    scarce: bool = False
    """That is most of what the machine allows."""
    format: FormatPicture = NO_FORMAT
    """What the league's format is and how far it has come."""


class LeagueListener:
    """Does nothing; override what you need. All calls come from the thread that runs the league.

    Calls must return at once: while one lasts, no match is committed and none is given out
    (clocks are safe, they are kept elsewhere). An exception ends the league as a bug would.
    """

    def league_started(self, overview: LeagueOverview) -> None:
        """Before the first match."""

    def match_started(self, slot: int, match: PlannedMatch, attempt: int) -> None:
        """A match was given to a referee."""

    def match_waiting(self, awaited: Awaited) -> None:
        """A match that was given to a referee does not begin: engines from far away are not there;
        once a match, after a while."""

    def match_event(self, slot: int, event: match_pb2.MatchEvent) -> None:
        """Something happened in a match; also of tries that come to nothing later."""

    def format_changed(self, picture: FormatPicture, totals: Totals) -> None:
        """The format has decided something, or something that it goes by has ended."""

    def match_committed(self, slot: int, result: MatchResult, totals: Totals) -> None:
        """The result of a match is in the ledger."""

    def match_void(
        self, slot: int, match: PlannedMatch, attempt: int, cause: str, totals: Totals
    ) -> None:
        """A try came to nothing; the ledger keeps that."""

    def match_stopped(self, slot: int, match: PlannedMatch, attempt: int, totals: Totals) -> None:
        """The league was stopped meanwhile: a try that counts towards nothing."""

    def engine_suspended(
        self, suspension: Suspension, forfeits: int, running: int, totals: Totals
    ) -> None:
        """An engine plays no more; so many of its matches are forfeits, those that it did not
        start before included, and so many it still plays."""

    def engine_changed(self, engine_id: str) -> None:
        """Files of an engine are others than when the run began; once an engine."""

    def slot_lost(self, slot: int, cause: str) -> None:
        """No referee can be kept running in a slot; the others go on."""

    def stopping(self, level: StopLevel) -> None:
        """Somebody asked to stop."""

    def league_finished(self, result: LeagueResult, ledger: LedgerReader) -> None:
        """After the last match; the ledger can still be read."""
