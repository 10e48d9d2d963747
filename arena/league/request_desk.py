"""Where a running league looks for what people ask of it, and does it."""

import time
from collections.abc import Callable

from arena.config import League
from arena.errors import ArenaError
from arena.league.act import Act, Concurrency, Pause, Resume, act_from_json
from arena.league.perform import audit_line, perform
from arena.ledger import AuditLine, Ledger, Request

__all__ = ["RUN_ENDED", "RequestDesk"]

RUN_ENDED = "the run ended first"
"""The answer to what a run did not come to: whoever asked can do it now."""

_OF_THE_RUN = "league run"
"""Who ends, in the audit, what was asked of a former run only."""


class RequestDesk:
    """The requests of one run. Pausing and the number of matches take effect at once; whatever
    changes what is planned waits until no match is running."""

    def __init__(
        self,
        ledger: Ledger,
        league: League,
        now_us: Callable[[], int] = lambda: time.time_ns() // 1000,
    ) -> None:
        """`league` is as its file has it. What was asked of a former run is refused, and what that
        run was told to do holds no more: a league that starts paused would look like a stuck one.
        """
        self._ledger = ledger
        self._league = league
        self._waiting: list[tuple[Request, Act]] = []
        self._changes = -1
        self._last = 0
        self._more_slots = False
        self.paused = False
        self.limit: int | None = None
        """Most matches at a time, None for as many as there are slots."""
        self._notices = tuple(self._end_former(now_us))
        for request in ledger.requests():
            self._last = request.number
            if request.state == "open":
                ledger.answer_request(request.number, RUN_ENDED, done=False)

    def take_notices(self) -> tuple[str, ...]:
        """What of a former run holds no more, for people; told once."""
        notices, self._notices = self._notices, ()
        return notices

    def _end_former(self, now_us: Callable[[], int]) -> list[str]:
        last: dict[str, AuditLine] = {}
        for line in self._ledger.audit_lines():
            if line.act in ("pause", "resume", "concurrency"):
                last["pause" if line.act == "resume" else line.act] = line
        notices = []
        for line in last.values():
            if line.act == "resume" or line.user == _OF_THE_RUN:
                continue
            why = f" ({line.reason})" if line.reason else ""
            if line.act == "pause":
                act, detail = "resume", "a new run is not paused"
                told = "was paused"
            else:
                act, detail = "concurrency", "a new run plays as many as its file says"
                told = f"was told to play {line.subject} at a time"
            notices.append(f"the run before {told} by {line.user}{why}; {detail}")
            self._ledger.audit(AuditLine(now_us(), _OF_THE_RUN, act, "", "", detail))
        return notices

    @property
    def must_leave(self) -> bool:
        """Whether something waits that is done when no match is running."""
        return bool(self._waiting) or self._more_slots

    def allows(self, running: int) -> bool:
        """Whether another match may be given out beside those that run."""
        free = self.limit is None or running < self.limit
        return free and not self.paused and not self.must_leave

    def look(self, slots: int) -> None:
        """Read what was asked since the last look, and do what can be done at once."""
        changes = self._ledger.changed_by_others()
        if changes == self._changes:
            return
        self._changes = changes
        for request in self._ledger.requests(after=self._last):
            self._last = request.number
            if request.state != "open":
                continue
            try:
                act = act_from_json(request.content)
            except ValueError as error:
                self._ledger.answer_request(request.number, str(error), done=False)
                continue
            if isinstance(act, Pause | Resume | Concurrency):
                self._at_once(request, act, slots)
            else:
                self._waiting.append((request, act))

    def _at_once(self, request: Request, act: Pause | Resume | Concurrency, slots: int) -> None:
        match act:
            case Pause():
                self.paused = True
                answer = "paused: matches that run are finished, no more are begun"
            case Resume():
                self.paused = False
                answer = "going on"
            case Concurrency(matches=matches):
                self.limit = matches
                self._more_slots = matches > slots
                answer = f"{matches} {'match' if matches == 1 else 'matches'} at a time" + (
                    ", once those that run are finished" if self._more_slots else ""
                )
        self._ledger.audit(audit_line(act, act.subject, answer))
        self._ledger.answer_request(request.number, answer, done=True)

    def do_waiting(self) -> None:
        """Do what waits; no match may be running."""
        waiting, self._waiting = self._waiting, []
        self._more_slots = False
        for request, act in waiting:
            try:
                answer, done = perform(self._ledger, act, self._league), True
            except ArenaError as error:
                answer, done = str(error), False
            self._ledger.answer_request(request.number, answer, done=done)

    def close(self) -> None:
        """The run ends: what it did not come to is refused."""
        for request in self._ledger.requests():
            if request.state == "open":
                self._ledger.answer_request(request.number, RUN_ENDED, done=False)
