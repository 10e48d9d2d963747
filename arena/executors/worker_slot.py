"""One slot of the local executor: its referee process, its match, and how long both may take.

A state machine without I/O of its own but starting and ending the process; what it reports is
collected by the executor. All times are seconds of the executor's monotonic clock.
"""

import os
import secrets
import signal
import subprocess
from collections.abc import Sequence
from enum import Enum, auto
from pathlib import Path

from podesta.v1 import match_pb2, worker_pb2

from arena.executors.executor import (
    EventSeen,
    MatchLost,
    MatchRecorded,
    Report,
    SlotIdle,
    SlotLost,
)
from arena.executors.leash import ask_to_end, leashed
from arena.executors.progress_limit import after_event_s, after_order_s, whole_match_s
from referee.undisturbed import undisturbed
from referee.worker_secret import SECRET_VARIABLE

__all__ = ["Phase", "WorkerSlot"]

START_S = 60.0
"""A referee that has not reported by then is ended."""
END_S = 8.0
"""A referee has this long to end its engines before it is killed."""
BACK_OFF_S = (0.0, 0.2, 1.0, 5.0, 20.0)
"""Waits before a new process after so many failures in a row; the last holds from then on."""
MOST_FALSE_STARTS = 5
"""Processes in a row that end without a match before the slot is given up."""
MOST_LOST = 20
"""Matches in a row that are lost before the slot is given up."""

_LOG_TAIL_BYTES = 2048
_LOG_MOST_BYTES = 1 << 20


class Phase(Enum):
    """What a slot's process is doing."""

    DOWN = auto()
    """There is none; one is started when `deadline` comes."""
    STARTING = auto()
    READY = auto()
    """It can be given a match."""
    PLAYING = auto()
    RECORDED = auto()
    """It has sent its record and waits for the ledger."""
    ENDING = auto()
    """It was told to end and is killed when `deadline` comes."""
    LOST = auto()
    """It is not started again."""


