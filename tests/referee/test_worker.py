"""A worker process, with this test as its arena."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
import zmq
from podesta.v1 import game_pb2, match_pb2, record_pb2, worker_pb2

from referee.replay import verify
from tests.referee.arena_floor import alive, stop
from tests.referee.engine_specs import ROOT, good, match_spec, zoo

LIMIT_MS = 60_000


class Arena:
    """The other end of the worker's socket."""

    def __init__(self, socket: "zmq.Socket[bytes]", process: "subprocess.Popen[bytes]") -> None:
        self._socket = socket
        self.process = process
        self._address = b""

    def hear(self) -> worker_pb2.WorkerReport:
        assert self._socket.poll(LIMIT_MS), "the worker says nothing"
        self._address, data = self._socket.recv_multipart()
        return worker_pb2.WorkerReport.FromString(data)

    def hear_until(self, what: str) -> worker_pb2.WorkerReport:
        while True:
            report = self.hear()
            if report.WhichOneof("report") == what:
                return report

    def order(self, **order: object) -> None:
        message = worker_pb2.WorkerOrder(**order)  # type: ignore[arg-type]
        self._socket.send_multipart([self._address, message.SerializeToString()])

    def raw(self, data: bytes) -> None:
        self._socket.send_multipart([self._address, data])

    def commit(self, record: record_pb2.MatchRecord) -> None:
        committed = worker_pb2.Committed(match_id=record.spec.match_id, attempt=record.spec.attempt)
        self.order(committed=committed)

    def tree(self) -> set[int]:
        children = psutil.Process(self.process.pid).children(recursive=True)
        return {child.pid for child in children}


@contextmanager
def arena(directory: Path, *words: str, events: str = "none") -> Iterator[Arena]:
    with zmq.Context() as context, context.socket(zmq.ROUTER) as socket:
        socket.linger = 0
        endpoint = f"ipc://{directory}/arena"
        socket.bind(endpoint)
        argv = [sys.executable, "-m", "referee", "worker", "--connect", endpoint, "--slot", "3"]
        with subprocess.Popen(
            [*argv, "--events", events, *words], cwd=ROOT, start_new_session=True
        ) as process:
            try:
                yield Arena(socket, process)
            finally:
                process.kill()


@pytest.fixture
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("w")


def test_a_worker_plays_hands_over_and_goes(short: Path) -> None:
    with arena(short, events="matches") as it:
        report = it.hear()
        assert report.slot == 3
        assert report.idle.pid == it.process.pid
        spec = match_spec(good(0), good(1), attempt=2)
        it.order(play=spec)
        started = it.hear().event
        assert started.started.names == ["Good 0", "Good 1"]
        assert it.hear().event.HasField("ended")
        record = it.hear().record
        assert record.spec == spec
        assert verify(record) == []
        # Not committed yet, or something else committed: it comes again.
        it.order(committed=worker_pb2.Committed(match_id=spec.match_id, attempt=1))
        it.raw(b"\xff\xff")
        assert it.hear().record == record
        it.commit(record)
        it.hear_until("idle")
        tree = it.tree()
        assert len(tree) == 4
        it.order(stop=worker_pb2.Stop())
        assert it.hear_until("leaving").leaving.reason == ""
        assert it.process.wait(timeout=60) == 0
        assert [pid for pid in tree if alive(pid)] == []


def test_engines_are_kept_and_faults_end_no_worker(short: Path) -> None:
    with arena(short) as it:
        it.hear()
        trees = []
        for engine in (good(1), zoo("crashes_in_mid_match"), good(1)):
            it.order(play=match_spec(engine, good(0)))
            record = it.hear_until("record").record
            trees.append(it.tree())
            it.commit(record)
            it.hear_until("idle")
        assert trees[0] == trees[1] == trees[2]


def test_a_spec_that_cannot_be_played_comes_back_void(short: Path) -> None:
    with arena(short) as it:
        it.hear()
        it.order(play=match_pb2.MatchSpec(match_id="x", game="chess"))
        record = it.hear_until("record").record
        assert record.termination == game_pb2.TERMINATION_VOID
        assert "game: 'chess' is none of" in record.reason
        assert record.spec.match_id == "x"


