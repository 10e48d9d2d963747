"""The local executor with real processes and sockets; the referees only play what they are told."""

import os
import signal
import sys
import time
from pathlib import Path
from typing import TypeVar

import psutil
import pytest
import zmq
from podesta.v1 import game_pb2, match_pb2, record_pb2, worker_pb2

from arena.executors import (
    EventSeen,
    LocalExecutor,
    MatchLost,
    MatchRecorded,
    Report,
    SlotIdle,
    SlotLost,
)
from arena.executors.pinning import Pinning
from tests.referee.arena_floor import stop

SCRIPT = Path(__file__).with_name("scripted_referee.py")
R = TypeVar("R")


def command(how: str = "start") -> tuple[str, ...]:
    return sys.executable, str(SCRIPT), how


def spec(do: str, match_id: str = "m1", **options: str) -> match_pb2.MatchSpec:
    return match_pb2.MatchSpec(
        match_id=match_id,
        attempt=1,
        game="nim",
        game_options={"do": do, **options},
        engines=[match_pb2.EngineSpec(id="a"), match_pb2.EngineSpec(id="b")],
        time_control="1s",
    )


class Clock:
    """A real clock that can be put forward."""

    def __init__(self) -> None:
        self.ahead_s = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.ahead_s


def wait_for(executor: LocalExecutor, kind: type[R], seen: list[Report] | None = None) -> R:
    """The next report of this kind; the others are noted in `seen`."""
    for _ in range(200):
        for report in executor.wait(30):
            if seen is not None:
                seen.append(report)
            if isinstance(report, kind):
                return report
    raise AssertionError(f"no {kind.__name__}")


def play(executor: LocalExecutor, order: match_pb2.MatchSpec, kind: type[R]) -> R:
    slot = wait_for(executor, SlotIdle).slot
    executor.play(slot, order)
    return wait_for(executor, kind)


def test_matches_are_played_one_after_another_by_one_process() -> None:
    with LocalExecutor(1, 2, command=command()) as executor:
        pids = set()
        for number in range(3):
            order = spec("finish", f"m{number}")
            recorded = play(executor, order, MatchRecorded)
            assert recorded.record.spec == order
            pids.add(executor.pids)
            executor.committed(0, order.match_id, 1)
        assert len(pids) == 1
    assert executor.pids == ()
    assert not psutil.pid_exists(pids.pop()[0])


def test_a_slot_is_not_idle_before_its_record_is_committed() -> None:
    with LocalExecutor(1, 2, command=command()) as executor:
        play(executor, spec("finish"), MatchRecorded)
        # The referee sends its record again and again; it is told once.
        assert executor.wait(0.3) == []
        executor.committed(0, "m1", 1)
        assert wait_for(executor, SlotIdle).slot == 0


def test_events_arrive_in_order() -> None:
    with LocalExecutor(1, 2, command=command()) as executor:
        slot = wait_for(executor, SlotIdle).slot
        executor.play(slot, spec("chat"))
        seen: list[Report] = []
        wait_for(executor, MatchRecorded, seen)
        kinds = [r.event.WhichOneof("event") for r in seen if isinstance(r, EventSeen)]
        assert kinds == ["started", "move", "move", "move"]


@pytest.mark.parametrize(
    ("do", "cause"),
    [
        ("kill", "the referee was killed by SIGKILL"),
        ("exit", "the referee ended with exit status 3: the referee found a bug"),
        ("leave", "the referee went away: the disk is on fire"),
        ("babble", "the referee went away: it sent bytes that are no report"),
    ],
)
def test_a_match_is_lost_with_its_referee_and_the_slot_gets_another(do: str, cause: str) -> None:
    with LocalExecutor(1, 2, command=command()) as executor:
        order = spec(do)
        lost = play(executor, order, MatchLost)
        assert (lost.slot, lost.spec) == (0, order)
        assert lost.cause.startswith(cause)
        assert play(executor, spec("finish", "m2"), MatchRecorded).record.spec.match_id == "m2"


def test_a_record_that_came_before_the_death_counts() -> None:
    with LocalExecutor(1, 2, command=command()) as executor:
        play(executor, spec("finish"), MatchRecorded)
        os.kill(executor.pids[0], signal.SIGKILL)
        seen: list[Report] = []
        wait_for(executor, SlotIdle, seen)
        assert [type(report) for report in seen] == [SlotIdle]


