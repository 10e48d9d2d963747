"""Which files a program needs besides the system's: its links, its interpreter, its install.

Nothing is run to find out, since a program may come from a stranger: only names and texts are
read, and what they point to must look like an install of an interpreter before it is shown whole.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

__all__ = ["MissingInterpreterError", "absolute", "program_files"]

_MOST_LINKS = 40
_MOST_INTERPRETERS = 4
_FIRST_LINE_BYTES = 512
_MOST_PYVENV_BYTES = 64 * 1024

_LANDMARKS = (
    "pyvenv.cfg",
    "lib*/python3*/os.py",
    "lib/pypy3*/os.py",
    "lib/modules",  # Java from 9 on
    "jre/lib/rt.jar",
    "lib/rt.jar",
    "include/node/node.h",
    "lib/ruby",
    "lib/perl5",
    "lib/erlang",
    "share/julia",
    "lib/dart-sdk",
)
"""What lies in the directory above `bin` of an interpreter that was installed by itself."""
_BESIDE = {"dotnet": "host/fxr", "julia": "../share/julia"}
"""Programs whose install is the directory they lie in, by what else is there."""


class MissingInterpreterError(Exception):
    """A script names an interpreter that is not there."""

    def __init__(self, script: Path, interpreter: str) -> None:
        super().__init__(
            f"{script} can't be executed: {interpreter!r}, which its first line names, is not there"
        )


def program_files(program: Path, search_path: str) -> list[Path]:
    """The program, and every file and directory without which it can't start; absolute.

    `search_path` is a PATH, for scripts that name their interpreter by `env`. Raises
    MissingInterpreterError.
    """
    found: list[Path] = []
    programs = [program]
    for _ in range(_MOST_INTERPRETERS):
        if not programs:
            break
        one = programs.pop()
        for hop in _hops(one):
            found += [hop, *_install(hop)]
        programs += _interpreter(one, search_path)
    return list(dict.fromkeys(found))


def absolute(path: Path) -> Path:
    """The whole path, as it is written: links in it stay, since inside they are not there."""
    return Path(os.path.normpath(Path.cwd() / path))


def _hops(program: Path) -> Iterator[Path]:
    """The path as it is written, whatever it links to step by step, and the true path."""
    here = absolute(program)
    for _ in range(_MOST_LINKS):
        yield here
        if not here.is_symlink():
            break
        here = absolute(here.parent / here.readlink())
    yield here.resolve()


def _install(program: Path) -> Iterator[Path]:
    """The directory that an interpreter was installed to, with its libraries."""
    folder = program.parent
    above = folder.parent
    if folder.name == "bin" and any(any(above.glob(mark)) for mark in _LANDMARKS):
        yield above
        yield from _base_of_venv(above)
    if folder.name == "shims" and (above / "versions").is_dir():
        # pyenv: a small script that looks for the true interpreter in its own directory.
        yield above
    beside = _BESIDE.get(program.name)
    if beside is not None and (folder / beside).exists():
        yield folder


def _base_of_venv(prefix: Path) -> Iterator[Path]:
    """A venv made of copies names the interpreter that it was made from in a text alone."""
    with suppress(OSError, UnicodeDecodeError):
        with (prefix / "pyvenv.cfg").open(encoding="utf-8") as file:
            text = file.read(_MOST_PYVENV_BYTES)
        for line in text.splitlines():
            key, equals, value = line.partition("=")
            base = Path(value.strip()).parent
            if equals and key.strip() == "home" and any(base.glob("lib*/python3*/os.py")):
                yield base


def _interpreter(script: Path, search_path: str) -> list[Path]:
    """What a script names in its first line."""
    try:
        with script.open("rb") as file:
            first = file.read(_FIRST_LINE_BYTES).split(b"\n", 1)[0]
    except OSError:
        return []
    if not first.startswith(b"#!"):
        return []
    words = first[2:].decode("utf-8", "replace").split()
    if words and Path(words[0]).name == "env":
        words = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
    if not words:
        return []
    name = shutil.which(words[0], path=search_path)
    if name is None:
        raise MissingInterpreterError(script, words[0])
    return [Path(name)]
