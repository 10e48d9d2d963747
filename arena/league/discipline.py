"""Who is suspended from a league while it is played, and why."""

from collections.abc import Sequence

from arena.config import League
from arena.league.agenda import Agenda
from arena.league.course import Course
from arena.league.roster import Roster
from arena.league.state import LeagueState
from arena.league.suspension import FaultStreaks, VoidBlame
from arena.ledger import Ledger, MatchResult, Suspension

__all__ = ["Discipline"]

Charge = tuple[str, str]
"""An engine, and why it is to be suspended."""


class Discipline:
    """Notes suspensions in the ledger, and takes the engines out of the agenda."""

    def __init__(
        self, league: League, ledger: Ledger, roster: Roster, former: LeagueState, course: Course
    ) -> None:
        """From what the ledger holds.

        The former run may have been killed before it could suspend: that is done now.
        """
        self._ledger = ledger
        self._roster = roster
        self._agenda: Agenda = former.agenda
        self._suspensions = list(former.suspensions)
        self._streaks = FaultStreaks(league.suspend_after)
        self._blame = VoidBlame(len(league.engines), league.seats)
        blamed = self._blame.add_all(
            attempt.engines
            for attempt in former.voids
            if not attempt.forgiven and not course.former(attempt.match_id)
        )
        lifts = ledger.lifts()
        for result in former.results:
            self._streaks.add(result, lifts, course.former(result.match_id))
        for engine_id, reason in self._charged(self._streaks.reached(), blamed):
            self.suspend(engine_id, reason)

    @property
    def suspensions(self) -> tuple[Suspension, ...]:
        """All that hold, in the order in which they came about."""
        return tuple(self._suspensions)

    def after_result(self, result: MatchResult) -> list[Charge]:
        """Take in a match that counts; who is to be suspended now."""
        return self._charged(self._streaks.add(result), None)

    def after_void(self, engines: Sequence[str]) -> list[Charge]:
        """Take in a match that was void; who is to be suspended now."""
        return self._charged([], self._blame.add(engines))

    def suspend(self, engine_id: str, reason: str) -> Suspension | None:
        """The suspension, which is in the ledger; None where there was one before."""
        if any(suspension.engine_id == engine_id for suspension in self._suspensions):
            return None
        identity = self._roster.entrant(engine_id).identity
        self._ledger.suspend(engine_id, identity, reason)
        suspension = next(s for s in self._ledger.suspensions() if s.identity == identity)
        self._suspensions.append(suspension)
        self._agenda.suspend(engine_id, suspension.since)
        return suspension

    def _charged(self, reached: Sequence[str], blamed: str | None) -> list[Charge]:
        charges = [(e, f"{self._streaks.streak(e)} faults in a row") for e in reached]
        if blamed is not None:
            charges.append((blamed, self._blame.describe(blamed)))
        return charges
