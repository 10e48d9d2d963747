"""Engines that attack, many at once and each in its sandbox, beside a match of two that play fair.

PODESTA_ATTACKERS says how many attack at once; a few by default. With more of them more fair
matches are played.
"""

import asyncio
import hashlib
import inspect
import math
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest
from google.protobuf.json_format import MessageToJson
from podesta.v1 import game_pb2, match_pb2, record_pb2

from referee.hosts import EngineHosts
from referee.launcher.ladder import probe_level
from referee.launcher.process_tree import marked
from referee.play import play_match
from referee.record_file import read_record
from referee.replay import verify
from referee.spectators import EventLevel
from tests.referee.arena_floor import alive
from tests.referee.engine_specs import ROOT, good, match_spec, zoo
from tests.zoo import attacking

ATTACKERS = int(os.environ.get("PODESTA_ATTACKERS", "4"))
FAIR_MATCHES = max(1, ATTACKERS // 4)
KINDS = sorted(
    name
    for name, function in inspect.getmembers(attacking, inspect.iscoroutinefunction)
    if function.__module__ == attacking.__name__
)
STEP = 5
"""Prime to the number of kinds, so that few attackers are of different sorts."""
CONFINEMENT = match_pb2.EngineConfinement(isolation="bwrap", open_files=256, scratch_bytes=8 << 20)
LIMITS = match_pb2.EngineLimits(memory_bytes=300 << 20, processes=64, file_size_bytes=16 << 20)

pytestmark = pytest.mark.skipif(
    not probe_level("bwrap").works, reason=f"bwrap: {probe_level('bwrap').reason}"
)


OF_TESTS_BESIDE = (".pytest_cache", ".hypothesis", "__pycache__")
"""Directories that other tests may make at any time, in a working tree that is new."""


def names(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir() if path.name not in OF_TESTS_BESIDE)


@dataclass
class Outside:
    """What must stay as it is, and what would tell that somebody came out of a sandbox."""

    directory: Path
    abstract: str = field(default_factory=lambda: f"podesta-zoo-{os.getpid()}")

    def __post_init__(self) -> None:
        self.file = self.directory / "target"
        self.file.write_text("not theirs", encoding="ascii")
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.hearer = socket.socket(socket.AF_UNIX)
        self.hearer.bind(f"\0{self.abstract}")
        self.hearer.listen()
        for one in (self.listener, self.hearer):
            one.setblocking(False)
        self.bystander = subprocess.Popen(["sleep", "600"], start_new_session=True)
        self.before = self.looks()

    def looks(self) -> object:
        pattern = Path("/proc/sys/kernel/core_pattern")
        return (
            hashlib.sha256(self.file.read_bytes()).hexdigest(),
            [(path.stat().st_mode, path.stat().st_uid) for path in map(Path, ("/dev/null",))],
            self.file.stat().st_mtime_ns,
            self.file.stat().st_mode,
            sorted(self.directory.iterdir()),
            pattern.read_text(encoding="utf-8") if pattern.exists() else "",
            Path("/proc/self/mounts").read_text(encoding="utf-8"),
            names(ROOT),
            names(ROOT / "tests" / "zoo"),
        )

    def environment(self) -> dict[str, str]:
        return {
            "ZOO_TARGET_FILE": str(self.file),
            "ZOO_TARGET_PORT": str(self.listener.getsockname()[1]),
            "ZOO_TARGET_ABSTRACT": self.abstract,
            "ZOO_TARGET_PID": str(self.bystander.pid),
        }

    def check(self) -> None:
        assert self.looks() == self.before
        assert psutil.Process(self.bystander.pid).status() == psutil.STATUS_SLEEPING
        for one in (self.listener, self.hearer):
            with pytest.raises(BlockingIOError):
                one.accept()

    def close(self) -> None:
        self.bystander.kill()
        self.bystander.wait()
        self.listener.close()
        self.hearer.close()


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[Outside]:
    target = tmp_path / "outside"
    target.mkdir()
    made = Outside(target)
    yield made
    made.close()


def confined(engine: match_pb2.EngineSpec) -> match_pb2.EngineSpec:
    engine.confinement.CopyFrom(CONFINEMENT)
    engine.limits.CopyFrom(LIMITS)
    return engine


async def attack_until(
    ended: asyncio.Event, hosts: EngineHosts, names: list[str], outside: Outside
) -> list[record_pb2.MatchRecord]:
    """Matches of two attackers, one after another."""
    records: list[record_pb2.MatchRecord] = []
    while not ended.is_set():
        engines = [
            confined(
                zoo(name, id=f"{name}-{seat}-{len(records)}", environment=outside.environment())
            )
            for seat, name in enumerate(names)
        ]
        spec = match_spec(*engines, time_control="2s+100ms", fresh_engines=True)
        records.append(await play_match(spec, hosts=hosts, level=EventLevel.NONE))
    return records


async def play_fair(directory: Path, number: int) -> record_pb2.MatchRecord:
    """A match by a referee process of its own, as in a league."""
    spec = directory / f"{number}.json"
    record = directory / f"{number}.record"
    fair = match_spec(confined(good(0)), confined(good(1)), time_control="20s+2s")
    spec.write_text(MessageToJson(fair), encoding="utf-8")
    words = [sys.executable, "-m", "referee", "play", spec, "--record", record, "--events", "none"]
    referee = await asyncio.create_subprocess_exec(*map(str, words), cwd=ROOT)
    await referee.wait()
    return read_record(record)


def reached(record: record_pb2.MatchRecord) -> list[str]:
    return [
        f"{seat.engine_id}: {line}"
        for seat in record.seats
        for line in seat.stdout_tail.decode("utf-8", "replace").splitlines()
        if line.startswith("REACHED")
    ]


@pytest.mark.slow
def test_a_fair_match_beside_attackers_ends_right_and_nothing_outside_changes(
    tmp_path: Path, outside: Outside, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = tmp_path / "t"
    seats.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(seats))
    monkeypatch.setenv("TMPDIR", str(seats))

    async def both() -> tuple[list[record_pb2.MatchRecord], list[record_pb2.MatchRecord]]:
        ended = asyncio.Event()
        kinds = [KINDS[number * STEP % len(KINDS)] for number in range(ATTACKERS)]
        async with EngineHosts(most_idle=0) as hosts:
            attacks = [
                asyncio.create_task(attack_until(ended, hosts, kinds[at : at + 2], outside))
                for at in range(0, ATTACKERS, 2)
            ]
            await asyncio.sleep(0)
            fair = [await play_fair(tmp_path, number) for number in range(FAIR_MATCHES)]
            ended.set()
            hostile = [record for attack in attacks for record in await attack]
        return fair, hostile

    begun_s = time.monotonic()
    fair, hostile = asyncio.run(both())
    print(f"{ATTACKERS} attackers, {len(hostile)} matches of theirs, {len(fair)} fair ones in")
    print(f"{time.monotonic() - begun_s:.0f} s")
    for record in fair:
        assert record.termination == game_pb2.TERMINATION_COMPLETED, record.reason
        assert not record.faults
        assert verify(record) == []
        assert [seat.isolation for seat in record.seats] == ["bwrap", "bwrap"]
    for record in hostile:
        assert record.termination != game_pb2.TERMINATION_VOID, record.reason
        assert verify(record) == []
    assert [line for record in hostile for line in reached(record)] == []
    outside.check()
    assert list(seats.iterdir()) == []
    left = [one for one in psutil.Process().children(recursive=True) if alive(one.pid)]
    assert [one.pid for one in left] == [outside.bystander.pid]
    assert marked("ZOO_TARGET_FILE", str(outside.file)) == []


def test_without_walls_attackers_reach_what_they_look_for(outside: Outside) -> None:
    """Or the test above could not fail."""
    names = ["reads_files", "dials_the_network"]
    engines = [zoo(name, environment=outside.environment()) for name in names]

    async def play() -> record_pb2.MatchRecord:
        async with EngineHosts() as hosts:
            return await play_match(match_spec(*engines), hosts=hosts)

    told = "\n".join(reached(asyncio.run(play())))
    assert f"reads_files: REACHED {outside.file}" in told
    assert "dials_the_network: REACHED 127.0.0.1 over TCP" in told
    assert "dials_the_network: REACHED an abstract socket" in told


def test_there_are_attackers_of_every_sort() -> None:
    assert len(KINDS) >= 20
    assert math.gcd(STEP, len(KINDS)) == 1
