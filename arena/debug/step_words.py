"""What may be said to a match that is held up: words of a line, and single keys."""

import shlex
from dataclasses import dataclass
from difflib import get_close_matches

__all__ = ["HELP", "KEY_HELP", "Command", "CommandError", "key_command", "parse_command"]

HELP = """\
step [N]             make N decisions (1)
continue             go on until something stops the match
until PLY            go on to the decision of that ply
break ply N          stop before the decision of ply N
break fault on|off   stop at faults of bots (on)
break swing X|off    stop when a bot's evaluation changes by X from move to move
show [SEAT]          draw the position, as a seat sees it
moves                the moves made so far
legal [TEXT]         the legal moves, or those that contain the text
clocks               the clocks; they stand still
messages [N]         the last N messages (20)
quit                 end the match here; nothing of it counts
help                 this list"""

KEY_HELP = "step: space n   on: c   position: p 0-9   messages: m   clocks: k   : command   quit: q"

_WORDS = tuple(line.split()[0] for line in HELP.splitlines())
_SHORT = {
    "s": "step", "n": "step", "next": "step", "c": "continue", "cont": "continue",
    "u": "until", "b": "break", "p": "show", "l": "legal", "m": "messages", "q": "quit",
    "exit": "quit", "k": "clocks", "?": "help", "h": "help",
}  # fmt: skip
_KEYS = {
    **dict.fromkeys(("space", "enter", "right", "down", "n", "s"), ("step",)),
    "c": ("continue",),
    "p": ("show",),
    "m": ("messages",),
    "k": ("clocks",),
    "l": ("legal",),
    "q": ("quit",),
    "Q": ("quit",),
    "escape": ("quit",),
    "?": ("help",),
    "h": ("help",),
    **{str(seat): ("show", str(seat)) for seat in range(10)},
}


class CommandError(ValueError):
    """Words that make no command; the message says what would."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command by its full name, and its words."""

    name: str
    words: tuple[str, ...] = ()

    def number(self, place: int, least: int, otherwise: int | None = None) -> int:
        """A word as a whole number of at least `least`. Raises CommandError."""
        if place >= len(self.words):
            if otherwise is None:
                raise CommandError(f"{self.name}: a number is missing")
            return otherwise
        text = self.words[place]
        if not text.isdecimal() or int(text) < least:
            raise CommandError(f"{self.name}: {text!r} is no whole number from {least} on")
        return int(text)


def parse_command(line: str) -> Command | None:
    """The command of a line; None for an empty line or a comment. Raises CommandError."""
    try:
        words = shlex.split(line, comments=True)
    except ValueError as error:
        raise CommandError(f"{line!r}: {error}") from None
    if not words:
        return None
    name = _SHORT.get(words[0], words[0])
    if name not in _WORDS:
        close = get_close_matches(name, _WORDS, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(_WORDS)}."
        raise CommandError(f"no command {words[0]!r}; {hint}")
    return Command(name, tuple(words[1:]))


def key_command(key: str) -> Command | None:
    """What a key says; None for keys without a meaning."""
    words = _KEYS.get(key)
    return Command(words[0], words[1:]) if words else None
