"""An engine described in a TOML file of its own, with the keys of a league's [[engine]]."""

import tomllib
from pathlib import Path

from podesta.v1 import match_pb2
from pydantic import ValidationError

from arena.config.checks import check_engine
from arena.config.models import EngineTable
from arena.config.problems import Problems
from arena.errors import ConfigError, Problem

__all__ = ["read_engine_file"]

MAX_FILE_BYTES = 1024 * 1024


def read_engine_file(path: Path) -> match_pb2.EngineSpec:
    """Read and check one engine. Raises ConfigError with all problems of the file at once.

    Relative paths start at the file; without a `directory` the engine is started there.
    """
    problems = Problems(path)
    directory = path.resolve().parent
    engine = None
    try:
        table = EngineTable.model_validate(tomllib.loads(_read(path)))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError([Problem(path, "", f"is no TOML: {error}")]) from error
    except ValidationError as error:
        problems.add_validation("", error, tuple(EngineTable.model_fields))
    else:
        engine = check_engine(table, "", directory, problems)
    if engine is None:
        found = (
            Problem(p.file, p.key.lstrip("."), p.message, p.suggestion) for p in problems.found
        )
        raise ConfigError(list(found))
    return match_pb2.EngineSpec(
        id=engine.id,
        name=engine.name,
        command=engine.command,
        directory=str(engine.directory or directory),
        environment=engine.environment,
        options=engine.options,
        transport=engine.transport,
    )


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise ConfigError([Problem(path, "", error.strerror or str(error))]) from error
    if len(content) > MAX_FILE_BYTES:
        raise ConfigError([Problem(path, "", "is longer than 1 MiB")])
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ConfigError([Problem(path, "", f"is not UTF-8: {error.reason}")]) from error
