"""What an engine that looks ahead must know about a game besides its rules."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from referee.games.game import AnyState, Move

__all__ = ["AnyEvaluator", "Evaluator"]

S = TypeVar("S", bound=AnyState)


class Evaluator(ABC, Generic[S]):
    """Judges positions of one game.

    One evaluator serves one decision: what it remembers of positions never grows without bound
    then, and a choice depends on the position alone.

    In games with hidden parts it judges a determinized position as if all of it were open; whoever
    asks averages over many of them.
    """

    scale: ClassVar[float]
    """Points ahead that make it 73 % likely to be placed before the other seat."""

    temperature: ClassVar[float]
    """Points by which a move must be worse to get 1/e of the attention of a search."""

    exploration: ClassVar[float] = 0.4
    """PUCT's constant of a tree search, unless told otherwise."""

    search_width: ClassVar[int]
    """Moves of a position that a tree search looks into, unless told otherwise."""

    worlds: ClassVar[int] = 1
    """Determinized positions over which greedy averages; 1 where nothing is hidden."""

    whole_rounds: ClassVar[bool] = False
    """Whether a search over determinizations judges leaves only where its own seat has the turn
    again: for games where what a turn is worth differs so much that other leaves can't be
    compared."""

    greedy_widths: ClassVar[tuple[int, ...]] = ()
    """Moves that greedy follows to the end of its own turn, at its first decision, at the second,
    and so on; the last one holds for all further. Empty: it judges right after the move."""

    decisions_a_turn: ClassVar[float] = 1.0
    """Decisions with a choice in a turn, on average: clocks earn by turns."""

    @classmethod
    def prepare(cls, options: Mapping[str, str]) -> None:
        """Make ready, before a clock runs, what takes time the first time."""

    @abstractmethod
    def points(self, state: S) -> Sequence[float]:
        """What each seat may expect to have at the end, in points of the game.

        Only differences count. The match is not over.
        """

    def promising(self, state: S, moves: Sequence[Move], most: int) -> Sequence[Move]:
        """At most so many moves that are worth judging, found without making them.

        All of them, unless a game knows better.
        """
        return moves

    @abstractmethod
    def decisions_left(self, state: S, seat: int) -> float:
        """About how many decisions with a choice this seat still has, this one too."""

    @staticmethod
    def add_tempo(points: list[float], next_seat: int, gain: float) -> None:
        """Make positions comparable whoever is next to have a turn, in place.

        `gain` is what an ordinary turn brings its seat. Seats act in turn from `next_seat` on, so
        whoever waits longer lacks a larger part of it.
        """
        seats = len(points)
        for place in range(1, seats):
            points[(next_seat + place) % seats] -= gain * place / seats

    def weight(self, state: S) -> float:
        """The share of an ordinary decision's time that this one deserves."""
        return 1.0


AnyEvaluator = Evaluator[Any]
