"""How the engines of a league are kept apart on this machine."""

from dataclasses import replace

from arena.config import League
from arena.config.isolation import IsolationError, settle
from arena.errors import ConfigError, Problem

__all__ = ["settle_isolation"]


def settle_isolation(league: League) -> League:
    """The league with the level of isolation that its engines get here, found by trying.

    A level that is not the best is one more warning. Raises ConfigError where what the league
    requires can't be had.
    """
    settings = league.isolation
    if all(engine.remote for engine in league.engines):
        return league
    try:
        level, warning = settle(settings)
    except IsolationError as error:
        key = "isolation" if settings.required is None else "require_isolation"
        raise ConfigError([Problem(league.file, f"league.{key}", str(error))]) from error
    warnings = (*league.warnings, *([warning] if warning else []))
    return replace(league, isolation=replace(settings, level=level), warnings=warnings)
