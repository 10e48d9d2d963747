"""Several matches of one command at once, between real engines by the real command line."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from referee.record_file import read_record
from tests.arena.cli.command_line import (
    Terminal,
    all_gone,
    environment,
    podesta,
    podesta_process,
    start,
    stop,
)

THINKER = f"{sys.executable} -m tests.arena.cli.thinking_bot"
BASE = ("match", "bologna", "--deal", "training-7", "--city", "ABBAAB")


def test_matches_keep_their_numbers_files_and_results(tmp_path: Path) -> None:
    words = ("--time", "none", "--games", "3", "-c", "2", "--record", tmp_path / "game.record")
    done = podesta_process(*BASE, "random", "random:seed=5", *words)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[:2] == [
        "match 1 of 3: bologna: 0 random, 1 random:seed=5",
        "match 2 of 3: bologna: 0 random:seed=5, 1 random",
    ]
    points = {"random": 0.0, "random:seed=5": 0.0}
    for number in (1, 2, 3):
        record = read_record(tmp_path / f"game-{number}.record")
        engines = [engine.id for engine in record.spec.engines]
        assert engines == [["random:seed=5", "random"], ["random", "random:seed=5"]][number % 2]
        placed = [seat.placement for seat in record.outcome.seats]
        for engine, own, other in zip(engines, placed, reversed(placed), strict=True):
            points[engine] += (own < other) + (own == other) / 2
        (result,) = (line for line in lines if line.startswith(f"match {number} of 3: result: "))
        assert all(f"{seat.score} points" in result for seat in record.outcome.seats)
    # Two lines a match and the table: no moves.
    assert len(lines) == 2 * 3 + 3
    assert lines[-3].split() == ["bot", "points", "W-D-L", "placement", "faults"]
    assert {row.split()[0]: float(row.split()[1]) for row in lines[-2:]} == points
    assert "the deal was 'training-7'" in done.stderr


def _family(pid: int) -> set[int]:
    return {child.pid for child in psutil.Process(pid).children(recursive=True)}


def _events(process: subprocess.Popen[str]) -> Iterator[dict[str, Any]]:
    assert process.stdout is not None
    for line in process.stdout:
        yield json.loads(line)


def test_a_dead_referee_ends_its_own_match_and_ctrl_c_all_others() -> None:
    words = ("--time", "5m", "--games", "3", "--concurrency", "2", "--json")
    with start(*BASE, f"{THINKER} 2", f"{THINKER} 2", *words) as process:
        events = _events(process)
        far: set[str] = set()
        # Both have come as far as they ever will, so both are being played now.
        while len(far) < 2:
            event = next(events)
            if "asked" in event and event["asked"]["ply"] == 3:
                far.add(event["match_id"])
        referees = psutil.Process(process.pid).children()
        assert len(referees) == 2
        family = _family(process.pid)
        referees[0].kill()
        result = next(event["result"] for event in events if "result" in event)
        assert result["termination"] == "void"
        assert result["match_id"] in far
        event = next(event for event in events if "started" in event)
        assert event["match_id"] not in far
        family |= _family(process.pid)
        assert len(family) >= 9
        status, _, err = stop(process, signal.SIGINT)
        assert status == 130
        assert "Traceback" not in err
        assert all_gone(family)


def test_on_a_terminal_the_tally_and_no_board_is_drawn() -> None:
    words = ("--time", "none", "--games", "2", "-j", "2")
    env = environment(NO_COLOR="1")
    with Terminal(*BASE, "random", "random:seed=5", *words, env=env) as terminal:
        assert terminal.wait() == 0
        assert "match 2 of 2: result: completed" in terminal.text
        assert "2 of 2 matches played, 0 running" in terminal.text
        assert "S3A" not in terminal.text
        assert terminal.raw.count("\x1b[?25l") == terminal.raw.count("\x1b[?25h")


def test_one_match_has_one_referee_however_many_are_allowed() -> None:
    done = podesta(*BASE, "random", "random", "-c", "8", "--pin", "seat")
    assert done.returncode == 0
    assert done.stdout.splitlines()[1].startswith("   1. 0 random: ")
    assert "warning: --" not in done.stderr


def test_more_than_there_are_cores_draws_the_warnings_of_leagues(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    core = min(os.sched_getaffinity(0))
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {core})
    done = podesta(*BASE, "random", "random", "--games", "2", "-c", "2", "--pin", "seat")
    assert done.returncode == 0, done.stderr
    assert "warning: --concurrency: 2 matches on 1 cores: engines take time" in done.stderr
    assert "warning: --pin: 2 matches of 2 seats on 1 cores: some engines share" in done.stderr


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("0", "0 is not in the range 1<=x<=4096"),
        ("4097", "4097 is not in the range 1<=x<=4096"),
        ("two", "'two' is no whole number from 1 to 4096"),
    ],
)
def test_what_is_no_concurrency(given: str, told: str) -> None:
    done = podesta(*BASE, "random", "random", "--concurrency", given)
    assert done.returncode == 2
    assert told in done.stderr
