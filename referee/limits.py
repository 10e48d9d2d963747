"""What the processes of one engine may use; a limit that is hit is a fault of the engine."""

from dataclasses import dataclass

from podesta.v1 import match_pb2

__all__ = ["NO_LIMITS", "Limits", "limits_of"]

_US_PER_S = 1_000_000


@dataclass(frozen=True, slots=True)
class Limits:
    """Caps of an engine's whole process tree; None for no cap.

    Who breaks one is ended and told which (`referee.accounting`). The kernel can refuse before we
    look (rlimits, control groups): limits given to it should be looser than these, or the engine
    sees only a call that fails, and nobody is told why.
    """

    memory_bytes: int | None = None
    """Resident memory of all processes together."""
    processes: int | None = None
    """Processes and threads that live at once, counted together, as the kernel counts them."""
    file_size_bytes: int | None = None
    """Size of any one file that it writes."""
    cpu_time_s: float | None = None
    """CPU time of all processes together in one match; in its first with the start-up."""


NO_LIMITS = Limits()


def limits_of(message: match_pb2.EngineLimits) -> Limits:
    """The limits that a spec gives an engine; 0 there is none."""
    return Limits(
        memory_bytes=message.memory_bytes or None,
        processes=message.processes or None,
        file_size_bytes=message.file_size_bytes or None,
        cpu_time_s=message.cpu_time_us / _US_PER_S if message.cpu_time_us else None,
    )
