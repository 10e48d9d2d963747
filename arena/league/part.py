"""A part of a plan: the deals that one of several machines plays.

Of each N deals that follow each other in the plan every part has one, but not in the same order
each time: else, where N divides the number of pairs, two engines would always meet on the same
machine. It follows from the plan alone, so that all machines agree without asking each other; and
as it goes by deals, all matches of a deal are played in one place, where it can be dealt anew if it
has to be.
"""

import re
from dataclasses import dataclass

__all__ = ["MOST_PARTS", "WHOLE", "Part"]

MOST_PARTS = 1_000
"""More machines than anybody shares a league among."""

_WRITTEN = re.compile(r"([0-9]{1,4})/([0-9]{1,4})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Part:
    """Part `number` of `of`, counted from 1. Raises ValueError where there is no such part."""

    number: int
    of: int

    def __post_init__(self) -> None:
        if not 1 <= self.number <= self.of <= MOST_PARTS:
            raise ValueError(f"there is no part {self.number} of {self.of}")

    @classmethod
    def parse(cls, text: str) -> "Part":
        """The part that is written `1/3`. Raises ValueError, which says what is expected."""
        written = _WRITTEN.fullmatch(text)
        try:
            if written is not None:
                return cls(int(written[1]), int(written[2]))
        except ValueError:
            pass  # the words below say more
        raise ValueError(
            "a part is written I/N, such as 1/3 for the first of three: "
            f"I from 1 to N, N from 1 to {MOST_PARTS}"
        )

    @property
    def whole(self) -> bool:
        """Whether this is all of the plan."""
        return self.of == 1

    def holds(self, deal: int) -> bool:
        """Whether deal number `deal` of the plan, counted from 0, belongs to this part.

        That is part s mod N + 1, where s is the sum of the digits of `deal` to the base N.
        """
        if self.whole:
            return True
        total = 0
        while deal:
            deal, digit = divmod(deal, self.of)
            total += digit
        return total % self.of == self.number - 1

    def __str__(self) -> str:
        return f"part {self.number} of {self.of}"


WHOLE = Part(1, 1)
"""All of a plan: what a run plays unless it is told otherwise."""
