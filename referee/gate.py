"""Where somebody who debugs can hold a match up."""

from typing import Protocol

__all__ = ["Gate"]


class Gate(Protocol):
    """Passed while no question is open, so that no clock runs."""

    async def reached(self, ply: int, *, over: bool = False) -> None:
        """After `ply` decisions; returns when the match may go on.

        Called before each question and each move of a stand-in, and before the end (`over`).
        """
