"""What this machine is, as far as fair matches depend on it."""

import platform
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import psutil
import zmq

from arena.doctor.cores import Cores, CpuSpeed, read_cores, read_speed
from arena.executors.capacity import Capacity, read_capacity
from referee.accounting.control_group import ControlGroup, group_directory
from referee.launcher.ladder import LevelReport, probe_levels

__all__ = ["GroupFacts", "MachineFacts", "TimeFacts", "read_control_group", "read_machine"]

_DISTRIBUTIONS = ("grpcio", "protobuf", "pyzmq")
_WANTED_DESCRIPTORS = 1 << 16


@dataclass(frozen=True, slots=True)
class GroupFacts:
    """What the kernel does for us in control groups (cgroup v2), where we may make some.

    `counts` are "cpu", "memory" and "tasks", as far as groups here have them; `freezes` says that a
    group can be stopped as a whole. `reason` is for people, empty where all is well.
    """

    folder: str
    made: bool
    counts: tuple[str, ...]
    freezes: bool
    reason: str


@dataclass(frozen=True, slots=True)
class TimeFacts:
    """Where time comes from; `resolution_ns` of the monotonic clock, `source` of the kernel."""

    source: str
    resolution_ns: int
    monotonic: bool


@dataclass(frozen=True, slots=True)
class MachineFacts:
    """Everything that was read, nothing measured."""

    system: str
    cores: Cores
    speed: CpuSpeed
    memory_bytes: int
    capacity: Capacity
    time: TimeFacts
    control_group: GroupFacts
    isolation: tuple[LevelReport, ...]
    versions: Mapping[str, str]


def read_machine(levels: Callable[[], list[LevelReport]] = probe_levels) -> MachineFacts:
    """Look at everything. The soft limit of descriptors is raised as for a league."""
    return MachineFacts(
        system=f"{platform.system()} {platform.release()} {platform.machine()}",
        cores=read_cores(),
        speed=read_speed(),
        memory_bytes=psutil.virtual_memory().total,
        capacity=read_capacity(_WANTED_DESCRIPTORS),
        time=_time_facts(Path("/sys/devices/system/clocksource/clocksource0/current_clocksource")),
        control_group=read_control_group(group_directory()),
        isolation=tuple(levels()),
        versions=_versions(),
    )


def _time_facts(file: Path) -> TimeFacts:
    try:
        source = file.read_text().strip()
    except OSError:
        source = "unknown"
    clock = time.get_clock_info("monotonic")
    return TimeFacts(source, max(1, round(clock.resolution * 1e9)), clock.monotonic)


def _versions() -> dict[str, str]:
    told = {"python": platform.python_version()}
    for name in ("podesta", *_DISTRIBUTIONS):
        try:
            told[name] = version(name)
        except PackageNotFoundError:
            told[name] = "unknown"
    return told | {"libzmq": zmq.zmq_version()}


def read_control_group(parent: Path | None) -> GroupFacts:
    """Make a group below `parent`, as for an engine, look at it, and remove it again."""
    if parent is None:
        return GroupFacts("", False, (), False, "this system has no cgroup v2")
    group = ControlGroup.make(parent)
    if group is None:
        return GroupFacts(str(parent), False, (), False, f"no group can be made in {parent}")
    try:
        known = {"cpu": group.cpu_us(), "memory": group.memory_bytes(), "tasks": group.tasks()}
        freezes = (group.path / "cgroup.freeze").exists()
    finally:
        group.remove()
    counts = tuple(name for name, value in known.items() if value is not None)
    lacking = [name for name in known if name not in counts]
    told = f"groups in {parent} don't count {' and '.join(lacking)}" if lacking else ""
    return GroupFacts(str(parent), True, counts, freezes, told)
