"""The seam: what the referee needs of whatever starts engines."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from referee.launcher.confinement import UNCONFINED, Confinement
from referee.launcher.walls import NO_WALLS, Walls
from referee.limits import NO_LIMITS, Limits

__all__ = [
    "ADDRESS_VARIABLE",
    "TOKEN_VARIABLE",
    "EngineCommand",
    "EngineProcess",
    "ExitStatus",
    "LaunchError",
    "Launcher",
    "Printed",
    "Usage",
]

ADDRESS_VARIABLE = "PODESTA_ADDRESS"
"""In the environment of an engine: where its seat is."""
TOKEN_VARIABLE = "PODESTA_TOKEN"
"""And what proves that the seat is its own."""


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
    limits: Limits = NO_LIMITS
    """Who breaks one is ended, and `EngineProcess.breach` tells which it was."""
    cpus: tuple[int, ...] = ()
    """Cores that it may run on; empty for all of ours."""
    confinement: Confinement = UNCONFINED
    """How it is kept apart; `referee.launcher.confined` makes `walls` of it."""
    walls: Walls = NO_WALLS
    """What the keeper builds round it."""
    relayed: bool = False
    """It wants a port, and its address is that of a socket: see `Launcher.relays_tcp`."""


@dataclass(frozen=True, slots=True)
class ExitStatus:
    """How a process ended: one of both is None. `left` tells whether processes it started live."""

    status: int | None = None
    signal: int | None = None
    left: bool = False
    no_walls: str = ""
    """Why there were no walls to start it in, which is no fault of its own; mostly empty."""

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
    """What the processes of an engine used in one match; None and empty where unknown.

    The sources are "cgroup" or "sampled"; podesta/v1/record.proto says what each means.
    """

    cpu_us: int | None = None
    peak_memory_bytes: int | None = None
    peak_processes: int | None = None
    cpu_source: str = ""
    memory_source: str = ""


class EngineProcess(ABC):
    """A started engine: its first process and all that came from it, the **tree**."""

    def __init__(self) -> None:
        self.exit: ExitStatus | None = None
        """How the first process ended; None while it runs."""
        self._at_exit: list[Callable[[], object]] = []
        self.breach = ""
        """Which limit the tree broke, for people; empty while it has broken none."""
        self.isolation = ""
        """The level it was started at; empty for the one of its launcher."""
        self.out_of_reach = False
        """Its processes are those of a daemon: nothing of ours can count, stop or bind them."""
        self.frozen_by = ""
        """How `freeze` stops the tree: "cgroup" or "signals"; empty where it can't."""

    is_near = True
    """Whether its processes run here, so that their end is seen; else only its stream tells."""

    @property
    def status(self) -> str:
        """What is known of one that has not come, for people; empty where that is nothing."""
        return ""

    def stream_opened(self) -> None:  # noqa: B027 - only far engines need to know
        """The engine has dialled the referee."""

    def stream_closed(self) -> None:  # noqa: B027
        """Its stream broke, and it may come back."""

    def call_at_exit(self, call: Callable[[], object]) -> None:
        """Have it called once, in the event loop, after `exit` was set; now where that is done.

        A program may have ended before whoever started it could ask for this.
        """
        if self.exit is None:
            self._at_exit.append(call)
        else:
            call()

    def exited(self, status: ExitStatus) -> None:
        """For implementations: the first process ended."""
        self.exit = status
        for call in self._at_exit:
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
        """What the tree used since `begin_window`, up to the last `printed` or its end."""

    def was_busy(self) -> bool:
        """Whether the tree did anything, or has ended, since this was asked before.

        The first time it only begins to look. False where nobody here can see that.
        """
        return False

    def begin_window(self) -> None:  # noqa: B027 - most that are elsewhere can't
        """What is used from now on is of another match; returns at once."""

    def bind(self, cpus: Collection[int]) -> None:  # noqa: B027 - most that are elsewhere can't
        """Let all of the tree run on these cores only; returns at once."""

    def freeze(self) -> None:  # noqa: B027 - most that are elsewhere can't
        """Stop the whole tree; returns at once, it stands still very soon after."""

    def thaw(self, *, waits: bool) -> None:  # noqa: B027 - most that are elsewhere can't
        """Let the whole tree go on; where it `waits`, it can run when this returns.

        Nothing happens to one that was not frozen. Raises VoidMatch where it can't be continued.
        """

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

    def relays_tcp(self, confinement: Confinement) -> bool:
        """Whether an engine that wants a port is given one inside its walls.

        Then its seat is on a Unix socket, and a relay beside the engine leads there.
        """
        return False