def test_a_referee_that_dies_while_idle_is_replaced_unseen() -> None:
    with LocalExecutor(1, 2, command=command()) as executor:
        wait_for(executor, SlotIdle)
        referee = psutil.Process(executor.pids[0])
        referee.kill()
        gone = psutil.wait_procs([referee], timeout=30)[0]
        assert gone or referee.status() == psutil.STATUS_ZOMBIE
        executor.play(0, spec("finish"))
        seen: list[Report] = []
        wait_for(executor, MatchRecorded, seen)
        assert not any(isinstance(report, SlotIdle) for report in seen)


@pytest.mark.parametrize("do", ["hang", "deaf"])
def test_a_stuck_referee_is_ended_and_its_match_lost(do: str) -> None:
    clock = Clock()
    with LocalExecutor(1, 2, command=command(), monotonic=clock) as executor:
        slot = wait_for(executor, SlotIdle).slot
        executor.play(slot, spec(do))
        wait_for(executor, EventSeen)
        pid = executor.pids[0]
        clock.ahead_s += 1000
        executor.wait(0)  # SIGTERM
        clock.ahead_s += 1000  # SIGKILL, where that was not heard
        lost = wait_for(executor, MatchLost)
        assert lost.cause.startswith("the referee made no progress and was ended")
        assert not psutil.pid_exists(pid)


def test_a_slot_whose_referees_never_start_is_given_up() -> None:
    clock = Clock()
    with LocalExecutor(1, 2, command=command("exit"), monotonic=clock) as executor:
        lost: Report | None = None
        while not isinstance(lost, SlotLost):
            # Only the pauses between two starts are short: each start has all the time it has.
            if not executor.pids:
                clock.ahead_s += 5
            lost = next(iter(executor.wait(0.2)), None)
    assert "there is no such module as grpc" in lost.cause


def test_a_referee_that_never_reports_is_ended() -> None:
    clock = Clock()
    with LocalExecutor(1, 2, command=command("mute"), monotonic=clock) as executor:
        executor.wait(0.1)
        pid = executor.pids[0]
        clock.ahead_s += 1000
        executor.wait(0)
        for _ in range(100):
            executor.wait(0.1)
            if executor.pids != (pid,):
                break
        assert not psutil.pid_exists(pid)


def test_leaving_ends_every_process_even_in_mid_match() -> None:
    with LocalExecutor(2, 2, command=command(), end_s=0.2) as executor:
        for match in ("m1", "m2"):
            slot = wait_for(executor, SlotIdle).slot
            executor.play(slot, spec("deaf", match))
        pids = executor.pids
        assert len(pids) == 2
    assert not any(psutil.pid_exists(pid) for pid in pids)


def test_a_referee_that_stands_stopped_is_ended_by_sigterm() -> None:
    clock = Clock()
    with LocalExecutor(1, 2, command=command(), monotonic=clock) as executor:
        slot = wait_for(executor, SlotIdle).slot
        executor.play(slot, spec("hang"))
        wait_for(executor, EventSeen)
        process = executor._workers[slot].process
        assert process is not None
        stop(psutil.Process(process.pid))
        clock.ahead_s += 1000
        wait_for(executor, MatchLost)
    assert process.returncode == -signal.SIGTERM


@pytest.mark.parametrize(("how", "status"), [("start", 0), ("mute", -signal.SIGTERM)])
def test_leaving_lets_a_referee_that_stands_stopped_end_in_good_order(
    how: str, status: int
) -> None:
    with LocalExecutor(1, 2, command=command(how)) as executor:
        if how == "start":
            wait_for(executor, SlotIdle)
        else:
            executor.wait(0)
        process = executor._workers[0].process
        assert process is not None
        stop(psutil.Process(process.pid))
    assert process.returncode == status


def test_wake_ends_a_wait() -> None:
    with LocalExecutor(1, 2, command=command("mute")) as executor:
        executor.wait(0)
        executor.wake()
        assert executor.wait(None) == []


