"""Positions of games whose legal moves are listed once and kept until the next move."""

from abc import abstractmethod
from typing import Generic

from referee.games.game import M, State

__all__ = ["ListedState"]


class ListedState(State[M], Generic[M]):
    """A `State` that keeps the list of its legal moves.

    Who changes the position sets `_legal` to None; a copy of the same position may share the list.
    """

    __slots__ = ("_legal",)

    _legal: tuple[M, ...] | None

    def legal_moves(self) -> tuple[M, ...]:
        """See `State.legal_moves`."""
        legal = self._legal
        if legal is None:
            legal = self._legal = self._list_legal()
        return legal

    def validate(self, move: M) -> str | None:
        """See `State.validate`."""
        return None if move in self.legal_moves() else self._reason_against(move)

    @abstractmethod
    def _list_legal(self) -> tuple[M, ...]:
        """All legal moves, in canonical order."""

    @abstractmethod
    def _reason_against(self, move: M) -> str:
        """Why a move that is not in the list is not legal."""
