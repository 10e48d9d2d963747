"""Who leads a tower and where floors may go (rules 12-16, 30-34, 42-46)."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.patrician.towers import (
    architetto_sites,
    building_sites,
    leader,
    place,
    winners,
)
from tests.referee.games.patrician.positions import tower, towers

ROMA = (9, 6)
A = 2


def test_rule_12_floors_go_on_top_of_any_colour() -> None:
    assert place(towers("0", ""), 1, 1) == towers("01", "")
    assert place(towers("0", ""), 2, 1) == towers("0", "1")


def test_rule_13_two_crests_go_to_one_site_or_to_each() -> None:
    assert building_sites(1, 1, 7, 2) == ("11", "12", "22")
    assert building_sites(2, 0, 7, 2) == ("11", "12", "22")


def test_rule_13_ruling_07_empty_sites_are_alike() -> None:
    assert building_sites(0, 0, 9, 1) == ("1",)
    assert building_sites(0, 0, 9, 2) == ("11", "12")
    assert building_sites(1, 0, 8, 1) == ("1", "2")


def test_rule_15_last_floor_goes_to_the_empty_site() -> None:
    assert building_sites(4, 0, 1, 1) == ("2",)
    assert building_sites(0, 4, 1, 1) == ("1",)
    assert building_sites(3, 0, 2, 1) == ("1", "2")
    assert building_sites(3, 1, 1, 1) == ("1", "2")


def test_rule_16_applies_rule_15_to_the_second_floor() -> None:
    assert building_sites(5, 0, 2, 2) == ("12", "22")
    assert building_sites(0, 5, 2, 2) == ("11", "12")
    assert building_sites(4, 1, 2, 2) == ("11", "12", "22")
    assert building_sites(4, 0, 3, 2) == ("11", "12", "22")


@pytest.mark.parametrize("capacity", [5, 7, 9])
def test_rules_13_to_16_against_trying_out(capacity: int) -> None:
    for first, second in product(range(capacity), repeat=2):
        room = capacity - first - second
        for crests in (1, 2):
            if room < crests:
                continue
            fits = set()
            for sites in product((1, 2), repeat=crests):
                heights = [first, second]
                ok = True
                for site in sites:
                    last = capacity - sum(heights) == 1
                    ok &= not (last and 0 in heights and heights[site - 1] != 0)
                    heights[site - 1] += 1
                if ok:
                    fits.add("".join(map(str, sorted(sites))))
            if not first and not second:
                fits -= {"2", "22"}
            assert building_sites(first, second, room, crests) == tuple(sorted(fits))


@pytest.mark.parametrize(
    ("floors", "lead"), [("001", 0), ("0", 0), ("1000", 0), ("0122", 2), ("01112", 1)]
)
def test_rule_31_most_floors_lead(floors: str, lead: int) -> None:
    assert leader(tower(floors)) == lead


@pytest.mark.parametrize(
    ("floors", "lead"), [("0110", 0), ("0011", 1), ("00112", 1), ("10", 0), ("01234", 4)]
)
def test_rule_32_ties_go_to_the_highest_floor_of_the_tied(floors: str, lead: int) -> None:
    assert leader(tower(floors)) == lead


def test_nobody_leads_an_empty_site() -> None:
    assert leader(b"") is None


@given(st.lists(st.integers(0, 4), min_size=1, max_size=9))
def test_rules_31_and_32_as_written(floors: list[int]) -> None:
    most = max(floors.count(owner) for owner in floors)
    tied = {owner for owner in floors if floors.count(owner) == most}
    highest = next(owner for owner in reversed(floors) if owner in tied)
    assert leader(bytes(floors)) == highest


def test_rule_30_taller_tower_wins_the_higher_token() -> None:
    assert winners(*towers("0010", "110")) == (0, 1)
    assert winners(*towers("110", "0010")) == (0, 1)


def test_rule_33_one_player_may_win_both() -> None:
    assert winners(*towers("000", "11000")) == (0, 0)


def test_rule_34_a_city_is_never_scored_with_an_empty_site() -> None:
    with pytest.raises(ValueError, match="empty site"):
        winners(*towers("00000", ""))


def sites(first: str, second: str, room: int = 5, points: tuple[int, int] = ROMA) -> list[int]:
    return list(architetto_sites(towers(first, second), room, points, A))


def test_rule_42_equal_heights_are_the_players_choice() -> None:
    assert sites("0", "1") == [1, 2]
    assert sites("0A", "1A") == [1, 2]
    assert sites("", "") == [1]


def test_rule_43_where_it_leads() -> None:
    assert sites("00", "1") == [2]
    assert sites("1", "00") == [1]


def test_rule_43_ruling_15_ties_count_as_leading() -> None:
    assert sites("000", "1") == [2]
    assert sites("0", "111") == [1]


def test_rule_44_where_it_is_worth_more() -> None:
    assert sites("0", "") == [1]
    assert sites("A01", "1") == [1]


def test_rule_44_ruling_16_equal_heights_are_worth_the_mean() -> None:
    # Site 1: 9 for [A A]. Site 2: heights 1 and 1, it leads both: (9 + 6) / 2 twice = 15.
    assert sites("A", "") == [2]
    # Site 1: it leads [0 A] alone, 9. Site 2: it leads both, [0] no: 7.5.
    assert sites("0", "", room=8) == [1]
    # Equal value: the taller tower. Both ways it leads both towers of unequal height: 15.
    assert sites("AAA", "A") == [1]
    assert sites("A", "AAA") == [2]


def test_rule_45_the_shorter_tower_where_it_leads_neither() -> None:
    assert sites("000", "11") == [2]
    assert sites("11", "000") == [1]


def test_rule_46_the_last_floor_goes_to_the_empty_site() -> None:
    # By rule 44 alone it would go onto site 1 for the higher token.
    assert sites("0AAA", "", room=1) == [2]
    assert sites("", "0AAA", room=1) == [1]


@settings(max_examples=200)
@given(
    st.lists(st.integers(0, 2), max_size=6),
    st.lists(st.integers(0, 2), max_size=6),
    st.sampled_from([(5, 2), (7, 4), (9, 6)]),
)
def test_rules_42_to_45_do_not_depend_on_the_names_of_the_sites(
    first: list[int], second: list[int], points: tuple[int, int]
) -> None:
    one = architetto_sites((bytes(first), bytes(second)), 3, points, A)
    other = architetto_sites((bytes(second), bytes(first)), 3, points, A)
    if first or second:
        assert sorted(3 - site for site in other) == list(one)
    else:
        assert one == other == (1,)


@settings(max_examples=300)
@given(st.lists(st.integers(0, 2), max_size=5), st.lists(st.integers(0, 2), max_size=5))
def test_rules_42_to_45_as_written(first: list[int], second: list[int]) -> None:
    stand = [first, second]
    if len(first) == len(second):
        return

    def lead(floors: list[int]) -> int | None:
        return leader(bytes(floors))

    def after(site: int) -> list[list[int]]:
        return [[*floors, A] if n == site else floors for n, floors in enumerate(stand)]

    def gain(site: int) -> float:
        built = after(site)
        total = 0.0
        for n, floors in enumerate(built):
            if lead(floors) == A:
                other = built[1 - n]
                total += 7.5 if len(floors) == len(other) else 9 if len(floors) > len(other) else 6
        return total

    led = [site for site in (0, 1) if lead(after(site)[site]) == A]
    taller = 0 if len(first) > len(second) else 1
    if len(led) == 1:
        wanted = led[0]
    elif not led:
        wanted = 1 - taller
    else:
        wanted = max((0, 1), key=lambda site: (gain(site), site == taller))
    assert list(architetto_sites((bytes(first), bytes(second)), 3, ROMA, A)) == [wanted + 1]
