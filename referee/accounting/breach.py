"""Which limit a tree of processes broke, and when that must be looked for next."""

from collections.abc import Mapping
from typing import NamedTuple

__all__ = ["Breach", "find_breach", "look_again_s"]

MOST_S = 0.2
"""Between two looks where there is no limit to watch: only the highest memory is looked for."""
WATCHED_S = 0.1
"""Between two looks where there is one."""
LEAST_S = 0.02
"""Between two looks where one may soon be broken."""
_GROWTH_BYTES_PER_S = 2 << 30
"""About what one core can fill with zeros."""
_US_PER_S = 1_000_000


class Breach(NamedTuple):
    """A limit and what was measured beyond it. `limit` is a key of `referee.limits.Limits`."""

    limit: str
    allowed: float
    measured: float


def find_breach(
    limits: Mapping[str, float | None], *, memory_bytes: int, tasks: int, cpu_us: int
) -> Breach | None:
    """The first limit that is broken. `limits` has the keys of `Limits`; missing ones are None."""
    for name, measured in (
        ("memory_bytes", float(memory_bytes)),
        ("processes", float(tasks)),
        ("cpu_time_s", cpu_us / _US_PER_S),
    ):
        allowed = limits.get(name)
        if allowed is not None and measured > allowed:
            return Breach(name, allowed, measured)
    return None


def look_again_s(
    limits: Mapping[str, float | None], *, memory_bytes: int, cpu_us: int, cores: int
) -> float:
    """How long until the next look: sooner where a limit could be broken sooner, seconds."""
    pause_s = MOST_S
    if any(limits.get(name) is not None for name in ("memory_bytes", "processes", "cpu_time_s")):
        pause_s = WATCHED_S
    memory, cpu_s = limits.get("memory_bytes"), limits.get("cpu_time_s")
    if memory is not None:
        pause_s = min(pause_s, (memory - memory_bytes) / _GROWTH_BYTES_PER_S)
    if cpu_s is not None:
        pause_s = min(pause_s, (cpu_s - cpu_us / _US_PER_S) / cores)
    return max(LEAST_S, pause_s)
