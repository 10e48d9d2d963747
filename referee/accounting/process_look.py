"""One look at one process: its CPU time, its memory, its threads, as /proc tells them."""

import os
from typing import NamedTuple

__all__ = ["ProcessLook", "look_at"]

# Fields of /proc/PID/stat behind the name, counted from 0 (proc_pid_stat(5) counts from 1, and two
# fields stand before).
_UTIME, _STIME, _CUTIME, _CSTIME, _THREADS, _START, _RSS = 11, 12, 13, 14, 17, 19, 21
_READ_BYTES = 16 * 1024
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_US_PER_TICK = 1_000_000 // os.sysconf("SC_CLK_TCK")


class ProcessLook(NamedTuple):
    """What a process was seen to have used up to now."""

    pid: int
    started: int
    """Clock ticks since boot: tells it from a later process with the same id."""
    own_us: int
    """CPU time of its own threads."""
    waited_us: int
    """CPU time of its children that ended and that it waited for, and of theirs."""
    threads: int
    rss_bytes: int
    high_bytes: int
    """The most resident memory that it ever had."""


def look_at(pid: int) -> ProcessLook | None:
    """Look at a process; None where there is none (Linux)."""
    try:
        stat = _read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
        status = _read(f"/proc/{pid}/status")
    except (FileNotFoundError, ProcessLookupError):
        return None
    rss_bytes = int(stat[_RSS]) * _PAGE_BYTES
    return ProcessLook(
        pid=pid,
        started=int(stat[_START]),
        own_us=(int(stat[_UTIME]) + int(stat[_STIME])) * _US_PER_TICK,
        waited_us=(int(stat[_CUTIME]) + int(stat[_CSTIME])) * _US_PER_TICK,
        threads=int(stat[_THREADS]),
        rss_bytes=rss_bytes,
        high_bytes=max(rss_bytes, _high_bytes(status)),
    )


def _high_bytes(status: bytes) -> int:
    """0 where there is none, as for a process that ended and was not waited for."""
    start = status.find(b"VmHWM:")
    if start < 0:
        return 0
    return int(status[start + 6 : status.index(b"kB", start)]) * 1024


def _read(path: str) -> bytes:
    # A third of what pathlib takes; this is done for every process several times a second.
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(fd, _READ_BYTES)
    finally:
        os.close(fd)
