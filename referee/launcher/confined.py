"""Starts engines inside the walls that their organiser asked for."""

import os
import secrets
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from referee.errors import VoidMatch
from referee.launcher import ladder
from referee.launcher.bubblewrap import bwrap_options, find_bwrap
from referee.launcher.confinement import Confinement
from referee.launcher.containers import (
    container_command,
    container_environment,
    is_plain_path,
    removal_command,
)
from referee.launcher.engine_user import check_open, engine_user, give_to, readable_parts
from referee.launcher.file_view import FileView, file_view, in_parts, system_view
from referee.launcher.launcher import (
    ADDRESS_VARIABLE,
    EngineCommand,
    EngineProcess,
    Launcher,
    LaunchError,
)
from referee.launcher.plain import PlainLauncher, base_environment
from referee.launcher.program_files import absolute
from referee.launcher.tcp_relay import RELAY_PORT, relay_command, relay_files
from referee.launcher.walls import Walls

__all__ = ["ConfinedLauncher"]

_INNER_NAME = "nobody"
_INNER_TMP = "/tmp"
_SCRATCH_NAME = "scratch"
_PACKAGES_NAME = "packages"
_SPARE_TASKS = 64
_NET_TASKS = 4096
"""Where tasks are counted for the whole user, this is only to keep the machine alive."""

_LANDLOCK_READABLE = ("/proc", "/sys/devices/system/cpu", "/sys/fs/cgroup")
_LANDLOCK_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
_LANDLOCK_WRITABLE = ("/dev/null", "/dev/zero", "/dev/full")


class ConfinedLauncher(Launcher):
    """Adds walls to the command of an engine, and leaves the rest to another launcher."""

    isolation = "none"
    """Until an engine is started, and where it can't be; else its process tells."""

    def __init__(self, inner: PlainLauncher | None = None) -> None:
        self._inner = inner or PlainLauncher()

    def relays_tcp(self, confinement: Confinement) -> bool:
        """See `Launcher.relays_tcp`."""
        return _level(confinement) == "bwrap"

    async def start(self, command: EngineCommand) -> EngineProcess:
        """See `Launcher.start`."""
        level = _level(command.confinement)
        walled = _WALLERS[level](command)
        try:
            process = await self._inner.start(walled)
        except BaseException:
            # A keeper removes it with the engine; there may have been none yet.
            _remove(walled.walls.remove)
            raise
        process.isolation = level
        process.out_of_reach = level == "docker"
        return process


def _level(confinement: Confinement) -> str:
    """A level that is named was tried by who named it; where it fails after all, a start tells."""
    if confinement.isolation == ladder.AUTO:
        return ladder.choose(ladder.AUTO).level
    return confinement.isolation


def _open(command: EngineCommand) -> EngineCommand:
    return command


def _limited(command: EngineCommand) -> EngineCommand:
    return replace(command, walls=_outer_limits(command))


def _outer_limits(command: EngineCommand) -> Walls:
    tasks = None if command.limits.processes is None else _tasks_of_user() + _NET_TASKS
    return Walls(open_files=command.confinement.open_files, tasks=tasks, expendable=True)


def _tasks_of_user() -> int:
    """How many processes and threads this user runs now."""
    found, user = 0, os.getuid()
    for path in Path("/proc").iterdir():
        try:
            if path.name.isdecimal() and path.stat().st_uid == user:
                found += len(list((path / "task").iterdir()))
        except OSError:
            continue  # it ended
    return found


# --- landlock ---------------------------------------------------------------------------------


def _behind_landlock(command: EngineCommand) -> EngineCommand:
    user = engine_user()
    view = _view(command, user)
    scratch, remove = _make_scratch(command)
    try:
        return _landlocked(command, user, view, scratch, remove)
    except BaseException:
        _remove(remove)
        raise


def _landlocked(
    command: EngineCommand, user: int | None, view: FileView, scratch: str, remove: str
) -> EngineCommand:
    if user is not None:
        _give(user, scratch)
        if command.scratch:
            _give(user, command.scratch)
    environment = _inner_environment(command.environment, scratch, user=False)
    if view.packages:
        environment["PYTHONPATH"] = _import_path(view.packages, scratch, environment)
    walls = _outer_limits(command)._replace(
        landlock=True,
        shown=view.read_only,
        readable=(*_LANDLOCK_READABLE, *_LANDLOCK_DEVICES),
        writable=(scratch, *_LANDLOCK_WRITABLE),
        ports=_ports(command),
        listable=tuple(in_parts(view)),
        user=user,
        remove=remove,
    )
    return _walled(command, view, environment, walls)


def _make_scratch(command: EngineCommand) -> tuple[str, str]:
    """A directory for this engine alone, and what of it is not removed with the seat's."""
    try:
        if command.scratch:
            scratch = Path(command.scratch) / _SCRATCH_NAME
            scratch.mkdir(mode=0o700, exist_ok=True)
            return str(scratch), ""
        made = tempfile.mkdtemp(prefix="podesta-")
    except OSError as error:
        raise VoidMatch(f"no directory for an engine to write to: {error}") from error
    return made, made


def _remove(scratch: str) -> None:
    if scratch:
        shutil.rmtree(scratch, ignore_errors=True)


def _import_path(packages: Sequence[str], scratch: str, environment: Mapping[str, str]) -> str:
    """Where Python finds packages whose own directory it may not list.

    It looks for a package by listing the directory in which it lies, and to landlock that right is
    one to list all below it.
    """
    place = Path(scratch, _PACKAGES_NAME)
    try:
        place.mkdir()
        for package in map(Path, packages):
            (place / package.name).symlink_to(package)
    except OSError as error:
        raise VoidMatch(f"no place for the packages of an engine: {error}") from error
    # After the organiser's own: what lies there comes first, as it does without walls.
    return os.pathsep.join(filter(None, (environment.get("PYTHONPATH", ""), str(place))))


