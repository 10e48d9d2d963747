"""How the referee stops and continues a tree: by its control group, else through its keeper.

To continue a tree is waited for, by the whole referee: it happens when one decision is over and the
next is not yet asked, so that no clock runs, and the engine that is to be asked must be able to run
before its clock starts.
"""

import os
import signal
import socket
import time
from abc import ABC, abstractmethod
from contextlib import suppress

from referee.accounting.control_group import ControlGroup
from referee.accounting.standstill import GroupStandstill
from referee.errors import VoidMatch
from referee.launcher.process_tree import stopped

__all__ = ["GroupLine", "Standstill", "StandstillLine"]

_LOOK_S = 0.05
_LIMIT_S = 5.0


class Standstill(ABC):
    """Stops a tree, and lets it go on; each does nothing where that was done already."""

    @abstractmethod
    def freeze(self) -> None:
        """Stop the tree; returns at once."""

    @abstractmethod
    def thaw(self, *, waits: bool) -> None:
        """Let the tree go on; where it `waits`, it can run when this returns. Raises VoidMatch."""

    @abstractmethod
    def close(self) -> None:
        """The tree is gone."""


class GroupLine(Standstill):
    """By two bytes to the kernel, which need no keeper and take some 20 us."""

    def __init__(self, group: ControlGroup, line: Standstill) -> None:
        """`line` is not needed any more, only to be closed."""
        self._still = GroupStandstill(group)
        self._line = line
        self._frozen = False

    def freeze(self) -> None:
        """See `Standstill.freeze`."""
        if not self._frozen:
            self._frozen = True
            self._still.freeze()

    def thaw(self, *, waits: bool) -> None:
        """See `Standstill.thaw`: there is nothing to wait for."""
        if self._frozen:
            self._frozen = False
            self._still.thaw()

    def close(self) -> None:
        """See `Standstill.close`."""
        self._line.close()


class StandstillLine(Standstill):
    """By a line to the keeper, apart from all other orders: this is the referee's end of it."""

    def __init__(self, line: socket.socket, keeper: int) -> None:
        """`keeper` is its process id."""
        self._line = line
        self._line.settimeout(_LOOK_S)
        self._keeper = keeper
        self._frozen = False
        self._owed = 0
        """Answers of the keeper that nobody has read yet."""

    def freeze(self) -> None:
        """See `Standstill.freeze`."""
        if not self._frozen:
            self._frozen = self._send(b"f")

    def thaw(self, *, waits: bool) -> None:
        """Let the tree go on; where it `waits`, returns when it can run or its keeper is gone.

        A keeper that an engine stopped before it was stopped itself is woken. Raises VoidMatch
        where a keeper that runs does not answer.
        """
        if self._frozen:
            self._frozen = False
            self._owed += self._send(b"t")
        give_up_at = time.monotonic() + _LIMIT_S
        while waits and self._owed:
            try:
                answer = self._line.recv(self._owed)
            except TimeoutError:
                self._wake_keeper()
                if time.monotonic() > give_up_at:
                    raise VoidMatch("an engine that stood still can't be continued") from None
            except OSError:
                return
            else:
                self._owed = self._owed - len(answer) if answer else 0

    def _wake_keeper(self) -> None:
        if stopped(self._keeper):
            with suppress(ProcessLookupError):
                os.kill(self._keeper, signal.SIGCONT)

    def close(self) -> None:
        """The keeper has ended, or no longer counts."""
        self._frozen, self._owed = False, 0
        self._line.close()

    def _send(self, order: bytes) -> bool:
        try:
            self._line.send(order)
        except OSError:
            return False
        return True
