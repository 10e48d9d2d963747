"""What to warn of where more is asked of our cores than they can hold.

Each is a sentence without the name of the setting that asks for it: that differs by who asks.
"""

from arena.executors.pinning import Pinning, shared_cores

__all__ = ["crowded_cores", "crowded_seats"]


def crowded_cores(slots: int, *, cores: int, timed: bool) -> str | None:
    """Matches against the clock of which not each has a core; None where all is well."""
    if not timed or slots <= cores:
        return None
    return f"{slots} matches on {cores} cores: engines take time from each other and may lose on it"


def crowded_seats(pinning: Pinning, *, slots: int, seats: int, cores: int) -> str | None:
    """Engines that were to have a core each and can't; None where all is well."""
    if not shared_cores(pinning, slots=slots, seats=seats, cores=cores):
        return None
    return f"{slots} matches of {seats} seats on {cores} cores: some engines share a core"
