"""BO-02, BO-03: what players start with."""

import pytest

from referee.games.bologna import RED, START, YELLOW, BolognaState, Supply


def test_bo_02_seventeen_buildings_each() -> None:
    assert START.buildings == (4, 5, 4, 3, 1)
    assert START.pieces == 17
    assert START.squares == 60
    state = BolognaState.empty()
    assert sum(state.supply(seat).pieces for seat in (YELLOW, RED)) == 34


def test_bo_03_six_schools_each() -> None:
    state = BolognaState.empty()
    assert [state.supply(seat).schools for seat in (YELLOW, RED)] == [6, 6]


@pytest.mark.parametrize("schools", [0, 1, 127, 128, 400])
@pytest.mark.parametrize("most", [0, 4, 127, 128, 400])
def test_what_is_left_is_told_however_much_it_is(most: int, schools: int) -> None:
    supply = Supply((most, 1, 0, 2, 3), schools)
    public = BolognaState.empty(supplies=(supply, Supply((2, 0, 0, 0, 0), 0))).public()
    yellow, red = public.supplies
    assert (list(yellow.buildings), yellow.schools) == ([most, 1, 0, 2, 3], schools)
    assert (list(red.buildings), red.schools) == ([2, 0, 0, 0, 0], 0)
