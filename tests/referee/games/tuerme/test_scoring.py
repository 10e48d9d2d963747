"""Scoring, the end and the outcome (TB-24, 30 to 36)."""

import pytest
from podesta.tuerme.v1 import tuerme_pb2 as pb

from referee.games.tuerme import TuermeState
from referee.games.tuerme.scoring import SeatScoring, count_towers, rank
from tests.referee.games.tuerme.positions import (
    arrange,
    draw_any,
    kinds,
    legal,
    play,
    random_playout,
    start,
)

BOARD = {"2,2": "0", "2,3": "01", "2,4": "222", "2,5": "000010^", "8,8": "200"}
"""The example of TB-32, yellow, blue and red being seats 0, 1 and 2."""


def points(state: TuermeState) -> list[int]:
    """What a scoring would give now."""
    pile_end = arrange(state.clone(), seat=0, hand="2 3 8", open_cards="2 2 2 2", pile="2")
    pile_end.stage = "draw"
    play(pile_end, "draw 2 2")
    return [seat.points for seat in pile_end.scorings[-1]]


def test_tb_30_the_top_stone_owns_the_tower() -> None:
    towers = [b"\1\1\1\0"]
    assert count_towers(towers, 0, 2) == (SeatScoring(4, 1), SeatScoring(0, 0))


@pytest.mark.parametrize(("height", "value"), [(0, 0), (1, 0), (2, 2), (3, 3), (5, 5), (6, 6)])
def test_tb_31_a_point_a_level_from_two_levels(height: int, value: int) -> None:
    assert count_towers([bytes(height)], 0, 2)[0] == SeatScoring(value, int(value > 0))


def test_tb_24_towers_in_the_plague_zone_do_not_count() -> None:
    state = arrange(start(), towers=BOARD, zone="7,7")
    assert points(state) == [6, 2, 3]
    arrange(state, zone="")
    assert points(state) == [9, 2, 3]
    # Secured or not.
    arrange(state, zone="2,5")
    assert points(state) == [3, 2, 3]


def test_tb_32_the_example() -> None:
    assert points(arrange(start(), towers=BOARD, zone="7,7")) == [6, 2, 3]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_tb_33_three_scorings_add_up(seats: int) -> None:
    scores = 0
    for seed in range(8):
        state = start(seats, seed)
        choices = iter(range(seed, 10**6, 7))
        random_playout(state, lambda count, c=choices: next(c) % count)  # type: ignore[misc]
        if state.ending == pb.ENDING_PILE:
            assert len(state.scorings) == 3
            scores += 1
        public = state.public()
        for seat in range(seats):
            total = sum(scoring.seats[seat].points for scoring in public.scorings)
            assert public.seats[seat].score == total
    assert scores


def test_tb_34_the_match_ends_at_once_when_the_pile_is_used_up() -> None:
    state = arrange(start(), seat=0, hand="2 3 8", open_cards="4 5 6 7", pile="2 3")
    play(state, "build 2,3")
    events = play(state, "draw 4 5")
    assert kinds(events) == ["cards_drawn", "cards_turned_up", "towers_scored", "match_ended"]
    assert state.to_act is None
    assert state.ending == pb.ENDING_PILE
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == "the pile is used up"
    longer = arrange(start(), seat=0, hand="2 3 8", open_cards="4 5 6 7", pile="2 3 4")
    play(longer, "build 2,3", "draw 4 5")
    assert longer.to_act == 1


@pytest.mark.parametrize(("seats", "turns"), [(2, 27), (3, 40), (4, 38), (5, 60), (6, 58)])
def test_tb_34_turns_of_the_longest_match(seats: int, turns: int) -> None:
    # Only single stones in the first rows: no six stones anywhere.
    state = start(seats, 1)
    taken = [0] * seats
    while state.to_act is not None:
        assert state.full.bit_count() <= seats
        if state.decision == "action":
            taken[state.turn_seat] += 1
            special = [m for m in legal(state) if not m.startswith("build")]
            play(state, special[-1] if special else legal(state)[0])
        else:
            play(state, legal(state)[0])
    assert state.ending == pb.ENDING_PILE
    assert sum(taken) == state.turn + 1 == turns
    shares = sorted(taken, reverse=True)
    assert shares[0] - shares[-1] <= 1
    if seats == 3:
        assert shares == [14, 13, 13]


