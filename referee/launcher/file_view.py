"""Which files a program may see: the system, its interpreter, its own directory, nothing else."""

import importlib.util
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from referee.launcher.confinement import Confinement
from referee.launcher.launcher import LaunchError
from referee.launcher.program_files import MissingInterpreterError, absolute, program_files

__all__ = ["FileView", "file_view", "in_parts", "system_view"]

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_STORES = ("/nix/store", "/gnu/store")
_ETC = (
    "alternatives",
    "ca-certificates",
    "crypto-policies",
    "fonts",
    "gai.conf",
    "group",
    "hosts",
    "java*",
    "ld.so.*",
    "locale*",
    "localtime",
    "mime.types",
    "nsswitch.conf",
    "passwd",
    "pki/tls/certs",
    "python*",
    "ssl/certs",
    "ssl/openssl.cnf",
    "timezone",
)
"""What programs read of /etc when they start; nothing of it is secret."""
_OWN_PACKAGES = ("engines", "podesta", "referee")
"""What our own interpreter may import of this distribution, wherever it is installed."""
_PATH_VARIABLES = (
    "CLASSPATH",
    "JAVA_HOME",
    "LD_LIBRARY_PATH",
    "NODE_PATH",
    "PERL5LIB",
    "PYTHONHOME",
    "PYTHONPATH",
    "RUBYLIB",
)
"""Where an organiser names directories that an interpreter looks into."""
_SHARED_PLACES = ("/etc", "/home", "/media", "/mnt", "/opt", "/srv", "/var")
_MOST_ENTRIES = 1_000


@dataclass(frozen=True, slots=True)
class FileView:
    """Paths are absolute and the same inside as outside."""

    read_only: tuple[str, ...] = ()
    """Files and directories with all that is in them."""
    links: tuple[tuple[str, str], ...] = ()
    """Symbolic links: where, and what they say."""
    empty: tuple[str, ...] = ()
    """Directories that are there, but with nothing in them."""
    directory: str = "/"
    """Where the program starts."""
    program: str = ""
    """The program, as an absolute path."""
    packages: tuple[str, ...] = ()
    """Packages of ours that are shown without the directory in which they lie."""
    asked: tuple[str, ...] = ()
    """What was to be shown besides the system; of some of it only parts may be."""


@cache
def system_view() -> FileView:
    """What every program may see of this system."""
    links: list[tuple[str, str]] = []
    read_only: list[str] = []
    for path in map(Path, _SYSTEM):
        if path.is_symlink():
            links.append((str(path), str(path.readlink())))
        elif path.is_dir():
            read_only.append(str(path))
    read_only += (path for path in _STORES if Path(path).is_dir())
    for pattern in _ETC:
        # A link may lead to nowhere.
        read_only += sorted(str(path) for path in Path("/etc").glob(pattern) if path.exists())
    return FileView(read_only=tuple(read_only), links=tuple(links))


def file_view(
    argv: Sequence[str],
    directory: str,
    environment: Mapping[str, str],
    confinement: Confinement,
) -> FileView:
    """What the program of a command may see.

    The directory that it starts in is shown whole, unless all sorts of things lie there (the home
    directory, /opt ...): then only the files are that its command names. `environment` is that of
    the engine. Raises LaunchError where something is not there.
    """
    search_path = environment.get("PATH", os.defpath)
    here = absolute(Path(directory))
    if not here.is_dir():
        raise LaunchError(f"there is no directory {here}")
    program = _find_program(argv[0], here, search_path)
    shown = [] if _is_shared(here) else [here]
    for path in map(Path, confinement.readable):
        if not path.exists():
            raise LaunchError(f"{path}, which it shall be able to read, does not exist")
        shown.append(path)
    try:
        needed = program_files(program, search_path)
    except MissingInterpreterError as error:
        raise LaunchError(str(error)) from None
    shown += (path for path in needed if path.is_file() or not _is_shared(path))
    own = list(_own_packages()) if Path(sys.prefix) in needed else []
    shown += own
    for word in argv[1:]:
        shown += _named_files(word, here)
    for name in _PATH_VARIABLES:
        shown += _named_files(environment.get(name, ""), here)
    system = system_view()
    kept = _outermost(shown, (*system.read_only, *(path for path, _ in system.links)))
    hidden = [absolute(Path(path)) for path in confinement.hidden]
    parts = [path for one in kept for path in _without(one, hidden)]
    # Shown as the links that they are: a stranger's may point to anything.
    links = [path for path in parts if path.is_symlink() and path not in kept]
    visible = [path for path in parts if path not in links]
    return FileView(
        read_only=(*system.read_only, *map(str, visible)),
        links=(*system.links, *((str(path), str(path.readlink())) for path in links)),
        empty=() if any(_within(here, path) for path in visible) else (str(here),),
        directory=str(here),
        program=str(program),
        packages=tuple(str(path) for path in own if path in kept),
        asked=tuple(map(str, kept)),
    )


