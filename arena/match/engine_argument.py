"""What stands for an engine on the command line.

random                      an engine that comes with podesta
alphabeta:depth=3,width=12  the same with options
my-engine.toml              a file with one engine, its keys as in a league's [[engine]]
"node bot.js --fast"        any command line, split as a shell splits words; "{python}" is
                            the interpreter that runs podesta
"""

import re
import shlex
import shutil
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

from podesta.v1 import match_pb2

from arena.config.scripts import script_place
from arena.config.texts import expand_command, option_text
from arena.errors import ConfigError
from arena.match.built_in_engines import built_in_engines
from arena.match.engine_file import read_engine_file
from arena.tokens.token import without_tokens

__all__ = ["EngineArgumentError", "built_in_engine", "parse_engines"]

_SHORT = re.compile(r"([A-Za-z0-9_]+)(?::(.*))?", re.DOTALL)


class EngineArgumentError(ValueError):
    """Texts that stand for no engine; the message has a line for each and says what would."""


def parse_engines(texts: Sequence[str]) -> list[match_pb2.EngineSpec]:
    """One engine a text, with ids that are unique: the second "random" is "random-2".

    Raises EngineArgumentError with a line for every text that stands for no engine and for every
    problem of an engine's file.
    """
    engines: list[match_pb2.EngineSpec] = []
    problems: list[str] = []
    for text in texts:
        try:
            engine = _parse(text)
        except (ConfigError, EngineArgumentError) as error:
            problems += (line for line in str(error).splitlines() if line not in problems)
            continue
        base, taken = engine.id, {other.id for other in engines}
        number = 2
        while engine.id in taken:
            engine.id = f"{base}-{number}"
            number += 1
        if engine.id != base:
            engine.name = f"{engine.name}-{number - 1}"
        engines.append(engine)
    if problems:
        raise EngineArgumentError("\n".join(problems))
    return engines


def _parse(text: str) -> match_pb2.EngineSpec:
    if text.endswith(".toml"):
        return read_engine_file(Path(text))
    built_in = built_in_engine(text)
    if built_in is not None:
        return _built_in(text, *built_in)
    try:
        _, command = expand_command(text)
    except ValueError as error:
        raise EngineArgumentError(f"engine {text!r} {error}") from None
    if shutil.which(command[0]) is None:
        if Path(command[0]).is_file():
            raise EngineArgumentError(_no_program(command))
        raise EngineArgumentError(_unknown(command[0]))
    name = Path(command[0]).name
    # A script is better known by its own name than by its interpreter's.
    scripts = [word for word in command[1:] if not word.startswith("-")]
    if (place := script_place(command)) is not None:  # even where it is not there
        name = Path(command[place]).stem
    elif scripts and Path(scripts[0]).is_file():
        name = Path(scripts[0]).stem
    elif "-m" in command[1:-1]:
        name = command[command.index("-m") + 1]
    return match_pb2.EngineSpec(id=name, name=name, command=command)


def built_in_engine(text: str) -> tuple[str, dict[str, str]] | None:
    """The name and the options, as written, of an engine that comes with podesta; else None.

    Raises EngineArgumentError where what stands behind such a name is no option.
    """
    short = _SHORT.fullmatch(text)
    if short is None or short[1] not in built_in_engines():
        return None
    name, options = short[1], dict[str, str]()
    for part in filter(None, (short[2] or "").split(",")):
        key, equals, value = part.partition("=")
        if not equals or not key.strip():
            raise EngineArgumentError(
                f"{part!r} is no option of {name}: write {name}:option=value,option=value"
            )
        options[key.strip()] = value.strip()
    return name, options


def _built_in(text: str, name: str, written: dict[str, str]) -> match_pb2.EngineSpec:
    options: dict[str, str] = {}
    for key, value in written.items():
        try:
            options[key] = option_text(value, Path.cwd())
        except ValueError as error:
            raise EngineArgumentError(f"{name}: {error}") from None
    shown = text if written else name
    _, command = expand_command(["{python}", "-P", "-m", f"engines.{name}"])
    return match_pb2.EngineSpec(id=shown, name=shown, command=command, options=options)


def _unknown(word: str) -> str:
    known = built_in_engines()
    close = get_close_matches(word.partition(":")[0], known, n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"built in are {', '.join(known)}."
    return (
        f"no engine {without_tokens(word)!r}: it is no built-in engine, no .toml file, "
        f"and no program that can be started; {hint}"
    )


def _no_program(command: Sequence[str]) -> str:
    """What is said of a file that is there and can't be started: by what it could be."""
    # Quoted twice: as words of the command, and for the shell it is typed in.
    words = without_tokens(shlex.join(command)).replace('"', '\\"')
    script = Path(command[0]).suffix == ".py"
    start = f'"{{python}} {words}"' if script else f'"INTERPRETER {words}"'
    return (
        f"engine {without_tokens(command[0])!r}: the file is there, but is no program that starts "
        f"by itself; write {start}"
    )
