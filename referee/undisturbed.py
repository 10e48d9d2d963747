"""What must not be cut in two by a request to end: signals wait until it is over."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["Handler", "in_place_of_handlers", "undisturbed"]

Handler = Callable[[int, FrameType | None], object]
_ASKING: tuple[int, ...] = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Requests to end wait until the block is over, and break into nothing that it does.

    For beginnings and ends that must not be cut in two, and don't take long. Whoever began
    something in the block must be ready for what is raised at its end.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # Python breaks into the main thread alone.
        return
    heard: list[int] = []
    before: dict[int, Handler] = {}
    try:
        with in_place_of_handlers(lambda number, _frame: heard.append(number)) as before:
            yield
    finally:
        for number in heard:
            if number in before:  # Else another broke in before the block began.
                before[number](number, None)


@contextmanager
def in_place_of_handlers(handler: Handler) -> Iterator[dict[int, Handler]]:
    """Another hears the signals that ask us to end, until the block is over; gives who does else.

    A signal that is ignored, or ends the process at once, is left alone. In the main thread only.
    """
    before: dict[int, Handler] = {}
    try:
        for number in _ASKING:
            known = signal.getsignal(number)
            if callable(known):
                before[number] = known
                signal.signal(number, handler)
        yield before
    finally:
        _put_back(before, handler)


def _put_back(before: dict[int, Handler], handler: Handler) -> None:
    raised = None
    while True:
        try:
            for number, known in before.items():
                # One that was called may have put another in its place.
                if signal.getsignal(number) == handler:
                    signal.signal(number, known)
        except BaseException as error:  # noqa: BLE001 - of one that is back; the others follow
            raised = error
            continue
        break
    if raised is not None:
        raise raised
