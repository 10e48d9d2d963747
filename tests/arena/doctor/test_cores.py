from pathlib import Path

import pytest

from arena.doctor.cores import Cores, CpuSpeed, read_cores, read_quota, read_speed


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


@pytest.mark.parametrize(
    ("cores", "usable"),
    [
        (Cores(8, 8, 8, None), 8),
        (Cores(8, 4, 8, None), 4),
        (Cores(8, 4, 6, None), 3),
        (Cores(8, None, 8, None), 8),
        (Cores(8, 8, 8, 2.9), 2),
        (Cores(8, 8, 1, 0.5), 1),
    ],
)
def test_usable_cores_share_nothing(cores: Cores, usable: int) -> None:
    assert cores.usable == usable


def test_the_strictest_quota_above_us_counts(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.write_text("0::/a/b\n")
    root = tmp_path / "cgroup"
    write(root / "cpu.max", "max 100000\n")
    write(root / "a" / "cpu.max", "150000 100000\n")
    write(root / "a" / "b" / "cpu.max", "400000 100000\n")
    assert read_quota(root, own) == 1.5


def test_the_older_control_groups_are_read_too(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.write_text("5:memory:/x\n2:cpu,cpuacct:/y\n1:name=systemd:/\n0::/\n")
    root = tmp_path / "cgroup"
    write(root / "cpu,cpuacct" / "y" / "cpu.cfs_quota_us", "-1\n")
    write(root / "cpu,cpuacct" / "y" / "cpu.cfs_period_us", "100000\n")
    assert read_quota(root, own) is None
    write(root / "cpu,cpuacct" / "y" / "cpu.cfs_quota_us", "50000\n")
    assert read_quota(root, own) == 0.5


@pytest.mark.parametrize("text", ["", "max", "x y", "1 0", "10 5 5", "-5 100"])
def test_what_can_not_be_read_is_no_quota(tmp_path: Path, text: str) -> None:
    own = tmp_path / "own"
    own.write_text("0::/\nnonsense\n")
    write(tmp_path / "cgroup" / "cpu.max", text)
    assert read_quota(tmp_path / "cgroup", own) is None


def test_a_system_without_control_groups_has_no_quota(tmp_path: Path) -> None:
    assert read_quota(tmp_path, tmp_path / "nothing") is None


def test_this_machine_has_cores() -> None:
    cores = read_cores()
    assert 1 <= cores.usable <= cores.allowed <= cores.logical


def test_governors_and_frequencies(tmp_path: Path) -> None:
    for number, governor in enumerate(("powersave", "performance")):
        folder = tmp_path / f"cpu{number}" / "cpufreq"
        write(folder / "scaling_governor", f"{governor}\n")
        write(folder / "scaling_cur_freq", f"{2_000_000 + number}\n")
        write(folder / "cpuinfo_max_freq", "3500000\n")
    speed = read_speed(tmp_path)
    assert speed == CpuSpeed(("performance", "powersave"), 2_000, 3_500)
    assert speed.saves_power
    assert read_speed(tmp_path / "none") == CpuSpeed((), None, None)
