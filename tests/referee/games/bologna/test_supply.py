"""BO-02, BO-03: what players start with."""

from referee.games.bologna import RED, START, YELLOW, BolognaState


def test_bo_02_seventeen_buildings_each() -> None:
    assert START.buildings == (4, 5, 4, 3, 1)
    assert START.pieces == 17
    assert START.squares == 60
    state = BolognaState.empty()
    assert sum(state.supply(seat).pieces for seat in (YELLOW, RED)) == 34


def test_bo_03_six_schools_each() -> None:
    state = BolognaState.empty()
    assert [state.supply(seat).schools for seat in (YELLOW, RED)] == [6, 6]
