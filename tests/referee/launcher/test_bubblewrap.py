"""Command lines of bubblewrap, to the letter."""

from pathlib import Path

import pytest

from referee.launcher import bubblewrap
from referee.launcher.bubblewrap import Bubblewrap, bwrap_options, find_bwrap, shown_options
from referee.launcher.file_view import FileView

VIEW = FileView(
    read_only=("/usr", "/bots/a"),
    links=(("/bin", "usr/bin"),),
    empty=("/nests/me",),
    directory="/bots/a",
)
FIRST = """
--unshare-user --unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try
--disable-userns --uid 65534 --gid 65534 --hostname podesta --cap-drop ALL --new-session
--symlink usr/bin /bin
--dev /dev --size 4096 --tmpfs /dev/shm --remount-ro /dev
--proc /proc --size 4096 --tmpfs /tmp --dir /var --dir /run
"""


def test_the_options_are_these() -> None:
    first, last = bwrap_options(Bubblewrap("/bwrap"), VIEW, {"A": "b c", "E": ""}, 4096)
    assert first == FIRST.split()
    assert last == [
        *("--dir", "/nests/me", "--remount-ro", "/", "--chdir", "/bots/a", "--clearenv"),
        *("--setenv", "A", "b c", "--setenv", "E", ""),
    ]
    assert shown_options(VIEW.read_only) == [
        "--ro-bind",
        "/usr",
        "/usr",
        "--ro-bind",
        "/bots/a",
        "/bots/a",
    ]


def test_older_versions_get_no_option_that_they_do_not_know() -> None:
    old = Bubblewrap("/bwrap", can_disable_userns=False, can_limit_tmpfs=False)
    first, _ = bwrap_options(old, VIEW, {}, 4096)
    assert "--disable-userns" not in first
    assert "--size" not in first
    assert "--tmpfs" in first


@pytest.mark.parametrize("words", ["--disable-userns --size", "--size", ""])
def test_what_a_version_can_is_read_from_its_help(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    program = tmp_path / "bwrap"
    program.write_text(f"#!/bin/sh\necho ' {words}'\n", encoding="ascii")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    bubblewrap.find_bwrap.cache_clear()
    try:
        assert find_bwrap() == Bubblewrap(
            str(program),
            can_disable_userns="--disable" in words,
            can_limit_tmpfs="--size" in words,
        )
        program.unlink()
        bubblewrap.find_bwrap.cache_clear()
        assert find_bwrap() is None
    finally:
        bubblewrap.find_bwrap.cache_clear()
