"""One referee process that plays matches for the command line, one after another.

The match is played over there, so that neither a redraw of the terminal nor a slow pipe can delay
a clock. The two speak worker.proto over a socket of a directory that only this user can enter.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import psutil
import zmq
from google.protobuf.message import DecodeError
from podesta.v1 import match_pb2, record_pb2, worker_pb2

from arena.errors import ExecutorError

__all__ = ["STOP_S", "MatchWorker", "WorkerLostError"]

STOP_S = 8.0
"""How long the referee may take to end the engines before it is ended itself."""

START_S = 60.0
"""How long the referee process may take to start."""

_TAIL_BYTES = 4096


class WorkerLostError(ExecutorError):
    """The referee process ended in mid-match or never came; the message holds its last words."""


class MatchWorker:
    """The process, alive while its `with` block lasts; no engine outlives the block."""

    def __init__(self, command: Sequence[str] = (sys.executable, "-m", "referee")) -> None:
        """`command` starts a referee; the words for a worker are added."""
        self._command = tuple(command)
        self._directory = tempfile.TemporaryDirectory(prefix="podesta-")
        self._context = zmq.Context()
        self._socket = self._context.socket(zmq.ROUTER)
        self._process: subprocess.Popen[bytes] | None = None
        self._identity: bytes | None = None
        self._idle = False

    def __enter__(self) -> Self:
        endpoint = f"ipc://{self._directory.name}/worker"
        try:
            self._socket.bind(endpoint)
            words = ("worker", "--connect", endpoint, "--slot", "0", "--events", "moves")
            with self._errors.open("wb") as errors:
                # A session of its own: ctrl-C reaches us alone, and we stop it in good order.
                self._process = subprocess.Popen(
                    (*self._command, *words),
                    stdin=subprocess.DEVNULL,
                    stdout=errors,
                    stderr=errors,
                    start_new_session=True,
                )
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self._stop()
        finally:
            self._close()

    @property
    def pid(self) -> int:
        """Process id of the referee. Raises RuntimeError outside the `with` block."""
        return self._running.pid

    def play(
        self, spec: match_pb2.MatchSpec, tick_s: float = 0.1
    ) -> Iterator[match_pb2.MatchEvent | record_pb2.MatchRecord | None]:
        """Play one match: its events, at last its record; None each `tick_s` without news.

        Raises WorkerLostError where the referee process is gone.
        """
        started = time.monotonic()
        ordered = False
        while True:
            if self._idle and not ordered:
                self._order(worker_pb2.WorkerOrder(play=spec))
                self._idle, ordered = False, True
            report = self._receive(tick_s)
            if report is None:
                self._check(started if self._identity is None else None)
                yield None
                continue
            which = report.WhichOneof("report")
            if which == "idle":
                self._idle = True
            elif which == "leaving":
                raise WorkerLostError(f"the referee leaves: {report.leaving.reason}")
            elif which == "event" and report.event.match_id == spec.match_id:
                yield report.event
            elif which == "record":
                record = report.record
                committed = worker_pb2.Committed(
                    match_id=record.spec.match_id, attempt=record.spec.attempt
                )
                if record.spec.match_id == spec.match_id:
                    # The caller keeps the record before the referee may forget it.
                    yield record
                    self._order(worker_pb2.WorkerOrder(committed=committed))
                    return
                self._order(worker_pb2.WorkerOrder(committed=committed))

    @property
    def _errors(self) -> Path:
        return Path(self._directory.name, "stderr")

    @property
    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            raise RuntimeError("the referee process was not started")
        return self._process

    def _order(self, order: worker_pb2.WorkerOrder) -> None:
        self._socket.send_multipart([self._identity or b"", order.SerializeToString()])

    def _receive(self, timeout_s: float) -> worker_pb2.WorkerReport | None:
        if not self._socket.poll(round(timeout_s * 1000)):
            return None
        identity, frame = self._socket.recv_multipart()
        self._identity = identity
        try:
            return worker_pb2.WorkerReport.FromString(frame)
        except DecodeError as error:
            raise WorkerLostError(f"the referee speaks another language: {error}") from error

    def _check(self, started: float | None) -> None:
        status = self._running.poll()
        if status is not None:
            raise WorkerLostError(f"the referee ended with status {status}: {self._last_words()}")
        if started is not None and time.monotonic() - started > START_S:
            raise WorkerLostError(f"the referee did not start: {self._last_words()}")

    def _last_words(self) -> str:
        words = self._errors.read_bytes()[-_TAIL_BYTES:].decode("utf-8", "replace").strip()
        return words or "it said nothing"

    def _stop(self) -> None:
        process = self._running
        if self._identity is not None and process.poll() is None:
            self._order(worker_pb2.WorkerOrder(stop=worker_pb2.Stop()))
        else:
            process.terminate()
        try:
            process.wait(STOP_S)
        except BaseException as error:
            # Too slow, or the user pressed ctrl-C again: nothing may stay behind either way.
            _kill_tree(process.pid)
            process.wait()
            if not isinstance(error, subprocess.TimeoutExpired):
                raise

    def _close(self) -> None:
        self._socket.close(linger=0)
        self._context.term()
        self._directory.cleanup()


def _kill_tree(pid: int) -> None:
    """Ends a process and all that came of it; what has gone meanwhile is no error."""
    try:
        root = psutil.Process(pid)
        tree = [*root.children(recursive=True), root]
    except psutil.NoSuchProcess:
        return
    for process in tree:
        try:
            process.kill()
        except psutil.NoSuchProcess:
            continue
