"""What to warn of where more is asked of our cores than they can hold."""

import os
from collections.abc import Iterator

from arena.executors.pinning import Pinning, shared_cores

__all__ = ["crowded_cores", "crowded_seats", "crowding_warnings"]


def crowding_warnings(
    slots: int, pinning: Pinning, *, seats: int, timed: bool, settings: tuple[str, str]
) -> Iterator[str]:
    """A line for each of the two settings that asks too much, behind its name.

    `settings` are what whoever asks calls the matches at a time, and the pinning.
    """
    cores = len(os.sched_getaffinity(0))
    for name, crowded in zip(
        settings,
        (
            crowded_cores(slots, cores=cores, timed=timed),
            crowded_seats(pinning, slots=slots, seats=seats, cores=cores),
        ),
        strict=True,
    ):
        if crowded is not None:
            yield f"{name}: {crowded}"


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
