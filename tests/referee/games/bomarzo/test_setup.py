"""The set-up (rules 1-8)."""

from collections import Counter

import pytest

from referee.games import load_game
from referee.games.bomarzo import GAME
from referee.games.bomarzo.data import VILLAGE
from tests.referee.games.bomarzo.positions import (
    conserved,
    has,
    offered,
    play,
    start,
    village_of,
)


def test_registered() -> None:
    assert load_game("bomarzo") is GAME
    assert GAME.seats == (2, 3, 4)
    assert not GAME.perfect_information


@pytest.mark.parametrize("seats", GAME.seats)
def test_rule_01_the_first_player_is_drawn_and_play_is_clockwise(seats: int) -> None:
    counts = Counter(start(seats, seed).first_seat for seed in range(1000))
    # Binomial with sd below 16; 5 sd.
    assert all(abs(counts[seat] - 1000 / seats) < 80 for seat in range(seats))
    state = start(seats, 1)
    if seats == 4:
        play(state, "extra food")
    order = []
    while state.decision == "keep":
        order.append(state.to_act)
        state.apply(state.legal_move(0))
    assert order == [(state.first_seat + n) % seats for n in range(seats)]


@pytest.mark.parametrize(("seats", "pawns"), [(2, 3), (3, 3), (4, 2)])
def test_rule_02_pawns(seats: int, pawns: int) -> None:
    state = start(seats)
    assert state.pawns == state.pawns_left == [pawns] * seats


@pytest.mark.parametrize("seats", [2, 3])
def test_rule_03_one_coin_and_one_food_each(seats: int) -> None:
    state = start(seats)
    assert [has(state, seat) for seat in range(seats)] == ["FC"] * seats
    assert state.decision == "keep"


@pytest.mark.parametrize(("text", "goods"), [("extra food", "FFC"), ("extra coin", "FCC")])
def test_rule_03_the_last_of_four_takes_one_more(text: str, goods: str) -> None:
    state = start(4)
    last = (state.first_seat + 3) % 4
    assert (state.decision, state.to_act) == ("extra", last)
    assert state.legal_texts() == ["extra food", "extra coin"]
    play(state, text)
    assert [has(state, (last + 1 + n) % 4) for n in range(4)] == ["FC", "FC", "FC", goods]
    conserved(state)


def test_rule_04_workers_begin_at_step_0() -> None:
    state = start(3)
    assert [village_of(state, seat) for seat in range(3)] == [dict.fromkeys(VILLAGE, 0)] * 3


def test_rule_05_divinities_lie_in_random_order_on_their_active_side() -> None:
    states = [start(2, seed) for seed in range(800)]
    assert all(sorted(state.order) == list(range(8)) for state in states)
    assert all(state.moss == 0 for state in states)
    for place in (0, 7):
        counts = Counter(state.order[place] for state in states)
        # Binomial with sd 9.4; 5 sd.
        assert all(abs(counts[d] - 100) < 47 for d in range(8))


@pytest.mark.parametrize("seats", GAME.seats)
def test_rule_06_four_cards_dealt_one_kept(seats: int) -> None:
    state = start(seats, 3)
    if seats == 4:
        play(state, "extra coin")
    chosen = {}
    while state.decision == "keep":
        assert state.discards == 0
        seat = state.to_act
        assert seat is not None
        assert state.legal_count() == 4
        assert state.hands[seat].bit_count() == 4
        move = state.legal_move(seat)
        chosen[seat] = move.numbers[0]
        state.apply(move)
    assert state.hands == [1 << chosen[seat] for seat in range(seats)]
    assert state.discards.bit_count() == 3 * seats
    assert state.deck_left == 45 - 4 * seats
    conserved(state)


def test_rule_06_discards_are_shown_after_the_last_choice() -> None:
    state = start(2, 3)
    first = play(state, state.legal_texts()[0])
    assert [event.WhichOneof("event") for event in first] == ["card_kept", "secret"]
    second = play(state, state.legal_texts()[0])
    names = [event.WhichOneof("event") for event in second]
    assert names == ["card_kept", "secret", "deal_discarded", "deal_discarded"]
    assert [len(event.deal_discarded.cards) for event in second[2:]] == [3, 3]


def test_rule_07_two_steps() -> None:
    state = start(2, 3)
    while state.decision != "village":
        state.apply(state.legal_move(0))
    assert len(offered(state)) == 15
    first, second = state.first_seat, 1 - state.first_seat
    play(state, "village food wine")
    assert village_of(state, first) == {"food": 1, "coin": 0, "wine": 1, "card": 0, "pawn": 0}
    play(state, "village card 2")
    assert village_of(state, second)["card"] == 2
    # Step 1 of food bears a symbol, step 1 of wine none; step 2 of card one.
    assert (state.season, state.decision) == (1, "place")
    assert has(state, first) == "FFC"
    assert has(state, second) == "FC"
    assert state.hands[second].bit_count() == 2


def test_rule_08_where_order_matters_it_is_the_player_order() -> None:
    state = start(3, 5)
    seats = [(state.first_seat + n) % 3 for n in range(3)]
    asked = []
    while state.season == 0:
        asked.append((state.decision, state.to_act))
        play(state, "village food 2") if state.decision == "village" else state.apply(
            state.legal_move(0)
        )
    assert asked == [("keep", s) for s in seats] + [("village", s) for s in seats]
