"""Where one seat listens: a Unix socket in a directory of its own, or a port of this machine."""

import os
import re
import shutil
import socket
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from podesta.v1 import match_pb2

__all__ = ["MOST_PATH_BYTES", "SeatAddress"]

MOST_PATH_BYTES = 107
"""Longest path of a Unix socket: `sun_path` of sockaddr_un has 108 bytes with the final zero."""

_SOCKET_NAME = "seat"
_PREFIX = "podesta-"
_ADDED_BYTES = len(f"/{_PREFIX}12345678/{_SOCKET_NAME}")
_PLAIN_PATH = re.compile(r"/[A-Za-z0-9/._~+-]*")
"""What every gRPC reads alike in a `unix:` target: it is taken for a URI, percent signs and all."""


class SeatAddress:
    """The address of one seat. `close` removes what it made."""

    def __init__(
        self, transport: match_pb2.Transport, places: Iterable[Path] | None = None
    ) -> None:
        """The socket is made in the first of `places` that can hold it; where none can, it is TCP.

        None for the usual places: the system's for temporary files, then those that are short.
        """
        self.target = "127.0.0.1:0"
        self.note = ""
        """Why it is a port though a Unix socket was asked for; empty where all is as asked."""
        self._directory: Path | None = None
        if transport == match_pb2.TRANSPORT_TCP:
            return
        for place in _usual_places() if places is None else places:
            if self._settle(place):
                return
        self.note = "no directory could hold a Unix socket, so the engine was reached over TCP"

    def _settle(self, place: Path) -> bool:
        if not _PLAIN_PATH.fullmatch(str(place)):
            return False
        if len(str(place)) + _ADDED_BYTES > MOST_PATH_BYTES:
            return False
        try:
            # For this user alone (0700).
            made = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=place))
        except OSError:
            return False
        self._directory = made
        path = made / _SOCKET_NAME
        try:
            # Not every file system has sockets.
            with socket.socket(socket.AF_UNIX) as probe:
                probe.bind(str(path))
            path.unlink()
        except OSError:
            self.close()
            return False
        self.target = f"unix:{path}"
        return True

    def bound(self, port: int) -> str:
        """The address for the engine, after the server has bound `target` and got `port`."""
        return self.target if self._directory is not None else f"127.0.0.1:{port}"

    @property
    def directory(self) -> str:
        """Of the socket; empty where there is none."""
        return str(self._directory) if self._directory is not None else ""

    def close(self) -> None:
        """Remove the directory of the socket, or what an engine has put in its place."""
        if self._directory is not None:
            try:
                self._directory.unlink()  # a link or a file; a directory is none of both
            except OSError:
                shutil.rmtree(self._directory, ignore_errors=True)  # follows no link either
            self._directory = None


def _usual_places() -> Iterable[Path]:
    with suppress(FileNotFoundError):  # no directory at all takes temporary files
        yield Path(tempfile.gettempdir())
    yield Path("/tmp")
    if runtime := os.environ.get("XDG_RUNTIME_DIR"):
        yield Path(runtime)
    yield Path("/var/tmp")
