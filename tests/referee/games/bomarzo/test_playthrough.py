"""The golden matches in tests/golden/bomarzo; `playthrough` says how they are made anew."""

import pytest

from referee.games.bomarzo import GAME
from tests.referee.games.bomarzo.playthrough import FOLDER, MATCHES, file_of, playthrough


@pytest.mark.parametrize(("seats", "promos"), MATCHES)
def test_matches_go_as_before(seats: int, promos: str) -> None:
    assert playthrough(seats, promos) == file_of(seats, promos).read_text("utf-8")


def test_no_other_file_is_there() -> None:
    assert set(FOLDER.iterdir()) == {file_of(*match) for match in MATCHES}


def test_every_kind_but_one_of_decision_and_event_occurs() -> None:
    texts = "".join(file.read_text("utf-8") for file in FOLDER.iterdir())
    missing = {d for d in GAME.decisions if f". {d}: " not in texts and f". {d} (" not in texts}
    assert missing == {"declare"}
    for event in ("copied", "reshuffled", "taken", "raised", "worship_held", "card_devoted"):
        assert f"    {event}: " in texts
