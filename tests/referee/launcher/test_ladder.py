"""Which levels work, and which one stands for a word."""

import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from referee.launcher import bubblewrap, ladder, landlock
from referee.launcher.ladder import (
    LADDER,
    LEVELS,
    LevelReport,
    choose,
    probe_level,
    probe_levels,
    strength,
)


@pytest.fixture
def anew() -> Iterator[None]:
    """Nothing is known of this machine, before and after."""
    for cached in (probe_level, choose, bubblewrap.find_bwrap):
        cached.cache_clear()
    yield
    for cached in (probe_level, choose, bubblewrap.find_bwrap):
        cached.cache_clear()


def test_every_level_is_told_with_a_reason_where_it_does_not_work() -> None:
    reports = probe_levels()
    assert tuple(report.level for report in reports) == LEVELS
    for report in reports:
        assert report.works or report.reason
        assert "\n" not in report.reason
        assert not (report.works and report.packages)
    assert probe_level("none").works
    assert probe_levels() == reports
    level, works, reason, packages = reports[0]
    assert (level, bool(reason), isinstance(packages, tuple)) == ("bwrap", not works, True)


def bwrap(path: Path, script: str) -> None:
    program = path / "bwrap"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="ascii")
    program.chmod(0o755)


@pytest.mark.usefixtures("anew")
def test_a_bwrap_that_is_not_installed_names_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert probe_level("bwrap") == LevelReport(
        "bwrap", False, "the program bwrap is not installed", ("bubblewrap",)
    )
    podman = probe_level("podman")
    assert (podman.works, podman.packages) == (False, ("podman",))


@pytest.mark.usefixtures("anew")
@pytest.mark.parametrize(
    ("says", "told"),
    [
        ("bwrap: setting up uid map: Permission denied", "AppArmor"),
        ("bwrap: No permissions to create new namespace", "unprivileged_userns_clone"),
        ("bwrap: something else", "something else"),
        ("", "exit status 1"),
    ],
)
def test_a_bwrap_that_the_kernel_refuses_tells_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str, told: str
) -> None:
    tmp_path.chmod(0o755)
    bwrap(tmp_path, f"[ $# -gt 2 ] || exit 0; echo '{says}' >&2; exit 1")
    monkeypatch.setattr(ladder, "engine_user", lambda: None)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    report = probe_level("bwrap")
    assert (report.works, report.packages) == (False, ())
    assert told in report.reason
    assert "\n" not in report.reason


@pytest.mark.usefixtures("anew")
def test_a_kernel_without_landlock_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "landlock_abi", lambda: 0)
    report = probe_level("landlock")
    assert not report.works
    assert "no landlock" in report.reason


@pytest.mark.usefixtures("anew")
def test_an_old_landlock_works_but_for_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    if not probe_level("landlock").works:
        pytest.skip("there is no landlock here")
    probe_level.cache_clear()
    monkeypatch.setattr(ladder, "landlock_abi", lambda: 3)
    report = probe_level("landlock")
    assert report.works
    assert "ABI 3" in report.reason


@pytest.mark.usefixtures("anew")
@pytest.mark.parametrize(
    ("works", "level", "warned"),
    [
        ({"bwrap", "landlock", "rlimits"}, "bwrap", ""),
        ({"landlock", "rlimits"}, "landlock", "landlock instead of bwrap"),
        ({"rlimits"}, "rlimits", "only rlimits"),
        (set(), "none", "there is no isolation"),
    ],
)
def test_auto_is_the_best_that_works_and_one_line_says_what_it_is_not(
    monkeypatch: pytest.MonkeyPatch, works: set[str], level: str, warned: str
) -> None:
    def probe(name: str) -> LevelReport:
        packages = ("bubblewrap",) if name == "bwrap" else ()
        return LevelReport(name, name in works, f"{name} is missing", packages)

    monkeypatch.setattr(ladder, "probe_level", probe)
    choice = choose("auto")
    assert (choice.level, choice.works) == (level, True)
    assert warned in choice.warning
    assert bool(choice.warning) == (level != "bwrap")
    if warned:
        assert "bwrap is missing (install bubblewrap)" in choice.warning
        assert "\n" not in choice.warning


def test_a_level_stands_for_itself() -> None:
    assert choose("none").level == "none"
    assert choose("rlimits").warning == ""
    with pytest.raises(KeyError):
        choose("jail")


def test_levels_have_an_order() -> None:
    assert [strength(level) for level in (*LADDER, "none")] == [3, 2, 1, 0]
    assert strength("podman") == strength("docker") == strength("bwrap")


def test_a_probe_that_hangs_is_given_up(anew: Mapping[str, str], tmp_path: Path) -> None:
    monkeypatch = pytest.MonkeyPatch()
    tmp_path.chmod(0o755)
    bwrap(tmp_path, "[ $# -gt 2 ] || exit 0; exec sleep 60")
    with monkeypatch.context() as patched:
        patched.setattr(ladder, "engine_user", lambda: None)
        patched.setattr(ladder, "_PROBE_LIMIT_S", 0.2)
        patched.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
        report = probe_level("bwrap")
    assert not report.works
    assert "timed out" in report.reason


def test_probing_needs_nothing_of_grpc() -> None:
    """A command that only looks pays no second for it."""
    program = "import sys, referee.launcher.ladder; print('grpc' in sys.modules)"
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert told.stdout == "False\n"
