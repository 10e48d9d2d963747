"""BO-09 to BO-21: how a building is placed."""

import pytest

from referee.games.bologna import START, BolognaState, Supply
from referee.games.bologna.placements import DistrictTables
from tests.referee.games.bologna.drill import TILES, Drill


def test_bo_09_any_size_any_way() -> None:
    state = BolognaState.empty()
    texts = set(state.legal_texts())
    for size in range(2, 7):
        houses = [t for t in texts if t.startswith(f"h{size}@")]
        assert any("+" in t for t in houses)
        assert any("+" not in t for t in houses)
        assert any(t.startswith(f"t{size}@") for t in texts)
    assert "t6@3:a2" in texts


def test_bo_10_exactly_its_squares_in_one_line() -> None:
    drill = Drill.on("M3A")
    assert drill.legal("y h3@3:b1-d1")
    assert "h4@3:b1-e1" in drill.state.legal_texts()
    for move in drill.state.legal_moves():
        placement = drill.state.city.placements[drill.state.city.number_of[move.text]]
        if not placement.height:
            assert placement.squares.bit_count() == placement.size + 2


def test_bo_11_a_tower_covers_one_square() -> None:
    drill = Drill.on("M3A")
    drill.play("y t5@3:a2")
    assert drill.state.owned[4].bit_count() == 1
    assert drill.state.towers[4] == 5 * 64 + 1


def test_bo_12_only_empty_squares() -> None:
    drill = Drill.on("M3A")
    drill.play("y t5@3:c1", "y councilman@3:b4-c5")
    assert drill.refusal("r h2@3:b1-c1") == "c1 of district 3 is taken"
    assert drill.refusal("r h2@3:b5-b6") == "b6 lies outside district 3"
    assert drill.refusal("r t2@3:c5") == "c5 of district 3 is taken"


def test_bo_13_wholly_inside_one_district() -> None:
    assert Drill.on("M3A").refusal("y h2@3:f5-g5") == "g5 lies outside district 3"


def test_bo_14_a_side_on_the_edge() -> None:
    drill = Drill.on("M3A")
    assert drill.legal("y h3@3:c1-c3")
    for move in ("y h2@3:b2-c2", "y t2@3:b2"):
        assert drill.refusal(move) == "no side of the building is on the edge of the district"


def test_bo_15_a_corner_on_the_edge_is_not_enough() -> None:
    drill = Drill.on("L3A")
    assert not drill.legal("y t3@5:d3")
    assert drill.legal("y t3@5:e3")


def test_bo_16_a_side_against_a_triangle_is_none_on_the_edge() -> None:
    drill = Drill.on("L4B")
    assert not drill.legal("y t3@6:b2")
    assert not drill.legal("y h2@6:b2-b3")
    # Nor with a school there from before.
    drill.play("y h2@6:c1-d1+b1", "y councilman@6:h3-i4")
    assert not drill.legal("r t3@6:b2")
    assert not drill.legal("r h2@6:b2-b3")


def test_bo_17_schools_stand_on_triangles_once() -> None:
    drill = Drill.on("L4B")
    assert (
        drill.refusal("y h2@6:c2-d2+b2") == "b2 is no triangle: a school stands on a triangle only"
    )
    drill.play("y h2@6:c1-d1+b1", "y councilman@6:h3-i4")
    assert drill.refusal("r h2@6:b2-b3+b1") == "b1 of district 6 is taken"


def test_bo_18_the_school_touches_an_end_of_its_house() -> None:
    drill = Drill.on("L4B")
    assert drill.legal("y h2@6:b2-b3+b1")
    assert drill.refusal("y h2@6:b2-b3+a2") == "the school on a2 touches no end of the house"
    assert drill.legal("y h2@6:b2-c2+a2")
    assert not drill.legal("y h2@6:b2-c2+b1")


def test_bo_19_the_new_school_is_edge_enough() -> None:
    drill = Drill.on("L4B")
    tables = drill.state.city.districts[5]
    for text in ("h2@6:b2-b3+b1", "h2@6:b2-c2+a2"):
        placement = drill.state.city.placements[drill.state.city.number_of[text]]
        assert not placement.squares & tables.side.edge
        assert drill.legal(f"y {text}")


def test_bo_20_no_school_with_a_tower() -> None:
    state = BolognaState.empty()
    assert all("+" not in text for text in state.legal_texts() if text.startswith("t"))
    assert not any(p.school and p.height for p in state.city.placements)


def test_bo_21_one_school_a_house_of_ones_own() -> None:
    drill = Drill.on("M3A")
    both = [t for t in drill.state.legal_texts() if t.startswith("h4@3:b1-e1")]
    assert both == ["h4@3:b1-e1", "h4@3:b1-e1+a1", "h4@3:b1-e1+f1"]
    without = Supply(START.buildings, 0)
    drill = Drill.on("M3A", supplies=(without, START))
    assert drill.refusal("y h4@3:b1-e1+a1") == "no school is left"
    assert drill.legal("r h4@3:b1-e1+a1")
    assert drill.legal("y h4@3:b1-e1")


def test_bo_21_a_seventh_school_is_refused() -> None:
    drill = Drill.on("M3A")
    drill.play(
        "y h2@1:c1-d1+b1",
        "y councilman@1:a4-b5",
        "y h2@1:b2-c2+a2",
        "y h2@2:b1-c1+a1",
        "y councilman@2:b3-c4",
        "y h2@2:e1-f1+g1",
        "y h3@3:b1-d1+a1",
        "y councilman@3:c4-d5",
        "y h3@4:b1-d1+a1",
        "y councilman@4:c4-d5",
    )
    assert drill.state.supply(0).schools == 0
    assert drill.refusal("y h3@5:b1-d1+a1") == "no school is left"


@pytest.mark.parametrize("tile", TILES)
@pytest.mark.parametrize("letter", "AB")
def test_placements_conflict_exactly_where_they_share_a_space(tile: str, letter: str) -> None:
    district = TILES.index(tile)
    city = BolognaState.empty(city=letter * 6).city
    tables: DistrictTables = city.districts[district]
    count = len(tables.placements)
    for one in tables.placements[::7]:
        wanted = 0
        for number, other in enumerate(tables.placements):
            if one.occupied & other.occupied:
                wanted |= 1 << (count - 1 - number)
        assert one.conflicts == wanted
        room = 0
        for number, squares in enumerate(tables.landmark_squares):
            if not one.occupied & squares:
                room |= 1 << (len(tables.landmark_squares) - 1 - number)
        assert one.landmarks == room


def test_moves_at_the_first_ply_of_all_cities() -> None:
    counts = {
        f"{number:06b}": BolognaState.empty(
            city=f"{number:06b}".translate(str.maketrans("01", "AB"))
        ).legal_count()
        for number in range(64)
    }
    assert (min(counts.values()), max(counts.values())) == (986, 1107)
