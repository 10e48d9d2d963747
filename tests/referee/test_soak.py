"""Many matches with engines that crash: nothing may pile up.

PODESTA_SOAK_MATCHES says how many; a few by default.
"""

import gc
import os
import tempfile
from pathlib import Path

import psutil
import pytest
from podesta.v1 import game_pb2

from tests.referee.arena_floor import ArenaFloor, open_descriptors
from tests.referee.engine_specs import good, match_spec, zoo

MATCHES = int(os.environ.get("PODESTA_SOAK_MATCHES", "30"))
WARM_UP = 6
KINDS = ("crashes_in_mid_match", "crashes_at_start", "exits_0_in_mid_match", "hangs_up")


def seat_directories() -> set[Path]:
    return set(Path(tempfile.gettempdir()).glob("podesta-*/seat"))


@pytest.mark.slow
def test_matches_with_engines_that_crash_leave_nothing_behind(
    floor: ArenaFloor, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path_factory.mktemp("t")))
    floor.check_next_match()
    before = floor.good_pids()
    descriptors = memory_bytes = 0
    for number in range(MATCHES):
        # Ids of their own, so that no engine has to wait for its failed starts.
        engine = zoo(KINDS[number % len(KINDS)], id=f"zoo-{number}")
        record = floor.play(match_spec(engine, good()))
        assert record.termination in (game_pb2.TERMINATION_FAULT, game_pb2.TERMINATION_FORFEIT)
        if number == WARM_UP:
            gc.collect()
            descriptors, memory_bytes = open_descriptors(), psutil.Process().memory_info().rss
    gc.collect()
    assert floor.good_pids() == before
    floor.check_nothing_left()
    assert len(seat_directories()) == len(floor.idle())
    assert open_descriptors() <= descriptors + 2
    grown_bytes = psutil.Process().memory_info().rss - memory_bytes
    assert grown_bytes < 20_000_000 + 20_000 * MATCHES
    floor.check_next_match()
