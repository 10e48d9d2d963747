"""The course of a turn: building, securing, special actions, cards (TB-07, 13 to 29, 37)."""

import pytest

from referee.games.tuerme import TuermeState
from tests.referee.games.tuerme.positions import (
    arrange,
    draw_any,
    hand,
    kinds,
    legal,
    play,
    reason,
    start,
    tower,
)


def build(towers: dict[str, str], text: str = "build 2,3", **position: object) -> TuermeState:
    """Seat 0 builds from a hand of 2, 3 and 8."""
    state = arrange(start(), seat=0, hand="2 3 8", towers=towers, **position)  # type: ignore[arg-type]
    play(state, text)
    return state


# --- building and securing -------------------------------------------------------------------


def test_tb_07_a_stone_goes_on_top() -> None:
    state = build({"2,3": "1"})
    assert tower(state, "2,3") == "10"
    assert state.stones_left == [29, 29, 30]


def test_tb_06_one_stone_on_each_field_of_the_line() -> None:
    state = build({"2,4": "2"}, "build 2,3 right 4")
    assert [tower(state, f"2,{n}") for n in range(2, 9)] == ["", "0", "20", "0", "0", "", ""]
    assert state.stones_left[0] == 26


def test_tb_13_the_sixth_stone_secures_the_tower() -> None:
    state = build({"2,3": "01010"})
    assert tower(state, "2,3") == "010100^"
    assert state.roofs_left == [3, 4, 4]
    assert state.decision == "draw"


def test_tb_13_the_event_tells_it() -> None:
    state = arrange(start(), seat=0, hand="2 3 8", towers={"2,3": "01010"})
    events = play(state, "build 2,3")
    assert kinds(events) == ["stones_placed", "tower_secured"]
    assert not events[1].tower_secured.HasField("moved_from")


def test_tb_14_a_tower_of_four_or_five_with_two_own_stones_on_top_may_be_secured() -> None:
    state = build({"2,3": "120"})
    assert legal(state) == ["secure no", "secure roof"]
    other = state.clone()
    events = play(state, "secure roof")
    assert tower(state, "2,3") == "1200^"
    assert state.roofs_left[0] == 3
    assert kinds(events) == ["tower_secured"]
    events = play(other, "secure no")
    assert tower(other, "2,3") == "1200"
    assert other.roofs_left[0] == 4
    assert kinds(events) == ["securing_declined"]
    assert legal(build({"2,3": "1200"})) == ["secure no", "secure roof"]


@pytest.mark.parametrize("before", ["121", "00", "1201", "0101"])
def test_tb_14_others_may_not(before: str) -> None:
    state = build({"2,3": before})
    assert state.decision == "draw"
    assert state.towers[1][-1] == 0


def test_tb_14_only_a_tower_that_got_a_stone_in_this_turn() -> None:
    state = build({"8,8": "1100", "2,3": ""})
    assert state.decision == "draw"


def test_tb_14_a_tower_left_as_it_is_may_be_secured_later() -> None:
    state = build({"2,3": "100"})
    play(state, "secure no")
    assert state.decision == "draw"
    later = arrange(state, seat=0)
    later.stage = "action"
    arrange(later, hand="2 3 8")
    play(later, "build 2,3")
    assert legal(later) == ["secure no", "secure roof"]


def test_tb_15_out_of_roofs_one_may_be_moved() -> None:
    towers = {"2,3": "120", "8,8": "0000^", "7,7": "110000^", "3,3": "1100^", "4,4": "1111^"}
    state = build(towers, roofs={0: 0})
    assert legal(state) == ["secure no", "secure from 3,3", "secure from 7,7", "secure from 8,8"]
    events = play(state, "secure from 8,8")
    assert tower(state, "2,3") == "1200^"
    assert tower(state, "8,8") == "0000"
    assert state.roofs_left[0] == 0
    secured = events[0].tower_secured
    assert (secured.moved_from.row, secured.moved_from.column) == (8, 8)


def test_tb_15_a_tower_that_lost_its_roof_takes_stones_again_unless_it_has_six() -> None:
    towers = {"2,3": "120", "8,8": "0000^", "7,7": "110000^"}
    four = build(towers, roofs={0: 0})
    play(four, "secure from 8,8")
    draw_any(four)
    arrange(four, hand="8 8 7")
    assert "build 8,8" in legal(four)
    assert "build 8,8 up 2" in legal(four)
    six = build(towers, roofs={0: 0})
    play(six, "secure from 7,7")
    draw_any(six)
    arrange(six, hand="7 7 F6")
    assert "build 7,7" not in legal(six)
    # ... but it burns.
    play(six, "fire 7 F6 6,6")
    assert tower(six, "7,7") == "11000"
    assert six.full == 0
    draw_any(six)
    arrange(six, hand="7 7 8")
    assert "build 7,7" in legal(six)


