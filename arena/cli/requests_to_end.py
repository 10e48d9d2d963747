"""Signals that ask the command to end: the first is answered, and what ends then is left to end.

Whoever asks again soon asks for what is being done: a second KeyboardInterrupt would break into the
end of engines, servers and terminals, and leave them half ended. Much later it is a new request:
the answer to the first was swallowed (Python drops what is raised while it frees an object), or
what ends hangs.
"""

import signal
import time
from collections.abc import Callable
from types import FrameType

__all__ = ["hear", "hear_again", "hear_no_more", "ignore"]

_ASKING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_PATIENCE_S = 10.0
"""A match has ended by then, with its engines."""


class _Answers:
    """To which signals we answer, and since when we do what they ask for."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self.heard: list[signal.Signals] = []
        self._now_s = now_s
        self._answered_s = 0.0

    def set(self, handler: "signal._HANDLER") -> None:
        while True:
            try:
                for number in self.heard:
                    signal.signal(number, handler)
            except (KeyboardInterrupt, SystemExit):
                continue  # One that came meanwhile.
            return

    def no_more(self) -> None:
        self._answered_s = self._now_s()
        self.set(self.late)

    def first(self, number: int, _frame: FrameType | None) -> None:
        # Unwinds every context manager, so that engines and sockets are gone before we are.
        self.no_more()
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        raise SystemExit(128 + number)

    def late(self, number: int, frame: FrameType | None) -> None:
        # SIG_IGN would do, but for one that came together with the first: of that Python complains
        # on stderr ("ignored due to race condition").
        if self._now_s() - self._answered_s > _PATIENCE_S:
            self.first(number, frame)


_answers = _Answers(time.monotonic)


def hear() -> None:
    """From now on the first request raises KeyboardInterrupt (ctrl-C) or SystemExit, the others
    nothing for a while."""
    # What was ignored before us (nohup) stays ignored.
    _answers.heard = [
        number for number in _ASKING if signal.getsignal(number) is not signal.SIG_IGN
    ]
    hear_again()


def hear_again() -> None:
    """For whoever took a KeyboardInterrupt and goes on: the next request is a first one."""
    for number in _answers.heard:
        signal.signal(number, _answers.first)


def hear_no_more() -> None:
    """Requests change nothing for a while; programs that are started yet can be asked to end."""
    _answers.no_more()


def ignore() -> None:
    """Until the process is gone: handlers of Python's are taken away before it is."""
    hear_no_more()
    _answers.set(signal.SIG_IGN)
