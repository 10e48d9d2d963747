"""What this machine is, as far as fair matches depend on it."""

import os
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
from referee.launcher.ladder import LevelReport, probe_levels

__all__ = ["ControlGroup", "MachineFacts", "TimeFacts", "read_control_group", "read_machine"]

_DISTRIBUTIONS = ("grpcio", "protobuf", "pyzmq")
_WANTED_DESCRIPTORS = 1 << 16


@dataclass(frozen=True, slots=True)
class ControlGroup:
    """Whether CPU time and memory of engines can be counted by the kernel (cgroup v2).

    `writable` says that we may make groups of our own below `folder`; `controllers` are those that
    would be there. `reason` is for people, empty where all is well.
    """

    folder: str
    writable: bool
    controllers: tuple[str, ...]
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
    control_group: ControlGroup
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
        control_group=read_control_group(),
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


def read_control_group(
    root: Path = Path("/sys/fs/cgroup"), own: Path = Path("/proc/self/cgroup")
) -> ControlGroup:
    """Try it: make a group below our own and look at what is in it. It is gone afterwards."""
    try:
        line = next(text for text in own.read_text().splitlines() if text.startswith("0::"))
    except (OSError, StopIteration):
        return ControlGroup("", False, (), "this system has no cgroup v2")
    mount = root if (root / "cgroup.controllers").exists() else root / "unified"
    folder = mount / line.removeprefix("0::").lstrip("/")
    trial = folder / f"podesta-doctor-{os.getpid()}"
    try:
        trial.mkdir()
    except OSError as error:
        told = f"no group can be made in {folder}: {error.strerror}"
        return ControlGroup(str(folder), False, (), told)
    try:
        controllers = tuple((trial / "cgroup.controllers").read_text().split())
    except OSError as error:
        return ControlGroup(str(folder), False, (), f"a group can't be read: {error.strerror}")
    finally:
        trial.rmdir()
    lacking = [name for name in ("memory", "pids", "cpu") if name not in controllers]
    told = f"groups lack {', '.join(lacking)}" if lacking else ""
    return ControlGroup(str(folder), True, controllers, told)
