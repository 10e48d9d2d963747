"""Which processes descend from one (Linux: read from /proc; elsewhere with psutil)."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = [
    "become_subreaper",
    "children",
    "descendants",
    "die_with_parent",
    "go_on_without_parent",
    "is_subreaper",
    "kill_all",
    "marked",
    "stopped",
    "subreaper",
]

_PROC = Path("/proc")
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_PR_GET_CHILD_SUBREAPER = 37
_LINUX = sys.platform == "linux"
_HAS_CHILDREN_FILE = (_PROC / "self" / "task" / str(os.getpid()) / "children").exists()


def become_subreaper() -> None:
    """From now on, descendants whose parent ends become children of this process.

    So they can't leave its tree, whatever they do (setsid, double fork). Linux only.
    """
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


@contextmanager
def subreaper() -> Iterator[None]:
    """As `become_subreaper`, but for a while: afterwards it is as it was before."""
    before = is_subreaper()
    become_subreaper()
    try:
        yield
    finally:
        _prctl(_PR_SET_CHILD_SUBREAPER, int(before))


def is_subreaper() -> bool:
    """Whether orphans among its descendants become children of this process. Linux only."""
    if not _LINUX:
        return False
    import ctypes

    answer = ctypes.c_int(0)
    _prctl(_PR_GET_CHILD_SUBREAPER, ctypes.addressof(answer))
    return bool(answer.value)


def die_with_parent() -> None:
    """This process is killed when the **thread** that forked it ends. Linux only."""
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def go_on_without_parent() -> None:
    """If it stands stopped (SIGSTOP) when its parent ends, this process goes on. Linux only.

    A stopped process looks after nothing, and a signal that it gets by then (SIGTERM) waits for
    this one. The kernel sends one signal for each thread, so another thread asks for SIGCONT; what
    the first one has asked for comes before it.
    """
    if not _LINUX:
        return
    import threading  # Only the few processes that need it pay for the import.

    asked = threading.Event()

    def ask_and_stay() -> None:
        try:
            _prctl(_PR_SET_PDEATHSIG, signal.SIGCONT)
        finally:
            asked.set()
        threading.Event().wait()

    threading.Thread(target=ask_and_stay, name="go on", daemon=True).start()
    asked.wait()


def descendants(pid: int) -> list[int]:
    """Children of a process, their children and so on, each after its parent; without zombies'
    orphans.

    A process that forks meanwhile may escape one look: look again until nothing is new.
    """
    children_of = _children_by_task if _HAS_CHILDREN_FILE else _children_by_parent().get
    found: list[int] = []
    frontier = [pid]
    while frontier:
        born = children_of(frontier.pop()) or []
        found += born
        frontier += born
    return found


def children(pid: int) -> list[int]:
    """The processes that a process is the parent of, ended ones that it did not wait for too."""
    return _children_by_task(pid) if _HAS_CHILDREN_FILE else _children_by_parent().get(pid, [])


def marked(variable: str, value: str) -> list[int]:
    """Processes that were started with this variable in their environment. Linux only."""
    wanted = f"{variable}={value}".encode()
    found = []
    for pid in _pids():
        with suppress(OSError):
            if wanted in (_PROC / str(pid) / "environ").read_bytes().split(b"\0"):
                found.append(pid)
    return found


def kill_all(pids: list[int]) -> None:
    """SIGKILL to each that is still there and ours to kill."""
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)


def stopped(pid: int) -> bool:
    """Whether a process stands still by a signal (SIGSTOP), until another lets it go on."""
    if _LINUX:
        with suppress(OSError):
            stat = (_PROC / str(pid) / "stat").read_bytes().rpartition(b")")[2].split()
            return stat[0] in (b"T", b"t")
    else:
        import psutil  # Only where there is no /proc.

        with suppress(psutil.Error):
            return bool(psutil.Process(pid).status() == psutil.STATUS_STOPPED)
    return False


def _children_by_task(pid: int) -> list[int]:
    """Linux can be built so that each thread lists its children: no need to look at all."""
    found: list[int] = []
    tasks = f"{_PROC}/{pid}/task"
    with suppress(OSError):
        # Keepers do this several times a second.
        for task in os.listdir(tasks):  # noqa: PTH208 - a quarter of the time
            with suppress(OSError):
                fd = os.open(f"{tasks}/{task}/children", os.O_RDONLY | os.O_CLOEXEC)
                try:
                    found += map(int, _read_all(fd).split())
                finally:
                    os.close(fd)
    return found


def _read_all(fd: int) -> bytes:
    read = b""
    while piece := os.read(fd, 64 * 1024):
        read += piece
    return read


def _children_by_parent() -> dict[int, list[int]]:
    by_parent: dict[int, list[int]] = {}
    if _LINUX:
        for pid in _pids():
            with suppress(OSError, ValueError):
                stat = (_PROC / str(pid) / "stat").read_bytes().rpartition(b")")[2].split()
                by_parent.setdefault(int(stat[1]), []).append(pid)
    else:
        import psutil  # Only where there is no /proc.

        for process in psutil.process_iter():
            with suppress(psutil.Error):
                by_parent.setdefault(process.ppid(), []).append(process.pid)
    return by_parent


def _pids() -> Iterator[int]:
    with suppress(OSError):
        yield from (int(path.name) for path in _PROC.iterdir() if path.name.isdecimal())


def _prctl(option: int, argument: int) -> None:
    if _LINUX:
        import ctypes  # Only the few processes that need it pay for the import.

        prctl = ctypes.CDLL(None, use_errno=True).prctl
        if prctl(option, ctypes.c_ulong(argument), 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
