"""Which word of a command is plainly a script of its interpreter, and whether it is there."""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.config.league import EngineEntry
from arena.config.paths import is_there
from referee.launcher.engine_user import engine_user, is_open

__all__ = ["script_place", "script_warnings"]


@dataclass(frozen=True, slots=True)
class _Interpreter:
    """How scripts of an interpreter end, which options take the next word as their value, and
    which say themselves what is run, so that no script follows."""

    endings: tuple[str, ...]
    with_value: frozenset[str] = frozenset()
    instead: frozenset[str] = frozenset()


_PYTHON = _Interpreter(
    (".py", ".pyc", ".pyz"),
    frozenset({"-W", "-X", "--check-hash-based-pycs"}),
    frozenset({"-c", "-m", "-"}),
)
_NODE = _Interpreter(
    (".js", ".mjs", ".cjs", ".ts"),
    frozenset({"-r", "--require", "--import", "--loader", "--experimental-loader", "-C"}),
    frozenset({"-e", "--eval", "-p", "--print", "-pe", "-"}),
)
_INTERPRETERS = {
    "python": _PYTHON,
    "pypy": _PYTHON,
    "node": _NODE,
    "nodejs": _NODE,
    "ruby": _Interpreter((".rb",), frozenset({"-I", "-r", "-C"}), frozenset({"-e"})),
    "perl": _Interpreter((".pl",), frozenset({"-I"}), frozenset({"-e", "-E"})),
    "sh": _Interpreter((".sh",), frozenset({"-o"}), frozenset({"-c"})),
    "bash": _Interpreter((".sh", ".bash"), frozenset({"-o", "-O"}), frozenset({"-c"})),
}
_VERSION = re.compile(r"[0-9.]*$")


def script_place(command: Sequence[str]) -> int | None:
    """Where the script stands among the words of a command that is ready to be started.

    That is "bot.py" in "python3 bot.py" and "bot.jar" in "java -jar bot.jar"; None for a command
    that is empty, is of no interpreter known here, or names a script by no usual ending.
    """
    if not command:
        return None
    program = _VERSION.sub("", Path(command[0]).name)
    if program == "java":
        return _jar_place(command)
    interpreter = _PYTHON if command[0] == sys.executable else _INTERPRETERS.get(program)
    if interpreter is None:
        return None
    place = 1
    while place < len(command) and command[place].startswith("-"):
        if command[place] in interpreter.instead:
            return None
        place += 2 if command[place] in interpreter.with_value else 1
    return place if place < len(command) and command[place].endswith(interpreter.endings) else None


def _jar_place(command: Sequence[str]) -> int | None:
    if "-jar" not in command[:-1]:
        return None
    place = command.index("-jar") + 1
    return place if command[place].endswith(".jar") else None


def script_warnings(
    engines: Iterable[EngineEntry], directory: Path, *, walled: bool
) -> Iterator[str]:
    """A line for each engine that can't start, since its interpreter would find no script.

    `directory` is that of the league file, where engines run that name none. `walled`: they are
    started behind walls, as the user nobody where we are root.
    """
    closed = walled and engine_user() is not None
    for engine in engines:
        place = script_place(engine.command)
        if place is None:
            continue
        word = engine.command[place]
        path = (engine.directory or directory) / word
        if not is_there(path):
            yield (
                f"engine {engine.name!r}: there is no {path}, which its command calls {word!r}; "
                "a command runs in the engine's directory, else in that of the league file"
            )
        elif closed and not is_open(path):
            yield (
                f"engine {engine.name!r}: {path} is closed to others, as to engines where podesta "
                f"is run by root: let them read it (chmod o+r {path})"
            )
