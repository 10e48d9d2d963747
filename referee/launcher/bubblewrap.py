"""Command lines of bubblewrap: an engine in namespaces of its own, with a file system of its own.

Only texts are made here. What they mean is in bwrap(1); what a program sees is decided in
`referee.launcher.file_view`.
"""

import shutil
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from referee.launcher.engine_user import NOBODY
from referee.launcher.file_view import FileView

__all__ = ["Bubblewrap", "bwrap_options", "find_bwrap", "shown_options"]

_NAMESPACES = (
    "--unshare-user",
    "--unshare-ipc",
    "--unshare-pid",
    "--unshare-net",
    "--unshare-uts",
    "--unshare-cgroup-try",
)
_HELP_LIMIT_S = 10


@dataclass(frozen=True, slots=True)
class Bubblewrap:
    """The program, and what this version of it can do that older ones can't."""

    path: str
    can_disable_userns: bool = True
    """Since 0.8: nothing inside can make namespaces, so much of the kernel is out of reach."""
    can_limit_tmpfs: bool = True
    """Since 0.5."""


@cache
def find_bwrap() -> Bubblewrap | None:
    """The program on the search path. Raises OSError and SubprocessError where it can't be run."""
    path = shutil.which("bwrap")
    if path is None:
        return None
    told = subprocess.run(
        [path, "--help"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=_HELP_LIMIT_S,
        check=False,
        env={},
    )
    words = told.stdout + told.stderr
    return Bubblewrap(path, b"--disable-userns" in words, b"--size" in words)


def bwrap_options(
    bwrap: Bubblewrap, view: FileView, environment: Mapping[str, str], scratch_bytes: int
) -> tuple[list[str], list[str]]:
    """All options before the command: those that come before what is shown, and those after it.

    What is shown is left out, as `shown_options` and the keeper each write it in their own way.
    The second part holds the environment, so it must be handed over where no other user can read
    it, and not on a command line.
    """
    size = ["--size", str(scratch_bytes)] if bwrap.can_limit_tmpfs else []
    first = [*_NAMESPACES]
    if bwrap.can_disable_userns:
        first.append("--disable-userns")
    first += ["--uid", str(NOBODY), "--gid", str(NOBODY), "--hostname", "podesta"]
    # No capability is left, not even in there; no terminal of ours can be typed at.
    first += ["--cap-drop", "ALL", "--new-session"]
    for path, target in view.links:
        first += ["--symlink", target, path]
    first += ["--dev", "/dev", *size, "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]
    first += ["--proc", "/proc", *size, "--tmpfs", "/tmp", "--dir", "/var", "--dir", "/run"]
    last = []
    for path in view.empty:
        last += ["--dir", path]
    # The root itself is a file system in memory, and would be room to write without end.
    last += ["--remount-ro", "/", "--chdir", view.directory, "--clearenv"]
    for name, value in environment.items():
        last += ["--setenv", name, value]
    return first, last


def shown_options(paths: Iterable[str]) -> list[str]:
    """Options that show files and directories read-only, under the same paths."""
    return [word for path in paths for word in ("--ro-bind", path, path)]
