"""Matches on this machine: one referee process a slot.

A referee plays one match after another and keeps its engines where it may. It dials our socket,
which lies in a directory that only this user can enter. Referees watch that we live and end
themselves with their engines when we do not, however we end.
"""

import hmac
import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Self

import zmq
from google.protobuf.message import DecodeError
from podesta.v1 import match_pb2, worker_pb2

from arena.executors.capacity import Needs, check_capacity, is_scarce, needs, read_capacity
from arena.executors.executor import Report
from arena.executors.leash import ask_to_end
from arena.executors.own_module import own_module
from arena.executors.pinning import Pinning, cores_of
from arena.executors.private_directory import private_directory
from arena.executors.worker_slot import END_S, Phase, WorkerSlot
from referee.undisturbed import undisturbed

__all__ = ["LocalExecutor"]

_REFEREE = own_module("referee")
_STARTS_AT_ONCE = 4
_MOST_AT_ONCE = 1_000
_MOST_REPORT_BYTES = 1 << 29
"""No record comes near to this."""
_PINNED = {
    Pinning.NONE: "",
    Pinning.WORKER: ", each bound to a core",
    Pinning.SEAT: ", each engine bound to a core",
}


class LocalExecutor:
    """See the module."""

    def __init__(
        self,
        slots: int,
        seats: int,
        *,
        pinning: Pinning = Pinning.NONE,
        moves: bool = True,
        remote: Path | None = None,
        command: Sequence[str] = _REFEREE,
        end_s: float = END_S,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`slots` referees of `seats` engines each.

        `pinning` tells who is bound to which of our cores; with `moves` events tell every move
        and not only starts and ends. `remote` is the file that tells referees how engines from far
        away are seated. `command` starts a referee, the words for a worker are added;
        at the end it has `end_s` seconds to end its engines.
        """
        self._slots = slots
        self._seats = seats
        self._pinning = pinning
        self._moves = moves
        self._remote = remote
        self._command = tuple(command)
        self._end_s = end_s
        self._now = monotonic
        self._workers: list[WorkerSlot] = []
        self._needs: Needs | None = None
        self._scarce = False

    @property
    def slots(self) -> int:
        """See `Executor.slots`."""
        return self._slots

    @property
    def usage(self) -> str:
        """See `Executor.usage`."""
        pinned = _PINNED[self._pinning]
        return f"{self._slots} referees{pinned}: {self._needs}" if self._needs else ""

    @property
    def scarce(self) -> bool:
        """See `Executor.scarce`."""
        return self._scarce

    def __enter__(self) -> Self:
        wanted = needs(self._slots, self._seats)
        capacity = read_capacity(wanted.descriptors)
        self._needs = check_capacity(self._slots, self._seats, capacity)
        self._scarce = is_scarce(self._needs, capacity)
        self._stack = ExitStack()
        try:
            with undisturbed():
                self._open(self._stack)
        except BaseException:
            self._stack.close()
            raise
        return self

    def _open(self, stack: ExitStack) -> None:
        directory = stack.enter_context(private_directory())
        context = stack.enter_context(zmq.Context())
        self._socket = stack.enter_context(context.socket(zmq.ROUTER))
        self._socket.linger = 0
        self._socket.setsockopt(zmq.MAXMSGSIZE, _MOST_REPORT_BYTES)
        # A referee that is gone is an error here and not a message lost in silence.
        self._socket.setsockopt(zmq.ROUTER_MANDATORY, 1)
        endpoint = f"ipc://{directory}/arena"
        self._socket.bind(endpoint)
        self._wake_reader, self._wake_writer = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        stack.callback(os.close, self._wake_reader)
        stack.callback(os.close, self._wake_writer)
        self._workers = self._make_workers(endpoint, directory)

    def _make_workers(self, endpoint: str, directory: Path) -> list[WorkerSlot]:
        cores = sorted(os.sched_getaffinity(0))
        workers = []
        for number in range(self._slots):
            words = [*self._command, "worker", "--connect", endpoint, "--slot", str(number)]
            words += ["--events", "moves" if self._moves else "matches"]
            if self._remote is not None:
                words += ["--remote", str(self._remote)]
            given = cores_of(
                number, self._pinning, slots=self._slots, seats=self._seats, cores=cores
            )
            for option, numbers in (("--cpus", given.referee), ("--seat-cpus", given.seats)):
                if numbers:
                    words += [option, ",".join(map(str, numbers))]
            log = directory / f"referee-{number}.log"
            workers.append(WorkerSlot(number, words, log, moves=self._moves, now=self._now()))
        return workers

    def __exit__(self, *_: object) -> None:
        with undisturbed(), self._stack:
            self._end_all()
            self._workers = []

    def play(self, slot: int, spec: match_pb2.MatchSpec) -> None:
        """See `Executor.play`."""
        worker = self._workers[slot]
        worker.give(spec)
        # A match need not be lost to a referee that is dead already.
        if worker.process is not None and worker.process.poll() is not None:
            worker.process_ended(self._now())
        self._order(worker)

    def committed(self, slot: int, match_id: str, attempt: int) -> None:
        """See `Executor.committed`."""
        committed = worker_pb2.Committed(match_id=match_id, attempt=attempt)
        self._send(self._workers[slot], worker_pb2.WorkerOrder(committed=committed))

    def wait(self, timeout_s: float | None = None) -> Sequence[Report]:
        """See `Executor.wait`."""
        until = None if timeout_s is None else self._now() + timeout_s
        while True:
            self._start_some()
            woken = self._poll(until)
            reports = [report for worker in self._workers for report in worker.reports]
            for worker in self._workers:
                worker.reports.clear()
            if reports or woken or (until is not None and self._now() >= until):
                return reports

    def wake(self) -> None:
        """See `Executor.wake`."""
        with suppress(BlockingIOError):  # it is full of calls already
            os.write(self._wake_writer, b"!")

    @property
    def pids(self) -> tuple[int, ...]:
        """Process ids of the referees that live now, in the order of slots."""
        return tuple(worker.pid for worker in self._workers if worker.pid)

    # --- inside -------------------------------------------------------------------------------

    def _start_some(self) -> None:
        now = self._now()
        starting = sum(worker.phase is Phase.STARTING for worker in self._workers)
        for worker in self._workers:
            if worker.phase is not Phase.DOWN or worker.deadline is None or worker.deadline > now:
                continue
            if starting >= _STARTS_AT_ONCE:
                return
            try:
                worker.start(now)
            except OSError as error:
                worker.failed(f"no referee can be started: {error}", now)
            else:
                starting += 1

    def _poll(self, until: float | None) -> bool:
        """Wait for one round of news; whether somebody woke us."""
        poller = zmq.Poller()
        poller.register(self._socket, zmq.POLLIN)
        poller.register(self._wake_reader, zmq.POLLIN)
        for worker in self._workers:
            if worker.pidfd >= 0:
                poller.register(worker.pidfd, zmq.POLLIN)
        waiting = any(worker.reports for worker in self._workers)
        ready = dict(poller.poll(0 if waiting else self._timeout_ms(until)))
        # What a process said before it ended comes first.
        self._receive()
        now = self._now()
        for worker in self._workers:
            if worker.pidfd >= 0 and worker.pidfd in ready:
                worker.process_ended(now)
            elif worker.deadline is not None and worker.deadline <= now:
                worker.overdue(now)
        return self._wake_reader in ready and bool(os.read(self._wake_reader, 4096))

    def _timeout_ms(self, until: float | None) -> int | None:
        times = [worker.deadline for worker in self._workers if worker.deadline is not None]
        if until is not None:
            times.append(until)
        if not times:
            return None
        return max(0, int((min(times) - self._now()) * 1000) + 1)

    def _receive(self) -> None:
        # Whoever else found the socket must not keep us from our own processes.
        for _ in range(_MOST_AT_ONCE):
            try:
                address, *frames = self._socket.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                return
            try:
                report = worker_pb2.WorkerReport.FromString(frames[-1])
            except DecodeError as error:
                self._distrust(address, f"it sent bytes that are no report: {error}")
            else:
                self._take(address, report)

    def _distrust(self, address: bytes, cause: str) -> None:
        for worker in self._workers:
            if worker.address == address:
                worker.leaving(cause)
                worker.end(self._now())

    def _take(self, address: bytes, report: worker_pb2.WorkerReport) -> None:
        if report.slot >= len(self._workers):
            return
        worker = self._workers[report.slot]
        which = report.WhichOneof("report")
        if which == "idle" and _is_of(worker, report.idle):
            worker.address = address
        if worker.address != address:
            return  # a process that this slot has given up
        if which == "idle":
            worker.idle()
            self._order(worker)
        elif which == "event":
            worker.event(report.event, self._now())
        elif which == "record":
            worker.record(report)
        elif which == "leaving":
            worker.leaving(report.leaving.reason)

    def _order(self, worker: WorkerSlot) -> None:
        order = worker.order(self._now())
        if order is not None:
            self._send(worker, order)

    def _send(self, worker: WorkerSlot, order: worker_pb2.WorkerOrder) -> None:
        if worker.address is None:
            return
        # One that is gone is noticed by its process.
        with suppress(zmq.ZMQError):
            self._socket.send_multipart([worker.address, order.SerializeToString()], zmq.NOBLOCK)

    def _end_all(self) -> None:
        for worker in self._workers:
            if worker.process is None:
                continue
            if worker.address is None:
                ask_to_end(worker.process)
            else:
                self._send(worker, worker_pb2.WorkerOrder(stop=worker_pb2.Stop()))
                # One that somebody stopped could not hear it.
                worker.process.send_signal(signal.SIGCONT)
        deadline = self._now() + self._end_s
        for worker in self._workers:
            if worker.process is None:
                continue
            poller = zmq.Poller()
            poller.register(worker.pidfd, zmq.POLLIN)
            if not poller.poll(max(0, int((deadline - self._now()) * 1000))):
                worker.process.kill()
            worker.process.wait()
            worker.release()


def _is_of(worker: WorkerSlot, idle: worker_pb2.Idle) -> bool:
    """Whether the process that this slot started says so; engines may find the socket too."""
    told = hmac.compare_digest(idle.secret.encode(), worker.secret.encode())
    return told and idle.pid == worker.pid
