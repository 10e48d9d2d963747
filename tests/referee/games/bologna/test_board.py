"""BO-22 to BO-25: landmarks."""

import pytest

from referee.games.bologna import RED, YELLOW, Landmark
from referee.games.bologna.moves import parse_move
from tests.referee.games.bologna.drill import Drill


def test_bo_22_the_first_building_needs_a_landmark() -> None:
    drill = Drill.on("M3A")
    drill.play("y t2@3:b1")
    state = drill.state
    assert (state.decision, state.to_act, state.turn) == ("landmark", YELLOW, 0)
    moves = state.legal_moves()
    assert all(isinstance(move, Landmark) and move.district == 3 for move in moves)
    assert {move.kind for move in moves if isinstance(move, Landmark)} == {
        "councilman",
        "townhall",
        "cathedral",
    }
    assert drill.refusal("y t3@3:b5") == "a landmark is due in district 3"
    assert drill.refusal("y pass") == "placing is compulsory while it is possible"
    assert drill.refusal("y councilman@2:b3-c4") == "the landmark is due in district 3, not 2"


def test_bo_22_any_kind_still_available() -> None:
    drill = Drill.on("M3A")
    drill.play("y t2@4:b1", "y cathedral@4:a3-e4", "r t2@3:b1")
    assert drill.refusal("r cathedral@3:b4-f5") == "no cathedral is left"
    kinds = {move.kind for move in drill.state.legal_moves() if isinstance(move, Landmark)}
    assert kinds == {"councilman", "townhall"}


def test_bo_23_one_landmark_a_district() -> None:
    drill = Drill.on("M3A")
    drill.play("y t2@3:b1", "y townhall@3:c4-e5", "r t3@3:c1")
    assert (drill.state.decision, drill.state.to_act) == ("building", YELLOW)
    reason = drill.refusal("y councilman@3:a2-b3")
    assert reason == "no landmark is due: a building is asked for"


def test_bo_24_landmarks_follow_the_placement_rules() -> None:
    drill = Drill.on("M3A")
    drill.play("y t2@3:b1")
    assert not drill.legal("y councilman@3:b2-c3")
    assert drill.legal("y councilman@3:e4-f5")
    # Squares only, inside the district, any quarter turn, its own shape, on empty squares.
    assert drill.refusal("y councilman@3:a1-b2") == "a1 is a triangle: only schools stand there"
    assert drill.refusal("y councilman@3:f3-g4") == "g3 lies outside district 3"
    assert drill.legal("y townhall@3:a2-b4")
    assert drill.legal("y townhall@3:a2-c3")
    assert drill.refusal("y townhall@3:a2-d3") == "the townhall covers 2x3 squares, not 2x4"
    assert drill.refusal("y councilman@3:b1-c2") == "b1 of district 3 is taken"


def test_bo_25_building_and_landmark_are_one_turn() -> None:
    drill = Drill.on("M3A")
    drill.play("y t2@3:b1")
    assert (drill.state.turn, drill.state.turn_seat) == (0, YELLOW)
    drill.play("y townhall@3:c4-e5")
    assert (drill.state.turn, drill.state.turn_seat) == (1, RED)


CATHEDRAL_LEFT = (
    "y t2@2:b1",
    "y townhall@2:b3-d4",
    "r t2@3:b1",
    "r councilman@3:c4-d5",
    "y t2@4:b1",
    "y councilman@4:c4-d5",
    "r t2@5:b1",
    "r councilman@5:b5-c6",
    "y t2@6:c1",
    "y councilman@6:b4-c5",
)


def test_bo_25_a_building_must_leave_room_for_a_landmark() -> None:
    drill = Drill.on("S3A")
    assert drill.legal("r h3@1:d1-d3")
    drill.play(*CATHEDRAL_LEFT)
    assert drill.state.landmarks_left == [0, 0, 1]
    places = [m.text for m in drill.state.city.districts[0].landmark_moves]
    assert places[-2:] == ["cathedral@1:c1-d5", "cathedral@1:a3-e4"]
    # d3 is part of both places, a3 and a4 of one.
    reason = "no landmark that is left would fit into district 1 with it"
    assert drill.refusal("r h3@1:d1-d3") == reason
    assert drill.refusal("r h5@1:a3-e3") == reason
    drill.play("r h2@1:a3-a4")
    assert drill.state.legal_texts() == ["cathedral@1:c1-d5"]
    drill.play("r cathedral@1:c1-d5")
    assert drill.state.landmarks_left == [0, 0, 0]
    # From now on the district needs no room for a landmark.
    assert drill.legal("y t6@1:e1")


def test_bo_25_every_building_that_is_legal_leaves_room() -> None:
    drill = Drill.on("S3A")
    drill.play(*CATHEDRAL_LEFT)
    opening = [text for text in drill.state.legal_texts() if "@1:" in text]
    assert opening
    for text in opening:
        child = drill.state.clone()
        child.apply(parse_move(text))
        assert child.legal_count() > 0


@pytest.mark.parametrize("kind", ["councilman", "townhall", "cathedral"])
def test_every_side_takes_every_landmark(kind: str) -> None:
    for side in ("S3A", "S3B", "L4B"):
        tables = Drill.on(side).state.city.districts
        assert all(any(kind in m.text for m in t.landmark_moves) for t in tables)
