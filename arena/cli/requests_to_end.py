"""Signals that ask the command to end: the first is answered, and what ends then is left to end.

Whoever asks again asks for what is being done: a second KeyboardInterrupt would break into the end
of engines, servers and terminals, and leave them half ended.
"""

import signal
from types import FrameType

__all__ = ["hear", "hear_again", "hear_no_more", "ignore"]

_ASKING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_heard: list[signal.Signals] = []


def hear() -> None:
    """From now on the first request raises KeyboardInterrupt (ctrl-C) or SystemExit, the others
    nothing."""
    # What was ignored before us (nohup) stays ignored.
    _heard[:] = [number for number in _ASKING if signal.getsignal(number) is not signal.SIG_IGN]
    hear_again()


def hear_again() -> None:
    """For whoever took a KeyboardInterrupt and goes on: the next request is a first one."""
    for number in _heard:
        signal.signal(number, _answer)


def hear_no_more() -> None:
    """Requests change nothing; programs that are started yet can be asked to end as always."""
    _set(_hear_nothing)


def ignore() -> None:
    """Until the process is gone: handlers of Python's are taken away before it is."""
    hear_no_more()
    _set(signal.SIG_IGN)


def _set(handler: "signal._HANDLER") -> None:
    while True:
        try:
            for number in _heard:
                signal.signal(number, handler)
        except (KeyboardInterrupt, SystemExit):
            continue  # One that came meanwhile.
        return


def _answer(number: int, _frame: FrameType | None) -> None:
    # Unwinds every context manager, so that engines and sockets are gone before we are.
    hear_no_more()
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    raise SystemExit(128 + number)


def _hear_nothing(_number: int, _frame: FrameType | None) -> None:
    # SIG_IGN would do, but for one that came together with the first: of that Python complains on
    # stderr ("ignored due to race condition").
    pass
