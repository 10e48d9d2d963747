"""Which files an engine of the command line is made of: the same digest as in a league."""

from pathlib import Path

from podesta.v1 import match_pb2

from arena.config import EngineEntry
from arena.league.engine_version import version_digest
from arena.match.engine_file import read_engine_entry

__all__ = ["engine_digest"]


def engine_digest(text: str, spec: match_pb2.EngineSpec) -> str:
    """The version of the engine that `text` stands for, 32 hexadecimal digits; empty if unknown.

    `spec` is what `parse_engines` made of the text. Raises ConfigError where its files can't be
    read.
    """
    if text.endswith(".toml"):
        path = Path(text)
        return version_digest(read_engine_entry(path), path)
    entry = EngineEntry(
        id=spec.id,
        name=spec.name,
        command=tuple(spec.command),
        written_command=tuple(spec.command),
        directory=None,
        environment={},
        written_environment={},
        options=dict(spec.options),
        owner="",
        files=(),
        transport=spec.transport,
    )
    return version_digest(entry, Path.cwd() / "engine")
