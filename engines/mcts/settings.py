"""How a tree grows, and what a search gives back."""

from collections.abc import Callable
from dataclasses import dataclass

from referee.games.game import Move

__all__ = ["Found", "OnProgress", "OutOfTimeError", "Settings"]


@dataclass(frozen=True, slots=True)
class Settings:
    """How the tree grows.

    `width`: moves looked into a position. `exploration`: PUCT's constant. `temperature`: points by
    which a move must be worse to have 1/e of the prior. `scale`: points ahead that make a win 73 %
    likely. `nodes`: positions evaluated at the most; 0 for no limit. `iterations`: walks down the
    tree at the most, so that a tree that is searched to its end ends too.
    """

    width: int
    temperature: float
    scale: float
    exploration: float
    nodes: int = 0
    iterations: int = 100_000


@dataclass(slots=True)
class Found:
    """What the search found; `shares`: what each seat may expect, 0..1."""

    move: Move
    shares: tuple[float, ...]
    nodes: int
    depth: int
    line: list[Move]


OnProgress = Callable[[Found], None]


class OutOfTimeError(Exception):
    """The search is to end now; what was found so far counts."""
