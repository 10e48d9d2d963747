"""One run a ledger: a lock that the kernel frees when its holder dies, however it dies."""

import fcntl
import os
from pathlib import Path

from arena.errors import LedgerBusyError, LedgerWriteError

__all__ = ["LedgerLock"]


class LedgerLock:
    """An exclusive flock on a file beside the ledger, held until `release`.

    The file stays behind: removing it would let two runs lock two different files of one name.
    """

    def __init__(self, ledger: Path) -> None:
        """Take the lock. Raises LedgerBusyError or LedgerWriteError."""
        self.path = ledger.with_name(ledger.name + "-lock")
        try:
            self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise LedgerWriteError(f"{self.path}: {error.strerror}") from error
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.pread(self._descriptor, 32, 0).decode("ascii", "replace").strip()
            os.close(self._descriptor)
            by = f" (process {holder})" if holder.isdecimal() else ""
            raise LedgerBusyError(f"{ledger}: another run is using this ledger{by}") from error
        except OSError as error:
            os.close(self._descriptor)
            raise LedgerWriteError(f"{self.path} can't be locked: {error.strerror}") from error
        try:
            os.ftruncate(self._descriptor, 0)
            os.pwrite(self._descriptor, f"{os.getpid()}\n".encode("ascii"), 0)
        except OSError as error:
            os.close(self._descriptor)
            raise LedgerWriteError(f"{self.path}: {error.strerror}") from error

    def release(self) -> None:
        """Free the lock."""
        os.close(self._descriptor)
