"""How engines are kept apart: the words of league files and of the command line."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from podesta.v1 import match_pb2

from referee.launcher.ladder import Choice, choose, strength

__all__ = [
    "DEFAULT_LIMITS",
    "IsolationError",
    "IsolationSettings",
    "confine",
    "settle",
    "write_own",
]

NO_LIMIT = 0
_LIFTED = 1 << 31
"""Stands for "none" until it is known whether a default would come in its place."""

_MEMORY_BYTES = 2 << 30
_FILE_BYTES = 64 << 20

DEFAULT_LIMITS: Mapping[str, int] = {
    "memory": _MEMORY_BYTES,
    "processes": 512,
    "file_size": _FILE_BYTES,
    "scratch": _FILE_BYTES,
    "open_files": 1024,
}
"""What engines may use where they are kept apart and nothing else is said."""

_IN_LIMITS = {
    "memory": "memory_bytes",
    "processes": "processes",
    "file_size": "file_size_bytes",
    "cpu_time": "cpu_time_us",
}
_IN_CONFINEMENT = {"scratch": "scratch_bytes", "open_files": "open_files"}


class IsolationError(ValueError):
    """Engines can't be kept apart as was asked; the message says why and what would help."""


@dataclass(frozen=True, slots=True)
class IsolationSettings:
    """What holds for all engines of a league or a command.

    `level` is a word of `referee.launcher.ladder`, "auto" too. `limits` has the keys of
    `DEFAULT_LIMITS` and "cpu_time", in bytes, microseconds and numbers; 0 lifts a default.
    """

    level: str = "auto"
    required: str | None = None
    image: str = ""
    limits: Mapping[str, int] = field(default_factory=dict)


def settle(
    settings: IsolationSettings, choose: Callable[[str], Choice] = choose
) -> tuple[str, str]:
    """The level that works here, and a warning of one line where it is not the best.

    It is tried by running something. Raises IsolationError where it can't be had, and
    FileNotFoundError where the working directory is gone: no engine can be started from there.
    """
    # Whoever starts engines of this machine comes by here first. Later it would void each match.
    Path.cwd()
    required = settings.required
    if required is not None:
        wanted = choose(required)
        if not wanted.works:
            raise IsolationError(f"{required} can't be had here: {_why(wanted)}")
    choice = choose(settings.level)
    if not choice.works:
        raise IsolationError(f"{choice.level} can't be had here: {_why(choice)}")
    if required is not None and strength(choice.level) < strength(required):
        raise IsolationError(
            f"{required} is required, but engines would be started by {choice.level}"
        )
    return choice.level, choice.warning


def _why(choice: Choice) -> str:
    install = f"; install {' '.join(choice.packages)}" if choice.packages else ""
    return f"{choice.reason}{install} (docs/isolation.md tells more)"


def write_own(
    spec: match_pb2.EngineSpec,
    limits: Mapping[str, int],
    readable: Sequence[Path],
    image: str,
) -> None:
    """Put into the spec of an engine what was said of this engine alone."""
    for key, value in limits.items():
        _write(spec, key, value or _LIFTED)
    spec.confinement.readable.extend(map(str, readable))
    spec.confinement.image = image


def confine(
    spec: match_pb2.EngineSpec,
    settings: IsolationSettings,
    level: str,
    hidden: Sequence[Path] = (),
) -> None:
    """Complete the spec of an engine: its level, and what holds for all where it has no own word.

    An engine that plays from far away is none of ours to keep apart.
    """
    if not spec.command:
        return
    defaults = {} if level == "none" else DEFAULT_LIMITS
    for key in (*_IN_LIMITS, *_IN_CONFINEMENT):
        value = _read(spec, key) or settings.limits.get(key, defaults.get(key, NO_LIMIT))
        _write(spec, key, NO_LIMIT if value == _LIFTED else value)
    spec.confinement.isolation = level
    spec.confinement.image = spec.confinement.image or settings.image
    spec.confinement.hidden.extend(map(str, hidden))


def _read(spec: match_pb2.EngineSpec, key: str) -> int:
    if key in _IN_LIMITS:
        return int(getattr(spec.limits, _IN_LIMITS[key]))
    return int(getattr(spec.confinement, _IN_CONFINEMENT[key]))


def _write(spec: match_pb2.EngineSpec, key: str, value: int) -> None:
    if key in _IN_LIMITS:
        setattr(spec.limits, _IN_LIMITS[key], value)
    else:
        setattr(spec.confinement, _IN_CONFINEMENT[key], value)
