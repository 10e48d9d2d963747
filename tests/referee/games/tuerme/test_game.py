"""Names, options and the deal (TB-01 to TB-04)."""

from collections import Counter

import pytest
from podesta.tuerme.v1 import tuerme_pb2 as pb

from referee.games import MoveSyntaxError, OptionError, RecordedChance, SeededChance, load_game
from referee.games.tuerme import GAME, TuermeState
from referee.games.tuerme.cards import POSITIONS, SCORING
from tests.referee.games.tuerme.positions import draw_any, legal, play, start


def all_cards(state: TuermeState) -> list[int]:
    dealt = [card for cards in state.unknown_hands for card in cards]
    return sorted([*dealt, *state.open_cards, *state.pile])


def test_registered() -> None:
    assert load_game("tuerme") is GAME
    assert GAME.seats == (2, 3, 4, 5, 6)
    assert GAME.default_seats == 3
    assert not GAME.perfect_information


@pytest.mark.parametrize(
    ("seats", "positions", "specials"),
    [(2, 56, 8), (3, 84, 8), (4, 84, 8), (5, 126, 12), (6, 126, 12)],
)
def test_tb_01_two_to_six_seats_with_their_decks(seats: int, positions: int, specials: int) -> None:
    state = start(seats)
    cards = all_cards(state)
    assert sum(card in POSITIONS for card in cards) == positions
    assert set(Counter(card for card in cards if card in POSITIONS).values()) == {positions // 7}
    assert sum(7 <= card < 14 for card in cards) == specials / 2
    assert sum(14 <= card < 21 for card in cards) == specials / 2
    assert cards.count(SCORING) == 2


@pytest.mark.parametrize("seats", GAME.seats)
def test_tb_01_the_start_seat_is_drawn_and_play_is_clockwise(seats: int) -> None:
    deals = 1000
    states = [start(seats, seed) for seed in range(deals)]
    counts = Counter(state.start_seat for state in states)
    # sd at most 16; 5 sd.
    assert all(abs(counts[seat] - deals / seats) < 80 for seat in range(seats))
    state = states[0]
    order = []
    for _ in range(2 * seats):
        order.append(state.turn_seat)
        while state.decision != "draw":
            state.apply(state.legal_move(0))
        draw_any(state)
    assert order == [(state.start_seat + n) % seats for n in range(2 * seats)]


@pytest.mark.parametrize("seats", GAME.seats)
def test_tb_02_thirty_stones_and_four_roofs_each(seats: int) -> None:
    state = start(seats)
    assert state.stones_left == [30] * seats
    assert state.roofs_left == [4] * seats
    assert [seat.score for seat in state.public().seats] == [0] * seats
    if seats == 3:
        assert sum(state.stones_left) == 90


@pytest.mark.parametrize("seats", GAME.seats)
def test_tb_03_no_special_card_in_a_hand_or_open_at_the_start(seats: int) -> None:
    for seed in range(50):
        state = start(seats, seed)
        assert [len(cards) for cards in state.unknown_hands] == [3] * seats
        assert len(state.open_cards) == 4
        dealt = [*state.open_cards, *(card for cards in state.unknown_hands for card in cards)]
        assert all(card in POSITIONS for card in dealt)


def test_tb_03_every_card_comes_to_every_place_equally_often() -> None:
    deals = 2000
    hands: Counter[int] = Counter()
    tops: Counter[int] = Counter()
    for seed in range(deals):
        state = start(3, seed)
        hands.update(state.unknown_hands[1])
        tops[state.pile[0]] += 1
    # 3 cards of 7 kinds: about 857 each, sd below 28; 5 sd.
    assert all(abs(hands[card] - deals * 3 / 7) < 140 for card in POSITIONS)
    # 71 of 79 cards of the pile are position cards, 8 special; sd below 22.
    assert all(abs(tops[card] - deals * 71 / 79 / 7) < 80 for card in POSITIONS)
    specials = sum(count for card, count in tops.items() if card not in POSITIONS)
    assert abs(specials - deals * 8 / 79) < 70


@pytest.mark.parametrize(
    ("seats", "first", "second", "pile"),
    [
        (2, range(15, 22), range(33, 40), 56),
        (3, range(23, 30), range(50, 57), 81),
        (4, range(22, 29), range(48, 55), 78),
        (5, range(37, 44), range(76, 83), 121),
        (6, range(36, 43), range(74, 81), 118),
    ],
)
def test_tb_04_scoring_cards_lie_about_a_third_and_two_thirds_down(
    seats: int, first: range, second: range, pile: int
) -> None:
    above: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    deals = 700
    for seed in range(deals):
        state = start(seats, seed)
        assert len(state.pile) == pile
        one, two = (n for n, card in enumerate(state.pile) if card == SCORING)
        above[0][one] += 1
        above[1][two - 1] += 1
    for counts, expected in zip(above, (first, second), strict=True):
        assert set(counts) == set(expected)
        # 100 each, sd 9.3; 5 sd.
        assert all(abs(count - deals / 7) < 47 for count in counts.values())


def test_deal_is_a_function_of_its_draws() -> None:
    chance = SeededChance(b"deal")
    first = GAME.initial_state({}, 4, chance)
    recorded = RecordedChance(chance.draws)
    again = GAME.initial_state({}, 4, recorded)
    assert recorded.unused == 0
    assert first.digest() == again.digest()
    # The start seat, 83 for the position cards, 75 for the pile, 2 for the scoring cards.
    assert len(chance.draws) == 1 + 83 + 75 + 2


def test_nothing_is_drawn_after_the_deal() -> None:
    state = start(2, 3)
    while state.to_act is not None:
        play(state, legal(state)[-1])


def test_options_have_defaults() -> None:
    assert GAME.parse_options({}, 3) == {"sammel": "false"}
    assert GAME.parse_options({"sammel": "true"}, 6) == {"sammel": "true"}


@pytest.mark.parametrize(
    ("given", "seats", "parts"),
    [
        ({}, 7, ["seats", "2, 3, 4, 5, 6"]),
        ({}, 1, ["seats", "2, 3, 4, 5, 6"]),
        ({"tokens": "true"}, 3, ["tokens", "sammel"]),
        ({"sammel": "yes"}, 3, ["sammel", "'yes'", "false, true"]),
    ],
)
def test_bad_options_are_named(given: dict[str, str], seats: int, parts: list[str]) -> None:
    with pytest.raises(OptionError) as caught:
        GAME.parse_options(given, seats)
    for part in parts:
        assert part in str(caught.value)


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(OptionError) as caught:
        GAME.initial_state({"x": "1", "sammel": "2"}, 9, SeededChance(b""))
    assert len(caught.value.problems) == 3


def test_data_message_holds_everything() -> None:
    data = GAME.data({})
    assert isinstance(data, pb.TuermeData)
    assert [list(deck.seats) for deck in data.decks] == [[2], [3, 4], [5, 6]]
    deck = {pile.card: pile.count for pile in data.decks[2].cards}
    assert deck["2"] == 18
    assert [deck[f"P{n}"] for n in (3, 4, 6, 7)] == [1, 2, 2, 1]
    assert "P5" not in deck
    assert (data.stones, data.roofs, data.tokens) == (30, 4, 24)
    assert (data.hand_cards, data.open_cards, data.most_stones) == (3, 4, 6)
    assert (data.scoring_cards, data.scoring_spread) == (2, 3)


def test_parse_move_refuses_what_is_no_move() -> None:
    with pytest.raises(MoveSyntaxError, match="draw CARD CARD"):
        GAME.parse_move("draw 9 9")
