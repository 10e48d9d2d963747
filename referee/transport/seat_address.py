"""Where one seat listens: a Unix socket in a directory of its own, or a port of this machine."""

import os
import shutil
import tempfile
from pathlib import Path

from podesta.v1 import match_pb2

from referee.errors import AddressError

__all__ = ["MOST_PATH_BYTES", "SeatAddress"]

MOST_PATH_BYTES = 107
"""Longest path of a Unix socket: `sun_path` of sockaddr_un has 108 bytes with the final zero."""

_SOCKET_NAME = "seat"


class SeatAddress:
    """The address of one seat. `close` removes what it made."""

    def __init__(self, transport: match_pb2.Transport, directory: Path | None = None) -> None:
        """`directory` is where socket directories are made; None for the system's own place.

        Raises AddressError where no socket can be made.
        """
        self._directory: Path | None = None
        if transport == match_pb2.TRANSPORT_TCP:
            self.target = "127.0.0.1:0"
            return
        try:
            # mkdtemp makes it for this user alone (0700).
            made = Path(tempfile.mkdtemp(prefix="podesta-", dir=directory))
        except OSError as error:
            raise AddressError(f"no directory for the socket of a seat: {error}") from error
        self._directory = made
        path = os.fsencode(made / _SOCKET_NAME)
        if len(path) > MOST_PATH_BYTES:
            self.close()
            raise AddressError(
                f"the path of a socket would have {len(path)} bytes, at most {MOST_PATH_BYTES} "
                f"work: {made / _SOCKET_NAME} (set TMPDIR to a shorter directory)"
            )
        self.target = f"unix:{made / _SOCKET_NAME}"

    def bound(self, port: int) -> str:
        """The address for the engine, after the server has bound `target` and got `port`."""
        return self.target if self._directory is not None else f"127.0.0.1:{port}"

    @property
    def directory(self) -> str:
        """Of the socket; empty where there is none."""
        return str(self._directory) if self._directory is not None else ""

    def close(self) -> None:
        """Remove the directory of the socket."""
        if self._directory is not None:
            shutil.rmtree(self._directory, ignore_errors=True)
