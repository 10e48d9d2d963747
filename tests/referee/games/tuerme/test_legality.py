"""Which actions are legal (TB-06 to TB-12, 22, 25, 29), and why others are not."""

import pytest

from referee.games.tuerme.moves import Plague
from tests.referee.games.tuerme.positions import arrange, field, legal, play, reason, start


def builds_from(name: str, **position: object) -> list[str]:
    """The buildings from one action field with a hand that reaches it, without the word."""
    row, column = name.split(",")
    state = arrange(start(), seat=0, hand=f"{row} {column} {column}", **position)  # type: ignore[arg-type]
    return [
        text.removeprefix(f"build {name}").strip()
        for text in legal(state, f"build {name}")
        if text.split(" ")[1] == name
    ]


def test_tb_06_one_to_four_stones_in_one_direction() -> None:
    # 1, 3 to the right, 1 to the left, 3 down.
    assert builds_from("2,3") == [
        "",
        "right 2",
        "right 3",
        "right 4",
        "down 2",
        "down 3",
        "down 4",
        "left 2",
    ]
    assert len(builds_from("4,4")) == 11


def test_tb_06_moves_stand_in_order_of_their_action_fields() -> None:
    state = arrange(start(), hand="2 3 8")
    fields = [text.split(" ")[1] for text in legal(state)]
    assert fields == sorted(fields)
    assert set(fields) == {"2,3", "2,8", "3,2", "3,8", "8,2", "8,3"}


def test_tb_07_a_field_with_a_tower_may_be_built_on() -> None:
    assert builds_from("2,3", towers={"2,3": "1", "2,4": "21"}) == builds_from("2,3")


def test_tb_08_the_basilica_is_never_built_on_and_stops_a_line() -> None:
    right = [text for text in builds_from("5,3") if text.startswith("right")]
    assert right == ["right 2"]
    assert not any(text.startswith("right") for text in builds_from("5,4"))
    state = arrange(start(), hand="5 5 2")
    assert {text.split(" ")[1] for text in legal(state)} == {"5,2", "2,5"}


def test_tb_09_a_plague_field_is_never_built_on_and_stops_a_line() -> None:
    assert builds_from("3,3", zone="3,3") == []
    assert not any(text.startswith("right") for text in builds_from("3,2", zone="3,3"))
    assert "" in builds_from("3,2", zone="3,3")
    assert "up 2" in builds_from("3,2", zone="3,3")


def test_tb_10_a_secured_tower_takes_no_stone_and_stops_a_line() -> None:
    towers = {"2,4": "1011^"}
    assert builds_from("2,4", towers=towers) == []
    assert not any(text.startswith("right") for text in builds_from("2,3", towers=towers))
    assert "right 2" in builds_from("2,3", towers={"2,4": "1011"})


def test_tb_11_a_tower_of_six_without_a_roof_takes_no_stone_and_stops_a_line() -> None:
    towers = {"2,4": "101101"}
    assert builds_from("2,4", towers=towers) == []
    assert not any(text.startswith("right") for text in builds_from("2,3", towers=towers))
    assert "right 2" in builds_from("2,3", towers={"2,4": "10110"})


@pytest.mark.parametrize(("supply", "most"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (30, 4)])
def test_tb_12_at_most_the_stones_in_the_supply(supply: int, most: int) -> None:
    found = builds_from("4,4", stones={0: supply})
    lengths = {int(text[-1]) if text else 1 for text in found}
    assert lengths == set(range(1, most + 1))


def test_tb_22_zones_are_blocks_of_two_by_two_wholly_on_the_board() -> None:
    # 4,2 right and down, right and up; 2,4 down and left, down and right.
    state = arrange(start(), hand="2 P4 8")
    zones = [text.split(" ")[3] for text in legal(state, "plague 2 P4")]
    assert zones == ["2,3", "2,4", "3,2", "4,2"]
    corner = arrange(start(), hand="8 P8 2")
    assert legal(corner, "plague 8 P8") == ["plague 8 P8 7,7"]


def test_tb_22_a_zone_may_cover_the_basilica() -> None:
    state = arrange(start(), hand="4 P4 8")
    assert "plague 4 P4 4,4" in legal(state)
    play(state, "plague 4 P4 4,4")
    assert state.public().plague_zone.row == 4


def test_tb_22_the_zone_may_be_put_where_it_is() -> None:
    assert "plague 2 P4 4,2" in legal(arrange(start(), hand="2 P4 8", zone="4,2"))


