"""What several commands are tried with."""

from pathlib import Path

import pytest

from tests.arena.cli.command_line import podesta


@pytest.fixture(scope="session")
def record_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a real match of Bologna, played once for all tests; not to be changed."""
    file = tmp_path_factory.mktemp("match") / "game.record"
    words = ("--deal", "golden", "--city", "ABBAAB", "--opening-plies", "2", "--record", file)
    done = podesta("match", "bologna", "random", "random", *words)
    assert done.returncode == 0, done.stderr
    return file
