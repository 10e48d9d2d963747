"""What the processes of one engine may use; a limit that is hit is a fault of the engine."""

from dataclasses import dataclass

__all__ = ["NO_LIMITS", "Limits"]


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