def in_parts(view: FileView) -> list[str]:
    """The directories of a view of which only parts are shown, the outer ones first."""
    shown = set(view.read_only)
    found: set[Path] = set()
    for outer in map(Path, view.asked):
        if str(outer) not in shown:
            for path in map(Path, view.read_only):
                if path != outer and _within(path, outer):
                    found |= {up for up in path.parents if _within(up, outer)}
    return sorted(map(str, found))


def _find_program(word: str, here: Path, search_path: str) -> Path:
    if "/" in word:
        path = absolute(here / word)
        if not path.is_file():
            raise LaunchError(f"there is no program {path}")
        if not os.access(path, os.X_OK):
            raise LaunchError(f"{path} may not be executed")
        return path
    found = shutil.which(word, path=search_path)
    if found is None:
        raise LaunchError(f"there is no program {word!r} on the search path")
    return absolute(Path(found))


def _is_shared(path: Path) -> bool:
    """Whether a directory holds more than one person would show to a stranger's program."""
    # What holds the home directory, or /tmp, holds more still; the root holds all.
    return str(path) in _SHARED_PLACES or any(
        _within(place, path) for place in (_home(), Path(tempfile.gettempdir()), Path("/tmp"))
    )


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:  # nobody knows where it is
        return Path("/root")


def _own_packages() -> Iterator[Path]:
    for name in _OWN_PACKAGES:
        spec = importlib.util.find_spec(name)
        for place in (spec.submodule_search_locations or ()) if spec is not None else ():
            yield Path(place)


def _named_files(word: str, here: Path) -> Iterator[Path]:
    """Files that a word of the command names, as `bot.js`, `--net=big.bin` or `a.jar:b.jar`."""
    for part in {word, *word.partition("=")[2].split(":"), *word.split(":")}:
        if not part or "\0" in part:
            continue
        path = absolute(here / part)
        try:
            mode = path.stat().st_mode
        except OSError:  # it is not there, or a program given with -c and no name at all
            continue
        if stat.S_ISDIR(mode) and not _is_shared(path) and "/" in part:
            yield path
        elif stat.S_ISREG(mode):
            yield path if _is_shared(path.parent) else path.parent


def _outermost(paths: Iterable[Path], covered: Iterable[str]) -> list[Path]:
    """Without those that lie in another, or in what is shown anyway; the shallow ones first."""
    outer = [Path(path) for path in covered]
    kept: list[Path] = []
    for path in sorted(set(paths), key=lambda path: (len(path.parts), str(path))):
        if not any(_within(path, other) for other in outer):
            outer.append(path)
            kept.append(path)
    return kept


def _within(path: Path, other: Path) -> bool:
    # A tenth of what `parents` take; this is done some hundred times a start.
    inner, outer = str(path), str(other)
    return inner == outer or inner.startswith(outer if outer.endswith("/") else f"{outer}/")


def _hides(hidden: Path, path: Path) -> bool:
    return any(
        up.parent == hidden.parent and up.name.startswith(hidden.name)
        for up in (path, *path.parents)
    )


def _without(path: Path, hidden: Sequence[Path]) -> Iterator[Path]:
    """The path, or where something in it is hidden, its entries without that.

    What is hidden takes all with it whose name goes on after its own, as `league.ledger-wal` does.
    """
    if any(_hides(one, path) for one in hidden):
        return
    inside = [one for one in hidden if _within(one, path)]
    if not inside:
        yield path
        return
    entries = sorted(path.iterdir())
    if len(entries) > _MOST_ENTRIES:
        raise LaunchError(
            f"{path} holds more than {_MOST_ENTRIES} files and something that no engine may see; "
            "give the engine a directory of its own"
        )
    for entry in entries:
        if entry.is_symlink():
            yield entry
        else:
            yield from _without(entry, inside)
