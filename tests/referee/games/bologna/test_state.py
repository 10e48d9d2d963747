"""BO-01, BO-05, BO-07, BO-08, BO-43 to BO-45: turns and the end."""

import random

import pytest
from podesta.bologna.v1 import bologna_pb2 as messages

from referee.games.bologna import PASS, RED, START, YELLOW, BolognaState, Supply
from referee.games.bologna.moves import parse_move
from tests.referee.games.bologna.drill import NOTHING, Drill, supplies_for
from tests.referee.games.bologna.examples import BY_NAME


def test_bo_01_yellow_moves_first() -> None:
    state = BolognaState.empty()
    assert (state.to_act, state.turn_seat, state.turn) == (YELLOW, YELLOW, 0)


def test_bo_05_the_pawn_starts_on_zero() -> None:
    assert BolognaState.empty().pawn == 0


def test_bo_07_supplies_are_open() -> None:
    state = BolognaState.empty()
    assert state.private(YELLOW) is None
    assert state.private(RED) is None
    supplies = state.public().supplies
    assert [list(s.buildings) for s in supplies] == [[4, 5, 4, 3, 1]] * 2


def test_bo_08_placing_is_compulsory() -> None:
    state = BolognaState.empty()
    assert state.validate(PASS) == "placing is compulsory while it is possible"
    assert PASS not in state.legal_moves()


def test_bo_08_players_alternate() -> None:
    drill = Drill.on("M3A")
    drill.play("y t2@3:b1", "y councilman@3:e4-f5")
    assert drill.state.to_act == RED
    drill.play("r t2@3:c1")
    assert drill.state.to_act == YELLOW


@pytest.mark.parametrize("number", range(64))
def test_bo_43_thirty_four_buildings_end_the_game(number: int) -> None:
    rng = random.Random(number)
    city = f"{number:06b}".translate(str.maketrans("01", "AB"))
    state = BolognaState.empty(city=city)
    buildings = 0
    while state.to_act is not None:
        assert state.turn < 34
        buildings += state.decision == "building"
        state.apply(state.legal_move(rng.randrange(state.legal_count())))
    if state.ending == messages.ENDING_FINAL_SCORING:
        assert buildings == 34
        assert [state.supply(seat).pieces for seat in (YELLOW, RED)] == [0, 0]


def test_bo_43_the_last_building_may_close_a_courtyard() -> None:
    # The landmark comes with the first building; the last closes 11 squares and then all is scored.
    moves = BY_NAME["EX1"].moves
    drill = Drill.on("L3A", supplies=supplies_for(moves))
    last = drill.play(*moves)[-2:]
    assert [event.WhichOneof("event") for event in last] == ["courtyard", "district"]
    # Courtyard 11 for red; the towers 4 and 5 give red the landmark and two schools.
    assert drill.state.pawn == 11 + 6
    assert drill.state.ending == messages.ENDING_FINAL_SCORING


def full_edge(supplies: tuple[Supply, Supply], city: str = "AAAAAA") -> BolognaState:
    """All edge squares taken: the only places left are for schools in the notches of S3A, L4B."""
    state = BolognaState.empty(city=city, supplies=supplies)
    for district, side in enumerate(state.city.sides):
        state.values[district] = 4
        state.occupied[district] = side.edge
        tables = state.city.districts[district]
        room = 0
        for number, placement in enumerate(tables.placements):
            if not placement.occupied & side.edge:
                room |= 1 << (len(tables.placements) - 1 - number)
        area = state.city.areas[district]
        state.free = state.free & ~area | room << state.city.shifts[district]
    return state


def test_bo_44_only_a_pass_is_left() -> None:
    state = full_edge((Supply((2, 0, 0, 0, 0), 0), Supply((1, 0, 0, 0, 0), 1))).edited()
    assert state.to_act == YELLOW
    assert state.decision == "building"
    assert state.legal_moves() == [PASS]
    assert state.legal_texts() == ["pass"]
    assert (state.legal_count(), state.legal_move(0)) == (1, PASS)
    assert state.validate(PASS) is None
    reason = state.validate(parse_move("t2@1:c1"))
    assert reason == "no building can be placed: the only move is pass"


