"""The golden matches in tests/golden/patrician; `playthrough` says how they are made anew."""

import pytest

from tests.referee.games.patrician.playthrough import FOLDER, MATCHES, file_of, playthrough


@pytest.mark.parametrize(("seats", "modules"), MATCHES)
def test_matches_go_as_before(seats: int, modules: str) -> None:
    assert playthrough(seats, modules) == file_of(seats, modules).read_text("utf-8")


def test_no_other_file_is_there() -> None:
    assert set(FOLDER.iterdir()) == {file_of(*match) for match in MATCHES}


def test_every_kind_of_decision_and_event_occurs() -> None:
    texts = "".join(file.read_text("utf-8") for file in FOLDER.iterdir())
    for kind in ("card", "site", "take", "move", "marker", "architetto"):
        assert f". {kind}: " in texts
    for event in ("floor_moved", "passed", "marker_placed", "architetto_revealed", "city_scored"):
        assert f"    {event}: " in texts
