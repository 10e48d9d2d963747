"""Reading league.toml: every problem is found before anything is played."""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from podesta.v1 import match_pb2
from pydantic import BaseModel, ValidationError

from arena.config.checks import (
    check_engine,
    check_game,
    check_game_options,
    check_ids,
    check_isolation,
    check_ledger,
    read_options,
)
from arena.config.formats import check_deals, check_format, deals_of
from arena.config.isolation import IsolationSettings
from arena.config.league import EngineEntry, League
from arena.config.lobby import check_lobby
from arena.config.models import EngineTable, LeagueTable, LobbyTable, SprtTable
from arena.config.problems import Problems, nearest
from arena.config.scripts import script_warnings
from arena.config.toml_text import read_toml
from arena.errors import ConfigError, Problem
from arena.executors.crowding import crowding_warnings
from arena.ledger import not_a_file
from arena.lobby.settings import LobbySettings
from arena.schedule import FormatSettings
from referee.games import AnyGame, game_names, load_game
from referee.launcher.ladder import AUTO, CONTAINERS, strength
from referee.time_control import parse_time_control

__all__ = ["build_league", "load_league"]

DEFAULT_OPENING_PLIES = 4

_KEYS = ("league", "engine", "lobby")
_LEAGUE_BLANKS = {"name": "blank", "game": "blank", "time": "none"}
_LOBBY_BLANKS = {"certificate": "blank", "key": "blank"}
_ENGINE_BLANKS = {"name": "blank", "command": "{python}", "remote": "blank"}
_SPRT_BLANKS = {"candidate": "", "base": ""}
_FAULT_RULES = {"stand-in": match_pb2.FAULT_RULE_STAND_IN, "end": match_pb2.FAULT_RULE_END}
_OFF_MOVES = {"allow": match_pb2.OFF_MOVE_ALLOW, "freeze": match_pb2.OFF_MOVE_FREEZE}

_TABLES: dict[str, type[BaseModel]] = {
    "[league]": LeagueTable,
    "[[engine]]": EngineTable,
    "[lobby]": LobbyTable,
}

_Model = TypeVar("_Model", bound=BaseModel)


def load_league(
    path: Path,
    *,
    names: Sequence[str] | None = None,
    load: Callable[[str], AnyGame] = load_game,
) -> League:
    """Read and check a league file.

    `names` and `load` tell which games there are; by default all of `referee.games`. Raises
    ConfigError with all problems of the file at once.
    """
    _check_not_waiting(path)
    return build_league(read_toml(path), path, names=names, load=load)


def _check_not_waiting(path: Path) -> None:
    """Raises ConfigError for what is called a ledger and is a pipe: to read it would wait for ever.

    Others may hold a league file that a shell has just made.
    """
    with suppress(OSError):  # whoever reads it says why that can't be done
        kind = not_a_file(path)
        if kind is not None and path.suffix == ".ledger":
            raise ConfigError([Problem(path, "", f"is {kind}, no league file")])


def build_league(
    document: Mapping[str, Any],
    path: Path,
    *,
    names: Sequence[str] | None = None,
    load: Callable[[str], AnyGame] = load_game,
) -> League:
    """Check what stands in a league file, or what a command means by one.

    `path` is where relative paths start from, and what problems name; see `load_league`.
    """
    problems = Problems(path)
    directory = Path(os.path.realpath(path)).parent
    for key in document:
        if key not in _KEYS:
            problems.add(key, "unknown key", nearest(key, _KEYS))
    raw = document.get("league")
    table = None
    if isinstance(raw, dict):
        table = _table(LeagueTable, "league", raw, _LEAGUE_BLANKS, problems)
        if table is not None:
            check_deals(table, problems)
            check_ledger(_ledger(Path(os.path.realpath(path)), table), problems)
    else:
        problems.add("league", "the table is missing" if raw is None else "must be a table")
    game = None
    options: dict[str, str] = {}
    if table is not None and isinstance(raw, dict):
        known = game_names() if names is None else names
        game = check_game(raw.get("game"), problems, known, load)
        given = read_options(table.options, "league.options", directory, problems)
        if game is not None:
            options = check_game_options(game, given, table.seats, problems)
    engines = _engines(document.get("engine", []), directory, problems)
    lobby = _lobby(document.get("lobby"), directory, document.get("engine"), problems)
    settings = None
    if table is not None and game is not None:
        settings = _check_together(table, game, engines, problems)
    if problems.found or table is None or game is None or settings is None:
        raise ConfigError(problems.found)
    frozen = _freeze(Path(os.path.realpath(path)), table, game, options, tuple(engines), settings)
    return replace(frozen, lobby=lobby)


def _table(
    model: type[_Model],
    key: str,
    raw: Mapping[str, Any],
    blanks: Mapping[str, Any],
    problems: Problems,
) -> _Model | None:
    """The table; with what is wrong noted and left out, so that the rest can be checked too.

    `blanks` stand in for keys that must be there.
    """
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        elsewhere = {
            table: other.model_fields for table, other in _TABLES.items() if other is not model
        }
        problems.add_validation(key, error, tuple(model.model_fields), elsewhere)
        wrong = {detail["loc"][0] for detail in error.errors()}
    try:
        return model.model_validate(
            {**blanks, **{name: value for name, value in raw.items() if name not in wrong}}
        )
    except ValidationError:
        return None


