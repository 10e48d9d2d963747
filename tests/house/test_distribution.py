"""What is packed into a wheel is all that the packages need."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.house.source_tree import ROOT, tracked_files

PACKED = ("arena", "referee", "engines", "proto/podesta")


@pytest.mark.slow
def test_a_wheel_holds_every_file_of_the_packages(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        str(path.relative_to("proto") if path.parts[0] == "proto" else path)
        for path in tracked_files()
        if any(path.is_relative_to(package) for package in PACKED)
    }
    assert wanted - held == set()
