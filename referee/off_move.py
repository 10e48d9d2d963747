"""Engines that are not to move stand still, so that none thinks on the core of another."""

from collections.abc import Sequence

from referee.launcher.launcher import EngineProcess

__all__ = ["OffMove"]


class OffMove:
    """Lets the one engine run that is asked. Processes by seat; None for an engine elsewhere."""

    def __init__(self, processes: Sequence[EngineProcess | None]) -> None:
        self._processes = processes

    def turn_to(self, seat: int) -> None:
        """Stop all others; when this returns the seat's engine can run. Raises VoidMatch."""
        for number, process in enumerate(self._processes):
            if number != seat and process is not None:
                process.freeze()
        asked = self._processes[seat]
        if asked is not None:
            asked.thaw(waits=True)

    def all_go(self) -> None:
        """Let all run, very soon."""
        for process in self._processes:
            if process is not None:
                process.thaw(waits=False)
