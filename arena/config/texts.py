"""What texts in a league file stand for: files behind "@", variables behind "$", "{python}"."""

import os
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

__all__ = ["MAX_OPTION_FILE_BYTES", "expand_command", "expand_environment", "option_text", "slug"]

MAX_OPTION_FILE_BYTES = 256 * 1024

_PLACEHOLDER = re.compile(r"\{([A-Za-z_]+)\}")
_VARIABLE = re.compile(r"\$([A-Za-z_][A-Za-z0-9_]*)")


def slug(name: str) -> str:
    """The id that a display name gives by default; empty where nothing of it is usable."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:64]


def option_text(value: str | bool | int | float, directory: Path) -> str:
    """The text of an option. "@file" is what the file holds, "@@..." a text that starts with "@".

    Raises ValueError where the file can't be read, is no UTF-8 or is too long.
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        return str(value)
    if value.startswith("@@"):
        return value[1:]
    if not value.startswith("@"):
        return value
    path = directory / value[1:]
    try:
        with path.open("rb") as file:
            content = file.read(MAX_OPTION_FILE_BYTES + 1)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from error
    if len(content) > MAX_OPTION_FILE_BYTES:
        raise ValueError(f"{path} is longer than {MAX_OPTION_FILE_BYTES // 1024} KiB")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not UTF-8: {error.reason}") from error


def expand_command(command: str | Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A command as written and ready to start: a text is split as a shell would.

    "{python}" is the interpreter that runs us. Raises ValueError for an empty command, open
    quotes, and a word like "{pyhton}".
    """
    if isinstance(command, str):
        try:
            written = tuple(shlex.split(command))
        except ValueError as error:
            raise ValueError(f"can't be split into words: {error}") from error
    else:
        written = tuple(command)
    if not written or not written[0]:
        raise ValueError("is empty")
    for place, word in enumerate(written):
        name = _PLACEHOLDER.fullmatch(word)
        # Later words may be meant as they are.
        if name and (not place or get_close_matches(name[1], ["python"])) and name[1] != "python":
            raise ValueError(f"has the word {word!r}: did you mean '{{python}}'?")
    ready = tuple(word.replace("{python}", sys.executable) for word in written)
    return written, ready


def expand_environment(
    written: Mapping[str, str], own: Mapping[str, str] = os.environ
) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """The environment with "$NAME" replaced by our own variable, and (name, problem) pairs.

    Only a whole value may be a variable; "$$..." is a text that starts with "$".
    """
    ready: dict[str, str] = {}
    problems: list[tuple[str, str]] = []
    for name, value in written.items():
        if not name or "=" in name or "\0" in name:
            problems.append((name, "is no name of a variable"))
            continue
        if value.startswith("$$"):
            ready[name] = value[1:]
        elif (variable := _VARIABLE.fullmatch(value)) is None:
            ready[name] = value
        elif variable[1] in own:
            ready[name] = own[variable[1]]
        else:
            problems.append((name, f"the variable {value} is not set"))
    return ready, problems