def test_bo_44_a_school_still_opens_a_place() -> None:
    state = full_edge((Supply((2, 0, 0, 0, 0), 0), Supply((1, 0, 0, 0, 0), 1))).edited(to_move=RED)
    assert "h2@1:b2-b3+b1" in state.legal_texts()
    assert all("+" in text for text in state.legal_texts())


def test_bo_44_who_has_passed_is_asked_anew() -> None:
    both = (Supply((2, 0, 0, 0, 0), 0), Supply((2, 0, 0, 0, 0), 2))
    state = full_edge(both, city="AAAAAB").edited()
    state.apply(PASS)
    assert state.to_act == RED
    state.apply(parse_move("h2@1:b2-b3+b1"))
    assert (state.to_act, state.legal_moves()) == (YELLOW, [PASS])


def test_bo_44_without_buildings_skipped_without_a_decision() -> None:
    drill = Drill.on("M3A", supplies=(NOTHING, START))
    assert drill.state.to_act == RED
    drill.play("r t2@3:b1", "r councilman@3:e4-f5")
    assert (drill.state.to_act, drill.state.turn) == (RED, 1)


def test_bo_44_schools_alone_are_no_buildings() -> None:
    drill = Drill.on("M3A", supplies=(Supply((0, 0, 0, 0, 0), 3), START))
    assert drill.state.to_act == RED


def test_bo_45_nobody_can_place() -> None:
    left = Supply((2, 1, 0, 0, 0), 0)
    state = full_edge((left, left)).edited(to_move=RED)
    assert state.to_act is None
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == "final scoring"
    assert (state.legal_moves(), state.legal_count(), state.legal_texts()) == ([], 0, [])
    assert state.decision == ""


def test_bo_45_left_buildings_are_worth_nothing() -> None:
    state = full_edge((Supply((0, 0, 0, 0, 1), 0), NOTHING)).edited(pawn=3)
    assert state.to_act is None
    assert state.pawn == 3


def test_bo_45_the_last_who_can_place_ends_it() -> None:
    state = full_edge((Supply((2, 0, 0, 0, 0), 0), Supply((2, 0, 0, 0, 0), 1))).edited(to_move=RED)
    state.apply(parse_move("h2@1:b2-b3+b1"))
    assert state.to_act is None
    assert state.ending == messages.ENDING_FINAL_SCORING


def test_an_edited_position_is_another() -> None:
    state = BolognaState.empty()
    edited = state.edited(to_move=RED, pawn=5)
    assert (state.to_act, state.pawn) == (YELLOW, 0)
    assert (edited.to_act, edited.pawn) == (RED, 5)
    assert state.digest() != edited.digest()
    state.apply(parse_move("t2@3:b1"))
    with pytest.raises(ValueError, match="asks for a building"):
        state.edited(pawn=1)


def test_legal_move_refuses_places_outside_the_list() -> None:
    state = BolognaState.empty()
    for index in (-1, state.legal_count()):
        with pytest.raises(IndexError):
            state.legal_move(index)


def test_nothing_is_played_after_the_end() -> None:
    state = BolognaState.empty(supplies=(NOTHING, NOTHING))
    assert state.validate(PASS) == "the game is over"
    with pytest.raises(ValueError, match="over"):
        state.apply(PASS)


def test_buildings_are_found_by_their_texts_and_all_else_must_be_parsed() -> None:
    rng = random.Random(3)
    state = BolognaState.empty(city="ABABAB")
    landmarks_due = 0
    while state.to_act is not None:
        for move in state.legal_moves():
            is_building = state.decision == "building" and move != PASS
            assert state.known_move(move.text) == (move if is_building else None)
        landmarks_due += state.decision == "landmark"
        move = state.legal_move(rng.randrange(state.legal_count()))
        state.apply(move)
        # It can't be made twice.
        assert state.known_move(move.text) is None
    assert landmarks_due