def six(count: int) -> dict[str, str]:
    """That many towers of six stones."""
    return {f"8,{column}": "101101" for column in range(2, 2 + count)}


@pytest.mark.parametrize("roof", ["", "^"])
@pytest.mark.parametrize("zone", ["", "7,2"])
def test_tb_35_more_towers_of_six_than_seats_end_the_match(roof: str, zone: str) -> None:
    towers = {name: text + roof for name, text in six(3).items()} | {"2,3": "12121"}
    state = arrange(start(), seat=0, hand="2 3 7", towers=towers, zone=zone, open_cards="4 5 6 7")
    pile = state.pile
    play(state, "build 2,3")
    # The draw comes before the end, the refill does not.
    assert state.decision == "draw"
    events = play(state, "draw 4 5")
    assert kinds(events) == ["cards_drawn", "towers_scored", "match_ended"]
    assert state.ending == pb.ENDING_TOWERS
    assert state.pile == pile
    assert len(state.open_cards) == 2
    assert len(state.scorings) == 1
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == "more towers of six stones than seats"


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_tb_35_as_many_towers_as_seats_do_not(seats: int) -> None:
    towers = six(seats - 1) | {"2,3": "01010", "2,8": "1100^", "3,8": "11000^"}
    state = arrange(start(seats), seat=0, hand="2 3 7", towers=towers)
    play(state, "build 2,3")
    draw_any(state)
    assert state.to_act == 1
    arrange(state, hand="2 4 7", towers={"2,4": "01010"})
    play(state, "build 2,4")
    draw_any(state)
    assert state.ending == pb.ENDING_TOWERS


def test_tb_35_a_scoring_card_on_top_is_not_scored_twice() -> None:
    state = arrange(
        start(),
        seat=0,
        hand="2 3 7",
        towers=six(3) | {"2,3": "12121"},
        open_cards="4 5 6 7",
        pile="W 2 3 4",
    )
    play(state, "build 2,3", "draw 4 5")
    assert len(state.scorings) == 1


def scored(*seats: tuple[int, int]) -> tuple[SeatScoring, ...]:
    return tuple(SeatScoring(*seat) for seat in seats)


def places(
    scorings: list[tuple[SeatScoring, ...]], tokens: list[int], stones: list[int]
) -> list[int]:
    return [seat.placement for seat in rank(scorings, tokens, stones, "").seats]


def test_tb_36_most_points_win() -> None:
    scorings = [scored((5, 2), (3, 1), (4, 1)), scored((0, 0), (9, 1), (0, 0))]
    outcome = rank(scorings, [0, 0, 0], [1, 2, 3], "why")
    assert [seat.score for seat in outcome.seats] == [5, 12, 4]
    assert [seat.placement for seat in outcome.seats] == [2, 1, 3]
    assert outcome.reason == "why"


def test_tb_36_then_scoring_towers_of_the_last_scoring() -> None:
    scorings = [scored((5, 2), (0, 0), (2, 1)), scored((4, 1), (9, 2), (7, 3))]
    assert places(scorings, [0, 0, 0], [9, 0, 0]) == [3, 2, 1]


def test_tb_36_then_stones_left_then_shared() -> None:
    scorings = [scored((4, 2), (4, 2), (4, 2), (4, 1))]
    assert places(scorings, [0] * 4, [3, 8, 3, 9]) == [2, 1, 2, 4]
    assert places(scorings[:1], [0] * 4, [3, 3, 3, 9]) == [1, 1, 1, 4]


def test_tb_37_tokens_count_at_the_end() -> None:
    scorings = [scored((4, 2), (3, 2))]
    assert [seat.score for seat in rank(scorings, [0, 2], [0, 0], "").seats] == [4, 5]
