"""What the keeper builds round an engine before its program starts: plain values, also as JSON.

Only the standard library, since the keeper of an engine imports it.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, Self

__all__ = ["NO_WALLS", "Walls"]


class Walls(NamedTuple):
    """See the module. No dataclass: the keeper would load `inspect` for it at every start."""

    open_files: int | None = None
    """RLIMIT_NOFILE."""
    tasks: int | None = None
    """RLIMIT_NPROC. In a user namespace of the engine it counts what is in there, elsewhere all
    that this user runs on the machine."""
    expendable: bool = False
    """The engine's processes are the first to go when the machine has no memory left, and leave no
    core dumps."""
    shown: tuple[str, ...] = ()
    """Files and directories that may be read and executed; in a sandbox nothing else is there."""
    readable: tuple[str, ...] = ()
    """For landlock besides, see `referee.launcher.landlock.LandlockRules`."""
    writable: tuple[str, ...] = ()
    ports: tuple[int, ...] = ()
    listable: tuple[str, ...] = ()
    landlock: bool = False
    """Whether these five say all that is allowed."""
    user: int | None = None
    """Where the referee is root: the user, and group, that the engine is instead."""
    bwrap: str = ""
    """The program that makes a sandbox; empty for none."""
    bwrap_first: tuple[str, ...] = ()
    """Its options up to what is shown."""
    bwrap_last: tuple[str, ...] = ()
    """The other options. They hold the environment of the engine."""
    remove: str = ""
    """A directory of the engine's own, to be removed at its end."""
    farewell: tuple[str, ...] = ()
    """A command to be run when all processes are gone, for what is not our child."""
    farewell_environment: tuple[tuple[str, str], ...] = ()

    def to_order(self) -> dict[str, Any]:
        """As it stands in the order to a keeper."""
        return self._asdict()

    @classmethod
    def of_order(cls, order: Mapping[str, Any]) -> Self:
        """From the order to a keeper."""
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in order.items()
        }
        values["farewell_environment"] = tuple(
            (name, value) for name, value in order.get("farewell_environment", ())
        )
        return cls(**values)


NO_WALLS = Walls()
