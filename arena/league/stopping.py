"""Asking a running league to stop: once to finish its matches, twice to stop now."""

from collections.abc import Callable
from enum import IntEnum

__all__ = ["StopLevel", "StopRequest"]


class StopLevel(IntEnum):
    """How urgent it is."""

    NONE = 0
    FINISH = 1
    """No new matches; those that run are finished and committed."""
    NOW = 2
    """Matches that run come to nothing; they are played again another time."""


class StopRequest:
    """May be asked from a signal handler or another thread, also before the league runs."""

    def __init__(self) -> None:
        self._level = StopLevel.NONE
        self._wake: Callable[[], None] | None = None

    @property
    def level(self) -> StopLevel:
        """What has been asked for."""
        return self._level

    def request(self) -> None:
        """First finish, then now."""
        self._raise_to(StopLevel(min(self._level + 1, StopLevel.NOW)))

    def request_now(self) -> None:
        """Stop now, whatever was asked before."""
        self._raise_to(StopLevel.NOW)

    def on_request(self, wake: Callable[[], None] | None) -> None:
        """What is called at each request, to end a wait; None for nothing."""
        self._wake = wake

    def _raise_to(self, level: StopLevel) -> None:
        self._level = level
        wake = self._wake
        if wake is not None:
            wake()
