"""Foreign text made harmless before it reaches a terminal.

Names, comments and reasons come from engines and files. In a terminal a control character can move
the cursor, recolour what follows, set the title or answer in the user's name, and a bidi mark can
turn the rest of the line round.
"""

import unicodedata

__all__ = ["printable"]

# Cc control, Cf format (bidi marks, zero width), Cs surrogates, Co private use, Cn unassigned,
# Zl and Zp line and paragraph separators.
_ESCAPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def printable(text: str, limit: int = 0) -> str:
    """One line of visible characters: everything else is written as an escape (\\x1b, \\u202e).

    `limit` is the most characters of the result, the last of them an ellipsis where something was
    cut; 0 for no limit.
    """
    if not text.isascii() or not text.isprintable():
        text = "".join(map(_visible, text))
    if limit and len(text) > limit:
        return text[: limit - 1] + "…"
    return text


def _visible(character: str) -> str:
    category = unicodedata.category(character)
    # Marks that pile up on one letter (Zalgo) are kept out of the lines above and below.
    if category not in _ESCAPED and category not in ("Mn", "Me"):
        return character
    short = _SHORT.get(character)
    if short is not None:
        return short
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
