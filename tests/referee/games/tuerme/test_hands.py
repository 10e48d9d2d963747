"""What hands allow (TB-05, 20, 21)."""

from itertools import combinations_with_replacement

from referee.games.tuerme.cards import CARD_NAMES, FIRE, NUMBER_OF, PLAGUE
from referee.games.tuerme.fields import FIELD_NAMES
from referee.games.tuerme.hands import draws, hand_plan
from tests.referee.games.tuerme.positions import arrange, cards, legal, start


def action_fields(hand: str) -> set[str]:
    return {FIELD_NAMES[f] for f in hand_plan(cards(hand)).fields}


def test_tb_05_two_cards_give_row_and_column_in_either_order() -> None:
    assert action_fields("2 3 8") == {"2,3", "3,2", "2,8", "8,2", "3,8", "8,3"}


def test_tb_05_two_equal_cards_give_one_field() -> None:
    assert action_fields("4 4 8") == {"4,4", "4,8", "8,4"}
    assert action_fields("4 4 4") == {"4,4"}
    assert action_fields("5 5 5") == set()


def test_tb_20_a_special_card_goes_with_a_position_card() -> None:
    state = arrange(start(), hand="2 P4 8")
    assert legal(state, "plague 2 P4") == [
        "plague 2 P4 2,3",
        "plague 2 P4 2,4",
        "plague 2 P4 3,2",
        "plague 2 P4 4,2",
    ]
    assert legal(state, "plague 8 P4")


def test_tb_20_a_second_special_card_is_only_a_position() -> None:
    state = arrange(start(), hand="P4 F6 2")
    both = "P4 F6 "
    blocks = {text.removeprefix("plague " + both) for text in legal(state, "plague " + both)}
    # The fields 4,6 and 6,4 have four blocks each.
    assert blocks == {"3,5", "3,6", "4,5", "4,6", "5,3", "5,4", "6,3", "6,4"}
    assert {text.removeprefix("fire " + both) for text in legal(state, "fire " + both)} == blocks


def test_tb_20_which_cards_are_played_matters() -> None:
    state = arrange(start(), hand="6 P4 F6")
    assert "plague 6 P4 4,6" in legal(state)
    assert "plague P4 F6 4,6" in legal(state)


def test_tb_21_special_cards_do_not_build() -> None:
    state = arrange(start(), hand="P4 2 3")
    starts = {text.split(" ")[1] for text in legal(state, "build")}
    assert starts == {"2,3", "3,2"}
    assert not legal(arrange(start(), hand="P4 F6 2"), "build")


def test_no_action_is_listed_twice() -> None:
    # One block may be reached from both action fields.
    state = arrange(start(), hand="3 P4 8")
    texts = legal(state)
    assert "plague 3 P4 3,3" in texts
    assert len(set(texts)) == len(texts)


def test_every_hand_can_act_on_an_empty_board_but_one() -> None:
    kinds = [c for c in range(21) if c < 7 or NUMBER_OF[c] != 3]
    for hand in combinations_with_replacement(kinds, 3):
        plan = hand_plan(hand)
        assert bool(plan.fields or plan.specials) == (hand != (3, 3, 3))
        assert any(c in PLAGUE or c in FIRE for c in hand) == bool(plan.specials)
        assert 1 <= len(plan.discards) <= 3


def test_draws_are_all_pairs_of_the_open_cards() -> None:
    assert [str(move) for move in draws(cards("2 3 4 F6"))] == [
        "draw 2 3",
        "draw 2 4",
        "draw 2 F6",
        "draw 3 4",
        "draw 3 F6",
        "draw 4 F6",
    ]
    assert [str(move) for move in draws(cards("2 2 2 P3"))] == ["draw 2 2", "draw 2 P3"]
    assert CARD_NAMES[cards("P3")[0]] == "P3"
