"""Single keys from a terminal, without echo and without waiting for a line."""

import errno
import os
import re
import select
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

__all__ = ["KeyReader", "split_keys"]

# What terminals send (ECMA-48 and xterm), in both cursor-key modes.
_SEQUENCES = {
    b"\x1b[A": "up",
    b"\x1b[B": "down",
    b"\x1b[C": "right",
    b"\x1b[D": "left",
    b"\x1bOA": "up",
    b"\x1bOB": "down",
    b"\x1bOC": "right",
    b"\x1bOD": "left",
    b"\x1b[H": "home",
    b"\x1b[F": "end",
    b"\x1bOH": "home",
    b"\x1bOF": "end",
    b"\x1b[1~": "home",
    b"\x1b[4~": "end",
    b"\x1b[7~": "home",
    b"\x1b[8~": "end",
    b"\x1b[5~": "pageup",
    b"\x1b[6~": "pagedown",
    b" ": "space",
    b"\r": "enter",
    b"\n": "enter",
    b"\x7f": "backspace",
    b"\x08": "backspace",
    b"\x1b": "escape",
}
# A control sequence (CSI), a single-shift one (SS3), a lone escape, or one byte.
_TOKEN = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1bO[@-~]|.", re.DOTALL)
_READ_BYTES = 1024


def split_keys(pressed: bytes) -> list[str]:
    """The names of the keys behind what a terminal sent at once; unknown sequences are skipped.

    Printable ASCII stands for itself; the other names are those of `_SEQUENCES`.
    """
    keys: list[str] = []
    for token in _TOKEN.findall(pressed):
        name = _SEQUENCES.get(token)
        if name is not None:
            keys.append(name)
        elif len(token) == 1 and 0x21 <= token[0] <= 0x7E:
            keys.append(token.decode("ascii"))
    return keys


class KeyReader:
    """Reads keys from a terminal while its `with` block lasts, then gives the terminal back.

    Ctrl-C still interrupts. Raises `termios.error` where the descriptor is no terminal.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._before: list[Any] | None = None

    def __enter__(self) -> Self:
        self._before = termios.tcgetattr(self._descriptor)
        try:
            tty.setcbreak(self._descriptor)
        except BaseException:
            termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._before)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._before or [])

    @contextmanager
    def lent(self) -> Iterator[None]:
        """The terminal as it was before, for as long as somebody writes a line."""
        termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._before or [])
        try:
            yield
        finally:
            tty.setcbreak(self._descriptor)

    def read(self, timeout_s: float) -> list[str] | None:
        """Keys pressed since the last call, after at most `timeout_s`; [] when there were none.

        None when the terminal has gone.
        """
        ready, _, _ = select.select([self._descriptor], [], [], timeout_s)
        if not ready:
            return []
        try:
            pressed = os.read(self._descriptor, _READ_BYTES)
        except OSError as error:
            if error.errno == errno.EIO:  # what Linux says of a terminal that was hung up
                return None
            raise
        return split_keys(pressed) if pressed else None
