"""How a league differs from its file: engines added and removed by commands, versions kept.

The file stays the organiser's own; nobody writes into it. What commands change is kept in the
ledger and applied over the file at every run.
"""

import shlex
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from arena.config import EngineEntry, League
from arena.config.checks import check_engine
from arena.config.models import EngineTable
from arena.config.problems import Problems
from arena.errors import ConfigError, LedgerUnreadableError
from arena.ledger import LedgerReader

__all__ = ["AddedEngine", "Amendments", "absences", "amended", "comeback_command", "engine_of"]

KEY = "amendments"


class AddedEngine(BaseModel):
    """An engine that a command added: its [[engine]] table, and where its paths start."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    table: dict[str, Any]
    directory: str
    file_of_its_own: bool = True


class Amendments(BaseModel):
    """`added` by id, `removed` ids of the file; `kept` names for the identity of a new version the
    one whose matches it goes on with."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    added: Mapping[str, AddedEngine] = Field(default_factory=dict)
    removed: frozenset[str] = frozenset()
    kept: Mapping[str, str] = Field(default_factory=dict)

    @classmethod
    def of(cls, ledger: LedgerReader) -> Self:
        """Those of a ledger. Raises LedgerUnreadableError."""
        content = ledger.find_meta(KEY)
        if content is None:
            return cls()
        try:
            return cls.model_validate_json(content)
        except ValidationError as error:
            raise LedgerUnreadableError(
                f"{ledger.path}: what commands changed in the league can't be read"
            ) from error


def engine_of(added: AddedEngine, file: Path) -> EngineEntry:
    """The engine. Raises ConfigError, naming `file`, where it can't be used (any more)."""
    problems = Problems(file)
    engine = None
    try:
        table = EngineTable.model_validate(added.table)
    except ValidationError as error:
        problems.add_validation("", error, tuple(EngineTable.model_fields))
    else:
        engine = check_engine(table, "engine", Path(added.directory), problems)
    if engine is None:
        raise ConfigError(problems.found)
    # Without a directory an engine starts beside the file that it stands in: its own, where it has
    # one.
    if engine.directory is None and added.file_of_its_own:
        return replace(engine, directory=Path(added.directory))
    return engine


def amended(league: League, amendments: Amendments) -> League:
    """The league as it is played. Raises ConfigError."""
    engines = [e for e in league.engines if e.id not in amendments.removed]
    there = {engine.id for engine in engines}
    engines += [
        engine_of(added, league.file)
        for engine_id, added in sorted(amendments.added.items())
        if engine_id not in there
    ]
    anchor = league.anchor if league.anchor in {engine.id for engine in engines} else None
    return replace(league, engines=tuple(engines), anchor=anchor)


def comeback_command(file: Path, engine_id: str) -> str:
    """The command by which an engine of the file that was removed takes part again."""
    return f"podesta league update {shlex.quote(str(file))} {shlex.quote(engine_id)}"


def absences(league: League, amendments: Amendments) -> tuple[str, ...]:
    """For people: which engines of the league file take no part, since a command removed them."""
    return tuple(
        f"{engine.id} of the league file was removed and takes no part "
        f"({comeback_command(league.file, engine.id)} lets it)"
        for engine in league.engines
        if engine.id in amendments.removed and engine.id not in amendments.added
    )
