"""Where the commands for a match that is held up come from: lines of a pipe, or single keys."""

from collections import deque
from typing import IO

from rich.console import Console
from rich.text import Text

from arena.debug.step_words import KEY_HELP, Command, CommandError, key_command, parse_command
from arena.debug.stepper import Quit
from arena.terminal.keys import KeyReader

__all__ = ["KeyCommander", "LineCommander"]

_WAIT_S = 0.25


class LineCommander:
    """Reads a command a line; a wrong one is told and skipped."""

    def __init__(self, stream: IO[str], console: Console) -> None:
        self._stream = stream
        self._console = console
        self.wrong = 0
        """Lines that were no commands."""

    def pending(self) -> bool:
        """Lines wait until they are asked for."""
        return False

    def next(self) -> Command | None:
        """See `Commander.next`."""
        while line := self._stream.readline():
            try:
                command = parse_command(line)
            except CommandError as error:
                self.wrong += 1
                self._console.print(Text(str(error), "bad"), soft_wrap=True)
                continue
            if command is not None:
                return command
        return None


class KeyCommander:
    """Reads single keys of a terminal; `:` begins a command that is written out."""

    def __init__(self, keys: KeyReader, console: Console) -> None:
        self._keys = keys
        self._console = console
        self._pressed: deque[str] = deque()

    def pending(self) -> bool:
        """Any key holds the match up; q ends it."""
        pressed = self._keys.read(0)
        if pressed and ("q" in pressed or "escape" in pressed):
            raise Quit
        return pressed is None or bool(pressed)

    def next(self) -> Command | None:
        """See `Commander.next`."""
        if not self._pressed:
            self._console.print(Text(KEY_HELP, "remaining"))
        while True:
            while self._pressed:
                key = self._pressed.popleft()
                command = self._written() if key == ":" else key_command(key)
                if command is not None:
                    return command
            pressed = self._keys.read(_WAIT_S)
            if pressed is None:
                raise Quit
            self._pressed.extend(pressed)

    def _written(self) -> Command | None:
        line, entered = "", False
        while self._pressed and not entered:  # who types fast is ahead of us
            key = self._pressed.popleft()
            entered = key == "enter"
            line += "" if entered else {"space": " "}.get(key, key)
        if not entered:
            with self._keys.lent():
                try:
                    line += input(f": {line}")
                except EOFError:
                    return None
        try:
            return parse_command(line)
        except CommandError as error:
            self._console.print(Text(str(error), "bad"), soft_wrap=True)
            return None
