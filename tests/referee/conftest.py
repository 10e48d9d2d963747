"""What tests of whole matches share."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.referee.arena_floor import ArenaFloor


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArenaFloor]:
    """An event loop with running engines, shared by the tests of a module."""
    scratch: Path = tmp_path_factory.mktemp("floor")
    with asyncio.Runner() as runner:
        made = ArenaFloor(runner, scratch)
        yield made
        made.close()
