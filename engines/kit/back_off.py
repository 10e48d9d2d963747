"""How long to wait before the next try, when the last ones were in vain."""

from collections.abc import Callable
from random import random

__all__ = ["BackOff"]


class BackOff:
    """Twice as long each time, up to a limit, and a little by chance: many bots dial one lobby."""

    def __init__(
        self, first_s: float = 1.0, longest_s: float = 60.0, chance: Callable[[], float] = random
    ) -> None:
        """`chance` gives numbers from 0 to 1."""
        self._first_s = first_s
        self._longest_s = longest_s
        self._chance = chance
        self._failures = 0

    def succeeded(self) -> None:
        """The next wait is a short one again."""
        self._failures = 0

    def failed_s(self) -> float:
        """One more try was in vain: how long to wait, seconds."""
        whole_s = min(self._first_s * 2.0 ** min(self._failures, 30), self._longest_s)
        self._failures += 1
        return whole_s * (0.5 + self._chance() / 2)
