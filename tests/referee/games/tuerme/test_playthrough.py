"""The golden matches in tests/golden/tuerme; `playthrough` says how they are made anew."""

import pytest

from tests.referee.games.tuerme.playthrough import FOLDER, MATCHES, file_of, playthrough


@pytest.mark.parametrize(("seats", "sammel"), MATCHES)
def test_matches_go_as_before(seats: int, sammel: str) -> None:
    assert playthrough(seats, sammel) == file_of(seats, sammel).read_text("utf-8")


def test_no_other_file_is_there() -> None:
    assert set(FOLDER.iterdir()) == {file_of(*match) for match in MATCHES}


def test_every_kind_of_decision_and_event_occurs() -> None:
    texts = "".join(file.read_text("utf-8") for file in FOLDER.iterdir())
    for question in ("action: build", "secure about", "draw: draw", "| heal", ": discard"):
        assert question in texts
    for event in (
        "stones_placed",
        "plague_broken",
        "plague_lifted",
        "fire_raged",
        "cards_discarded",
        "token_won",
        "tower_secured",
        "securing_declined",
        "cards_drawn",
        "cards_turned_up",
        "towers_scored",
        "match_ended",
    ):
        assert f"        {event}: " in texts
    assert "(the pile is used up)" in texts
    assert "(more towers of six stones than seats)" in texts
