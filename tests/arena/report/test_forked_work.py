"""Processes that share work: the same results in the same order, and nobody stays behind."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock

import pytest

from arena.report.forked_work import cores_to_use, each_forked
from referee.launcher.process_tree import children
from tests.arena.report.alone import assert_forks, run_alone

MANY = range(100)


def _square(number: int) -> tuple[int, int, bytes]:
    return number * number, os.getpid(), bytes(70_000)


def _numbers(results: Iterator[tuple[int, int, bytes]]) -> list[int]:
    return [number for number, _, _ in results]


SQUARES = [number * number for number in MANY]


def _shared(_: Path) -> None:
    assert_forks()
    results = list(each_forked(_square, MANY))
    assert [number for number, _, _ in results] == SQUARES
    assert len({pid for _, pid, _ in results}) == cores_to_use()
    assert children(os.getpid()) == []


def _left_early(_: Path) -> None:
    results = each_forked(_square, MANY)
    next(results)
    assert len(children(os.getpid())) == cores_to_use()
    results.close()
    assert children(os.getpid()) == []


def _killed(_: Path) -> None:
    results = each_forked(_square, MANY)
    seen = [next(results)[0]]
    for pid in children(os.getpid()):
        os.kill(pid, signal.SIGKILL)
    assert seen + _numbers(results) == SQUARES
    assert children(os.getpid()) == []


def _refused(_: Path) -> None:
    for name in ("fork", "pipe"):
        with mock.patch.object(os, name, side_effect=BlockingIOError):
            assert _numbers(each_forked(_square, MANY)) == SQUARES
    with mock.patch.object(os, "fork", _first_only(os.fork)):
        results = list(each_forked(_square, MANY))
    assert [number for number, _, _ in results] == SQUARES
    assert {pid == os.getpid() for _, pid, _ in results[:2]} == {True, False}
    assert children(os.getpid()) == []


def _first_only(fork: Callable[[], int]) -> Callable[[], int]:
    asked: list[bool] = []

    def first_only() -> int:
        if asked:
            raise BlockingIOError
        asked.append(True)
        return fork()

    return first_only


def _raises_there(_: Path) -> None:
    def work(number: int) -> int:
        if number == 61:
            raise ZeroDivisionError
        return number

    results = each_forked(work, MANY)
    assert [next(results) for _ in range(61)] == list(range(61))
    with pytest.raises(ZeroDivisionError):
        next(results)
    assert children(os.getpid()) == []


def _interrupted(_: Path) -> None:
    """At every step of it, twice at once: the first is heard, and none is left."""
    heard = 0
    for after in range(0, 40, 3):
        steps = iter(range(10**6))

        def trace(*_: object, after: int = after, steps: Iterator[int] = steps) -> object:
            if next(steps) == after:
                for _twice in range(2):
                    os.kill(os.getpid(), signal.SIGINT)
            return trace

        try:
            sys.settrace(trace)  # type: ignore[arg-type]
            list(each_forked(_square, MANY))
        except KeyboardInterrupt:
            heard += 1
        finally:
            sys.settrace(None)
        assert children(os.getpid()) == []
    assert heard == len(range(0, 40, 3))


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="there is one core alone")
@pytest.mark.parametrize(
    "case", [_shared, _left_early, _killed, _refused, _raises_there, _interrupted]
)
def test_shared_work(case: Callable[[Path], None], tmp_path: Path) -> None:
    run_alone(case, tmp_path)


def test_where_others_have_threads_nothing_is_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """One may hold a lock that nobody in the new process ever gives back."""
    monkeypatch.setitem(sys.modules, "grpc", None)
    assert cores_to_use() == 1
    monkeypatch.delitem(sys.modules, "grpc")
    end = threading.Event()
    thread = threading.Thread(target=end.wait)
    thread.start()
    try:
        assert cores_to_use() == 1
        assert _numbers(each_forked(_square, MANY)) == SQUARES
    finally:
        end.set()
        thread.join()
