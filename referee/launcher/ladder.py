"""The isolation ladder: which ways of keeping engines apart work on this machine.

Every level is tried by running something in it, never by looking for a program: a bubblewrap that
is installed helps nothing where the kernel refuses namespaces to us. docs/isolation.md says what
each level keeps an engine from.
"""

import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from referee.launcher.bubblewrap import bwrap_options, find_bwrap, shown_options
from referee.launcher.engine_user import engine_user
from referee.launcher.file_view import system_view
from referee.launcher.landlock import landlock_abi, probe_landlock

__all__ = [
    "AUTO",
    "CONTAINERS",
    "LADDER",
    "LEVELS",
    "Choice",
    "LevelReport",
    "choose",
    "probe_level",
    "probe_levels",
    "strength",
]

AUTO = "auto"
LADDER = ("bwrap", "landlock", "rlimits")
"""The best first; `auto` takes the first that works."""
CONTAINERS = ("podman", "docker")
"""By choice only: they need an image."""
LEVELS = (*LADDER, *CONTAINERS, "none")

_STRENGTH = {"bwrap": 3, "podman": 3, "docker": 3, "landlock": 2, "rlimits": 1, "none": 0}
_PROBE_LIMIT_S = 20
_PROBE_SCRATCH_BYTES = 1 << 20
_MOST_REASON = 300
_BECOME = """
import os, sys
user = int(sys.argv[1])
os.setgroups([])
os.setresgid(user, user, user)
os.setresuid(user, user, user)
os.execv(sys.argv[2], sys.argv[2:])
"""


class LevelReport(NamedTuple):
    """What came of trying one level."""

    level: str
    works: bool
    reason: str
    """Why it does not work, or what is to be known of it; one line for people, may be empty."""
    packages: tuple[str, ...]
    """What to install to have it, by the names of Debian and Ubuntu; empty where it works or where
    no package would help."""


class Choice(NamedTuple):
    """The level that engines are started with."""

    level: str
    works: bool
    reason: str
    """Why it does not work; empty where it does."""
    packages: tuple[str, ...]
    """What to install to have it."""
    warning: str
    """One line for people, where it is less than the best; empty where it is not."""


def strength(level: str) -> int:
    """Levels of equal strength can stand for each other where one is required."""
    return _STRENGTH[level]


def probe_levels() -> list[LevelReport]:
    """Every level, the best first; each is tried once a process."""
    return [probe_level(level) for level in LEVELS]


@cache
def choose(isolation: str) -> Choice:
    """The level that stands for a word: itself, or for `auto` the best that works here.

    Raises KeyError for a word that is none.
    """
    if isolation != AUTO:
        report = probe_level(isolation)
        reason = "" if report.works else report.reason
        return Choice(isolation, report.works, reason, report.packages, "")
    failed: list[str] = []
    for level in LADDER:
        report = probe_level(level)
        if report.works:
            return Choice(level, True, "", (), _warning(level, failed))
        failed.append(_with_packages(report))
    return Choice("none", True, "", (), _warning("none", failed))


def _warning(level: str, failed: Sequence[str]) -> str:
    if not failed:
        return ""
    return f"{_KEPT[level]}, since {'; '.join(failed)}"


def _with_packages(report: LevelReport) -> str:
    install = f" (install {' '.join(report.packages)})" if report.packages else ""
    return report.reason + install


_KEPT = {
    "landlock": "engines see other processes and can send UDP: landlock instead of bwrap",
    "rlimits": "engines can read all that you can, change it and use the network: only rlimits",
    "none": "engines can do all that you can: there is no isolation",
}


@cache
def probe_level(level: str) -> LevelReport:
    """Try one level. Raises KeyError for a word that is none."""
    return _PROBES[level]()


def _probe_bwrap() -> LevelReport:
    missing = ("bubblewrap",)
    try:
        bwrap = find_bwrap()
        if bwrap is None:
            return LevelReport("bwrap", False, "the program bwrap is not installed", missing)
        view = system_view()
        first, last = bwrap_options(bwrap, view, {}, _PROBE_SCRATCH_BYTES)
        words = [bwrap.path, *first, *shown_options(view.read_only), *last]
        problem = _run([*words, "--", "/bin/sh", "-c", "exit 0"], engine_user())
    except (OSError, subprocess.SubprocessError) as error:
        return LevelReport("bwrap", False, f"bwrap can't be run: {error}", missing)
    if problem:
        return LevelReport("bwrap", False, f"bwrap fails here: {problem}{_hint(problem)}", ())
    return LevelReport("bwrap", True, "", ())


def _hint(problem: str) -> str:
    """What mostly stands behind it."""
    if "uid map" in problem or "RTM_NEWADDR" in problem or "ermission denied" in problem:
        return (
            "; the kernel keeps user namespaces from us (kernel.apparmor_restrict_unprivileged_"
            "userns=1 on Ubuntu 24.04 and later: allow them for bwrap by an AppArmor profile)"
        )
    if "o permissions to creat" in problem or "No space left" in problem:
        return (
            "; user namespaces are switched off (sysctl kernel.unprivileged_userns_clone or "
            "user.max_user_namespaces)"
        )
    return ""


def _probe_landlock() -> LevelReport:
    problem = probe_landlock()
    if problem:
        return LevelReport("landlock", False, problem, ())
    abi = landlock_abi()
    return LevelReport("landlock", True, "" if abi >= 4 else _without_network(abi), ())


def _without_network(abi: int) -> str:
    return f"landlock ABI {abi} of this kernel can't keep engines from the network (4 can)"


def _probe_rlimits() -> LevelReport:
    try:
        import resource
    except ImportError:
        return LevelReport("rlimits", False, "this system has no resource limits", ())
    try:
        resource.getrlimit(resource.RLIMIT_NOFILE)
    except OSError as error:
        return LevelReport("rlimits", False, f"resource limits can't be read: {error}", ())
    return LevelReport("rlimits", True, "", ())


def _probe_container(program: str, package: str) -> LevelReport:
    try:
        problem = _run([program, "info"])
    except FileNotFoundError:
        return LevelReport(program, False, f"the program {program} is not installed", (package,))
    except (OSError, subprocess.SubprocessError) as error:
        return LevelReport(program, False, f"{program} can't be run: {error}", ())
    if problem:
        return LevelReport(program, False, f"{program} fails here: {problem}", ())
    return LevelReport(program, True, "", ())


def _run(command: list[str], user: int | None = None) -> str:
    """What went wrong, or an empty text. Raises OSError and SubprocessError."""
    if user is not None:
        # By a process in between: as another user subprocess would have to fork this one, which
        # gRPC does not like.
        command = [sys.executable, "-I", "-S", "-c", _BECOME, str(user), *command]
    ended = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        timeout=_PROBE_LIMIT_S,
        check=False,
    )
    if ended.returncode == 0:
        return ""
    told = " ".join(ended.stderr.decode("utf-8", "replace").split())[-_MOST_REASON:]
    return told or f"exit status {ended.returncode}"


_PROBES: Mapping[str, Callable[[], LevelReport]] = {
    "bwrap": _probe_bwrap,
    "landlock": _probe_landlock,
    "rlimits": _probe_rlimits,
    "podman": lambda: _probe_container("podman", "podman"),
    "docker": lambda: _probe_container("docker", "docker.io"),
    "none": lambda: LevelReport("none", True, "", ()),
}
