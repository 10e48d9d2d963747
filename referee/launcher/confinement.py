"""How the program of one seat is kept apart, as an organiser says it."""

from dataclasses import dataclass

from podesta.v1 import match_pb2

__all__ = ["DEFAULT_SCRATCH_BYTES", "UNCONFINED", "Confinement", "confinement_of"]

DEFAULT_SCRATCH_BYTES = 64 << 20


@dataclass(frozen=True, slots=True)
class Confinement:
    """What stands between an engine and this machine; what it may use is `referee.limits`."""

    isolation: str = "none"
    """A level of `referee.launcher.ladder`, or "auto" for the best that works here."""
    open_files: int | None = None
    """Files and sockets that one process may hold open."""
    scratch_bytes: int = DEFAULT_SCRATCH_BYTES
    """Room in each of its /tmp and /dev/shm, which are in memory, where these are its own."""
    readable: tuple[str, ...] = ()
    """Files and directories that it may read besides its own; absolute."""
    hidden: tuple[str, ...] = ()
    """What it may not see even inside of what it may read, and whatever lies beside it and has a
    longer name of the same beginning; absolute."""
    image: str = ""
    """For containers: what they are made from."""


UNCONFINED = Confinement()


def confinement_of(message: match_pb2.EngineConfinement) -> Confinement:
    """As a MatchSpec says it; what it leaves out has its default."""
    return Confinement(
        isolation=message.isolation or UNCONFINED.isolation,
        open_files=message.open_files or None,
        scratch_bytes=message.scratch_bytes or DEFAULT_SCRATCH_BYTES,
        readable=tuple(message.readable),
        hidden=tuple(message.hidden),
        image=message.image,
    )