def test_tb_15_a_sixth_stone_may_take_a_moved_roof() -> None:
    towers = {"2,3": "12121", "8,8": "0000^"}
    state = build(towers, roofs={0: 0})
    assert legal(state) == ["secure no", "secure from 8,8"]
    kept = state.clone()
    play(kept, "secure no")
    assert tower(kept, "2,3") == "121210"
    assert kept.full.bit_count() == 1
    play(state, "secure from 8,8")
    assert tower(state, "2,3") == "121210^"


def test_tb_15_without_any_roof_nothing_is_asked() -> None:
    for before, after in (("12121", "121210"), ("120", "1200")):
        state = build({"2,3": before, "8,8": "0011^"}, roofs={0: 0})
        assert state.decision == "draw"
        assert tower(state, "2,3") == after


def test_tb_16_sixth_stones_come_first_then_the_others_in_line_order() -> None:
    towers = {"2,3": "110", "2,4": "11111", "2,5": "1110", "2,6": "22222"}
    state = build(towers, "build 2,3 right 4")
    assert (tower(state, "2,4"), tower(state, "2,6")) == ("111110^", "222220^")
    assert state.roofs_left[0] == 2
    asked = []
    while state.decision == "secure":
        due = state.public().secure_due[0]
        asked.append((due.row, due.column))
        play(state, "secure roof")
    assert asked == [(2, 3), (2, 5)]
    assert state.roofs_left[0] == 0


def test_tb_16_the_last_roof_goes_to_the_first() -> None:
    towers = {"2,3": "11111", "2,4": "11111", "2,5": "110", "8,8": "0000^"}
    state = build(towers, "build 2,3 right 3", roofs={0: 1})
    # 2,3 got the last roof; for 2,4 one may be moved, but not the one just set.
    assert [(f.row, f.column) for f in state.public().secure_due] == [(2, 4), (2, 5)]
    assert legal(state) == ["secure no", "secure from 8,8"]
    assert reason(state, "secure from 2,3") == "the roof on 2,3 was set in this turn"
    play(state, "secure from 8,8")
    # The moved roof was set in this turn too, so there is none for 2,5.
    assert state.decision == "draw"
    assert [tower(state, name) for name in ("2,3", "2,4", "2,5", "8,8")] == [
        "111110^",
        "111110^",
        "1100",
        "0000",
    ]


def test_tb_16_declining_one_leaves_the_roof_for_the_next() -> None:
    towers = {"2,3": "11111", "2,4": "1110", "8,8": "0000^"}
    state = build(towers, "build 2,3 right 2", roofs={0: 0})
    play(state, "secure no")
    assert legal(state) == ["secure no", "secure from 8,8"]
    play(state, "secure from 8,8")
    assert (tower(state, "2,3"), tower(state, "2,4")) == ("111110", "11100^")


def test_tb_16_a_roof_of_an_earlier_turn_may_be_moved() -> None:
    state = build({"2,3": "110"}, roofs={0: 1})
    play(state, "secure roof")
    draw_any(state)
    assert state.fresh == 0
    arrange(state, seat=0, hand="2 4 8", towers={"2,4": "110"}, roofs={0: 0})
    play(state, "build 2,4")
    assert "secure from 2,3" in legal(state)


# --- cards -----------------------------------------------------------------------------------