def test_tb_25_two_fives_lift_the_plague_only_while_there_is_one() -> None:
    with_zone = arrange(start(), hand="5 5 2", zone="7,7")
    assert "heal" in legal(with_zone)
    without = arrange(start(), hand="5 5 2")
    assert "heal" not in legal(without)
    assert legal(without) == legal(without, "build")
    assert "heal" not in legal(arrange(start(), hand="5 4 2", zone="7,7"))


def test_tb_29_discards_only_where_nothing_else_can_be_done() -> None:
    state = arrange(start(), seat=0, hand="2 3 4", stones={0: 0})
    assert legal(state) == ["discard 2 3", "discard 2 4", "discard 3 4"]
    assert not legal(arrange(start(), hand="2 3 4"), "discard")
    # A special card or a plague to lift is something that can be done.
    assert not legal(arrange(start(), seat=0, hand="2 3 F4", stones={0: 0}), "discard")
    healing = arrange(start(), seat=0, hand="5 5 4", stones={0: 0}, zone="2,2")
    assert legal(healing) == ["heal"]


def test_tb_29_three_fives_without_plague_can_only_be_discarded() -> None:
    assert legal(arrange(start(), hand="5 5 5")) == ["discard 5 5"]


def test_tb_29_closed_fields_leave_only_discards() -> None:
    towers = {"2,3": "001122", "3,2": "1122^"}
    assert legal(arrange(start(), hand="2 3 5", towers=towers)) != []
    closed = {**towers, "2,2": "0000^", "3,3": "000^"}
    state = arrange(start(), hand="2 3 3", towers=closed)
    assert legal(state) == ["discard 2 3", "discard 3 3"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("build 3,4", "3 and 4 are not both in the hand"),
        ("build 2,2", "2 and 2 are not both in the hand"),
        ("build 2,8 down 2", "3,8 takes no stone: it lies in the plague zone"),
        ("build 2,3", "2,3 takes no stone: the tower has 6 stones"),
        ("build 2,8 left 3", "2,6 takes no stone: the tower is secured"),
        ("build 8,2 up 4", "only 3 stones are left"),
        ("plague 2 P4 4,2", "2 and P4 are not both in the hand"),
        ("fire 2 F4 4,2", "2 and F4 are not both in the hand"),
        ("heal", "5 and 5 are not both in the hand"),
        ("discard 2 3", "only where nothing else can be done"),
        ("secure no", "answers another question"),
        ("draw 2 3", "'build ROW,COLUMN'"),
    ],
)
def test_reasons_against_actions(text: str, told: str) -> None:
    state = arrange(
        start(),
        seat=0,
        hand="2 3 8",
        zone="3,7",
        towers={"2,3": "001122", "2,6": "1122^"},
        stones={0: 3},
    )
    assert told in reason(state, text)


def test_reasons_against_special_actions() -> None:
    state = arrange(start(), hand="5 5 2")
    assert reason(state, "heal") == "there is no plague to lift"
    # No text says so, but a program may.
    state = arrange(start(), hand="2 P4 5")
    assert state.validate(Plague((0, 9), field("7,7"))) == (
        "the block at 7,7 holds neither 2,4 nor 4,2"
    )


def test_reasons_against_securing() -> None:
    state = arrange(start(), seat=0, hand="2 3 8", towers={"2,3": "110", "8,8": "1100^"})
    play(state, "build 2,3")
    assert legal(state) == ["secure no", "secure roof"]
    assert "only where there is none in the supply" in reason(state, "secure from 8,8")
    assert "'secure no'" in reason(state, "build 3,2")
    state = arrange(
        start(),
        seat=0,
        hand="2 3 8",
        towers={"2,3": "110", "8,8": "1100^", "7,7": "0011^"},
        roofs={0: 0},
    )
    play(state, "build 2,3")
    assert reason(state, "secure roof") == "there is no roof in the supply"
    assert reason(state, "secure from 7,7") == "there is no roof of yours on 7,7"


def test_reasons_against_draws() -> None:
    state = arrange(start(), seat=0, hand="2 3 8", open_cards="2 3 4 5")
    play(state, "build 2,3")
    assert "2 3 4 5" in reason(state, "draw 8 8")


def test_nothing_is_legal_at_the_end() -> None:
    state = start(2, 1)
    while state.to_act is not None:
        state.apply(state.legal_move(0))
    assert legal(state) == []
    assert reason(state, "heal") == "the match is over"
