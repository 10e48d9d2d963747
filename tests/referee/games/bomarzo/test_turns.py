"""Turns and harvest areas (rules 14-18) and what may be placed where."""

import pytest

from referee.games.bomarzo.data import AREAS
from tests.referee.games.bomarzo.positions import (
    conserved,
    end_season,
    goods,
    has,
    lay,
    offered,
    play,
    reason,
    table,
    village,
    village_of,
)


def test_rule_14_one_pawn_a_turn_clockwise() -> None:
    state = table(3, seat=1)
    state.pawns_left[0] = 2
    state.placements[0] = 1
    order = []
    for _ in range(8):
        order.append(state.turn_seat)
        play(state, offered(state, "place")[0])
    # Seat 0 has one pawn less: the third pawns of seats 1 and 2 come after each other.
    assert order == [1, 2, 0, 1, 2, 0, 1, 2]
    assert (state.season, state.turn_seat) == (2, 2)


def test_rule_14_a_fourth_pawn_is_placed_after_the_others_are_done() -> None:
    state = table(2)
    state.pawns[0] = state.pawns_left[0] = 4
    order = []
    while state.season == 1:
        order.append(state.turn_seat)
        areas = [text for text in state.legal_texts() if text.split()[-1] in AREAS]
        play(state, (areas or ["pass"])[0])
    assert order == [0, 1, 0, 1, 0, 1, 0]


def test_rule_15_who_has_no_pawns_is_skipped() -> None:
    state = table(3)
    state.pawns_left[1], state.placements[1] = 0, 3
    play(state, "place fields")
    assert state.turn_seat == 2


def test_rule_16_fields() -> None:
    state = table(4)
    got = []
    for seat in range(4):
        play(state, "place fields")
        got.append(has(state, seat))
    assert got == ["FFF", "FF", "F", "F"]
    conserved(state)


@pytest.mark.parametrize(
    ("area", "harvest"),
    [("caves", ["CCC", "CC", "C", "C"]), ("vineyard", ["WW", "W", "W", "W"])],
)
def test_rule_17_caves_and_vineyard(area: str, harvest: list[str]) -> None:
    state = table(4)
    for _ in range(4):
        play(state, f"place {area}")
    assert [has(state, seat) for seat in range(4)] == harvest


def test_rule_18_each_resource_is_harvested_once_a_season() -> None:
    state = table(2)
    play(state, "place fields", "place caves")
    assert offered(state, "fields") == []
    assert "harvested" in reason(state, "place fields")
    assert offered(state, "caves")
    end_season(state)
    assert offered(state, "fields") == ["place fields"]


def test_ruling_03_passing_needs_all_three_areas_and_is_final() -> None:
    state = table(2)
    state.pawns[0] = state.pawns_left[0] = 5
    assert offered(state, "pass") == []
    assert "three harvest areas" in reason(state, "pass")
    for text in ("fields", "vineyard", "caves", "caves", "vineyard"):
        assert "pass" not in state.legal_texts()
        play(state, f"place {text}")
    assert state.turn_seat == 1
    play(state, "place fields")
    assert "pass" in state.legal_texts()
    play(state, "pass")
    # Nothing is left to anybody.
    assert state.season == 2


def test_ruling_02_an_empty_reserve_gives_nothing() -> None:
    state = table(2)
    goods(state, 1, "F" * 29)
    play(state, "place fields")
    assert has(state, 0) == "F"
    conserved(state)


def test_ruling_04_a_favor_that_can_do_nothing_is_not_offered() -> None:
    state = table(2)
    goods(state, 0, "FFFCCC")
    for name, why in (("Orco", "nothing"), ("Gigante", "nothing"), ("Drago", "nothing")):
        assert offered(state, name) == []
        assert why in reason(state, f"place {name}")
    village(state, 0, food=6, coin=6, wine=6, card=6, pawn=6)
    assert offered(state, "Dea") == []
    village(state, 0, coin=5)
    assert offered(state, "Dea")


def test_ruling_14_a_single_step_where_no_more_are_left() -> None:
    state = table(2)
    goods(state, 0, "FC")
    village(state, 0, food=6, coin=5, wine=6, card=6, pawn=6)
    play(state, "place Dea", "pay FC")
    assert state.legal_texts() == ["village coin"]
    play(state, "village coin")
    assert village_of(state, 0)["coin"] == 6


def test_unaffordable_divinities_are_not_offered() -> None:
    state = table(2)
    lay(state, "Dea", "FFCC", [1])
    goods(state, 0, "FFCC")
    assert offered(state, "Dea") == []
    assert "can't be paid" in reason(state, "place Dea")
    goods(state, 0, "FFCCW")
    assert offered(state, "Dea")


def test_moves_of_other_decisions_are_refused_with_what_was_expected() -> None:
    state = table(2)
    assert "place fields" in reason(state, "copy yes")
    assert "'place'" in reason(state, "copy yes")
