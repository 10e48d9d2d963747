"""An engine described in a TOML file of its own, with the keys of a league's [[engine]]."""

import os
from pathlib import Path

from podesta.v1 import match_pb2
from pydantic import ValidationError

from arena.config.checks import check_engine
from arena.config.isolation import write_own
from arena.config.league import EngineEntry
from arena.config.models import EngineTable
from arena.config.problems import Problems
from arena.config.toml_text import read_toml
from arena.errors import ConfigError, Problem

__all__ = ["read_engine_entry", "read_engine_file"]


def read_engine_entry(path: Path) -> EngineEntry:
    """Read and check one engine. Raises ConfigError with all problems of the file at once."""
    problems = Problems(path)
    directory = Path(os.path.realpath(path)).parent
    engine = None
    try:
        table = EngineTable.model_validate(read_toml(path))
    except ValidationError as error:
        problems.add_validation("", error, tuple(EngineTable.model_fields))
    else:
        engine = check_engine(table, "", directory, problems)
        if engine is not None and engine.remote:
            problems.add("remote", "bots from far away play in leagues only")
            engine = None
    if engine is None:
        found = (
            Problem(p.file, p.key.lstrip("."), p.message, p.suggestion) for p in problems.found
        )
        raise ConfigError(list(found))
    return engine


def read_engine_file(path: Path) -> match_pb2.EngineSpec:
    """Read and check one engine. Raises ConfigError with all problems of the file at once.

    Relative paths start at the file; without a `directory` the engine is started there.
    """
    engine = read_engine_entry(path)
    directory = Path(os.path.realpath(path)).parent
    spec = match_pb2.EngineSpec(
        id=engine.id,
        name=engine.name,
        command=engine.command,
        directory=str(engine.directory or directory),
        environment=engine.environment,
        options=engine.options,
        transport=engine.transport,
    )
    write_own(spec, engine.limits, engine.readable, engine.image)
    return spec
