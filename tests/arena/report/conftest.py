"""Leagues that many tests read, played once."""

from pathlib import Path

import pytest

from tests.arena.pages.chromium import chromium
from tests.arena.report.played_matches import play_league, played

__all__ = ["bologna", "chromium", "patrician"]


@pytest.fixture(scope="session")
def bologna(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger of six matches of Bologna, the last one lost on time; not to be changed."""
    directory = tmp_path_factory.mktemp("bologna")
    numbers = iter(range(1, 100))

    def answer(spec: object) -> object:
        return played(spec, plies=5 if next(numbers) == 6 else None)  # type: ignore[arg-type]

    return play_league(directory, "bologna", answer, deals=3).ledger


@pytest.fixture(scope="session")
def patrician(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger of two matches of Patrician; not to be changed."""
    return play_league(tmp_path_factory.mktemp("patrician"), "patrician").ledger