def _lobby(
    raw: object, directory: Path, engines: object, problems: Problems
) -> LobbySettings | None:
    table = None
    listed = engines if isinstance(engines, list) else []
    if isinstance(raw, dict):
        table = _table(LobbyTable, "lobby", raw, _LOBBY_BLANKS, problems)
    elif raw is not None:
        problems.add("lobby", "must be a table")
    if raw is None and any(isinstance(entry, dict) and "remote" in entry for entry in listed):
        problems.add("lobby", "remote bots need the table; docs/remote.md tells how to begin")
    return check_lobby(table, directory, problems) if table is not None else None


def _engines(raw: object, directory: Path, problems: Problems) -> list[EngineEntry]:
    if not isinstance(raw, list):
        problems.add("engine", "must be a list of tables: write [[engine]]")
        return []
    placed: list[tuple[int, EngineEntry]] = []
    for place, entry in enumerate(raw, start=1):
        key = f"engine[{place}]"
        if not isinstance(entry, dict):
            problems.add(key, "must be a table")
            continue
        before = len(problems.found)
        # That neither command nor remote is there is told by the checks.
        blanks = {key: blank for key, blank in _ENGINE_BLANKS.items() if key in (*entry, "name")}
        table = _table(EngineTable, key, entry, blanks, problems)
        engine = check_engine(table, key, directory, problems) if table else None
        if engine is not None and len(problems.found) == before:
            placed.append((place, engine))
    check_ids(placed, problems)
    return [engine for _, engine in placed]


def _check_together(
    table: LeagueTable, game: AnyGame, engines: Sequence[EngineEntry], problems: Problems
) -> FormatSettings | None:
    seats = table.seats or game.default_seats
    broken = any(problem.key.startswith("engine[") for problem in problems.found)
    if len(engines) < seats and not broken:
        problems.add("engine", f"{len(engines)} engines are fewer than the {seats} seats")
    ids = [engine.id for engine in engines]
    sprt = None
    if table.sprt is not None:
        sprt = _table(SprtTable, "league.sprt", table.sprt, _SPRT_BLANKS, problems)
    settings = check_format(table, sprt, seats, engines, problems, whole=not broken)
    check_isolation(table, engines, problems)
    if table.anchor is not None and table.anchor not in ids and not broken:
        problems.add_unknown("league.anchor", table.anchor, ids, "engine")
    hidden = not game.perfect_information
    if hidden and table.fresh_engines is False and not table.trust:
        problems.add(
            "league.fresh_engines",
            f"in {game.name} an engine kept from match to match can remember a deal; "
            "say trust = true if you trust all of them",
        )
    return settings


def _ledger(path: Path, table: LeagueTable) -> Path:
    """Where the ledger lies, without "..": it is shown to people. A link itself stays a link."""
    if not table.ledger:
        return path.with_suffix(".ledger")
    written = path.parent / table.ledger
    return Path(os.path.realpath(written.parent)) / written.name


def _freeze(
    path: Path,
    table: LeagueTable,
    game: AnyGame,
    options: Mapping[str, str],
    engines: tuple[EngineEntry, ...],
    settings: FormatSettings,
) -> League:
    hidden = not game.perfect_information
    warnings = []
    if hidden and table.seed is not None:
        warnings.append(
            "league.seed: whoever guesses the seed knows every hidden card; "
            "use it only among engines that you trust"
        )
    if hidden and table.trust:
        warnings.append("league.trust: engines are kept and may remember deals")
    concurrency = table.concurrency or len(os.sched_getaffinity(0))
    seats = table.seats or game.default_seats
    warnings += crowding_warnings(
        concurrency,
        table.pin_cpus,
        seats=seats,
        timed=parse_time_control(table.time).timed,
        settings=("league.concurrency", "league.pin_cpus"),
    )
    if table.isolation not in CONTAINERS:  # an image has files of its own
        level = table.isolation
        walled = level == AUTO or strength(level) >= strength("landlock")
        warnings += script_warnings(engines, path.parent, walled=walled)
    plies = 0 if hidden else DEFAULT_OPENING_PLIES
    return League(
        file=path,
        ledger=_ledger(path, table),
        name=table.name,
        game=game.name,
        game_options=options,
        hidden=hidden,
        seats=seats,
        time_control=table.time,
        deals=deals_of(table),
        concurrency=concurrency,
        opening_plies=plies if table.opening_plies is None else table.opening_plies,
        seed=table.seed,
        fault_rule=_FAULT_RULES[table.fault_rule],
        retries=table.retries,
        suspend_after=table.suspend_after,
        grace_us=table.grace,
        ready_limit_us=table.ready_limit or 0,
        off_move=_OFF_MOVES[table.off_move],
        pin_cpus=table.pin_cpus,
        fresh_engines=(hidden and not table.trust)
        if table.fresh_engines is None
        else table.fresh_engines,
        trust=table.trust,
        anchor=table.anchor,
        engines=engines,
        warnings=tuple(warnings),
        format=settings,
        isolation=IsolationSettings(
            table.isolation, table.require_isolation, table.image, table.limits.given()
        ),
    )
