"""Which limit an engine broke, in words; for the fault that it is."""

import math
import signal

from referee.launcher.launcher import ExitStatus
from referee.limits import Limits

__all__ = ["breach_text", "file_breach_text", "size_text"]

_KIB = 1024
_UNITS = ("KiB", "MiB", "GiB", "TiB")
_SHELL_SIGNAL = 128


def size_text(size_bytes: float) -> str:
    """A size as people write it: 512 bytes, 64 MiB, 1.5 GiB."""
    if size_bytes < _KIB:
        return f"{size_bytes:.0f} bytes"
    power = min(int(math.log(size_bytes, _KIB)), len(_UNITS))
    return f"{size_bytes / _KIB**power:.4g} {_UNITS[power - 1]}"


def breach_text(limit: str, allowed: float, measured: float) -> str:
    """For a limit that the keeper found broken; `limit` is a field of `Limits`.

    Raises ValueError for another word.
    """
    if limit == "memory_bytes":
        if measured <= allowed:
            return f"memory limit reached: the kernel gave no more than {size_text(allowed)}"
        return f"memory limit broken: {size_text(measured)} used, {size_text(allowed)} allowed"
    if limit == "processes":
        return (
            f"process limit broken: {measured:.0f} processes and threads at once, "
            f"{allowed:.0f} allowed"
        )
    if limit == "cpu_time_s":
        return f"CPU limit broken: {measured:.2f} s used in the match, {allowed:g} s allowed"
    raise ValueError(f"no limit {limit!r}")


def file_breach_text(exited: ExitStatus, limits: Limits) -> str:
    """For an engine that the kernel ended for a file that grew too long; else empty.

    A sandbox or shell between us and the process tells a signal as an exit status.
    """
    told = (exited.signal, (exited.status or 0) - _SHELL_SIGNAL)
    if limits.file_size_bytes is None or signal.SIGXFSZ not in told:
        return ""
    return f"file limit broken: a file of more than {size_text(limits.file_size_bytes)} was written"
