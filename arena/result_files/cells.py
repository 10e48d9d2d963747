"""Texts in CSV that a spreadsheet would take for a formula, made harmless and back again."""

__all__ = ["guarded", "unguarded"]

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def guarded(text: str) -> str:
    """The text with an apostrophe before it where it would be a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def unguarded(text: str) -> str:
    """What `guarded` was given."""
    return text[1:] if text.startswith("'") and text[1:].startswith(_FORMULA) else text