@pytest.mark.parametrize("how", ["stop", "term"])
def test_a_worker_ends_in_mid_match_with_its_engines(short: Path, how: str) -> None:
    with arena(short, events="moves") as it:
        it.hear()
        it.order(play=match_spec(zoo("hangs"), good(), opening_plies=0))
        while not it.hear().event.HasField("asked"):
            pass
        tree = it.tree()
        it.process.send_signal(signal.SIGINT)
        if how == "stop":
            it.order(stop=worker_pb2.Stop())
        else:
            it.process.terminate()
        it.hear_until("leaving")
        assert it.process.wait(timeout=60) == 0
        assert len(tree) == 4
        assert [pid for pid in tree if alive(pid)] == []


def test_kill_9_of_a_worker_leaves_no_engine(short: Path) -> None:
    with arena(short, events="moves") as it:
        it.hear()
        it.order(play=match_spec(zoo("hangs"), good(), opening_plies=0))
        while not it.hear().event.HasField("asked"):
            pass
        processes = [psutil.Process(pid) for pid in it.tree()]
        it.process.kill()
        it.process.wait()
        _, left = psutil.wait_procs(processes, timeout=60)
        assert [process for process in left if alive(process.pid)] == []


@pytest.mark.parametrize("stands", [False, True], ids=["runs", "stands stopped"])
def test_a_worker_goes_when_its_arena_is_killed(short: Path, *, stands: bool) -> None:
    """The parent is a process between, and it is killed as `kill -9` would."""
    with zmq.Context() as context, context.socket(zmq.ROUTER) as socket:
        socket.linger = 0
        endpoint = f"ipc://{short}/arena"
        socket.bind(endpoint)
        argv = [sys.executable, "-m", "referee", "worker", "--connect", endpoint, "--slot", "0"]
        program = f"import subprocess; subprocess.run({argv!r})"
        parent = subprocess.Popen((sys.executable, "-c", program), cwd=ROOT)
        with parent:
            assert socket.poll(LIMIT_MS)
            report = worker_pb2.WorkerReport.FromString(socket.recv_multipart()[1])
            worker = psutil.Process(report.idle.pid)
            if stands:
                stop(worker)
            parent.kill()
            parent.wait()
            _, left = psutil.wait_procs([worker], timeout=60)
            running = [process for process in left if alive(process.pid)]
            for process in running:
                process.kill()
            assert running == []


def test_a_worker_and_its_engines_keep_to_the_cores_they_were_given(short: Path) -> None:
    cpu = max(os.sched_getaffinity(0))
    with arena(short, "--cpus", str(cpu)) as it:
        it.hear()
        it.order(play=match_spec(good(0), good(1)))
        record = it.hear_until("record").record
        for pid in (it.process.pid, *it.tree()):
            assert os.sched_getaffinity(pid) == {cpu}
        if (os.cpu_count() or 1) > 1:
            assert list(record.environment.cpus) == [cpu]


def test_each_engine_keeps_to_the_core_of_its_seat(short: Path) -> None:
    cores = sorted(os.sched_getaffinity(0))
    first, last = cores[0], cores[-1]
    with arena(short, "--seat-cpus", f"{first},{last}") as it:
        it.hear()
        it.order(play=match_spec(good(0), good(1)))
        record = it.hear_until("record").record
        it.commit(record)
        it.hear_until("idle")
        # The same processes, in the other seats.
        it.order(play=match_spec(good(1), good(0)))
        again = it.hear_until("record").record
        for played in (record, again):
            assert [list(seat.cpus) for seat in played.seats] == [[first], [last]]
        bound = {frozenset(os.sched_getaffinity(pid)) for pid in it.tree()}
        assert {frozenset({first}), frozenset({last})} <= bound


@pytest.mark.parametrize("option", ["--cpus", "--seat-cpus"])
@pytest.mark.parametrize("cpus", ["no", "-1", "99999"])
def test_cores_that_are_not_there_are_refused(cpus: str, option: str) -> None:
    words = ("worker", "--connect", "ipc:///x", "--slot", "0", f"{option}={cpus}")
    done = subprocess.run(
        (sys.executable, "-m", "referee", *words),
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert option in done.stderr
    assert "Traceback" not in done.stderr
