"""Plays matches between real processes, and looks what they leave behind."""

import asyncio
import contextlib
from pathlib import Path

import psutil
from podesta.v1 import match_pb2, record_pb2

from referee.engine_host import EngineHost
from referee.hosts import EngineHosts
from referee.play import play_match
from referee.replay import verify
from referee.spectators import EventLevel
from tests.referee.engine_specs import good, match_spec


class ArenaFloor:
    """Keeps good engines running from test to test, as a worker does."""

    def __init__(self, runner: asyncio.Runner, scratch: Path) -> None:
        self._runner = runner
        self.pids_file = scratch / "pids"
        self.events: list[match_pb2.MatchEvent] = []
        self.hosts = runner.run(self._make_hosts())

    async def _make_hosts(self) -> EngineHosts:
        return EngineHosts()

    def play(self, spec: match_pb2.MatchSpec) -> record_pb2.MatchRecord:
        """A match to its end; its record must verify."""
        self.events.clear()
        record = self._runner.run(
            play_match(spec, hosts=self.hosts, sink=self.events.append, level=EventLevel.MOVES)
        )
        assert verify(record) == []
        return record

    def idle(self) -> list[EngineHost]:
        """Engines that are kept for the next match."""
        return list(self.hosts._idle)

    def good_pids(self) -> dict[str, int]:
        """Process ids of kept good engines, by id."""
        return {
            host.spec.id: host.process.pid or 0
            for host in self.idle()
            if host.process is not None and host.spec.id.startswith("good")
        }

    def check_next_match(self) -> None:
        """Two good engines play, and nothing disturbs them.

        Their Ready to the match before may come late, where another's fault ended that first.
        """
        record = self.play(match_spec(good(0), good(1)))
        assert record.termination == 1, record.reason
        assert not record.faults
        # Every late message is noted.
        assert [n for n in record.notes if not n.endswith(": ready for an earlier match")] == []

    def check_nothing_left(self) -> None:
        """Only kept engines run, and only they have sockets and directories."""
        kept = {host.process.pid for host in self.idle() if host.process is not None}
        keepers = {psutil.Process(pid).ppid() for pid in kept if pid}
        running = {process.pid for process in psutil.Process().children(recursive=True)}
        assert running == kept | keepers
        for pid in self.left_pids():
            assert not alive(pid)
        assert self.hosts.running == len(self.idle())

    def left_pids(self) -> list[int]:
        """What engines of the zoo noted of processes they started."""
        if not self.pids_file.exists():
            return []
        return [int(line) for line in self.pids_file.read_text(encoding="ascii").split()]

    def close(self) -> None:
        """End all engines; then nothing of them is left."""
        self._runner.run(self.hosts.close())
        assert psutil.Process().children(recursive=True) == []


def alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be reaped does not."""
    with contextlib.suppress(psutil.NoSuchProcess):
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    return False


def stop(process: psutil.Process) -> None:
    """Let a process stand still (SIGSTOP), and see that it does."""
    process.suspend()
    while process.status() != psutil.STATUS_STOPPED:
        pass


def open_descriptors() -> int:
    """How many file descriptors this process holds."""
    return len(list(Path("/proc/self/fd").iterdir()))