def test_tb_17_two_of_the_four_open_cards_are_drawn_then_two_turned_up() -> None:
    state = arrange(start(), seat=0, hand="2 3 8", open_cards="2 4 4 6", pile="7 F3 5 W")
    play(state, "build 2,3")
    assert hand(state, 0) == ["8"]
    assert legal(state) == ["draw 2 4", "draw 2 6", "draw 4 4", "draw 4 6"]
    events = play(state, "draw 4 6")
    assert hand(state, 0) == ["4", "6", "8"]
    assert list(state.public().open_cards) == ["2", "4", "7", "F3"]
    assert len(state.pile) == 2
    assert kinds(events) == ["cards_drawn", "cards_turned_up"]
    assert list(events[1].cards_turned_up.cards) == ["7", "F3"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_tb_17_hand_of_three_and_four_open_cards_after_every_turn(seats: int) -> None:
    state = start(seats, 5)
    while state.to_act is not None:
        if state.decision == "action":
            assert [len(state.hand(seat)) for seat in range(seats)] == [3] * seats
            assert len(state.open_cards) == 4
        state.apply(state.legal_move(0))
    assert len(state.open_cards) == (3 if seats in (3, 5) else 4)


def test_tb_18_played_cards_are_out_of_the_game() -> None:
    state = start(3, 2)
    total = len(state.pile) + 4 + 9
    for turn in range(1, 12):
        while state.decision != "draw":
            state.apply(state.legal_move(0))
        draw_any(state)
        assert len(state.gone) == 2 * turn
        left = len(state.pile) + len(state.open_cards) + sum(len(state.hand(s)) for s in range(3))
        assert left == total - 2 * turn - len(state.scorings)


@pytest.mark.parametrize("pile", ["W 2 3 4", "2 W 3 4"])
def test_tb_19_a_scoring_card_counts_at_once_and_is_replaced(pile: str) -> None:
    state = arrange(
        start(), seat=0, hand="2 3 8", towers={"8,8": "12"}, open_cards="5 5 6 6", pile=pile
    )
    play(state, "build 2,3")
    events = play(state, "draw 5 5")
    assert kinds(events) == ["cards_drawn", "towers_scored", "cards_turned_up"]
    assert [s.points for s in events[1].towers_scored.scoring.seats] == [0, 0, 2]
    assert list(state.public().open_cards) == ["2", "3", "6", "6"]
    assert list(state.public().open_cards).count("W") == 0
    assert len(state.pile) == 1
    assert [seat.score for seat in state.public().seats] == [0, 0, 2]


def test_tb_19_a_scoring_card_below_waits() -> None:
    state = arrange(start(), seat=0, hand="2 3 8", open_cards="5 5 6 6", pile="2 3 W 4")
    play(state, "build 2,3", "draw 5 5")
    assert state.scorings == ()


# --- special actions -------------------------------------------------------------------------


def test_tb_22_the_plague_breaks_out_and_no_stone_is_placed() -> None:
    state = arrange(start(), seat=0, hand="2 P4 8", towers={"4,2": "1"})
    events = play(state, "plague 2 P4 4,2")
    assert kinds(events) == ["plague_broken"]
    zone = state.public().plague_zone
    assert (zone.row, zone.column) == (4, 2)
    assert tower(state, "4,2") == "1"
    assert state.stones_left[0] == 30
    assert hand(state, 0) == ["8"]
    assert state.decision == "draw"


def test_tb_23_another_plague_card_moves_the_zone() -> None:
    state = arrange(start(), seat=0, hand="2 P4 8", zone="7,7")
    play(state, "plague 2 P4 4,2")
    draw_any(state)
    arrange(state, hand="7 7 4")
    assert "build 7,7" in legal(state)
    assert "build 4,7" in legal(state)
    zone = state.public().plague_zone
    assert (zone.row, zone.column) == (4, 2)


def test_tb_25_two_fives_lift_the_plague_without_a_stone() -> None:
    state = arrange(start(), seat=0, hand="5 5 2", zone="4,4")
    events = play(state, "heal")
    assert kinds(events) == ["plague_lifted"]
    assert not state.public().HasField("plague_zone")
    assert state.towers[24] == b""
    assert state.stones_left[0] == 30
    assert hand(state, 0) == ["2"]
    assert list(events[0].plague_lifted.cards) == ["5", "5"]


def test_tb_26_fire_gives_the_top_stones_of_a_block_back() -> None:
    state = arrange(
        start(), seat=0, hand="2 F4 8", towers={"4,2": "01", "5,3": "2", "6,2": "1", "4,3": ""}
    )
    events = play(state, "fire 2 F4 4,2")
    assert [tower(state, name) for name in ("4,2", "5,3", "6,2")] == ["0", "", "1"]
    assert state.stones_left == [29, 29, 30]
    burnt = [(b.field.row, b.field.column, b.owner) for b in events[0].fire_raged.burnt]
    assert burnt == [(4, 2, 1), (5, 3, 2)]


def test_tb_26_fire_may_rage_in_vain() -> None:
    state = arrange(start(), seat=0, hand="2 F4 8")
    assert "fire 2 F4 4,2" in legal(state)
    events = play(state, "fire 2 F4 4,2")
    assert not events[0].fire_raged.burnt


def test_tb_27_secured_towers_do_not_burn() -> None:
    state = arrange(
        start(), seat=0, hand="2 F4 8", towers={"4,2": "0011^", "5,2": "001122^", "4,3": "001122"}
    )
    play(state, "fire 2 F4 4,2")
    assert [tower(state, name) for name in ("4,2", "5,2", "4,3")] == ["0011^", "001122^", "00112"]


def test_tb_28_fire_rages_in_the_plague_zone_too() -> None:
    state = arrange(start(), seat=0, hand="2 F4 8", towers={"4,2": "01"}, zone="4,2")
    play(state, "fire 2 F4 4,2")
    assert tower(state, "4,2") == "0"
    assert state.public().HasField("plague_zone")


def test_tb_29_after_a_discard_two_cards_are_drawn() -> None:
    state = arrange(start(), seat=0, hand="2 3 4", stones={0: 0}, open_cards="5 5 6 6")
    events = play(state, "discard 2 4", "draw 5 6")
    assert kinds(events) == ["cards_discarded", "cards_drawn", "cards_turned_up"]
    assert hand(state, 0) == ["3", "5", "6"]


def test_tb_29_a_discard_tells_what_the_third_card_can_not_be() -> None:
    # Fields 2,2 2,3 3,2 and 3,3 are closed, and so are those with a 4, but not those with an 8.
    closed = dict.fromkeys(("2,2", "2,3", "3,2", "3,3", "2,4", "4,2", "3,4", "4,3"), "001122")
    state = arrange(start(), seat=0, hand="2 3 4", towers=closed, stones={0: 5})
    state.known_hands[0], state.unknown_hands[0] = (0,), (1, 2)
    assert legal(state) == ["discard 2 3", "discard 2 4", "discard 3 4"]
    play(state, "discard 2 3")
    assert list(state.public().seats[0].ruled_out) == [5, 6, 7, 8]
    assert state.unknown_hands[0] == (2,)


def test_tb_29_nothing_is_ruled_out_of_a_hand_that_everybody_knows() -> None:
    state = arrange(start(), seat=0, hand="2 3 4", stones={0: 0})
    play(state, "discard 2 3")
    assert state.ruled_out == [0, 0, 0]


def test_tb_29_what_was_ruled_out_is_forgotten_with_the_card() -> None:
    state = arrange(start(), seat=0, hand="5 4", stones={0: 0}, zone="2,2", open_cards="7 8 8 8")
    state.unknown_hands[0] = (2,)
    play(state, "discard 4 5")
    assert list(state.public().seats[0].ruled_out) == [5]
    play(state, "draw 7 8")
    arrange(state, seat=0, stones={0: 0})
    play(state, "discard 4 7")
    assert list(state.public().seats[0].ruled_out) == []


def test_a_card_everybody_knows_of_is_played_first() -> None:
    state = arrange(start(), seat=0, hand="3")
    state.unknown_hands[0] = (1, 2)
    play(state, "build 3,4")
    assert state.known_hands[0] == ()
    assert state.unknown_hands[0] == (1,)


# --- the option sammel -----------------------------------------------------------------------


def test_tb_37_taking_over_a_tower_of_three_gives_a_token() -> None:
    state = arrange(
        start(3, 0, sammel=True),
        seat=0,
        hand="2 3 8",
        towers={"2,3": "001", "2,4": "110", "2,5": "12", "2,6": "0021"},
    )
    events = play(state, "build 2,3 right 4")
    assert kinds(events) == ["stones_placed", "token_won", "token_won"]
    assert state.tokens == [2, 0, 0]
    assert state.tokens_left == 22
    assert [seat.score for seat in state.public().seats] == [2, 0, 0]


def test_tb_37_until_they_are_gone() -> None:
    state = arrange(
        start(3, 0, sammel=True), seat=0, hand="2 3 8", towers={"2,3": "001", "2,4": "001"}
    )
    state.tokens_left = 1
    play(state, "build 2,3 right 2")
    assert (state.tokens, state.tokens_left) == ([1, 0, 0], 0)


def test_tb_37_not_without_the_option() -> None:
    state = build({"2,3": "001"})
    assert (state.tokens, state.tokens_left) == ([0, 0, 0], 0)
