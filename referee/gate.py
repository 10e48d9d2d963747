"""Where somebody who debugs can hold a match up."""

from typing import Protocol

from referee.clock import MatchClocks
from referee.games import AnyState

__all__ = ["Gate"]


class Gate(Protocol):
    """Passed while no question is open, so that no clock runs."""

    async def reached(
        self, ply: int, state: AnyState, clocks: MatchClocks, *, over: bool = False
    ) -> None:
        """After `ply` decisions, which led to `state`; returns when the match may go on.

        Called before each question and each move of a stand-in, and before the end (`over`).
        """
