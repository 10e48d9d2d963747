"""How late the referee's timers woke over a whole league, and when that is too much.

docs/time-controls.md tells the rule for people.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

__all__ = ["LARGE_SHARE", "LATE_SHARE", "Jitter", "Lags"]

LARGE_SHARE = 0.05
"""Jitter is large when it takes this part of what a decision had."""

LATE_SHARE = 0.01
"""Flags are doubtful when the worst lag passed the grace in this part of all matches."""

_QUANTILE = 0.99
_MOST_DIGITS = 64


@dataclass(slots=True)
class Lags:
    """Looks at the referee's timers, added up over matches.

    `counts[k]` looks were late by k binary digits of microseconds, as in MatchRecord.lag_counts.
    """

    counts: list[int] = field(default_factory=list)

    def add(self, counts: Iterable[int]) -> None:
        """The looks of one more match; entries that no time can have are left out."""
        for digits, count in zip(range(_MOST_DIGITS), counts, strict=False):
            if digits == len(self.counts):
                self.counts.append(0)
            self.counts[digits] += count

    @property
    def looks(self) -> int:
        """How many there were."""
        return sum(self.counts)

    def quantile_us(self, share: float) -> int | None:
        """That share of all looks was at most so late, microseconds; None without looks.

        Never too small, and less than twice what it was: it is the upper end of a power of two.
        """
        needed, seen = share * self.looks, 0
        for digits, count in enumerate(self.counts):
            seen += count
            if count and seen >= needed:
                return (1 << digits) - 1
        return None


@dataclass(frozen=True, slots=True)
class Jitter:
    """The jitter of a league against what its decisions had.

    `usual_us` is what 99 of 100 looks did not pass, `decision_us` the median, over seats of
    matches, of the time that a decision had; None where nothing was counted or no clock ran.
    `late` of `matches` had a lag worse than their grace.
    """

    usual_us: int | None
    decision_us: int | None
    matches: int
    late: int

    @classmethod
    def of(cls, lags: Lags, decisions_us: Iterable[int], matches: int, late: int) -> "Jitter":
        """From what records say."""
        had = sorted(decisions_us)
        middle = had[(len(had) - 1) // 2] if had else None
        return cls(lags.quantile_us(_QUANTILE), middle, matches, late)

    @property
    def share(self) -> float | None:
        """What part of a decision's time the jitter is."""
        if self.usual_us is None or not self.decision_us:
            return None
        return self.usual_us / self.decision_us

    @property
    def is_large(self) -> bool:
        """Whether it is large against the time control."""
        return self.share is not None and self.share >= LARGE_SHARE

    @property
    def makes_flags_doubtful(self) -> bool:
        """Whether lags worse than the grace were more than rare."""
        return bool(self.matches) and self.late > LATE_SHARE * self.matches
