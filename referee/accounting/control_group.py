"""A control group (cgroup v2) for the processes of one engine, where we may make one.

It counts exactly, stops all at once, and nothing in it can leave as long as the engine can't write
to the hierarchy. Which controllers it has is the machine's affair: CPU time, freezing and killing
need none, memory and the number of tasks each need theirs.
"""

import os
from contextlib import suppress
from pathlib import Path

__all__ = ["ControlGroup", "group_directory"]

_PREFIX = "podesta-"
_WANTED = ("memory", "pids")
_READ_BYTES = 16 * 1024


def group_directory(
    mounts: Path = Path("/proc/self/mountinfo"), own: Path = Path("/proc/self/cgroup")
) -> Path | None:
    """The directory of the control group that this process is in; None without cgroup v2."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
        groups = own.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return None
    # "0::/path" is the one of v2. Fields of mountinfo: id, parent, device, root, mount point ...,
    # "-", type ...; a root other than "/" is what a container sees of the hierarchy.
    path = next((line[3:] for line in groups if line.startswith("0::")), None)
    for line in lines:
        fields, _, rest = line.partition(" - ")
        if path is not None and rest.startswith("cgroup2 "):
            _, _, _, root, point, *_ = fields.split(" ")
            below = path.removeprefix(root) if root != "/" else path
            return Path(point.replace("\\040", " "), below.lstrip("/"))
    return None


class ControlGroup:
    """One group, named after the process that made it; use from that process and its parent."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._prefix = f"{path}/"

    @classmethod
    def make(cls, parent: Path | None) -> "ControlGroup | None":
        """A new group below `parent`; None where that is None or we may not."""
        if parent is None:
            return None
        _sweep(parent)
        # Refused where the parent has processes of its own, or has no such controllers.
        for controller in _WANTED:
            with suppress(OSError):
                (parent / "cgroup.subtree_control").write_text(f"+{controller}")
        group = cls(parent / f"{_PREFIX}{os.getpid()}")
        # Left by a process that had our id before us.
        group.remove()
        try:
            group.path.mkdir()
        except OSError:
            return None
        if os.access(group.path / "cgroup.procs", os.W_OK) and group.cpu_us() is not None:
            return group
        group.remove()
        return None

    def join(self) -> None:
        """Put the calling process, and whatever it starts from now on, into the group."""
        (self.path / "cgroup.procs").write_text("0")

    def limit(self, *, memory_bytes: int | None, tasks: int | None) -> None:
        """Let the kernel enforce what it can."""
        for name, value in (
            ("memory.max", memory_bytes),
            ("memory.swap.max", None if memory_bytes is None else 0),
            ("memory.oom.group", None if memory_bytes is None else 1),
            ("pids.max", tasks),
        ):
            if value is not None:
                with suppress(OSError):
                    (self.path / name).write_text(str(value))

    # --- what was used -------------------------------------------------------------------------

    def cpu_us(self) -> int | None:
        """CPU time of all that ever was in the group."""
        return self._keyed("cpu.stat", "usage_usec")

    def memory_bytes(self) -> int | None:
        """What the group holds; None without the memory controller."""
        return self._number("memory.current")

    def peak_memory_bytes(self) -> int | None:
        """The most that it ever held."""
        return self._number("memory.peak")

    def tasks(self) -> int | None:
        """Processes and threads in it; None without the pids controller."""
        return self._number("pids.current")

    def frozen(self) -> bool:
        """Whether all in it stands still."""
        return self._keyed("cgroup.events", "frozen") == 1

    def out_of_memory(self) -> bool:
        """Whether the kernel killed something because the group reached its limit."""
        return bool(self._keyed("memory.events", "oom_kill"))

    def out_of_tasks(self) -> bool:
        """Whether the kernel refused a process or thread because the group reached its limit."""
        return bool(self._keyed("pids.events", "max"))

    # --- what is done to it --------------------------------------------------------------------

    def kill(self) -> None:
        """SIGKILL to all, those included that are being forked; also to those that are frozen."""
        # Not on kernels before 5.14; whoever calls kills one by one too.
        with suppress(OSError):
            (self.path / "cgroup.kill").write_text("1")

    def remove(self) -> None:
        """Remove it; stays where something is left in it."""
        with suppress(OSError):
            self.path.rmdir()

    def _number(self, name: str) -> int | None:
        try:
            return int(self._read(name))
        except (OSError, ValueError):
            return None

    def _keyed(self, name: str, key: str) -> int | None:
        try:
            for line in self._read(name).splitlines():
                word, _, value = line.partition(b" ")
                if word == key.encode():
                    return int(value)
        except (OSError, ValueError):
            pass
        return None

    def _read(self, name: str) -> bytes:
        # Without pathlib, which takes three times as long; this is done several times a second.
        fd = os.open(f"{self._prefix}{name}", os.O_RDONLY | os.O_CLOEXEC)
        try:
            return os.read(fd, _READ_BYTES)
        finally:
            os.close(fd)


def _sweep(parent: Path) -> None:
    """Remove what keepers that were killed left behind; groups with processes can't be removed."""
    with suppress(OSError):
        for path in parent.glob(f"{_PREFIX}*"):
            maker = path.name.removeprefix(_PREFIX)
            if maker.isdecimal() and not Path("/proc", maker).exists():
                ControlGroup(path).remove()