def _give(user: int, directory: str) -> None:
    try:
        give_to(user, directory)
    except OSError as error:
        raise VoidMatch(f"the socket of an engine can't be given to it: {error}") from error


def _ports(command: EngineCommand) -> tuple[int, ...]:
    _, colon, port = command.environment.get(ADDRESS_VARIABLE, "").rpartition(":")
    return (int(port),) if colon and port.isdecimal() else ()


# --- bubblewrap -------------------------------------------------------------------------------


def _in_bwrap(command: EngineCommand) -> EngineCommand:
    bwrap = find_bwrap()
    if bwrap is None:
        raise VoidMatch("the program bwrap is not installed")
    if not command.scratch:
        raise VoidMatch("no directory could hold the socket that a sandbox needs to reach us")
    user = engine_user()
    view = _view(command, user)
    environment = _inner_environment(command.environment, _INNER_TMP, user=True)
    shown = [*view.read_only]
    argv = (view.program, *command.argv[1:])
    if command.relayed:
        shown += [path for path in relay_files() if path not in shown]
        argv = relay_command(environment[ADDRESS_VARIABLE], argv)
        environment[ADDRESS_VARIABLE] = f"127.0.0.1:{RELAY_PORT}"
    shown.append(command.scratch)
    if user is not None:
        _give(user, command.scratch)
    first, last = bwrap_options(bwrap, view, environment, command.confinement.scratch_bytes)
    processes = command.limits.processes
    walls = Walls(
        open_files=command.confinement.open_files,
        tasks=None if processes is None else 2 * processes + _SPARE_TASKS,
        expendable=True,
        user=user,
        shown=tuple(shown),
        bwrap=bwrap.path,
        bwrap_first=tuple(first),
        bwrap_last=tuple(last),
    )
    # Bubblewrap itself gets nothing of it: the engine's may name libraries of strangers.
    return replace(command, argv=argv, directory="/", environment={}, walls=walls)


# --- containers -------------------------------------------------------------------------------


def _in_container(program: str, command: EngineCommand) -> EngineCommand:
    confinement = command.confinement
    directory = str(absolute(Path(command.directory)))
    if not confinement.image:
        raise LaunchError(f"no image is given that a {program} container could be made from")
    if not command.scratch:
        raise LaunchError(f"in a {program} container it can reach us over a Unix socket only")
    user = engine_user()
    if user is not None:
        _give(user, command.scratch)
    for path in (directory, *confinement.readable, command.scratch):
        if not is_plain_path(path):
            raise LaunchError(f"{path!r} can't be shown to a container: it holds a colon")
    client = shutil.which(program)
    if client is None:
        raise VoidMatch(f"the program {program} is not there any more")
    name = f"podesta-{secrets.token_hex(8)}"
    argv = container_command(
        program,
        name,
        confinement,
        command.limits,
        command.argv,
        directory,
        command.scratch,
        command.environment,
        user=os.getuid() if user is None else user,
        group=os.getgid() if user is None else user,
    )
    # DOCKER_HOST, XDG_RUNTIME_DIR and the like: the client is a program of this machine's owner.
    ours = dict(os.environ)
    walls = Walls(
        expendable=False,
        farewell=(client, *removal_command(program, name)[1:]),
        farewell_environment=tuple(ours.items()),
    )
    return replace(
        command,
        argv=(client, *argv[1:]),
        directory="/",
        environment={**ours, **container_environment(command.environment)},
        walls=walls,
    )


# --- together ---------------------------------------------------------------------------------


def _view(command: EngineCommand, user: int | None) -> FileView:
    view = file_view(command.argv, command.directory, command.environment, command.confinement)
    if user is None:
        return view
    system = system_view().read_only
    shown = view.read_only[len(system) :]
    for file in (view.program, *_named_files(command.argv, view.directory)):
        check_open(file)
    parts = readable_parts(shown, view.asked)
    links = [path for path in parts if Path(path).is_symlink() and path not in shown]
    return replace(
        view,
        read_only=(*system, *(path for path in parts if path not in links)),
        links=(*view.links, *((path, str(Path(path).readlink())) for path in links)),
        empty=(view.directory,),
    )


def _named_files(argv: Sequence[str], directory: str) -> Iterator[str]:
    """Files that are words of a command, such as a script."""
    for word in argv[1:]:
        path = os.path.join(directory, word)  # noqa: PTH118 - words may be no paths at all
        if os.path.isfile(path):  # noqa: PTH113
            yield path


def _inner_environment(
    environment: Mapping[str, str], scratch: str, *, user: bool
) -> dict[str, str]:
    """What an organiser set stays; what only comes from this machine is that of the inside."""
    inner = dict(environment)
    outer = base_environment()
    replaced = {"HOME": scratch, "TMPDIR": scratch}
    if user:
        replaced |= {"USER": _INNER_NAME, "LOGNAME": _INNER_NAME}
    for name, value in replaced.items():
        if inner.get(name, outer.get(name)) == outer.get(name):
            inner[name] = value
    return inner


def _walled(
    command: EngineCommand, view: FileView, environment: Mapping[str, str], walls: Walls
) -> EngineCommand:
    return replace(
        command,
        argv=(view.program, *command.argv[1:]),
        directory=view.directory,
        environment=environment,
        walls=walls,
    )


_WALLERS: Mapping[str, Callable[[EngineCommand], EngineCommand]] = {
    "none": _open,
    "rlimits": _limited,
    "landlock": _behind_landlock,
    "bwrap": _in_bwrap,
    "podman": lambda command: _in_container("podman", command),
    "docker": lambda command: _in_container("docker", command),
}
