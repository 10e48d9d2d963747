"""The version of an engine: a digest of the files that it is made of, not of its interpreter.

In this order, the first that applies:

1. the files that match its `files` patterns,
2. all files of its `directory`,
3. the package that its command runs with `-m`, where it is found on our own module path,
4. the files that its command names, program and arguments.

An engine found by none of these has no known version: changes of it go unseen.
"""

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator
from importlib.machinery import PathFinder
from pathlib import Path

from arena.config import EngineEntry
from arena.errors import ConfigError, Problem

__all__ = ["MAX_BYTES", "MAX_FILES", "version_digest", "version_files"]

MAX_FILES = 20_000
MAX_BYTES = 2 * 1024**3
_SKIPPED_DIRECTORIES = frozenset({"__pycache__", ".git", ".hg", "node_modules", ".venv"})
_SKIPPED_SUFFIXES = (".pyc", ".ledger", ".ledger-wal", ".ledger-shm", ".ledger-lock")
_CHUNK_BYTES = 1 << 20
_DIGEST_HEX = 32


def version_digest(engine: EngineEntry, file: Path) -> str:
    """The version, 32 hexadecimal digits; empty where none of the engine's files are known.

    See `version_files`.
    """
    found = version_files(engine, file)
    try:
        return _digest(found)
    except _TooMuchError as error:
        raise _refused(engine, file, str(error)) from error
    except OSError as error:
        raise _refused(engine, file, f"{error.filename}: {error.strerror}") from error


def version_files(engine: EngineEntry, file: Path) -> list[tuple[str, Path]]:
    """The files that make the version, each with its name in the digest.

    `file` is the league file: relative paths of an engine without a directory start beside it.
    Raises ConfigError where files can't be read, match nothing, or are too many to look through.
    """
    base = engine.directory or file.parent
    try:
        if engine.files:
            found = list(_matching(base, engine.files))
            if not found:
                raise _refused(engine, file, f"no file in {base} matches {list(engine.files)}")
            return found
        if engine.directory is not None:
            return list(_walk(engine.directory))
        if (package := _package(engine.written_command)) is not None:
            return [(package.name, package)] if package.is_file() else list(_walk(package))
        return [
            (word, base / word)
            for word in engine.written_command
            if "/" in word or "." in word
            if (base / word).is_file()
        ]
    except _TooMuchError as error:
        raise _refused(engine, file, str(error)) from error
    except OSError as error:
        raise _refused(engine, file, f"{error.filename}: {error.strerror}") from error


class _TooMuchError(Exception):
    pass


def _refused(engine: EngineEntry, file: Path, message: str) -> ConfigError:
    return ConfigError([Problem(file, f"engine {engine.id}: files", message)])


def _matching(base: Path, patterns: Iterable[str]) -> Iterator[tuple[str, Path]]:
    found: set[Path] = set()
    for pattern in patterns:
        path = base / pattern
        if path.is_file():
            found.add(path)
        elif path.is_dir():
            found.update(inner for _, inner in _walk(path))
        else:
            found.update(inner for inner in base.glob(pattern) if inner.is_file())
    for path in sorted(found):
        yield os.path.relpath(path, base), path


def _walk(root: Path) -> Iterator[tuple[str, Path]]:
    seen = 0
    for folder, folders, names in os.walk(root, onerror=_raise):
        folders[:] = sorted(name for name in folders if name not in _SKIPPED_DIRECTORIES)
        for name in sorted(names):
            path = Path(folder, name)
            if name.endswith(_SKIPPED_SUFFIXES) or not path.is_file():
                continue
            seen += 1
            if seen > MAX_FILES:
                raise _TooMuchError(
                    f"{root} holds more than {MAX_FILES} files; say which ones make the engine"
                )
            yield path.relative_to(root).as_posix(), path


def _raise(error: OSError) -> None:
    raise error


def _package(command: tuple[str, ...]) -> Path | None:
    """Where the module lies that a Python command runs; it is looked for, not imported."""
    if not command or "python" not in command[0] or "-m" not in command:
        return None
    place = command.index("-m") + 1
    if place == len(command):
        return None
    top, *inner = command[place].split(".")
    spec = PathFinder.find_spec(top, sys.path)
    if spec is None:
        return None
    if spec.submodule_search_locations is None:
        return Path(spec.origin) if spec.origin and not inner else None
    for location in spec.submodule_search_locations:
        module = Path(location, *inner)
        for found in (module, module.with_suffix(".py")):
            if found.exists():
                return found
    return None


def _digest(files: Iterable[tuple[str, Path]]) -> str:
    whole = hashlib.sha256()
    size = 0
    empty = True
    for name, path in sorted(files):
        empty = False
        content = hashlib.sha256()
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK_BYTES):
                size += len(chunk)
                if size > MAX_BYTES:
                    raise _TooMuchError(
                        f"more than {MAX_BYTES >> 30} GiB; say which files make the engine"
                    )
                content.update(chunk)
        whole.update(f"{name}\0{content.hexdigest()}\0".encode("utf-8", "surrogateescape"))
    return "" if empty else whole.hexdigest()[:_DIGEST_HEX]
