"""The lobby of a running league, as a process of its own: no clock and no ledger waits for it.

Whoever is outside may do to it what they like: if it dies, it is started again, and engines dial in
again. It ends with the league, however that ends.
"""

import json
import secrets
import select
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

from arena.errors import LobbyError
from arena.executors.leash import ask_to_end, leashed
from arena.executors.own_module import own_module
from arena.executors.private_directory import private_directory
from arena.lobby.settings import LobbySettings, write_settings
from referee.remote_seats import write_remote_seats

__all__ = ["LobbyProcess", "open_lobby"]

_START_S = 60.0
_END_S = 5.0
_MOST_FAILURES = 10
"""Starts in a row that fail before it is left at that; the league goes on with those who are in."""
_AGAIN_S = 1.0
_LOG_TAIL_BYTES = 2_000


class LobbyProcess:
    """See `open_lobby`."""

    def __init__(self, settings: LobbySettings, directory: Path) -> None:
        self._directory = directory
        self._settings_file = directory / "lobby.json"
        self._log = directory / "lobby.log"
        target = f"unix:{directory}/lobby"
        # Engines of the same user may find the socket.
        secret = secrets.token_hex(16)
        write_settings(self._settings_file, settings, target, secret)
        self.referee_file = directory / "remote.json"
        """What referees are told with `--remote`."""
        write_remote_seats(
            self.referee_file,
            lobby=target,
            secret=secret,
            listen_host=settings.listen_host,
            public_host=settings.public_host,
            ports=settings.seat_ports,
            certificate=settings.certificate,
            key=settings.key,
        )
        self._stopping = threading.Event()
        self.address, self._process = self._start()
        self._guard = threading.Thread(target=self._watch, name="lobby", daemon=True)
        self._guard.start()

    @property
    def pid(self) -> int:
        """Of the process that lives now, or did last."""
        return self._process.pid

    def close(self) -> None:
        """End the process. Engines that wait in it dial again until there is another lobby."""
        self._stopping.set()
        process = self._process
        ask_to_end(process)
        try:
            process.wait(_END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self._guard.join()

    def _start(self) -> "tuple[str, subprocess.Popen[bytes]]":
        """Start a process and wait until it listens. Raises LobbyError."""
        # The socket of one that was killed.
        (self._directory / "lobby").unlink(missing_ok=True)
        command = leashed(own_module("arena.lobby", str(self._settings_file)))
        with self._log.open("ab") as log:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                start_new_session=True,
            )
        assert process.stdout is not None, "it was asked for"
        with process.stdout as stdout:
            said = _first_line(stdout)
        if "listening" not in said:
            process.kill()
            process.wait()
            raise LobbyError(said.get("failed") or f"the lobby ended at once{self._last_words()}")
        return said["listening"], process

    def _last_words(self) -> str:
        words = self._log.read_bytes()[-_LOG_TAIL_BYTES:].decode("utf-8", "replace").split()
        return f": {' '.join(words)}" if words else ""

    def _watch(self) -> None:
        failures = 0
        while not self._stopping.is_set():
            self._process.wait()
            if self._stopping.wait(_AGAIN_S) or failures >= _MOST_FAILURES:
                return
            try:
                _, process = self._start()
            except (LobbyError, OSError):
                failures += 1
                continue
            failures = 0
            self._process = process
            if self._stopping.is_set():
                process.terminate()
                process.wait()


def _first_line(stdout: IO[bytes]) -> dict[str, str]:
    if not select.select([stdout], [], [], _START_S)[0]:
        return {"failed": f"the lobby does not say within {_START_S:g} s that it listens"}
    line = stdout.readline()
    try:
        said: dict[str, str] = json.loads(line)
    except ValueError:
        return {}
    return said


@contextmanager
def open_lobby(settings: LobbySettings) -> Iterator[LobbyProcess]:
    """A lobby that listens as long as the context lasts. Raises LobbyError where it can't."""
    with ExitStack() as stack:
        lobby = LobbyProcess(settings, stack.enter_context(private_directory()))
        stack.callback(lobby.close)
        yield lobby
