"""How late things came, as numbers that can be compared: pure values."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

__all__ = ["Lateness", "Phase"]


@dataclass(frozen=True, slots=True)
class Lateness:
    """Some measurements, microseconds; all percentiles are values that were measured."""

    samples: int
    p50_us: int
    p99_us: int
    max_us: int

    @classmethod
    def of(cls, late_us: Sequence[int]) -> "Lateness":
        """From single measurements, in any order. Raises ValueError for none."""
        if not late_us:
            raise ValueError("nothing was measured")
        ordered = sorted(late_us)
        return cls(len(ordered), _at(ordered, 0.5), _at(ordered, 0.99), ordered[-1])


def _at(ordered: Sequence[int], share: float) -> int:
    return ordered[max(0, ceil(share * len(ordered)) - 1)]


@dataclass(frozen=True, slots=True)
class Phase:
    """What was measured while `thinkers` processes had something to think about.

    `timer` is how late the referee's own timers woke. `answer` is by how much an engine seemed to
    think longer than it did by its own clock: what jitter puts on the clock of an honest engine.
    """

    name: str
    thinkers: int
    timer: Lateness
    answer: Lateness
