"""Foreign texts inside a match text: they can forge nothing, and are read back exactly.

What can't be seen, or turns a line round, is written as an escape (\\n, \\x1b, \\u202e), and what
would end the text with a backslash before it.
"""

import re

from arena.terminal.printable import printable

__all__ = ["escaped", "unescaped"]

_HEX = "[0-9a-fA-F]"
_ESCAPE = re.compile(
    rf"\\(?:x({_HEX}{{2}})|u({_HEX}{{4}})|U({_HEX}{{8}})|(.)|$)",
    re.DOTALL,
)
_SHORT = {"n": "\n", "r": "\r", "t": "\t"}
_LAST = 0x10FFFF


def escaped(text: str, ends: str) -> str:
    """The text; characters of `ends` get a backslash."""
    if text.isascii() and text.isprintable() and not any(c in text for c in "\\" + ends):
        return text
    return "".join(f"\\{c}" if c == "\\" or c in ends else printable(c) for c in text)


def unescaped(text: str) -> str:
    """The text again. Raises ValueError with the place (0-based) as second argument."""
    if "\\" not in text:
        return text

    def one(found: re.Match[str]) -> str:
        digits = found[1] or found[2] or found[3]
        if digits:
            code = int(digits, 16)
            if code > _LAST or 0xD800 <= code <= 0xDFFF:
                raise ValueError(f"there is no character {found[0]}", found.start())
            return chr(code)
        if not found[4]:
            raise ValueError("a backslash at the end", found.start())
        if found[4] in "xuU":
            raise ValueError(f"{found[0]} needs hexadecimal digits", found.start())
        return _SHORT.get(found[4], found[4])

    return _ESCAPE.sub(one, text)
