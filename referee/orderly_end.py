"""Ends that are reached whatever cancels them, so that nothing is left half ended.

An end that a second request cuts short leaves engines to `asyncio.run`, which cancels every task
there is, gRPC's own too. grpc.aio (1.85) frees the memory of a cancelled wait for calls while its
core still holds it: the stop of that server then writes zeros over whatever Python objects were
put there. So a server is always stopped before its loop is.
"""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from types import FrameType
from typing import Any, TypeVar

from referee.undisturbed import in_place_of_handlers

__all__ = ["run_in_order", "to_the_end"]

_T = TypeVar("_T")


async def to_the_end(work: "asyncio.Future[_T]") -> _T:
    """What `work` gives or raises; who waits here and is cancelled is so once `work` is done."""
    cancelled = None
    while not work.done():
        try:
            await asyncio.wait((work,))
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled from (None if work.cancelled() else work.exception())
    return work.result()


def run_in_order(work: Coroutine[Any, Any, _T]) -> _T:
    """As `asyncio.run`, in the main thread: ctrl-C and other requests to end cancel `work` once.

    Unlike there, a second request does not break into what ends by then. When all has ended the
    handler that was there before is called, and raises KeyboardInterrupt or what it likes; it is
    not called where `work` gives a result after all. A signal that is ignored, or ends the process
    at once, is left alone.
    """
    request = _Request()

    async def whole() -> _T:
        doing = asyncio.ensure_future(work)
        request.heard_by(asyncio.get_running_loop(), doing.cancel)
        return await to_the_end(doing)

    with in_place_of_handlers(request.hear) as before:
        try:
            return asyncio.run(whole())
        except asyncio.CancelledError:
            if request.number is not None:
                before[request.number](request.number, None)
            raise


class _Request:
    """The first signal that asked for the end."""

    def __init__(self) -> None:
        self.number: int | None = None
        self._cancel: Callable[[], object] | None = None

    def heard_by(self, loop: asyncio.AbstractEventLoop, cancel: Callable[[], object]) -> None:
        self._cancel = partial(loop.call_soon_threadsafe, cancel)
        if self.number is not None:
            cancel()

    def hear(self, number: int, _frame: FrameType | None) -> None:
        if self.number is None:
            self.number = number
            if self._cancel is not None:
                self._cancel()
