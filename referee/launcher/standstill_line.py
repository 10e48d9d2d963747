"""A line to a keeper by which its tree is stopped and continued, apart from all other orders.

To continue a tree is waited for, by the whole referee: it happens when one decision is over and the
next is not yet asked, so that no clock runs, and the engine that is to be asked must be able to run
before its clock starts.
"""

import os
import signal
import socket
import time
from contextlib import suppress

from referee.errors import VoidMatch
from referee.launcher.process_tree import stopped

__all__ = ["StandstillLine"]

_LOOK_S = 0.05
_LIMIT_S = 5.0


class StandstillLine:
    """The referee's end."""

    def __init__(self, line: socket.socket, keeper: int) -> None:
        """`keeper` is its process id."""
        self._line = line
        self._line.settimeout(_LOOK_S)
        self._keeper = keeper
        self._frozen = False

    def freeze(self) -> None:
        """Stop the tree; returns at once."""
        if not self._frozen:
            self._frozen = self._send(b"f")

    def thaw(self) -> None:
        """Let the tree go on; returns when it can run, or when its keeper is gone.

        An engine that stopped its keeper is not stopped itself: then there is nothing to wait for,
        but the keeper is woken. Raises VoidMatch where a keeper that runs does not answer.
        """
        if not self._frozen:
            return
        self._frozen = False
        if not self._send(b"t"):
            return
        give_up_at = time.monotonic() + _LIMIT_S
        while time.monotonic() < give_up_at:
            try:
                self._line.recv(1)
            except TimeoutError:
                if stopped(self._keeper):
                    with suppress(ProcessLookupError):
                        os.kill(self._keeper, signal.SIGCONT)
            except OSError:
                return
            else:
                return
        raise VoidMatch("an engine that stood still could not be continued")

    def close(self) -> None:
        """The keeper has ended, or no longer counts."""
        self._frozen = False
        self._line.close()

    def _send(self, order: bytes) -> bool:
        try:
            self._line.send(order)
        except OSError:
            return False
        return True
