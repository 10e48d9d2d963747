"""Problems as they are collected while a file is read: worded for people, nearest word included."""

import re
from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from arena.errors import Problem

__all__ = ["Problems", "nearest"]

_TYPE_NAMES = {
    "string_type": "a text",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "float_type": "a number",
    "dict_type": "a table",
    "list_type": "a list",
    "model_type": "a table",
}
_MOST_SHOWN = 200


def nearest(word: str, words: Collection[str]) -> str | None:
    """The word that was probably meant; None where none is near."""
    close = get_close_matches(word, list(words), n=1)
    return close[0] if close else None


class Problems:
    """Collects what is wrong in one file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.found: list[Problem] = []

    def add(self, key: str, message: str, suggestion: str | None = None) -> None:
        """Note one problem of a key path."""
        self.found.append(Problem(self.file, key, message, suggestion))

    def add_unknown(self, key: str, word: str, words: Collection[str], what: str) -> None:
        """Note a word that is none of those allowed."""
        listed = ", ".join(words)
        self.add(key, f'unknown {what} "{word}"; there are: {listed}', nearest(word, words))

    def add_validation(
        self,
        where: str,
        error: ValidationError,
        keys: Collection[str],
        elsewhere: Mapping[str, Collection[str]] | None = None,
    ) -> None:
        """Note everything that a model refused; `keys` are those that it knows.

        `elsewhere` holds the keys of other tables, by how people write those tables.
        """
        wrong_types: dict[str, _WrongType] = {}
        for detail in error.errors(include_url=False):
            key = _key_path(where, _visible(detail["loc"]))
            if detail["type"] == "extra_forbidden":
                # The user's own word, which may look like a part that is left out.
                *parts, word = detail["loc"]
                key = _key_path(where, [*_visible(parts), word])
                others = elsewhere.items() if elsewhere and len(parts) == 0 else ()
                homes = [table for table, known in others if word in known]
                if homes:
                    self.add(key, f"unknown key; it is a key of {' and '.join(homes)}")
                else:
                    self.add(key, "unknown key", nearest(str(word), keys))
            elif detail["type"] in _TYPE_NAMES:
                wrong_types.setdefault(key, _WrongType(detail["input"], [])).allowed.append(
                    _TYPE_NAMES[detail["type"]]
                )
            else:
                self.add(key, *_worded(detail))
        for key, wrong in wrong_types.items():
            # One of several allowed types was recognised, and the fault is deeper inside.
            if not any(other.startswith((f"{key}[", f"{key}.")) for other in wrong_types):
                allowed = " or ".join(dict.fromkeys(wrong.allowed))
                self.add(key, f"must be {allowed}, not {_shown(wrong.given)}")


class _WrongType(NamedTuple):
    given: object
    allowed: list[str]


def _visible(location: Iterable[int | str]) -> list[int | str]:
    # pydantic names the member of a union ("str", "list[...]", "function-after[...]").
    return [
        part
        for part in location
        if not (isinstance(part, str) and ("[" in part or part in {"str", "bool", "int", "float"}))
    ]


def _key_path(where: str, parts: Iterable[int | str]) -> str:
    path = where
    for part in parts:
        if isinstance(part, int):
            path += f"[{part + 1}]"
        else:
            path += f".{part}" if path else part
    return path


def _worded(detail: ErrorDetails) -> tuple[str, str | None]:
    kind, context, given = detail["type"], detail.get("ctx", {}), detail["input"]
    if kind == "missing":
        return "is missing", None
    if kind == "value_error":
        return str(context["error"]), None
    if kind == "literal_error":
        # pydantic writes 'a', 'b' or 'c'.
        allowed = re.findall(r"'([^']*)'", str(context["expected"]))
        choices = ", ".join(f'"{word}"' for word in allowed)
        return f"{_shown(given)} is not one of {choices}", nearest(str(given), allowed)
    if kind in ("greater_than_equal", "less_than_equal"):
        bound = context.get("ge", context.get("le"))
        return (
            f"is {_shown(given)}, must be at {'least' if 'ge' in context else 'most'} {bound}",
            None,
        )
    if kind in ("string_too_short", "too_short"):
        return "is empty", None
    if kind == "string_too_long":
        return f"is longer than {context['max_length']} characters", None
    if kind == "string_pattern_mismatch":
        return (
            f"{_shown(given)} is no id: lower-case letters, digits, '.', '_' and '-', at most 64",
            None,
        )
    return f"{detail['msg']}, not {_shown(given)}", None


def _shown(value: object) -> str:
    """A value from the file, short enough for one line."""
    try:
        text = repr(value)
    except ValueError:  # an integer in hexadecimal may have more digits than Python converts
        return "a number of thousands of digits"
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."
