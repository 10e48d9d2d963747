"""The commands of the console in which a person plays referee."""

from collections.abc import Sequence
from difflib import get_close_matches

__all__ = [
    "COMMANDS",
    "ConsoleError",
    "find_command",
    "help_text",
    "key_values",
    "whole_number",
]

COMMANDS: dict[str, tuple[str, str]] = {
    "game": ("NAME [SEATS]", "another game, dealt anew with its default options"),
    "option": ("KEY=VALUE...", "options of the game; it is dealt anew"),
    "deal": ("TEXT", "another deal; as podesta match --deal"),
    "seat": ("N", "the bot sits there from the next match on"),
    "time": ("CONTROL", "the time control of the next match: 1m+1s, 10s/move, none"),
    "bot-option": ("KEY=VALUE...", "options for the bot itself, from the next match on"),
    "play": ("MOVE...", "make moves of whoever is to act"),
    "random": ("[N]", "make N random legal moves (1)"),
    "undo": ("[N]", "take N moves back (1)"),
    "reset": ("", "back to the deal"),
    "show": ("[SEAT|all]", "draw the position as the bot sees it, or a seat, or everybody"),
    "legal": ("[TEXT]", "the legal moves, or those that contain the text"),
    "where": ("", "what is set up: game, deal, seats, moves, who is to act"),
    "new": ("", "say NewMatch (MatchOver before it, where a match is on) and wait for Ready"),
    "ask": (
        "[id=N] [ply=N] [match=TEXT] [limit=T] [kind=TEXT] [wait=T]",
        "say Decide, with something odd in it if you like, and wait for the answer",
    ),
    "accept": ("", "make the move that the bot answered last"),
    "go": ("[N]", "ask and accept, N times (1); random moves where others are to act"),
    "again": ("", "say the last Decide once more"),
    "observe": ("", "say Observe with the events that the bot was not told yet"),
    "reject": ("[KIND] [retry] [REASON...]", "say Rejected about the last answer"),
    "over": ("[REASON...]", "say MatchOver"),
    "goodbye": ("[REASON...]", "say Goodbye"),
    "send": ("JSON", 'say any PlayResponse: send {"goodbye": {"reason": "x"}}'),
    "bytes": ("HEX", "send bytes that may be no message at all"),
    "hear": ("[T]", "wait so long for what the bot says (1s)"),
    "raw": ("[N]", "the last N messages with every field (1)"),
    "printed": ("", "what the bot wrote to stdout and stderr"),
    "save": ("FILE", "keep the conversation as a transcript"),
    "restart": ("", "end the bot and start it anew"),
    "history": ("", "the commands so far"),
    "help": ("[COMMAND]", "this list"),
    "quit": ("", "end the bot and leave"),
}
"""By name: its words, and what it does."""


class ConsoleError(ValueError):
    """Words that make no command, or one that makes no sense now; the message says why."""


def find_command(word: str) -> str:
    """The command of that name, or that it begins. Raises ConsoleError with the nearest one."""
    if word in COMMANDS:
        return word
    begun = [name for name in COMMANDS if name.startswith(word)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise ConsoleError(f"{word!r} begins {', '.join(begun)}")
    close = get_close_matches(word, COMMANDS, n=1)
    hint = f"did you mean {close[0]!r}?" if close else "`help` lists them."
    raise ConsoleError(f"no command {word!r}; {hint}")


def help_text(name: str | None = None) -> str:
    """All commands, or one, a line each."""
    shown = {name: COMMANDS[name]} if name else COMMANDS
    rows = [(f"{command} {words}".rstrip(), told) for command, (words, told) in shown.items()]
    width = min(30, max(len(call) for call, _ in rows))
    return "\n".join(
        f"{call:<{width}}  {told}" if len(call) <= width else f"{call}\n{'':<{width}}  {told}"
        for call, told in rows
    )


def whole_number(words: Sequence[str], place: int, otherwise: int | None) -> int:
    """A word as a whole number. Raises ConsoleError for another, or where there must be one."""
    if place >= len(words):
        if otherwise is None:
            raise ConsoleError("expected a whole number")
        return otherwise
    if not words[place].isdecimal():
        raise ConsoleError(f"{words[place]!r} is no whole number")
    return int(words[place])


def key_values(words: Sequence[str], command: str) -> dict[str, str]:
    """Words as KEY=VALUE. Raises ConsoleError for another."""
    pairs = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise ConsoleError(f"{command}: {word!r} is not written as KEY=VALUE")
        pairs[key] = value
    return pairs
