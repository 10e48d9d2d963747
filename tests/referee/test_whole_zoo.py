"""Match after match against the whole zoo, with walls and without, by one referee.

Each ends as it must and leaves nothing.

PODESTA_ZOO_MATCHES says how many; a few by default. From twice the size of the zoo on, each of its
engines is met both ways.
"""

import asyncio
import contextlib
import ctypes
import gc
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest
from podesta.v1 import game_pb2

from referee.hosts import EngineHosts
from referee.launcher.ladder import probe_level
from referee.play import play_match
from referee.replay import verify
from tests.referee.arena_floor import alive, open_descriptors
from tests.referee.engine_specs import good, match_spec, zoo
from tests.referee.test_zoo_in_sandboxes import OTHERWISE
from tests.referee.test_zoo_matches import FAULTS, HARMLESS, STARTS, Case, check

G = game_pb2
MATCHES = int(os.environ.get("PODESTA_ZOO_MATCHES", "8"))
STEP = 37
"""Prime to the number of meetings, so that few of them are of different sorts."""
LONGEST_MATCH_S = 300.0
"""What takes longer hangs, however busy the machine is."""
PROCESSES = {"none": 2, "bwrap": 4}
"""Of an engine that is kept: a keeper and itself; in a sandbox also both of bubblewrap."""

KEPT_BYTES = 40_000_000
"""Room for messages of 10 megabytes that each thread of gRPC may go on to hold."""

ENDINGS = (
    *((case, G.TERMINATION_FORFEIT) for case in STARTS),
    *((case, G.TERMINATION_FAULT) for case in FAULTS),
    *((case, G.TERMINATION_COMPLETED) for case in HARMLESS),
    (Case("resigns"), G.TERMINATION_RESIGNATION),
    (Case("resigns_out_of_turn"), G.TERMINATION_RESIGNATION),
    (Case("errs_once_a_decision", spec={"retries": 1}), G.TERMINATION_COMPLETED),
    (Case("dies_between_matches", spec={"fresh_engines": True}), G.TERMINATION_COMPLETED),
    (Case("stops_its_keeper", spec={"fresh_engines": True}), G.TERMINATION_COMPLETED),
)
OUT_OF_REACH = OTHERWISE | {"stops_its_keeper"}
"""In a sandbox an engine does not see its keeper."""


@dataclass(frozen=True)
class Meeting:
    """An engine of the zoo, behind walls or not, and how its match must end."""

    case: Case
    ends: game_pb2.Termination
    level: str


MEETINGS = tuple(
    Meeting(case, ends, level)
    for case, ends in ENDINGS
    for level in ("none", "bwrap")
    if level == "none" or (probe_level("bwrap").works and case.engine not in OUT_OF_REACH)
)


class Floor:
    """The engines that one referee keeps, and what is left of the others."""

    def __init__(self, runner: asyncio.Runner, scratch: Path) -> None:
        self.runner = runner
        self.pids_file = scratch / "pids"
        self.hosts = runner.run(self._make())

    async def _make(self) -> EngineHosts:
        return EngineHosts()

    def play(self, meeting: Meeting, number: int) -> None:
        """The match, and what must be true of it and after it."""
        case = meeting.case
        beast = zoo(case.engine, environment={"ZOO_PIDS": self._pids(meeting.level)})
        if meeting.ends != G.TERMINATION_COMPLETED:
            # An id of its own, so that no engine has to wait for its failed starts, or is kept.
            beast.id = f"{case.engine}-{number}"
        opponent = good(int(meeting.level == "bwrap"))
        for engine in (beast, opponent):
            engine.confinement.isolation = meeting.level
        spec = match_spec(beast, opponent, **case.spec)
        played = play_match(spec, hosts=self.hosts)
        record = self.runner.run(asyncio.wait_for(played, LONGEST_MATCH_S))
        assert verify(record) == []
        assert record.termination == meeting.ends, record.reason
        if meeting.ends in (G.TERMINATION_FORFEIT, G.TERMINATION_FAULT):
            kind = G.FAULT_KIND_START if case.fault is None else case.fault
            assert [(fault.seat, fault.kind) for fault in record.faults] == [(0, kind)]
            check(case, record.faults[0])
        else:
            assert all(fault.forgiven for fault in record.faults)
        if meeting.ends != G.TERMINATION_FORFEIT:
            if meeting.ends != G.TERMINATION_COMPLETED:
                assert [seat.placement for seat in record.outcome.seats] == [2, 1]
            assert [seat.isolation for seat in record.seats] == [meeting.level] * 2
        self.check_nothing_left()

    def _pids(self, level: str) -> str:
        return str(self.pids_file) if level == "none" else "/tmp/pids"

    def check_nothing_left(self) -> None:
        """Processes, directories and sockets are those of the engines that are kept."""
        kept = self.hosts._idle
        assert self.hosts.running == len(kept)
        running = psutil.Process().children(recursive=True)
        wanted = sum(
            PROCESSES[host.spec.confinement.isolation]
            for host in kept
            if host.process is not None and host.process.exit is None
        )
        assert len(running) == wanted, running
        assert len(directories()) == len(kept)
        assert len(sockets()) <= len(kept)
        if self.pids_file.exists():
            noted = [int(line) for line in self.pids_file.read_text(encoding="ascii").split()]
            assert [pid for pid in noted if alive(pid)] == []
            self.pids_file.unlink()

    def close(self) -> None:
        self.runner.run(self.hosts.close())
        gc.collect()
        assert psutil.Process().children(recursive=True) == []
        assert directories() == []
        assert sockets() == set()


def used_bytes() -> int:
    """Resident memory of this process, without what the C library only holds for later."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
    return int(psutil.Process().memory_info().rss)


def directories() -> list[Path]:
    return list(Path(tempfile.gettempdir()).glob("podesta-*"))


def sockets() -> set[str]:
    """Paths of the sockets of seats of which the kernel knows."""
    lines = Path("/proc/net/unix").read_text(encoding="utf-8").splitlines()
    paths = (line.split(maxsplit=7)[-1] for line in lines)
    return {path for path in paths if path.startswith(tempfile.gettempdir())}


@pytest.mark.slow
def test_matches_against_the_whole_zoo_end_as_they_must_and_leave_nothing(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path_factory.mktemp("pids")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path_factory.mktemp("t")))
    # Big messages make the first round the largest; what grows after it would grow for ever.
    whole = 2 * len(MEETINGS) <= MATCHES
    warm_up = len(MEETINGS) if whole else min(2, MATCHES)
    descriptors = memory_bytes = 0
    with asyncio.Runner() as runner:
        for begin, end in ((0, warm_up), (warm_up, MATCHES)):
            with contextlib.closing(Floor(runner, scratch)) as floor:
                for number in range(begin, end):
                    floor.play(MEETINGS[number * STEP % len(MEETINGS)], number)
            if not begin:
                descriptors, memory_bytes = open_descriptors(), used_bytes()
        assert open_descriptors() <= descriptors + 2
        grown_bytes = used_bytes() - memory_bytes
        assert not whole or grown_bytes < KEPT_BYTES + 20_000 * (MATCHES - warm_up)


def test_each_engine_of_the_zoo_is_met() -> None:
    met = [MEETINGS[number * STEP % len(MEETINGS)] for number in range(len(MEETINGS))]
    assert set(map(id, met)) == set(map(id, MEETINGS))
