"""Which cores referees and engines are bound to."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Cores", "Pinning", "cores_of", "shared_cores"]


class Pinning(StrEnum):
    """What gets cores of its own."""

    NONE = "none"
    """The system decides."""
    WORKER = "worker"
    """Each referee with all of its engines is bound to one core."""
    SEAT = "seat"
    """Each engine is bound to a core, the referees to those that are left."""


@dataclass(frozen=True, slots=True)
class Cores:
    """Of one slot: `referee` empty for all, `seats` a core for each seat or empty for all."""

    referee: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()


def cores_of(slot: int, pinning: Pinning, *, slots: int, seats: int, cores: Sequence[int]) -> Cores:
    """The cores of a slot out of `cores`; where these are too few, they are shared in turn.

    With `Pinning.SEAT` no two seats share a core while there are enough, of one match least of all,
    and a referee never shares one with a seat while any is left.
    """
    if pinning is Pinning.WORKER:
        return Cores(referee=(cores[slot % len(cores)],))
    if pinning is Pinning.SEAT:
        first = slot * seats
        left = tuple(cores[slots * seats :])
        return Cores(
            referee=left,
            seats=tuple(cores[(first + seat) % len(cores)] for seat in range(seats)),
        )
    return Cores()


def shared_cores(pinning: Pinning, *, slots: int, seats: int, cores: int) -> bool:
    """Whether engines that are bound to cores must share them."""
    return pinning is Pinning.SEAT and slots * seats > cores
