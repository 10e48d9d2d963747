"""The keepers of this process, so that adopted orphans can be told from them."""

import os
import threading
from types import TracebackType

from referee.launcher.process_tree import children, descendants

__all__ = ["Keepers"]


class Keepers:
    """Process ids of living keepers. Hold it (`with`) while one is started and added."""

    def __init__(self) -> None:
        self.pids: set[int] = set()
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._lock.release()

    def orphans(self) -> list[int]:
        """Children of this process that are no keepers, with all that descends from them."""
        found: list[int] = []
        with self._lock:
            for pid in set(children(os.getpid())) - self.pids:
                try:
                    # Adopted ones have nobody else who waits for them.
                    ended, _ = os.waitpid(pid, os.WNOHANG)
                except ChildProcessError:
                    continue
                if not ended:
                    found += [pid, *descendants(pid)]
        return found
