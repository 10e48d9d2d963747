"""A TOML file as a document: whatever is wrong with its bytes is told in the user's words."""

import tomllib
from pathlib import Path
from typing import Any

from arena.errors import ConfigError, Problem

__all__ = ["MAX_FILE_BYTES", "read_toml"]

MAX_FILE_BYTES = 1024 * 1024


def read_toml(path: Path) -> dict[str, Any]:
    """The document in a file. Raises ConfigError where it can't be read or is no TOML."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise _refused(path, error.strerror or str(error)) from error
    if len(content) > MAX_FILE_BYTES:
        raise _refused(path, "is longer than 1 MiB")
    try:
        return tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise _refused(path, f"is not UTF-8: {error.reason}") from error
    except tomllib.TOMLDecodeError as error:
        raise _refused(path, f"is no TOML: {error}") from error
    except ValueError as error:
        # A number of more digits than Python converts.
        raise _refused(path, "holds a number of thousands of digits") from error
    except RecursionError as error:
        raise _refused(path, "is nested too deeply") from error


def _refused(path: Path, message: str) -> ConfigError:
    return ConfigError([Problem(path, "", message)])
