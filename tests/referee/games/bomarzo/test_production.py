"""Production and seasons (rules 9-13, 42-44)."""

from referee.games.bomarzo.variant import VISION
from tests.referee.games.bomarzo.positions import (
    conserved,
    deck,
    discard_pile,
    divinity,
    end_season,
    goods,
    has,
    in_hand,
    lay,
    offered,
    on_top,
    play,
    play_out_cards,
    table,
    village,
)


def test_rule_09_active_symbols_give_one_each() -> None:
    state = table()
    village(state, 0, food=3, coin=1, wine=2)
    village(state, 1, food=5, coin=4, wine=1)
    village(state, 2, card=5)
    end_season(state)
    assert has(state, 0) == "FFCW"
    assert has(state, 1) == "FFFCC"
    assert (has(state, 2), len(in_hand(state, 2))) == ("", 3)
    conserved(state)


def test_rule_10_level_2_cards_add_their_income() -> None:
    state = table()
    # Fountain gives food, Grotto a coin, Theatre wine, Chapel a card, Altar nothing.
    play_out_cards(state, 0, 2, "Fountain", "Grotto", "Theatre", "Chapel")
    play_out_cards(state, 1, 1, "Mill", "Altar", "Astronomy", "Botany")
    end_season(state)
    assert (has(state, 0), len(in_hand(state, 0))) == ("FCW", 1)
    assert (has(state, 1), in_hand(state, 1)) == ("", [])


def test_rule_11_the_discards_become_the_deck() -> None:
    state = table(seat=2)
    deck(state, "Altar")
    village(state, 0, card=3)
    before = state.discards.bit_count()
    end_season(state)
    assert len(in_hand(state, 0)) == 2
    assert "Altar" in in_hand(state, 0)
    assert (state.discards, state.deck_left) == (0, before - 1)
    assert len(state.shuffles) == 2
    conserved(state)


def test_rule_11_without_any_card_none_is_drawn() -> None:
    state = table()
    everything = [name for name in state.variant.card_names if name != "Altar"]
    play_out_cards(state, 1, 1, *everything)
    deck(state, "Altar")
    village(state, 0, card=5)
    end_season(state)
    assert in_hand(state, 0) == ["Altar"]
    assert state.decision == "place"


def test_rule_12_vision_draws_two_more_and_discards_them() -> None:
    state = table()
    play_out_cards(state, 0, 2, "Painter")
    goods(state, 0, "C")
    on_top(state, "Altar", "Bridge", "Mill", "Music")
    play(state, "place Genio", "pay C")
    assert (state.decision, state.legal_texts()) == ("vision", ["vision no", "vision yes"])
    play(state, "vision yes")
    assert (state.decision, in_hand(state, 0)) == ("discard", [])
    assert offered(state) == ["discard Altar", "discard Bridge", "discard Mill", "discard Music"]
    play(state, "discard Bridge", "discard Music")
    assert in_hand(state, 0) == ["Altar", "Mill"]
    assert state.spent[0] == state.level_2[0]
    conserved(state)


def test_rule_12_vision_can_be_declined_and_kept() -> None:
    state = table()
    play_out_cards(state, 0, 2, "Painter")
    goods(state, 0, "C")
    play(state, "place Genio", "pay C", "vision no")
    assert len(in_hand(state, 0)) == 2
    assert state.spent[0] == 0


def test_rule_12_with_fewer_cards_left_up_to_n_are_kept() -> None:
    for left, discards in ((("Altar", "Bridge", "Mill"), 1), (("Altar", "Bridge"), 0)):
        state = table()
        play_out_cards(state, 0, 2, "Painter")
        rest = [n for n in state.variant.card_names if n not in (*left, "Painter")]
        play_out_cards(state, 1, 1, *rest)
        deck(state, *left)
        goods(state, 0, "C")
        play(state, "place Genio", "pay C", "vision yes")
        for _ in range(discards):
            assert state.decision == "discard"
            play(state, "discard Altar")
        assert in_hand(state, 0) == ["Altar", "Bridge", "Mill"][discards : len(left)]
        assert state.turn_seat == 1


def test_rule_12_vision_serves_the_whole_batch_of_production() -> None:
    state = table(seat=2)
    play_out_cards(state, 0, 2, "Painter", "Chapel")
    village(state, 0, card=2)
    end_season(state)
    assert (state.decision, state.to_act, state.count_due) == ("vision", 0, 2)
    play(state, "vision yes")
    assert state.drawn.bit_count() == 4
    while state.decision == "discard":
        state.apply(state.legal_move(0))
    assert (len(in_hand(state, 0)), state.decision) == (2, "place")
    assert state.spent[0].bit_count() == 1
    assert VISION == 4


def test_rule_13_wine_stands_for_food_or_coins() -> None:
    state = table()
    goods(state, 0, "W")
    lay(state, "Dea", "F", [1])
    play(state, "place Orco")
    assert state.legal_texts() == ["pay W"]
    play(state, "pay W", "take each")
    assert has(state, 0) == "F"
    state = table()
    goods(state, 0, "WW")
    play(state, "place Dea")
    assert state.legal_texts() == ["pay WW"]


def test_rule_42_moss() -> None:
    state = table()
    state.moss = 1 << divinity(state, "Orco") | 1 << divinity(state, "Dea")
    lay(state, "Genio", "C", [0])
    lay(state, "Orco", "", [0])
    end_season(state)
    moss = {name for n, name in enumerate(state.variant.divinity_names) if state.moss >> n & 1}
    # Used active stays active, used moss becomes active, unused moss stays, unused active changes.
    assert "Genio" not in moss
    assert "Orco" not in moss
    assert "Dea" in moss
    assert "Drago" in moss
    assert len(moss) == 6


def test_rule_43_pawns_go_home_cubes_to_the_reserve_and_cards_are_ready() -> None:
    state = table()
    play_out_cards(state, 0, 2, "Painter")
    goods(state, 0, "C")
    play(state, "place Genio", "pay C", "vision yes")
    while state.decision == "discard":
        state.apply(state.legal_move(0))
    lay(state, "Dea", "FFW", [1])
    state.passed = 2
    end_season(state)
    assert state.cubes == [0] * 24
    assert state.placed == [0] * 8
    assert state.spent == [0, 0, 0]
    assert (state.pawns_left, state.placements, state.passed) == ([3] * 3, [0] * 3, 0)
    conserved(state)


def test_rule_44_the_first_player_card_goes_round() -> None:
    for seats in (2, 3, 4):
        state = table(seats, seat=1)
        first = state.first_seat
        for season in range(1, 9):
            assert state.season == season
            assert state.first_player == (first + season - 1) % seats
            assert state.turn_seat == state.first_player
            end_season(state)
        assert state.to_act is None
        assert state.season == 8


def test_shortages_are_served_in_player_order() -> None:
    state = table(seat=0)
    goods(state, 2, "W" * 15)
    for seat in (0, 1):
        village(state, seat, wine=3)
    end_season(state)
    # Seat 1 is the first player of the next season and gets the last cube.
    assert (has(state, 1), has(state, 0)) == ("W", "")


def test_discards_are_not_drawn_while_the_deck_lasts() -> None:
    state = table()
    discard_pile(state, "Altar")
    goods(state, 0, "C")
    play(state, "place Genio", "pay C")
    assert "Altar" not in in_hand(state, 0)
