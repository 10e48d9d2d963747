"""The seam: what the referee needs of whatever starts engines."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

__all__ = [
    "EngineCommand",
    "EngineProcess",
    "ExitStatus",
    "LaunchError",
    "Launcher",
    "Printed",
    "Usage",
]


class LaunchError(Exception):
    """The command of an engine can't be started; the message says why, for people."""


@dataclass(frozen=True, slots=True)
class EngineCommand:
    """What to start."""

    argv: tuple[str, ...]
    directory: str = ""
    """Working directory; empty for the referee's own."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """The whole environment of the process."""
    scratch: str = ""
    """A directory to be removed when the referee is gone before it could; empty for none."""


@dataclass(frozen=True, slots=True)
class ExitStatus:
    """How a process ended: one of both is None. `left` tells whether processes it started live."""

    status: int | None = None
    signal: int | None = None
    left: bool = False

    def __str__(self) -> str:
        if self.signal is not None:
            return f"ended by signal {self.signal}"
        return f"ended with exit status {self.status}"


@dataclass(frozen=True, slots=True)
class Printed:
    """The last of what the processes of an engine wrote since this was asked before."""

    stdout: bytes = b""
    stderr: bytes = b""


@dataclass(frozen=True, slots=True)
class Usage:
    """What the processes of an engine used so far; None where unknown."""

    cpu_us: int | None = None
    peak_memory_bytes: int | None = None


class EngineProcess(ABC):
    """A started engine: its first process and all that came from it, the **tree**."""

    def __init__(self) -> None:
        self.exit: ExitStatus | None = None
        """How the first process ended; None while it runs."""
        self.on_exit: list[Callable[[], None]] = []
        """Each is called once, in the event loop, after `exit` was set."""

    def exited(self, status: ExitStatus) -> None:
        """For implementations: the first process ended."""
        self.exit = status
        for call in self.on_exit:
            call()

    @property
    @abstractmethod
    def pid(self) -> int | None:
        """Of the first process; None where there is no process on this machine."""

    @abstractmethod
    async def printed(self) -> Printed:
        """What was written to stdout and stderr since the last call, the last 64 KiB of each."""

    @abstractmethod
    def usage(self) -> Usage:
        """What the tree used so far."""

    @abstractmethod
    def terminate(self) -> None:
        """Ask the tree to end (SIGTERM); returns at once."""

    @abstractmethod
    async def end(self) -> None:
        """Kill whatever of the tree still runs and wait until it is gone. May be called twice.

        Raises VoidMatch where processes can't be killed.
        """


class Launcher(ABC):
    """Starts engines."""

    isolation: str
    """How well engines are kept apart from the machine and each other, for the record."""

    @abstractmethod
    async def start(self, command: EngineCommand) -> EngineProcess:
        """Start an engine. Raises LaunchError, and VoidMatch where it is the machine's fault."""
