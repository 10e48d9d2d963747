"""Names, options and the deal (rules 1-8)."""

from collections import Counter

import pytest
from podesta.patrician.v1 import patrician_pb2 as pb

from referee.games import MoveSyntaxError, OptionError, RecordedChance, SeededChance, load_game
from referee.games.patrician import GAME
from tests.referee.games.patrician.positions import PLAIN, hand, start

TOTALS = {2: (48, 18), 3: (48, 18), 4: (48, 18), 5: (55, 20)}


def test_registered() -> None:
    assert load_game("patrician") is GAME
    assert GAME.seats == (2, 3, 4, 5)
    assert not GAME.perfect_information


@pytest.mark.parametrize("seats", GAME.seats)
def test_rule_01_pistoia_only_with_five(seats: int) -> None:
    state = start(seats)
    variant = state.variant
    cards = [c for cards in state.unknown_hands for c in cards]
    cards += [*state.plates, *state.aside, *state.pile]
    assert sorted(cards) == list(range(len(variant.cards)))
    assert (len(cards), 2 * len(variant.cities)) == TOTALS[seats]
    assert ("Pistoia" in variant.city_number) == (seats == 5)
    assert any(card.city == "Pistoia" for card in variant.cards) == (seats == 5)


def test_rule_02_two_tokens_a_city() -> None:
    variant = start(5).variant
    tokens = dict(zip([c.name for c in variant.cities], variant.tokens, strict=True))
    assert tokens["Siena"] == (7, 4)
    assert tokens["Roma"] == (9, 6)
    assert tokens["Verona"] == (5, 2)
    assert len(tokens) == 10
    for city in variant.cities:
        assert (city.higher, city.lower) == (city.capacity, city.capacity - 3)


@pytest.mark.parametrize("seats", GAME.seats)
def test_rule_03_three_star_cards_each(seats: int) -> None:
    for seed in range(30):
        state = start(seats, seed)
        for cards in state.unknown_hands:
            assert len(cards) == 3
            assert all(state.variant.star[card] for card in cards)


def test_rule_03_every_star_card_is_dealt_equally_often() -> None:
    deals = 3000
    counts = Counter(card for seed in range(deals) for card in start(3, seed).unknown_hands[1])
    stars = start(3).variant.star_cards
    assert set(counts) == set(stars)
    # Each of 15 cards in 1 of 5 hands: binomial with sd sqrt(3000 * .2 * .8) = 22; 5 sd.
    assert all(abs(n - deals / 5) < 110 for n in counts.values())


@pytest.mark.parametrize(("seats", "left"), [(2, 9), (3, 6), (4, 3), (5, 2)])
def test_rule_04_other_star_cards_are_in_the_pile(seats: int, left: int) -> None:
    state = start(seats)
    rest = [*state.plates, *state.aside, *state.pile]
    assert sum(state.variant.star[card] for card in rest) == left


@pytest.mark.parametrize(("seats", "pile"), [(2, 30), (3, 30), (4, 27), (5, 30)])
def test_rule_05_one_card_at_each_city(seats: int, pile: int) -> None:
    state = start(seats)
    assert len(state.pile) == pile
    assert len(state.plates) == len(state.variant.cities)
    assert min(state.plates) >= 0


@pytest.mark.parametrize("seats", GAME.seats)
def test_rule_06_the_start_seat_is_drawn_and_play_is_clockwise(seats: int) -> None:
    states = [start(seats, seed) for seed in range(2000)]
    counts = Counter(state.start_seat for state in states)
    # sd below 23; 5 sd.
    assert all(abs(counts[seat] - 2000 / seats) < 115 for seat in range(seats))
    state = states[0]
    order: list[int] = []
    while len(order) < 2 * seats:
        if state.decision == "card":
            order.append(state.turn_seat)
        state.apply(state.legal_move(0))
    assert order == [(state.start_seat + n) % seats for n in range(2 * seats)]


def test_rule_07_three_cards_are_set_aside_beside_the_architetto() -> None:
    state = start(2)
    assert len(state.pile) == 30
    assert len(state.aside) == 3
    assert [len(hand(state, seat)) for seat in (0, 1)] == [3, 3]
    assert len(state.plates) == 9
    public = state.public()
    assert public.architetto.unknown_cards == 3
    assert [seat.unknown_hand for seat in public.seats] == [3, 3]


def test_rule_08_no_colours() -> None:
    # Owners are numbers and cities are names; nothing joins the two.
    names = {
        name
        for message in (pb.PatricianData, pb.City, pb.SeatState, pb.CityState)
        for name in message.DESCRIPTOR.fields_by_name
    }
    assert not any("colo" in name for name in names)


def test_deal_is_a_function_of_its_draws() -> None:
    chance = SeededChance(b"deal")
    first = GAME.initial_state(PLAIN, 4, chance)
    recorded = RecordedChance(chance.draws)
    again = GAME.initial_state(PLAIN, 4, recorded)
    assert recorded.unused == 0
    assert first.digest() == again.digest()


def test_options_have_defaults() -> None:
    assert GAME.parse_options({}, 3) == {"trade_routes": "false", "delegates": "false"}
    given = {"delegates": "true"}
    assert GAME.parse_options(given, 5) == {"trade_routes": "false", "delegates": "true"}


@pytest.mark.parametrize(
    ("given", "seats", "parts"),
    [
        ({}, 6, ["seats", "2, 3, 4, 5"]),
        ({}, 1, ["seats", "2, 3, 4, 5"]),
        ({"routes": "true"}, 3, ["routes", "trade_routes, delegates"]),
        ({"delegates": "yes"}, 3, ["delegates", "'yes'", "false, true"]),
    ],
)
def test_bad_options_are_named(given: dict[str, str], seats: int, parts: list[str]) -> None:
    with pytest.raises(OptionError) as caught:
        GAME.parse_options(given, seats)
    for part in parts:
        assert part in str(caught.value)


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(OptionError) as caught:
        GAME.initial_state({"x": "1", "delegates": "2"}, 9, SeededChance(b""))
    assert len(caught.value.problems) == 3


def test_data_message_holds_everything() -> None:
    data = GAME.data(PLAIN)
    assert isinstance(data, pb.PatricianData)
    assert (len(data.cities), len(data.cards)) == (10, 55)
    assert (len(data.signposts), len(data.signposts_five_seats)) == (14, 15)
    assert dict(data.markers_by_seats) == {2: 2, 3: 2, 4: 1, 5: 1}
    card = next(c for c in data.cards if c.name == "FI6")
    assert list(card.portraits) == [pb.PORTRAIT_LADY, pb.PORTRAIT_LADY]
    assert [d.tie_city for d in data.minor_delegates] == ["Ferrara", "Lucca", "Roma"]


def test_parse_move_refuses_what_is_no_move() -> None:
    with pytest.raises(MoveSyntaxError, match="card CARD"):
        GAME.parse_move("card XX9")
