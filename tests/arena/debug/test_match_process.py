"""The referee process of a debugger ends with its engines, however the debugger ends."""

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

import psutil
import pytest
from podesta.v1 import match_pb2

from arena.debug.live_match import LiveMatch
from arena.debug.match_process import DebuggedMatch
from arena.errors import ExecutorError
from arena.match.match_specs import MatchPlan, match_specs
from referee.errors import SpecError
from referee.games import load_game
from tests.arena.cli.command_line import (
    all_gone,
    is_gone,
    podesta,
    start,
    stop,
    wait_for_line,
)
from tests.referee.arena_floor import stop as stand_still
from tests.referee.engine_specs import zoo

DEADLINE_S = 30


def mute_match(**fields: object) -> match_pb2.MatchSpec:
    """A match in which nobody ever answers."""
    plan = MatchPlan(
        game=load_game("bologna"),
        game_options={"city": "ABBAAB"},
        engines=(zoo("hangs", id="a"), zoo("hangs", id="b")),
        time_control="5m",
        deal="mute",
    )
    (spec,) = match_specs(plan, 1)
    spec.MergeFrom(match_pb2.MatchSpec(**fields))  # type: ignore[arg-type]
    return spec


def follow(match: DebuggedMatch) -> NoReturn:
    """Until it raises."""
    while True:
        match.reports(DEADLINE_S)


def family(pid: int) -> list[int]:
    return [pid, *(child.pid for child in psutil.Process(pid).children(recursive=True))]


def test_nothing_is_left_when_the_debugger_leaves() -> None:
    with DebuggedMatch(mute_match(), stepped=False) as match:
        while not any(report.event.HasField("asked") for report in match.reports(DEADLINE_S)):
            pass
        pids = family(match.pid)
        assert len(pids) > 2
    assert all_gone(pids)


@pytest.mark.parametrize("fails", [False, True])
def test_a_referee_that_stands_stopped_ends_in_good_order(*, fails: bool) -> None:
    with contextlib.suppress(KeyError), DebuggedMatch(mute_match(), stepped=False) as match:
        while not any(report.event.HasField("asked") for report in match.reports(DEADLINE_S)):
            pass
        pids = family(match.pid)
        stand_still(psutil.Process(match.pid))
        if fails:
            raise KeyError
    assert match._process.returncode != -signal.SIGKILL
    assert all_gone(pids)


def test_a_referee_that_is_told_in_many_ways_ends_once() -> None:
    with DebuggedMatch(mute_match(), stepped=False) as match:
        while not any(report.event.HasField("asked") for report in match.reports(DEADLINE_S)):
            pass
        pids = family(match.pid)
        match._socket.close()
        while psutil.pid_exists(match.pid) and not is_gone(match.pid):
            match._process.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                match._process.wait(0.003)
    assert match._process.returncode in (0, -signal.SIGTERM)  # by one that came after the end
    assert all_gone(pids)


def test_a_referee_that_goes_away_is_told() -> None:
    with DebuggedMatch(mute_match(), stepped=False) as match:
        while not match.reports(DEADLINE_S):
            pass
        psutil.Process(match.pid).send_signal(signal.SIGKILL)
        with pytest.raises(ExecutorError, match="the referee went away"):
            follow(match)


def test_a_match_that_can_not_be_played_is_refused(tmp_path: Path) -> None:
    spec = mute_match(time_control="soon")
    live = LiveMatch(spec, stepped=False, folder=tmp_path, started_at_us=0)
    with live as match, pytest.raises(SpecError, match="expected a time control"):
        list(match.news(DEADLINE_S))


@pytest.mark.parametrize("stands", [False, True], ids=["runs", "stands stopped"])
def test_nothing_is_left_when_the_debugger_is_killed(tmp_path: Path, *, stands: bool) -> None:
    hangs = f"{sys.executable} -m tests.zoo hangs"
    words = ("--isolation", "none", "--output", tmp_path)
    process = start("debug", "trace", "bologna", hangs, hangs, *words)
    wait_for_line(process, "<- decide")
    pids = family(process.pid)
    assert len(pids) > 3
    if stands:
        (referee,) = psutil.Process(process.pid).children()
        stand_still(referee)
    status, _, _ = stop(process, signal.SIGKILL)
    assert status == -signal.SIGKILL
    assert all_gone(pids)
    # What was seen until then is kept.
    shown = podesta("debug", "show", tmp_path / "seat-0.transcript", "--kind", "decide")
    assert shown.returncode == 1
    assert len(shown.stdout.splitlines()) == 1


def test_a_referee_is_gone_when_its_beginning_is_broken_into(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[subprocess.Popen[bytes]] = []
    popen = subprocess.Popen

    def broken_into(*words: Any, **options: Any) -> "subprocess.Popen[bytes]":
        process: subprocess.Popen[bytes] = popen(*words, **options)
        started.append(process)
        os.kill(os.getpid(), signal.SIGINT)
        return process

    monkeypatch.setattr(subprocess, "Popen", broken_into)
    with pytest.raises(KeyboardInterrupt):
        DebuggedMatch(mute_match(), stepped=False).__enter__()
    assert [process.returncode is None for process in started] == [False]


def test_a_referee_is_gone_when_its_end_is_broken_into() -> None:
    def work() -> None:
        with DebuggedMatch(mute_match(), stepped=False) as match:
            pids.append(match.pid)
            end = match._process.wait

            def broken_into(timeout: float | None = None) -> int:
                os.kill(os.getpid(), signal.SIGINT)
                return end(timeout)

            match._process.wait = broken_into  # type: ignore[method-assign]

    pids: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        work()
    assert not psutil.pid_exists(pids[0])
