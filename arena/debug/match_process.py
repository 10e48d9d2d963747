"""The referee process that plays one match for a debugger.

The match is played apart, so that neither what is drawn or written here nor a person who thinks
can delay a clock. It ends, with its engines, when this process does.
"""

import contextlib
import os
import select
import signal
import socket
import subprocess
import tempfile
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from google.protobuf.message import DecodeError
from podesta.v1 import debug_pb2, match_pb2

from arena.errors import ExecutorError
from arena.executors.leash import ask_to_end, leashed
from arena.executors.own_module import own_module
from referee.undisturbed import undisturbed

__all__ = ["DebuggedMatch"]

_LENGTH_BYTES = 4
_READ_BYTES = 1 << 18
_LARGEST_REPORT_BYTES = 128 << 20
_END_S = 8.0
"""A referee has this long to end its engines before it is killed."""
_LOG_TAIL_BYTES = 2048


class DebuggedMatch:
    """A match that is being played; use as a context manager."""

    def __init__(self, spec: match_pb2.MatchSpec, *, stepped: bool) -> None:
        """`stepped`: the match waits for `go` before each decision, and is unrated."""
        self._order = debug_pb2.DebugOrder(play=debug_pb2.DebugPlay(spec=spec, stepped=stepped))
        self._unread = bytearray()
        self._gone = False
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        try:
            with undisturbed():
                self._open()
            self._say(self._order)
        except BaseException as error:
            self.__exit__(type(error), error, error.__traceback__)
            raise
        return self

    def _open(self) -> None:
        self._log = self._stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115
        ours, theirs = socket.socketpair()
        self._socket = self._stack.enter_context(ours)
        with theirs:
            number = theirs.fileno()
            # A session of its own: ctrl-C reaches us alone, and we end it in good order.
            self._process = subprocess.Popen(
                leashed(own_module("referee", "debug", "--descriptor", str(number))),
                stdin=subprocess.DEVNULL,
                stdout=self._log,
                stderr=self._log,
                pass_fds=(number,),
                start_new_session=True,
            )
        self._stack.push(self._end)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with undisturbed():
            self._stack.__exit__(kind, error, trace)

    def _end(self, kind: type[BaseException] | None, *_: object) -> None:
        self._socket.close()
        # It ends by itself, now that nobody is there; a signal makes sure.
        if kind is not None:
            ask_to_end(self._process)
        else:
            self._process.send_signal(signal.SIGCONT)
        try:
            self._process.wait(_END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    @property
    def pid(self) -> int:
        """Of the referee."""
        return self._process.pid

    def reports(self, timeout_s: float) -> list[debug_pb2.DebugReport]:
        """What came in since the last call, after at most `timeout_s`; [] when nothing did.

        Raises ExecutorError where the referee is gone before the match was over.
        """
        if self._gone:
            raise ExecutorError(f"the referee went away{self._last_words()}")
        ready, _, _ = select.select([self._socket], [], [], timeout_s)
        if not ready:
            return []
        try:
            data = self._socket.recv(_READ_BYTES)
        except ConnectionError:
            data = b""
        self._gone = not data
        self._unread += data
        return list(self._whole())

    def go(self) -> None:
        """Let a match that waits go on."""
        self._say(debug_pb2.DebugOrder(go=debug_pb2.DebugGo()))

    def _whole(self) -> list[debug_pb2.DebugReport]:
        found, unread, place = [], self._unread, 0
        while len(unread) - place >= _LENGTH_BYTES:
            begin = place + _LENGTH_BYTES
            length = int.from_bytes(unread[place:begin], "big")
            if length > _LARGEST_REPORT_BYTES:
                raise ExecutorError(f"the referee sent a report of {length} bytes")
            if len(unread) < begin + length:
                break
            try:
                report = debug_pb2.DebugReport.FromString(bytes(unread[begin : begin + length]))
            except DecodeError as error:
                raise ExecutorError(f"the referee sent what is no report: {error}") from error
            found.append(report)
            place = begin + length
        del unread[:place]
        return found

    def _say(self, order: debug_pb2.DebugOrder) -> None:
        data = order.SerializeToString()
        # A referee that is gone is told of by `reports`.
        with contextlib.suppress(ConnectionError):
            self._socket.sendall(len(data).to_bytes(_LENGTH_BYTES, "big") + data)

    def _last_words(self) -> str:
        size = self._log.seek(0, os.SEEK_END)
        self._log.seek(max(0, size - _LOG_TAIL_BYTES))
        words = " ".join(self._log.read().decode("utf-8", "replace").split())
        return f": {words}" if words else ""
