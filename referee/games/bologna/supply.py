"""What players start with, and supplies as tuples for people and tests."""

from dataclasses import dataclass

from referee.games.bologna.moves import SIZES

__all__ = ["START", "Supply"]


@dataclass(frozen=True, slots=True)
class Supply:
    """Buildings left, of size 2, 3, 4, 5 and 6, and schools left."""

    buildings: tuple[int, int, int, int, int]
    schools: int

    @property
    def pieces(self) -> int:
        """How many buildings are left."""
        return sum(self.buildings)

    @property
    def squares(self) -> int:
        """Their sizes together."""
        return sum(size * left for size, left in zip(SIZES, self.buildings, strict=True))


START = Supply(buildings=(4, 5, 4, 3, 1), schools=6)
"""BO-02, BO-03."""
