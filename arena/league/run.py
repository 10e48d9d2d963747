"""One run of a league: gives out what is to be played, and commits what comes back.

One loop, one thread. The ledger is written before anybody acts upon it: a try is noted before a
referee gets it, and a referee may forget a record only when it is committed.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import replace

from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.config import League
from arena.errors import ExecutorError
from arena.executors import (
    EventSeen,
    Executor,
    MatchLost,
    MatchRecorded,
    Report,
    SlotIdle,
    SlotLost,
)
from arena.league.agenda import Assignment, MatchStatus
from arena.league.amendments import Amendments
from arena.league.awaited import AwaitedMatches
from arena.league.course import Course
from arena.league.discipline import Discipline
from arena.league.fault_causes import fault_causes
from arena.league.file_watch import FileWatch
from arena.league.listener import LeagueListener, LeagueOverview
from arena.league.match_spec import check_answer, hide_environment, match_spec
from arena.league.part import Part
from arena.league.plan_note import note_plan
from arena.league.request_desk import RequestDesk
from arena.league.result import LeagueResult, Totals
from arena.league.roster import Roster
from arena.league.roster_changes import note_changes
from arena.league.state import LeagueState
from arena.league.stopping import StopLevel, StopRequest
from arena.ledger import (
    Ledger,
    Summary,
    summarize,
)
from referee.errors import RecordError
from referee.record_file import encode_record
from referee.time_control import DEFAULT_GRACE_US

__all__ = ["MakeExecutor", "Run"]

MakeExecutor = Callable[[League, int], Executor]
"""Makes the executor of a league; the number is how many matches there are to play."""

_STOPPED = "the league was stopped"
_LOOK_S = 0.5
"""How long a request may wait until it is seen."""


class Run:
    """What a league has come to, while it is played."""

    def __init__(
        self,
        league: League,
        ledger: Ledger,
        listener: LeagueListener,
        stop: StopRequest,
        desk: RequestDesk,
        amendments: Amendments,
        played_now: int,
        part: Part,
    ) -> None:
        self._league = league
        self._ledger = ledger
        self._listener = listener
        self._stop = stop
        self._secret = ledger.secret
        self._desk = desk
        self._watch = FileWatch(league)  # before the versions are taken: nothing goes unseen
        self._roster = Roster.of_league(league, self._secret, amendments.kept)
        self._changes = note_changes(ledger, self._roster, league.file)
        ledger.set_meta(*self._roster.to_meta())
        self._former = LeagueState.of(ledger, self._roster, part=part)
        self._agenda = self._former.agenda
        ledger.deal_anew([m for table in self._agenda.dealt_anew for m in table.match_ids])
        if not self._roster.format.adaptive:
            note_plan(ledger, self._roster, self._agenda, self._former.strangers)
        self._course = Course(self._former)
        self._course.check_versions(ledger.path)
        self._tally = self._former.tally()
        self.played_now = played_now
        self._late = 0
        self._late_us = DEFAULT_GRACE_US if league.grace_us is None else league.grace_us
        self._running: dict[int, tuple[Assignment, match_pb2.MatchSpec]] = {}
        self._awaited = AwaitedMatches(frozenset(e.id for e in league.engines if e.remote))
        self._idle: list[int] = []
        self._lost: dict[int, str] = {}
        self._said = StopLevel.NONE
        self._discipline = Discipline(league, ledger, self._roster, self._former, self._course)
        self._course.settle(ledger)

    # --- the loop -----------------------------------------------------------------------------

    def play(self, make: MakeExecutor) -> LeagueResult | None:
        """Play until nothing is left, or until somebody asked to stop.

        None where something waits at the desk that is done now that no match is running.
        """
        idle = not self._agenda.left
        if self._stop.level is StopLevel.NONE and (idle or not self._course.on_demand):
            self._course.advance(self._ledger)
        to_do = self._to_do()
        with ExitStack() as stack:
            executor = None
            if to_do and self._stop.level is StopLevel.NONE:
                executor = stack.enter_context(make(self._as_many_as_asked(), to_do))
            self._listener.league_started(
                LeagueOverview(
                    league=self._league,
                    roster=self._roster,
                    totals=self._totals(),
                    slots=executor.slots if executor else 0,
                    results=self._former.results,
                    warnings=(
                        *self._league.warnings,
                        *self._version_warnings(),
                        *self._changes,
                        *self._desk.take_notices(),
                    ),
                    usage=executor.usage if executor else "",
                    scarce=executor is not None and executor.scarce,
                    format=self._course.picture(),
                )
            )
            if executor is not None:
                self._stop.on_request(executor.wake)
                stack.callback(self._stop.on_request, None)
                self._loop(executor)
        if self._desk.must_leave and self._stop.level is StopLevel.NONE:
            return None
        result = self._result()
        self._listener.league_finished(result, self._ledger)
        return result

    def _as_many_as_asked(self) -> League:
        limit = self._desk.limit
        return self._league if limit is None else replace(self._league, concurrency=limit)

    def _loop(self, executor: Executor) -> None:
        while True:
            self._desk.look(executor.slots)
            if self._finished(executor):
                return
            self._give_out(executor)
            if not self._running and not self._agenda.left:
                continue
            for report in executor.wait(_LOOK_S):
                self._take(executor, report)
            for awaited in self._awaited.overdue():
                self._listener.match_waiting(awaited)

    def _finished(self, executor: Executor) -> bool:
        level = self._stop.level
        if level is not self._said:
            self._said = level
            self._listener.stopping(level)
        if level is StopLevel.NOW:
            for report in executor.wait(0):
                self._take(executor, report)
            for slot in sorted(self._running):
                self._void(slot, _STOPPED, interrupted=True)
            return True
        if self._running:
            return False
        if level is StopLevel.FINISH or self._desk.must_leave:
            return True
        if not self._agenda.left and not self._advance():
            return True
        if len(self._lost) == executor.slots:
            raise ExecutorError("; ".join(sorted(set(self._lost.values()))))
        return False

    def _give_out(self, executor: Executor) -> None:
        self._idle.sort(reverse=True)
        while (
            self._idle
            and self._stop.level is StopLevel.NONE
            and self._desk.allows(len(self._running))
        ):
            assignment = self._agenda.next(self._busy())
            if assignment is None:
                return
            slot = self._idle.pop()
            match = assignment.match
            spec = match_spec(self._league, self._roster, self._secret, assignment)
            self._ledger.begin(match.match_id, assignment.attempt, match.deal_id, match.engines)
            self._running[slot] = (assignment, spec)
            executor.play(slot, spec)
            self._awaited.given(slot, match, assignment.attempt)
            self._listener.match_started(slot, match, assignment.attempt)

    def _busy(self) -> set[str]:
        """The remote engines that play as many matches as they can; those started here can all."""
        playing = Counter(e for a, _ in self._running.values() for e in a.match.engines)
        far = (engine for engine in self._league.engines if engine.remote)
        return {engine.id for engine in far if playing[engine.id] >= engine.at_once}

    def _take(self, executor: Executor, report: Report) -> None:
        self._awaited.begun(report.slot)
        match report:
            case SlotIdle(slot):
                self._idle.append(slot)
            case EventSeen(slot, event):
                self._listener.match_event(slot, event)
            case MatchRecorded(slot, record):
                self._take_record(executor, slot, record)
            case MatchLost(slot, _, cause):
                self._void(slot, cause)
            case SlotLost(slot, cause):
                self._lost[slot] = cause
                if slot in self._idle:
                    self._idle.remove(slot)
                self._listener.slot_lost(slot, cause)

    # --- what comes back ----------------------------------------------------------------------

    def _take_record(self, executor: Executor, slot: int, record: record_pb2.MatchRecord) -> None:
        match_id, attempt = record.spec.match_id, record.spec.attempt
        _, asked = self._running[slot]
        try:
            check_answer(asked, record)
            hide_environment(self._league, record)
            content = encode_record(record)
            void = record.termination == game_pb2.TERMINATION_VOID
            summary = None if void else summarize(record)
        except (ValueError, RecordError) as error:
            self._void(slot, f"the referee sent a wrong record: {error}")
        else:
            if summary is None:
                self._void(slot, record.reason or "the referee gave no reason", content=content)
            else:
                self._commit(slot, record, content, summary)
        executor.committed(slot, match_id, attempt)

    def _commit(
        self, slot: int, record: record_pb2.MatchRecord, content: bytes, summary: Summary
    ) -> None:
        assignment, _ = self._running.pop(slot)
        counts = self._agenda.would_count(assignment)
        result = self._ledger.commit(record, content, summary, counts=counts)
        if result is None:
            self._agenda.superseded(assignment)
            return
        self._agenda.counted(assignment)
        self._course.take(result)
        self._tally.add(result)
        self.played_now += 1
        self._late += record.max_lag_us > self._late_us
        charges = self._discipline.after_result(result)
        causes = fault_causes(record, hidden=self._league.hidden)
        told = replace(result, causes=causes) if causes else result
        self._listener.match_committed(slot, told, self._totals())
        for engine_id in self._watch.changed(result.engines):
            self._listener.engine_changed(engine_id)
        self._suspend(charges)
        self._go_on()

    def _void(
        self, slot: int, cause: str, *, interrupted: bool = False, content: bytes | None = None
    ) -> None:
        assignment, _ = self._running.pop(slot)
        match = assignment.match
        redeal = self._agenda.redeals(assignment, interrupted=interrupted)
        self._ledger.void(
            match.match_id,
            assignment.attempt,
            cause,
            interrupted=interrupted,
            redeal=redeal.match_ids if redeal else (),
            content=content,
        )
        self._agenda.voided(assignment, interrupted=interrupted)
        self._tally.voids += not interrupted
        if redeal is not None:
            self._tally.drop_deal(redeal.deal_id)
            self._course.drop(redeal.match_ids)
        if interrupted:
            self._listener.match_stopped(slot, match, assignment.attempt, self._totals())
            return
        self._listener.match_void(slot, match, assignment.attempt, cause, self._totals())
        self._suspend(self._discipline.after_void(match.engines))
        self._go_on()

    def _suspend(self, charges: Iterable[tuple[str, str]]) -> None:
        for engine_id, reason in charges:
            suspension = self._discipline.suspend(engine_id, reason)
            if suspension is None:
                continue
            forfeits = self._tally.not_started_by(engine_id) + sum(
                engine_id in {match.engines[seat] for seat in absent}
                for match, absent in self._agenda.forfeited()
            )
            running = sum(engine_id in a.match.engines for a, _ in self._running.values())
            self._listener.engine_suspended(suspension, forfeits, running, self._totals())

    # --- what the format decides --------------------------------------------------------------

    def _go_on(self) -> None:
        """Close what has ended and decide at once, however long no referee is idle."""
        before = self._course.picture()
        self._course.settle(self._ledger)
        if self._stop.level is StopLevel.NONE and not self._course.on_demand:
            self._course.advance(self._ledger)
        if self._course.picture() is not before:
            self._listener.format_changed(self._course.picture(), self._totals())

    def _advance(self) -> bool:
        """Ask the format for more; whether there is something to play now."""
        if self._course.advance(self._ledger):
            self._listener.format_changed(self._course.picture(), self._totals())
        return self._agenda.left > 0

    def _to_do(self) -> int:
        """How many matches are to be played, as far as that is known; for as many referees."""
        known = self._agenda.left
        if not known or self._course.over:
            return known
        most = self._course.picture().count.most
        return max(known, self._league.concurrency if most is None else most)

    # --- how it stands ------------------------------------------------------------------------

    def _totals(self) -> Totals:
        return self._tally.totals(self._agenda)

    def _version_warnings(self) -> list[str]:
        return [
            f"{entrant.id}: none of its files are known, so that changes of it go unseen; "
            "name them with files = [...]"
            for entrant in self._roster.entrants
            if not entrant.version_digest and not self._league.engine(entrant.id).remote
        ]

    def _result(self) -> LeagueResult:
        warnings = [
            *self._league.warnings,
            *self._version_warnings(),
            *self._course.warnings(),
        ]
        if self._tally.identical:
            warnings.append(
                f"{self._tally.identical} matches repeat another one move by move and tell "
                "nothing new; more opening_plies would make them differ"
            )
        if self._late:
            warnings.append(
                f"in {self._late} matches of this run the referee's own timer was later than the "
                "grace: this machine was too busy for fair clocks; a lower concurrency helps"
            )
        unplayed = self._agenda.matches(MatchStatus.UNPLAYED)
        return LeagueResult(
            totals=self._totals(),
            played_now=self.played_now,
            stopped=self._stop.level is not StopLevel.NONE,
            suspensions=self._discipline.suspensions,
            unplayed=tuple(match.match_id for match in unplayed),
            warnings=tuple(warnings),
            more_to_come=not self._course.over,
        )