class WorkerSlot:
    """One slot; `address` is the routing id of its process on the executor's socket."""

    def __init__(
        self, number: int, command: Sequence[str], log: Path, *, moves: bool, now: float
    ) -> None:
        self.number = number
        self.phase = Phase.DOWN
        self.deadline: float | None = now
        self.address: bytes | None = None
        self.process: subprocess.Popen[bytes] | None = None
        self.secret = secrets.token_hex(16)
        """Known to the processes of this slot alone, so that no engine can speak for one."""
        self.pidfd = -1
        self.reports: list[Report] = []
        self._command = tuple(command)
        self._log = log
        self._moves = moves
        self._spec: match_pb2.MatchSpec | None = None
        self._ordered = False
        self._offered = False
        self._false_starts = 0
        self._lost = 0
        self._cause = ""

    @property
    def pid(self) -> int:
        """Of the process; 0 where there is none."""
        return self.process.pid if self.process is not None else 0

    # --- the process --------------------------------------------------------------------------

    def start(self, now: float) -> None:
        """Start a process. Raises OSError where the system refuses."""
        with self._log.open("wb") as log, undisturbed():
            # A session of its own: ctrl-C reaches the league alone, which ends its referees
            # in good order.
            self.process = subprocess.Popen(
                leashed(self._command),
                env={**os.environ, SECRET_VARIABLE: self.secret},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
            self.pidfd = os.pidfd_open(self.process.pid)
        self.phase = Phase.STARTING
        self.deadline = now + START_S

    def process_ended(self, now: float) -> None:
        """The process is gone: report what that means, and plan the next one."""
        if self.process is None:
            return
        status = self.process.wait()
        self.release()
        cause = self._cause or f"the referee {_how_it_ended(status)}{self._last_words()}"
        self._cause = ""
        self.failed(cause, now)

    def failed(self, cause: str, now: float) -> None:
        """There is no process (any more): a match in play is lost, the next start is put off."""
        recorded = self.phase is Phase.RECORDED
        if self._ordered:
            if self._spec is not None and not recorded:
                self._lost += 1
                self.reports.append(MatchLost(self.number, self._spec, cause))
            self._spec, self._ordered, self._offered = None, False, False
        else:
            # A match that is given but not ordered waits for the next process.
            self._false_starts += 1
        if self._false_starts >= MOST_FALSE_STARTS or self._lost >= MOST_LOST:
            self._give_up(cause)
            return
        failures = self._false_starts + self._lost
        back_off = BACK_OFF_S[min(failures, len(BACK_OFF_S)) - 1] if failures else 0.0
        self.phase, self.deadline = Phase.DOWN, now + back_off

    def _give_up(self, cause: str) -> None:
        self.phase, self.deadline = Phase.LOST, None
        if self._spec is not None:
            self.reports.append(MatchLost(self.number, self._spec, cause))
        self.reports.append(SlotLost(self.number, cause))

    def release(self) -> None:
        """Forget a process that has ended."""
        if self.pidfd >= 0:
            os.close(self.pidfd)
        self.pidfd = -1
        self.process = None
        self.address = None

    def overdue(self, now: float) -> None:
        """The deadline has come: end what is stuck."""
        if self.process is None:
            return
        if self.phase is Phase.ENDING:
            self.process.kill()
            self.deadline = None
            return
        what = "did not start" if self.phase is Phase.STARTING else "made no progress"
        self._cause = f"the referee {what} and was ended{self._last_words()}"
        self.end(now)

    def end(self, now: float) -> None:
        """Ask the process to end; it is killed after a while."""
        if self.process is not None:
            ask_to_end(self.process)
            self.phase, self.deadline = Phase.ENDING, now + END_S

    def _last_words(self) -> str:
        size = self._log.stat().st_size
        with self._log.open("rb") as log:
            log.seek(max(0, size - _LOG_TAIL_BYTES))
            words = " ".join(log.read().decode("utf-8", "replace").split())
        return f": {words}" if words else ""

    # --- the match ----------------------------------------------------------------------------

    def give(self, spec: match_pb2.MatchSpec) -> None:
        """The next match; it is sent by `order` once the process is ready."""
        self._spec = spec

    def order(self, now: float) -> worker_pb2.WorkerOrder | None:
        """What to send to a ready process now."""
        if self.phase is not Phase.READY or self._spec is None:
            return None
        self.phase, self._ordered = Phase.PLAYING, True
        self.deadline = now + after_order_s(self._spec)
        return worker_pb2.WorkerOrder(play=self._spec)

    def idle(self) -> None:
        """The process says that it wants a match."""
        if self.phase is Phase.PLAYING or self.phase is Phase.ENDING:
            return
        if self.phase is Phase.RECORDED:
            self._spec, self._ordered, self._offered = None, False, False
            self._false_starts = self._lost = 0
        self.phase, self.deadline = Phase.READY, None
        if self._log.stat().st_size > _LOG_MOST_BYTES:
            os.truncate(self._log, 0)
        if self._spec is None and not self._offered:
            self._offered = True
            self.reports.append(SlotIdle(self.number))

    def event(self, event: match_pb2.MatchEvent, now: float) -> None:
        """Something happened in the match."""
        if self.phase is not Phase.PLAYING or self._spec is None:
            return
        if event.match_id != self._spec.match_id:
            return
        self.reports.append(EventSeen(self.number, event))
        if self._moves:
            limit_s = after_event_s(self._spec, event)
            if limit_s is not None:
                self.deadline = now + limit_s
        elif event.WhichOneof("event") == "started":
            self.deadline = now + whole_match_s(self._spec)

    def leaving(self, reason: str) -> None:
        """The process says why it goes away."""
        if reason:
            self._cause = f"the referee went away: {reason}"

    def record(self, report: worker_pb2.WorkerReport) -> None:
        """The match ended; a record that comes again while the ledger is slow is known."""
        if self.phase is Phase.PLAYING:
            self.phase, self.deadline = Phase.RECORDED, None
            self.reports.append(MatchRecorded(self.number, report.record))


def _how_it_ended(status: int) -> str:
    if status >= 0:
        return f"ended with exit status {status}"
    try:
        return f"was killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"was killed by signal {-status}"
