"""Tributes, wine and dormancy, raising, copies, virtual resources (rules 19-30)."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.bomarzo.payments import MOST_PAYMENTS, can_pay, payments
from tests.referee.games.bomarzo.positions import (
    conserved,
    cubes,
    decline_copies,
    divinity,
    end_season,
    goods,
    hand,
    has,
    in_hand,
    lay,
    offered,
    play,
    play_out_cards,
    reason,
    season_token,
    table,
    village_of,
)


def test_rule_19_the_first_pays_the_active_tribute() -> None:
    # Michael invokes Dea: one Coin and one Food lie on the card, one worker advances two steps.
    state = table()
    goods(state, 0, "FC")
    play(state, "place Dea")
    assert state.legal_texts() == ["pay FC"]
    play(state, "pay FC", "village wine 2")
    assert cubes(state, "Dea") == "FC"
    assert village_of(state, 0)["wine"] == 2
    assert (has(state, 0), state.turn_seat) == ("", 1)
    conserved(state)


@pytest.mark.parametrize(
    ("name", "active", "moss"),
    [
        ("Genio", "C", "-"),
        ("Orco", "F", "-"),
        ("Dea", "FC", "any"),
        ("Gigante", "FFC", "FC"),
        ("Elefante", "FCC", "FC"),
        ("Tartaruga", "F", "-"),
        ("Balena", "FCC", "FC"),
        ("Drago", "any", "-"),
    ],
)
def test_rule_19_and_20_tributes_of_both_sides(name: str, active: str, moss: str) -> None:
    for side, due in (("active", active), ("moss", moss)):
        state = table()
        hand(state, 0, "Altar", "Scholar")
        lay(state, "Orco" if name != "Orco" else "Dea", "F", [1])
        goods(state, 0, "FFFCCC")
        if side == "moss":
            state.moss = 1 << divinity(state, name)
        play(state, f"place {name}")
        real = [text for text in state.legal_texts() if not set("fc") & set(text[4:])]
        assert real == (["pay F", "pay C"] if due == "any" else [f"pay {due}"])


def test_rule_20_the_first_on_a_moss_covered_side_may_pay_nothing() -> None:
    state = table()
    state.moss = 1 << divinity(state, "Genio")
    play(state, "place Genio")
    assert state.legal_texts() == ["pay -"]
    play(state, "pay -")
    assert cubes(state, "Genio") == ""
    assert len(in_hand(state, 0)) == 2


def test_rule_21_later_users_match_the_cubes_and_pay_one_more() -> None:
    # David pays two Food to Tartaruga, Chiara two Food and Wine; the third owes four Food and two
    # of any kind.
    state = table()
    for seat in range(3):
        hand(state, seat, *(["Altar", "Bridge"], ["Mill", "Music"], ["Cook", "Prior"])[seat])
    goods(state, 0, "FF")
    play(state, "place Tartaruga", "pay F", "overpay food", "cards 1", "advance culture Altar")
    assert cubes(state, "Tartaruga") == "FF"
    goods(state, 1, "FFW")
    play(state, "place Tartaruga")
    assert offered(state, "pay FFW") == ["pay FFW"]
    play(state, "pay FFW", "cards 1", "advance culture Mill")
    assert cubes(state, "Tartaruga") == "FFFFW"
    hand(state, 2, "Cook")
    goods(state, 2, "FFFFC")
    assert offered(state, "Tartaruga") == []
    assert "4 Food, 0 Coins and 2 of any kind" in reason(state, "place Tartaruga")
    goods(state, 2, "FFFFCC")
    play(state, "place Tartaruga")
    assert state.legal_texts() == ["pay FFFFCC"]


def test_rule_22_a_used_card_without_cubes_costs_one_of_any_kind() -> None:
    state = table()
    state.moss = 1 << divinity(state, "Genio")
    play(state, "place Genio", "pay -")
    goods(state, 1, "FCW")
    play(state, "place Genio")
    assert sorted(state.legal_texts()) == ["pay C", "pay F", "pay W"]


def test_rule_23_the_cubes_really_used_lie_on_the_card() -> None:
    state = table()
    goods(state, 0, "CW")
    play(state, "place Dea")
    assert state.legal_texts() == ["pay CW"]
    play(state, "pay CW", "village food 2")
    assert cubes(state, "Dea") == "CW"
    goods(state, 1, "FCC")
    play(state, "place Dea")
    # One Coin for the Coin, any for the Wine, one of any kind.
    assert set(state.legal_texts()) == {"pay FCC"}


def test_rule_24_overpaying() -> None:
    state = table()
    goods(state, 0, "FFCCW")
    play(state, "place Dea", "pay FC")
    assert state.legal_texts() == ["overpay done", "overpay food", "overpay coin", "overpay wine"]
    play(state, "overpay coin")
    # Kinds in ascending order, so that each sum of cubes is reached in one way.
    assert state.legal_texts() == ["overpay done", "overpay wine"]
    play(state, "overpay wine")
    assert state.decision == "village"
    assert cubes(state, "Dea") == "FCCW"
    conserved(state)


def test_rule_25_one_own_pawn_a_divinity_and_another_with_repetition() -> None:
    state = table(2)
    goods(state, 0, "FFCCCC")
    play(state, "place Dea", "pay FC", "overpay done", "village food 2")
    play(state, "place fields")
    assert offered(state, "Dea") == []
    assert "repetition" in reason(state, "place Dea")
    play_out_cards(state, 0, 2, "Medicine", "Merchant")
    play(state, "place Dea")
    assert state.spent[0].bit_count() == 1
    play(state, "pay FCC", "overpay done", "village food 2")
    assert state.placed[divinity(state, "Dea")] == 2
    # Another unused card does not allow a third pawn.
    state.pawns[0], state.pawns_left[0] = 4, 2
    play(state, "place caves")
    goods(state, 0, "FFFCCCCC")
    assert offered(state, "Dea") == []
    end_season(state)
    assert state.spent[0] == 0


def test_rule_26_two_wine_cubes_make_a_divinity_dormant() -> None:
    # David pays Orco one Wine as a Food, Jessica one Food and one Wine. Nobody may copy her.
    state = table()
    lay(state, "Dea", "FC", [2])
    goods(state, 0, "W")
    goods(state, 1, "FWWW")
    goods(state, 2, "FFFFWWWWW")
    play(state, "place Orco", "pay W", "take food Dea")
    decline_copies(state)
    assert state.turn_seat == 1
    play(state, "place Orco", "pay FW", "overpay done", "take coin Dea")
    assert cubes(state, "Orco") == "FWW"
    assert state.turn_seat == 2
    assert offered(state, "Orco") == []
    assert "dormant" in reason(state, "place Orco")
    end_season(state)
    assert cubes(state, "Orco") == ""


def test_rule_27_raising_adds_three_cubes_of_the_reserve() -> None:
    state = table()
    play_out_cards(state, 0, 2, "Bridge")
    goods(state, 0, "FC")
    play(state, "place Dea", "pay FC")
    assert state.legal_texts() == [
        "raise no",
        "raise FFF",
        "raise FFC",
        "raise FCC",
        "raise CCC",
    ]
    play(state, "raise FFC", "village food 2")
    assert cubes(state, "Dea") == "FFFCC"
    assert state.spent[0] == state.level_2[0]
    goods(state, 1, "FFFCC")
    assert offered(state, "Dea") == []
    goods(state, 1, "FFFCCC")
    assert offered(state, "Dea")
    conserved(state)


def test_rule_27_raising_is_used_once_a_season() -> None:
    state = table(2)
    play_out_cards(state, 0, 2, "Bridge")
    goods(state, 0, "FC")
    play(state, "place Dea", "pay FC", "raise CCC", "village food 2", "place fields")
    goods(state, 0, "C")
    play(state, "place Genio", "pay C")
    assert state.turn_seat == 1


def test_ruling_09_raising_takes_what_the_reserve_has() -> None:
    state = table()
    play_out_cards(state, 0, 2, "Bridge")
    goods(state, 1, "F" * 29 + "C" * 28)
    goods(state, 0, "FC")
    assert state.reserve[:2] == [0, 1]
    play(state, "place Dea", "pay FC")
    assert state.legal_texts() == ["raise no", "raise C"]
    state = table()
    play_out_cards(state, 0, 2, "Bridge")
    goods(state, 1, "F" * 29 + "C" * 29)
    goods(state, 0, "FC")
    play(state, "place Dea", "pay FC")
    assert state.decision == "village"


def test_rule_28_a_copy_costs_the_same_and_two_wine() -> None:
    # Chiara's Dea for one Food and one Coin; David copies for these and two Wine.
    state = table()
    goods(state, 0, "FC")
    goods(state, 2, "FCWW")
    play(state, "place Dea", "pay FC", "village food 2")
    assert (state.decision, state.to_act, state.turn_seat) == ("copy", 2, 0)
    turn = state.turn
    play(state, "copy yes")
    assert (state.decision, state.to_act, state.turn_seat, state.turn) == ("village", 2, 0, turn)
    play(state, "village wine 2")
    assert cubes(state, "Dea") == "FC"
    assert has(state, 2) == ""
    assert village_of(state, 2)["wine"] == 2
    assert state.pawns_left[2] == 3
    assert (state.turn_seat, state.turn) == (1, turn + 1)
    conserved(state)


def test_rule_28_wine_of_the_original_is_added() -> None:
    # One Food, one Coin, one Wine paid: a copy costs one Food, one Coin, three Wine.
    state = table()
    goods(state, 0, "FCW")
    goods(state, 1, "FCWW")
    play(state, "place Dea", "pay FC", "overpay wine", "village food 2")
    assert state.turn_seat == 1
    assert state.decision == "place"
    state = table()
    goods(state, 0, "FCW")
    goods(state, 1, "FCWWW")
    play(state, "place Dea", "pay FC", "overpay wine", "village food 2", "copy yes")
    assert has(state, 1) == ""


def test_ruling_11_seats_are_asked_in_player_order_until_one_accepts() -> None:
    state = table(4, seat=2)
    for seat in (0, 1, 3):
        goods(state, seat, "FCWW")
    goods(state, 2, "FC")
    play(state, "place Dea", "pay FC", "village food 2")
    asked = []
    for _ in range(2):
        asked.append(state.to_act)
        play(state, "copy no")
    asked.append(state.to_act)
    assert asked == [3, 0, 1]
    play(state, "copy yes", "village food 2")
    assert (state.decision, state.turn_seat) == ("place", 3)


def test_ruling_11_the_first_taker_closes_it_and_copies_are_not_copied() -> None:
    state = table()
    goods(state, 0, "FC")
    goods(state, 1, "FCWW")
    goods(state, 2, "FCWW")
    play(state, "place Dea", "pay FC", "village food 2", "copy yes", "village food 2")
    assert (state.decision, state.turn_seat) == ("place", 1)


def test_ruling_11_who_has_passed_or_no_pawns_may_copy_too() -> None:
    state = table()
    goods(state, 0, "FC")
    goods(state, 1, "FCWW")
    state.passed = 0b10
    play(state, "place Dea", "pay FC", "village food 2", "copy yes", "village food 2")
    assert village_of(state, 1)["food"] == 2


def test_ruling_11_who_can_pay_is_asked_whatever_it_holds() -> None:
    # A copy of Gigante needs a building card; who has none can only decline.
    for name, answers in (("Music", ["copy no"]), ("Mill", ["copy no", "copy yes"])):
        state = table(2)
        hand(state, 0, "Altar")
        hand(state, 1, name)
        goods(state, 0, "FFC")
        goods(state, 1, "FFCWW")
        play(state, "place Gigante", "pay FFC", "play Altar")
        assert (state.to_act, state.legal_texts()) == (1, answers)
    assert "could do nothing" in reason_of_copy()


def reason_of_copy() -> str:
    state = table(2)
    hand(state, 0, "Altar")
    goods(state, 0, "FFC")
    goods(state, 1, "FFCWW")
    play(state, "place Gigante", "pay FFC", "play Altar")
    return reason(state, "copy yes")


def test_ruling_12_cards_of_the_original_are_matched_by_food_and_coins() -> None:
    state = table(2)
    hand(state, 0, "Altar", "Music")
    hand(state, 1, "Mill", "Cook")
    goods(state, 1, "FWW")
    goods(state, 0, "")
    play(state, "place Dea", "pay fc", "virtual Altar", "virtual Music", "village food 2")
    assert (state.decision, state.to_act) == ("copy", 1)
    play(state, "copy yes")
    # One Food is there, the Coin is a card.
    assert (state.decision, has(state, 1)) == ("virtual", "")
    play(state, "virtual Cook", "village coin 2")
    assert in_hand(state, 1) == ["Mill"]
    conserved(state)


def test_ruling_12_the_two_wine_are_never_virtual() -> None:
    state = table(2)
    hand(state, 1, "Mill", "Cook", "Altar")
    goods(state, 0, "FC")
    goods(state, 1, "FCW")
    play(state, "place Dea", "pay FC", "village food 2")
    assert (state.decision, state.turn_seat) == ("place", 1)


def test_rule_29_hand_cards_are_virtual_resources_and_leave_no_cube() -> None:
    state = table()
    hand(state, 0, "Altar", "Music")
    play(state, "place Drago")
    assert state.legal_texts() == ["pay f", "pay c"]
    play(state, "pay c")
    assert state.legal_texts() == ["virtual Altar", "virtual Music"]
    play(state, "virtual Music", "devote Altar Dea")
    assert cubes(state, "Drago") == ""
    assert state.discards >> state.variant.card_number["Music"] & 1
    goods(state, 1, "F")
    hand(state, 1, "Mill")
    play(state, "place Drago")
    assert offered(state, "pay F") == ["pay F"]
    conserved(state)


def test_rule_29_the_favor_keeps_the_card_that_it_needs() -> None:
    state = table()
    hand(state, 0, "Altar", "Music")
    goods(state, 0, "FC")
    play(state, "place Gigante", "pay FCf")
    assert state.legal_texts() == ["virtual Music"]
    assert "the last that the favor needs" in reason(state, "virtual Altar")
    play(state, "virtual Music", "play Altar")


def test_rule_30_exchanging_swaps_one_cube_once_a_season() -> None:
    state = table(2)
    play_out_cards(state, 0, 2, "Altar")
    goods(state, 0, "FF")
    play(state, "place Dea")
    assert state.legal_texts() == ["pay FF exchange"]
    play(state, "pay FF exchange", "village food 2", "place fields")
    assert cubes(state, "Dea") == "FF"
    assert state.spent[0] == state.level_2[0]
    goods(state, 0, "F")
    assert offered(state, "Genio") == []
    end_season(state)
    goods(state, 0, "F")
    state.moss = 0
    play(state, "place fields")
    assert offered(state, "Genio") == ["place Genio"]


def test_ruling_10_exchanging_is_not_for_copies() -> None:
    state = table(2)
    play_out_cards(state, 1, 2, "Altar")
    goods(state, 0, "FC")
    goods(state, 1, "FFWW")
    play(state, "place Dea", "pay FC", "village food 2")
    assert (state.decision, state.turn_seat) == ("place", 1)


def test_ruling_06_who_pays_two_wine_has_its_favor() -> None:
    state = table(2)
    goods(state, 0, "WW")
    goods(state, 1, "WWWWW")
    play(state, "place Dea", "pay WW", "village food 2")
    assert (state.decision, state.turn_seat) == ("place", 1)
    assert offered(state, "Dea") == []


def test_many_ways_to_pay_are_asked_in_two_steps() -> None:
    state = table(2)
    names = state.variant.card_names
    hand(state, 0, *names[:20])
    lay(state, "Dea", "FFFFFCCCCCW", [1])
    goods(state, 0, "F" * 9 + "C" * 9 + "W" * 9)
    assert "place Dea" in state.legal_texts()
    play(state, "place Dea")
    assert state.decision == "declare"
    assert 1 < state.legal_count() <= 1200
    pairs = {move.numbers for move in state.legal_moves()}
    seen = 0
    for food, coin in sorted(pairs):
        copy = state.clone()
        play(copy, f"declare {food} {coin}")
        assert copy.decision == "pay"
        assert 0 < copy.legal_count() <= 1200
        assert all(move.numbers[3:5] == (food, coin) for move in copy.legal_moves())
        seen += copy.legal_count()
    assert seen > MOST_PAYMENTS
    play(state, "declare 2 1")
    assert "with 2 virtual Food and 1 virtual Coins" in reason(state, "pay F")
    play(state, state.legal_texts()[0])
    for _ in range(3):
        state.apply(state.legal_move(0))
    assert state.declared is None
    conserved(state)


def test_the_hand_that_all_can_see_decides_whether_two_steps_are_asked() -> None:
    # Gigante without a card to upgrade needs one card: which one, nobody else knows.
    decisions = set()
    for first in ("Altar", "Scholar"):
        state = table(2)
        names = [n for n in state.variant.card_names[:21] if n not in ("Altar", "Scholar")]
        hand(state, 0, first, *names[1:19])
        lay(state, "Gigante", "FFFFFCCCCCW", [1])
        goods(state, 0, "F" * 9 + "C" * 9 + "W" * 9)
        play(state, "place Gigante")
        decisions.add(state.decision)
    assert decisions == {"declare"}


@pytest.mark.parametrize("lying", [10, 12, 13, 14, 15, 16, 18, 20])
def test_a_hand_of_one_card_never_has_too_many_ways_to_pay(lying: int) -> None:
    # The rest of the 30 Food and 30 Coins, and of 16 Wine, is the seat's.
    for wine in (0, 1):
        due = (lying, lying, wine + 1)
        have = [30 - lying, 30 - lying, 16 - wine]
        assert len(payments(due, have, (0, 1), True)) <= MOST_PAYMENTS
        for most in (5, 40):
            for number in (0, most // 2, most):
                fixed = payments(due, have, (number, number), True)
                by_split = Counter(move.numbers[3:5] for move in fixed)
                assert max(by_split.values(), default=0) <= 17 * 17


small = st.integers(0, 4)


@settings(max_examples=120, deadline=None)
@given(
    st.tuples(small, small, st.integers(0, 2)), st.tuples(small, small, small), small, st.booleans()
)
def test_payments_are_all_and_only_those_that_pay(
    due: tuple[int, int, int], have: tuple[int, int, int], most: int, exchange: bool
) -> None:
    found = payments(due, list(have), (0, most), exchange)
    assert can_pay(due, list(have), (0, most), exchange) == bool(found)
    vectors = [move.numbers for move in found]
    assert len({vector[:5] for vector in vectors}) == len(vectors)
    assert set(vectors) == brute_force(due, have, most, exchange)


def covers(due: tuple[int, int, int], food: int, coin: int, wine: int) -> bool:
    """Whether these resources pay exactly what is due, Wine standing for anything."""
    left = max(0, due[0] - food) + max(0, due[1] - coin)
    return left <= wine and food + coin + wine == sum(due)


def brute_force(
    due: tuple[int, int, int], have: tuple[int, int, int], most: int, exchange: bool
) -> set[tuple[int, ...]]:
    found: set[tuple[int, ...]] = set()
    for food in range(have[0] + 1):
        for coin in range(have[1] + 1):
            for wine in range(have[2] + 1):
                for vf in range(most + 1):
                    for vc in range(most + 1 - vf):
                        units = (food + vf, coin + vc)
                        if covers(due, *units, wine):
                            found.add((food, coin, wine, vf, vc, 0))
                        elif exchange and (
                            (food and covers(due, units[0] - 1, units[1] + 1, wine))
                            or (coin and covers(due, units[0] + 1, units[1] - 1, wine))
                        ):
                            found.add((food, coin, wine, vf, vc, 1))
    return found


def test_rule_55_yellow_forbids_copies() -> None:
    state = table(2, seasons="true")
    season_token(state, "yellow")
    goods(state, 0, "FC")
    goods(state, 1, "FCWW")
    play(state, "place Dea", "pay FC", "village food 2")
    assert (state.decision, state.turn_seat) == ("place", 1)
