"""`python -m referee` as a process: what it prints, how it ends, and what it leaves."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
from google.protobuf import json_format
from podesta.v1 import game_pb2, match_pb2

from referee.record_file import read_record
from referee.replay import verify
from tests.referee.arena_floor import alive
from tests.referee.engine_specs import ROOT, good, match_spec, zoo

REFEREE = (sys.executable, "-m", "referee")


def write_spec(path: Path, spec: match_pb2.MatchSpec) -> Path:
    path.write_text(json_format.MessageToJson(spec), encoding="utf-8")
    return path


@contextmanager
def running(*words: str, sockets: Path) -> "Iterator[subprocess.Popen[str]]":
    with subprocess.Popen(
        (*REFEREE, *words),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(sockets)},
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def run(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        (*REFEREE, *words), cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )


@pytest.fixture
def sockets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short directory for the sockets of a referee."""
    return tmp_path_factory.mktemp("s")


def wait_until_gone(pids: set[int]) -> None:
    """Returns when none of them runs; the timeout of a process wait bounds it."""
    processes = []
    for pid in pids:
        try:
            processes.append(psutil.Process(pid))
        except psutil.NoSuchProcess:
            continue
    psutil.wait_procs([p for p in processes if alive(p.pid)], timeout=20)
    assert [pid for pid in pids if alive(pid)] == []


def test_a_match_is_told_line_by_line_and_recorded(tmp_path: Path) -> None:
    spec = match_spec(good(0), good(1))
    done = run("play", str(write_spec(tmp_path / "m.json", spec)), "--record", f"{tmp_path}/r")
    assert done.returncode == 0, done.stderr
    events = [json.loads(line) for line in done.stdout.splitlines()]
    record = read_record(tmp_path / "r")
    assert verify(record) == []
    assert "started" in events[0]
    assert "ended" in events[-1]
    moves = [event["move"]["text"] for event in events if "move" in event]
    assert moves == [decision.move for decision in record.decisions]
    assert {event["match_id"] for event in events} == {spec.match_id}


def test_a_spec_may_be_protobuf_bytes(tmp_path: Path) -> None:
    path = tmp_path / "m.bin"
    path.write_bytes(match_spec(good(0), zoo("crashes_at_start")).SerializeToString())
    done = run("play", str(path), "--events", "matches")
    assert done.returncode == 4
    assert [list(json.loads(line))[-1] for line in done.stdout.splitlines()] == ["fault", "ended"]


def test_a_fault_shows_in_the_exit_status(tmp_path: Path) -> None:
    spec = match_spec(good(0), zoo("crashes_in_mid_match"))
    done = run("play", str(write_spec(tmp_path / "m.json", spec)), "--events", "none")
    assert (done.returncode, done.stdout) == (3, "")


def test_every_problem_of_a_spec_is_told_without_a_traceback(tmp_path: Path) -> None:
    spec = match_spec(good(0), game="bolonga", seed=b"short", time_control="5x")
    done = run("play", str(write_spec(tmp_path / "m.json", spec)))
    assert done.returncode == 2
    assert "seed: expected 32 bytes, not 5" in done.stderr
    assert "game: 'bolonga' is none of" in done.stderr
    assert "time control" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("content", [b"{not json", b"\xff\xff\xff", None])
def test_a_file_that_is_no_spec_is_told(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "m.json"
    if content is not None:
        path.write_bytes(content)
    done = run("play", str(path))
    assert done.returncode == 2
    assert str(path) in done.stderr
    assert "Traceback" not in done.stderr


def test_a_record_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    spec = match_spec(good(0), zoo("crashes_at_start"))
    path = write_spec(tmp_path / "m.json", spec)
    done = run("play", str(path), "--events", "none", "--record", f"{tmp_path}/nowhere/r")
    assert done.returncode == 6
    assert "nowhere" in done.stderr


def test_an_engine_that_kills_its_keeper_leaves_nothing(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    engine = zoo("kills_its_keeper", environment={"ZOO_PIDS": str(pids)})
    path = write_spec(tmp_path / "m.json", match_spec(engine, good()))
    done = run("play", str(path), "--events", "none", "--record", f"{tmp_path}/r")
    assert done.returncode == 3, done.stderr
    left = [int(line) for line in pids.read_text(encoding="ascii").split()]
    assert len(left) == 3
    assert [pid for pid in left if alive(pid)] == []
    record = read_record(tmp_path / "r")
    assert record.faults[0].kind == game_pb2.FAULT_KIND_CRASH
    assert record.faults[0].signal == signal.SIGKILL


def test_kill_9_of_the_referee_leaves_no_engine(tmp_path: Path, sockets: Path) -> None:
    pids = tmp_path / "pids"
    engine = zoo("leaves_children_and_hangs", environment={"ZOO_PIDS": str(pids)})
    spec = match_spec(good(), engine, opening_plies=0)
    path = write_spec(tmp_path / "m.json", spec)
    with running("play", str(path), sockets=sockets) as process:
        assert process.stdout is not None
        for line in process.stdout:
            asked = json.loads(line).get("asked")
            if asked and asked.get("seat") == 1:
                break
        tree = {child.pid for child in psutil.Process(process.pid).children(recursive=True)}
        tree |= {int(line) for line in pids.read_text(encoding="ascii").split()}
        assert len(list(sockets.iterdir())) == 2
        process.kill()
        process.wait()
        assert len(tree) >= 7
        wait_until_gone(tree)
    assert list(sockets.iterdir()) == []


def test_ctrl_c_ends_engines_and_records_a_void_match(tmp_path: Path, sockets: Path) -> None:
    spec = match_spec(good(), zoo("hangs"), opening_plies=0)
    path = write_spec(tmp_path / "m.json", spec)
    with running("play", str(path), "--record", f"{tmp_path}/r", sockets=sockets) as process:
        assert process.stdout is not None
        for line in process.stdout:
            asked = json.loads(line).get("asked")
            if asked and asked.get("seat") == 1:
                break
        tree = {child.pid for child in psutil.Process(process.pid).children(recursive=True)}
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
        assert [pid for pid in tree if alive(pid)] == []
    assert list(sockets.iterdir()) == []
    record = read_record(tmp_path / "r")
    assert record.termination == game_pb2.TERMINATION_VOID
    assert record.reason == "interrupted"


def test_an_awaited_engine_is_told_where_to_go(tmp_path: Path, sockets: Path) -> None:
    spec = match_spec(good(0, command=[]), good(1))
    path = write_spec(tmp_path / "m.json", spec)
    with running("play", str(path), "--events", "matches", sockets=sockets) as process:
        assert process.stdout is not None
        awaited = json.loads(process.stdout.readline())["awaited"]
        assert awaited["engine"] == "good-0"
        engine = subprocess.run(
            good(0).command,
            cwd=ROOT,
            check=False,
            timeout=60,
            env={
                **os.environ,
                "PODESTA_ADDRESS": awaited["address"],
                "PODESTA_TOKEN": awaited["token"],
            },
        )
        assert engine.returncode == 0
        assert process.wait(timeout=30) == 0


def test_help_names_exit_statuses() -> None:
    done = run("play", "--help")
    assert "Exit status" in done.stdout
    assert "Examples" in done.stdout
