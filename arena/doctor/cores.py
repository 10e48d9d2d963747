"""How many cores there are for us, and how fast they are allowed to run: read from the system."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil

__all__ = ["Cores", "CpuSpeed", "read_cores", "read_quota", "read_speed"]

_PERIOD_US = 100_000


@dataclass(frozen=True, slots=True)
class Cores:
    """What may be used. `quota` is what a control group allows in cores, None for no limit.

    `physical` counts cores whose threads share no arithmetic units, None where unknown.
    """

    logical: int
    physical: int | None
    allowed: int
    quota: float | None

    @property
    def usable(self) -> int:
        """Engines that can think at once without taking each other's time, at least 1.

        Two threads of one core slow each other down, so a core counts once.
        """
        cores = self.allowed
        if self.physical and self.logical > self.physical:
            cores = cores * self.physical // self.logical
        if self.quota is not None:
            cores = min(cores, int(self.quota))
        return max(1, cores)


def read_cores(root: Path = Path("/sys/fs/cgroup"), own: Path = Path("/proc/self/cgroup")) -> Cores:
    """The cores of this machine and those that this process may run on."""
    logical = os.cpu_count() or 1
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else logical
    return Cores(logical, psutil.cpu_count(logical=False), allowed, read_quota(root, own))


def read_quota(root: Path, own: Path) -> float | None:
    """The strictest CPU quota of the control groups above us, in cores (cgroup v2 and v1)."""
    quotas = [quota for folder in _groups(root, own) if (quota := _quota(folder)) is not None]
    return min(quotas, default=None)


def _groups(root: Path, own: Path) -> Iterator[Path]:
    try:
        lines = own.read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if controllers and "cpu" not in controllers.split(","):
            continue
        mounts = [root / controllers] if controllers else [root, root / "unified"]
        for mount in mounts:
            folder = mount / path.lstrip("/")
            yield from (folder, *(up for up in folder.parents if mount in (up, *up.parents)))


def _quota(folder: Path) -> float | None:
    try:
        try:
            most, period = (folder / "cpu.max").read_text().split()
        except FileNotFoundError:
            most = (folder / "cpu.cfs_quota_us").read_text().strip()
            period = (folder / "cpu.cfs_period_us").read_text().strip()
        quota = int(most) / int(period or _PERIOD_US)
    except (OSError, ValueError, ZeroDivisionError):
        return None  # "max", or no such file
    return quota if quota > 0 else None


@dataclass(frozen=True, slots=True)
class CpuSpeed:
    """What the kernel tells of the cores' frequency; None and empty where it tells nothing."""

    governors: tuple[str, ...]
    now_mhz: int | None
    most_mhz: int | None

    @property
    def saves_power(self) -> bool:
        """Whether cores slow down when little is to do, and take time to speed up again."""
        return any(governor in ("powersave", "conservative") for governor in self.governors)


def read_speed(root: Path = Path("/sys/devices/system/cpu")) -> CpuSpeed:
    """Governors and frequencies; most virtual machines tell none."""
    governors = set()
    now, most = [], []
    for folder in sorted(root.glob("cpu[0-9]*/cpufreq")):
        if (governor := _text(folder / "scaling_governor")) is not None:
            governors.add(governor)
        now += _khz(folder / "scaling_cur_freq")
        most += _khz(folder / "cpuinfo_max_freq")
    return CpuSpeed(
        tuple(sorted(governors)),
        min(now) // 1_000 if now else None,
        max(most) // 1_000 if most else None,
    )


def _khz(file: Path) -> list[int]:
    text = _text(file)
    return [int(text)] if text is not None and text.isdecimal() else []


def _text(file: Path) -> str | None:
    try:
        return file.read_text().strip()
    except OSError:
        return None
