"""What a league file must keep beyond its shape: games, paths, and keys that belong together."""

import errno
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from podesta.v1 import match_pb2

from arena.config.league import EngineEntry
from arena.config.lobby import check_remote
from arena.config.models import EngineTable, LeagueTable, Scalar
from arena.config.paths import is_directory, is_file, is_there
from arena.config.problems import Problems
from arena.config.texts import expand_command, expand_environment, option_text, slug
from arena.ledger import not_a_file
from referee.games import AnyGame, OptionError
from referee.launcher.ladder import AUTO, CONTAINERS, strength

__all__ = [
    "check_engine",
    "check_game",
    "check_ids",
    "check_isolation",
    "check_ledger",
    "read_options",
]

_TRANSPORTS = {"unix": match_pb2.TRANSPORT_UNIX, "tcp": match_pb2.TRANSPORT_TCP}


def check_game(
    name: object,
    problems: Problems,
    names: Sequence[str],
    load: Callable[[str], AnyGame],
) -> AnyGame | None:
    """The game of a league, or None with the problem noted (a missing key is noted elsewhere)."""
    if not isinstance(name, str):
        return None
    if name not in names:
        problems.add_unknown("league.game", name, names, "game")
        return None
    return load(name)


def check_ledger(path: Path, problems: Problems) -> None:
    """A ledger that is there must be a file: SQLite would make others beside a device.

    One that is not there must be one that can be made.
    """
    try:
        kind = not_a_file(path)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ELOOP) and path.is_symlink():
            problems.add("league.ledger", f"{path} is a link to no file: {error.strerror}")
        elif _is_too_long(path):
            problems.add("league.ledger", f"the name {path.name} is too long for files")
        # It is not there yet, or whoever opens it says why that can't be done.
        return
    if kind is not None:
        problems.add("league.ledger", f"{path} is {kind}; a ledger is a file of its own")


def _is_too_long(path: Path) -> bool:
    """Whether no file can be called so, or none beside it, whose names are longer."""
    try:
        path.with_name(f"{path.name}-journal").lstat()
    except OSError as error:
        return error.errno == errno.ENAMETOOLONG
    return False


def read_options(
    options: Mapping[str, Scalar], key: str, directory: Path, problems: Problems
) -> dict[str, str]:
    """Options as texts; those that can't be read are noted and left out."""
    texts: dict[str, str] = {}
    for name, value in options.items():
        try:
            texts[name] = option_text(value, directory)
        except ValueError as error:
            problems.add(f"{key}.{name}", str(error))
    return texts


def check_game_options(
    game: AnyGame, given: Mapping[str, str], seats: int | None, problems: Problems
) -> dict[str, str]:
    """Every option of the game with its canonical value; what the game refuses is noted."""
    declared = {option.name: option for option in game.options}
    known: dict[str, str] = {}
    for name, value in given.items():
        option = declared.get(name)
        if option is None:
            problems.add_unknown(f"league.options.{name}", name, tuple(declared), "option")
        elif option.choices and value not in option.choices:
            problems.add_unknown(f"league.options.{name}", value, option.choices, "value")
        else:
            known[name] = value
    wanted = game.default_seats if seats is None else seats
    if wanted not in game.seats:
        allowed = ", ".join(map(str, game.seats))
        problems.add("league.seats", f"{game.name} has {allowed} seats, not {wanted}")
        wanted = game.default_seats
    try:
        return game.parse_options(known, wanted)
    except OptionError as error:
        for problem in error.problems:
            problems.add("league.options", problem)
        return known


def check_engine(
    table: EngineTable, key: str, directory: Path, problems: Problems
) -> EngineEntry | None:
    """An engine of the league; None where it can't be used, with the reasons noted."""
    before = len(problems.found)
    engine_id = table.id or slug(table.name)
    if not engine_id:
        problems.add(f"{key}.id", f"the name {table.name!r} gives no id; add one")
    written: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    check_remote(table, key, problems)
    if table.command is not None:
        try:
            written, command = expand_command(table.command)
        except ValueError as error:
            problems.add(f"{key}.command", str(error))
    place = None
    if table.directory is not None:
        place = Path(os.path.realpath(directory / table.directory))
        if not is_directory(place):
            problems.add(f"{key}.directory", f"there is no directory {place}")
    if command and (place is None or is_directory(place)):
        _check_program(command[0], place or directory, f"{key}.command", problems)
    environment, wrong = expand_environment(table.environment)
    for name, message in wrong:
        problems.add(f"{key}.environment.{name}", message)
    options = read_options(table.options, f"{key}.options", directory, problems)
    readable = [Path(os.path.normpath(directory / path)) for path in table.readable]
    for number, path in enumerate(readable, start=1):
        if not is_there(path):
            problems.add(f"{key}.readable[{number}]", f"there is no file or directory {path}")
    if len(problems.found) > before:
        return None
    return EngineEntry(
        id=engine_id,
        name=table.name,
        command=command,
        written_command=written,
        directory=place,
        environment=environment,
        written_environment=table.environment,
        options=options,
        owner=table.owner,
        files=tuple(table.files),
        transport=_TRANSPORTS[table.transport],
        remote=table.remote or "",
        at_once=table.at_once,
        readable=tuple(readable),
        image=table.image,
        limits=table.limits.given(),
    )


def _check_program(program: str, directory: Path, key: str, problems: Problems) -> None:
    if "/" not in program:
        if shutil.which(program) is None:
            problems.add(key, f"there is no program {program!r} on the search path")
        return
    path = directory / program
    if not is_file(path):
        problems.add(key, f"there is no program {path}")
    elif shutil.which(str(path)) is None:
        problems.add(key, f"{path} may not be executed")


def check_ids(engines: Sequence[tuple[int, EngineEntry]], problems: Problems) -> None:
    """Note ids that several engines share; `engines` come with their place in the file, from 1."""
    first: dict[str, int] = {}
    for place, engine in engines:
        if engine.id in first:
            problems.add(
                f"engine[{place}].id",
                f'"{engine.id}" is the id of engine[{first[engine.id]}] too; give it its own',
            )
        else:
            first[engine.id] = place


def check_isolation(table: LeagueTable, engines: Sequence[EngineEntry], problems: Problems) -> None:
    """Note keys about isolation that contradict each other; what works here is tried elsewhere."""
    required = table.require_isolation
    fixed = table.isolation != AUTO
    if required is not None and fixed and strength(table.isolation) < strength(required):
        problems.add(
            "league.require_isolation",
            f'"{required}" is required, but isolation = "{table.isolation}" is less',
        )
    if table.isolation in CONTAINERS:
        for place, engine in enumerate(engines, start=1):
            if not (engine.remote or engine.image or table.image):
                problems.add(
                    f"engine[{place}].image",
                    f"{table.isolation} makes containers from an image; name one here or in "
                    "[league]",
                )