def test_few_referees_start_at_the_same_time() -> None:
    with LocalExecutor(6, 2, command=command("mute")) as executor:
        executor.wait(0)
        executor.wait(0)
        assert len(executor.pids) == 4


def command_line(pid: int, word: str) -> list[str]:
    """That of a process, which may just be taking on its own program and have none."""
    while word not in (words := psutil.Process(pid).cmdline()):
        pass
    return words


def test_slots_are_pinned_in_turn() -> None:
    cores = sorted(os.sched_getaffinity(0))
    words: list[list[str]] = []
    with LocalExecutor(3, 2, command=command("mute"), pinning=Pinning.WORKER) as executor:
        executor.wait(0)
        words.extend(command_line(pid, "--cpus") for pid in executor.pids)
    pinned = [line[line.index("--cpus") + 1] for line in words]
    assert pinned == [str(cores[n % len(cores)]) for n in range(3)]


def test_seats_are_pinned_one_by_one() -> None:
    cores = sorted(os.sched_getaffinity(0))
    words: list[list[str]] = []
    with LocalExecutor(2, 3, command=command("mute"), pinning=Pinning.SEAT) as executor:
        executor.wait(0)
        assert "each engine bound to a core" in executor.usage
        words.extend(command_line(pid, "--seat-cpus") for pid in executor.pids)
    pinned = [line[line.index("--seat-cpus") + 1].split(",") for line in words]
    given = [str(cores[n % len(cores)]) for n in range(6)]
    assert pinned == [given[:3], given[3:]]


def test_void_records_are_passed_on() -> None:
    with LocalExecutor(1, 2, command=command()) as executor:
        record = play(executor, spec("void"), MatchRecorded).record
        assert record.termination == game_pb2.TERMINATION_VOID


def test_a_deep_temporary_directory_is_no_obstacle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = tmp_path / ("d" * 120)
    deep.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(deep))
    with LocalExecutor(1, 2, command=command()) as executor:
        wait_for(executor, SlotIdle)


def test_nobody_else_who_finds_the_socket_gets_an_order_or_is_believed() -> None:
    """An engine of the same user may read the command line of its referee."""
    with LocalExecutor(1, 2, command=command()) as executor:
        slot = wait_for(executor, SlotIdle).slot
        (pid,) = executor.pids
        words = psutil.Process(pid).cmdline()
        endpoint = words[words.index("--connect") + 1]
        with zmq.Context() as context, context.socket(zmq.DEALER) as rogue:
            rogue.linger = 0
            rogue.connect(endpoint)
            rogue.send(b"no report")
            for secret in ("", "0" * 32):
                idle = worker_pb2.Idle(pid=pid, secret=secret)
                rogue.send(worker_pb2.WorkerReport(slot=slot, idle=idle).SerializeToString())
            forged = record_pb2.MatchRecord(spec=spec("finish"), reason="forged")
            rogue.send(worker_pb2.WorkerReport(slot=slot, record=forged).SerializeToString())
            # Let all of it arrive before the order is given.
            assert executor.wait(0.2) == []
            executor.play(slot, spec("finish"))
            assert wait_for(executor, MatchRecorded).record.reason != "forged"
            executor.committed(0, "m1", 1)
            wait_for(executor, SlotIdle)
            assert rogue.poll(0) == 0


def test_nothing_is_left_when_the_beginning_is_broken_into(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def broken_into() -> float:
        assert list(tmp_path.iterdir())
        os.kill(os.getpid(), signal.SIGINT)
        return time.monotonic()

    executor = LocalExecutor(1, 2, command=command(), monotonic=broken_into)
    with pytest.raises(KeyboardInterrupt):
        executor.__enter__()
    assert not list(tmp_path.iterdir())


def test_nothing_is_left_when_the_end_is_broken_into(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    breaks_in: list[int] = []

    def now() -> float:
        for number in breaks_in:
            os.kill(os.getpid(), number)
        return time.monotonic()

    executor = LocalExecutor(1, 2, command=command(), monotonic=now).__enter__()
    wait_for(executor, SlotIdle)
    (pid,) = executor.pids
    breaks_in.append(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        executor.__exit__(None, None, None)
    assert not psutil.pid_exists(pid)
    assert not list(tmp_path.iterdir())
