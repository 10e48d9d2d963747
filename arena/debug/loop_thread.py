"""An event loop in a thread of its own, so that messages go on while a person types."""

import asyncio
import concurrent.futures
import threading
from collections.abc import Coroutine
from types import TracebackType
from typing import Any, Self, TypeVar

from referee.undisturbed import undisturbed

__all__ = ["LoopThread"]

_T = TypeVar("_T")


class LoopThread:
    """Runs coroutines for another thread; use as a context manager."""

    def __enter__(self) -> Self:
        self._called: set[Coroutine[Any, Any, Any]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        try:
            with undisturbed():
                self._thread.start()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()

    def _end(self) -> None:
        # A loop that is left running takes its servers with it into the end of the interpreter.
        with undisturbed():
            if self._thread.is_alive():
                asyncio.run_coroutine_threadsafe(self._finish(), self._loop).result()
                self._loop.call_soon_threadsafe(self._loop.stop)
                self._thread.join()
            self._loop.close()

    def call(self, work: Coroutine[Any, Any, _T]) -> _T:
        """What a coroutine gives or raises; a request to end meanwhile (ctrl-C) cancels it."""
        future: concurrent.futures.Future[_T] | None = None
        try:
            with undisturbed():
                self._called.add(work)
                future = asyncio.run_coroutine_threadsafe(work, self._loop)
            return future.result()
        except (KeyboardInterrupt, SystemExit):
            if future is None:
                work.close()
            else:
                future.cancel()
            raise
        finally:
            # What was cancelled may take a while to end yet.
            if future is None or not future.cancelled():
                self._called.discard(work)

    async def _finish(self) -> None:
        # First what was called: it ends its engines and servers, which need the other tasks for it.
        await _cancelled({task for task in asyncio.all_tasks() if task.get_coro() in self._called})
        await _cancelled(asyncio.all_tasks() - {asyncio.current_task()})
        await self._loop.shutdown_asyncgens()


async def _cancelled(tasks: set[asyncio.Task[Any]]) -> None:
    for task in tasks:
        # One that was cancelled ends already, and is not to be cut short in that.
        if not task.cancelling():
            task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
