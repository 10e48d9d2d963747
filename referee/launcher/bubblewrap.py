"""Command lines of bubblewrap: an engine in namespaces of its own, with a file system of its own.

Only texts are made here. What they mean is in bwrap(1); what a program sees is decided in
`referee.launcher.file_view`.
"""

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from referee.launcher.file_view import FileView

__all__ = ["Bubblewrap", "bwrap_arguments", "bwrap_command", "find_bwrap"]

NOBODY = 65534
"""User and group inside: outside it is our own user, whatever that is."""

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
    """Since 0.8: nothing inside can make namespaces, which keeps much of the kernel out of reach."""
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


def bwrap_arguments(
    bwrap: Bubblewrap, view: FileView, environment: Mapping[str, str], scratch_bytes: int
) -> list[str]:
    """All options before the command that is to be run.

    They hold the environment, so they must be handed over where no other user can read them, and
    not on a command line.
    """
    size = ["--size", str(scratch_bytes)] if bwrap.can_limit_tmpfs else []
    words = [*_NAMESPACES]
    if bwrap.can_disable_userns:
        words.append("--disable-userns")
    words += ["--uid", str(NOBODY), "--gid", str(NOBODY), "--hostname", "podesta"]
    # No capability is left, even where the referee is root; no terminal of ours can be typed at.
    words += ["--cap-drop", "ALL", "--new-session"]
    for path, target in view.links:
        words += ["--symlink", target, path]
    words += ["--dev", "/dev", *size, "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]
    words += ["--proc", "/proc", *size, "--tmpfs", "/tmp", "--dir", "/var", "--dir", "/run"]
    words += ["--symlink", "/tmp", "/var/tmp"]
    for path in view.read_only:
        words += ["--ro-bind", path, path]
    for path in view.empty:
        words += ["--dir", path]
    # The root itself is a file system in memory, and would be room to write without end.
    words += ["--remount-ro", "/", "--chdir", view.directory, "--clearenv"]
    for name, value in environment.items():
        words += ["--setenv", name, value]
    return words


def bwrap_command(bwrap: Bubblewrap, arguments: Sequence[str], argv: Sequence[str]) -> list[str]:
    """The whole command line, for a probe that has nothing to hide."""
    return [bwrap.path, *arguments, "--", *argv]
