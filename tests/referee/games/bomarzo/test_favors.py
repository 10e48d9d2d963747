"""What the divinities do (rules 31-41)."""

import pytest

from referee.games import Event, SeededChance
from referee.games.bomarzo import GAME
from referee.games.bomarzo.data import load_data
from tests.referee.games.bomarzo.positions import (
    board,
    board_of,
    card,
    conserved,
    cubes,
    divinity,
    goods,
    hand,
    has,
    in_hand,
    kinds_of,
    lay,
    offered,
    on_top,
    play,
    play_out_cards,
    reason,
    table,
    village,
    village_of,
)


def test_rule_31_genio_draws_two_cards() -> None:
    state = table()
    goods(state, 0, "C")
    on_top(state, "Altar", "Mill", "Music")
    play(state, "place Genio", "pay C")
    assert in_hand(state, 0) == ["Altar", "Mill"]
    conserved(state)


def test_rule_32_orco_takes_one_from_each_other_divinity() -> None:
    state = table()
    lay(state, "Orco", "F", [1])
    lay(state, "Dea", "FC", [1])
    lay(state, "Genio", "C", [2])
    lay(state, "Drago", "W", [2])
    lay(state, "Balena", "FFCC", [2])
    goods(state, 0, "FF")
    play(state, "place Orco", "pay FF", "take each")
    # Genio has Coins alone; of Dea and Balena the seat chooses.
    assert (has(state, 0), state.legal_texts()) == ("C", ["one food Dea", "one coin Dea"])
    play(state, "one food Dea")
    assert "the divinity asked for" in reason(state, "one food Dea")
    play(state, "one coin Balena")
    assert has(state, 0) == "FCC"
    lying = [cubes(state, name) for name in ("Orco", "Dea", "Genio", "Drago", "Balena")]
    assert lying == ["FFF", "C", "", "W", "FFC"]
    assert state.turn_seat == 1
    conserved(state)


def test_rule_32_or_all_of_one_kind_from_one_other_divinity() -> None:
    state = table()
    lay(state, "Orco", "F", [1])
    lay(state, "Dea", "FFFCW", [1])
    lay(state, "Genio", "C", [2])
    goods(state, 0, "FF")
    play(state, "place Orco", "pay FF")
    # Never Wine, never from Orco itself (ruling 13).
    assert state.legal_texts() == [
        "take each",
        "take coin Genio",
        "take food Dea",
        "take coin Dea",
    ]
    play(state, "take food Dea")
    assert (has(state, 0), cubes(state, "Dea")) == ("FFF", "CW")


def test_rule_33_dea_moves_workers() -> None:
    state = table()
    village(state, 0, food=5, coin=6, pawn=2)
    goods(state, 0, "FC")
    play(state, "place Dea", "pay FC")
    assert offered(state, "coin") == []
    assert "village food 2" not in state.legal_texts()
    assert "beyond the end" in reason(state, "village food 2")
    play(state, "village food pawn")
    assert (village_of(state, 0)["food"], village_of(state, 0)["pawn"]) == (6, 3)
    # The pawn can be placed in this season already.
    assert (state.pawns[0], state.pawns_left[0]) == (4, 3)


def test_rule_33_a_copied_dea_gives_a_pawn_that_can_be_placed() -> None:
    state = table(2)
    village(state, 1, pawn=2)
    state.pawns_left[1], state.placements[1] = 0, 3
    goods(state, 0, "FC")
    goods(state, 1, "FCWW")
    play(state, "place Dea", "pay FC", "village food 2", "copy yes", "village pawn 2")
    assert (state.turn_seat, state.pawns_left[1]) == (1, 1)


def test_ruling_15_never_more_than_five_pawns() -> None:
    state = table()
    village(state, 0, pawn=2)
    state.pawns[0] = state.pawns_left[0] = 5
    goods(state, 0, "FC")
    play(state, "place Dea", "pay FC", "village pawn 2")
    assert (state.pawns[0], state.pawns_left[0]) == (5, 4)


@pytest.mark.parametrize(
    ("name", "kind"), [("Gigante", "building"), ("Elefante", "knowledge"), ("Balena", "character")]
)
def test_rule_34_each_kind_has_its_divinity(name: str, kind: str) -> None:
    state = table()
    cards = load_data().cards
    for each in cards:
        hand(state, 0, each.name)
        goods(state, 0, "FFFCCC")
        assert bool(offered(state, name)) == (kind in each.kinds)
    # Knowledge or building: Elefante or Gigante, not Balena.
    observatory = next(c for c in cards if c.name == "Observatory")
    assert set(observatory.kinds) == {"knowledge", "building"}


def test_rule_34_play_or_upgrade() -> None:
    state = table()
    hand(state, 0, "Mill", "Music", "Innkeeper")
    play_out_cards(state, 0, 1, "Altar", "Painter")
    goods(state, 0, "FFC")
    play(state, "place Gigante", "pay FFC")
    assert state.legal_texts() == ["play Mill", "play Innkeeper", "upgrade Altar"]
    assert "of the kind" in reason(state, "play Music")


def test_rule_35_level_1() -> None:
    # Altar: Culture 1, moon, Devotion 4.
    state = table()
    hand(state, 0, "Altar")
    goods(state, 0, "FFC")
    play(state, "place Gigante", "pay FFC", "play Altar")
    assert board_of(state, 0) == {"culture": 1, "architecture": 0, "science": 0}
    assert in_hand(state, 0) == []
    altar = load_data().cards[card(state, "Altar")]
    assert (altar.temple, altar.devotion) == ("moon", 4)
    assert kinds_of(state, 0)["building"] == 0
    conserved(state)


def test_rule_36_level_2() -> None:
    # A Knowledge card: Culture 1, Architecture 2, and Knowledge 1 at the end.
    state = table()
    hand(state, 0, "Geometry")
    goods(state, 0, "FCC")
    play(state, "place Elefante", "pay FCC", "play Geometry")
    assert board_of(state, 0) == {"culture": 0, "architecture": 0, "science": 1}
    # Ruling 17: in the same season already.
    state.turn_of = state.acting_seat = 0
    state.placed = [0] * 8
    goods(state, 0, "FFFCCC")
    play(state, "place Elefante", "pay FCC", "overpay done", "upgrade Geometry")
    assert board_of(state, 0) == {"culture": 1, "architecture": 2, "science": 1}
    assert kinds_of(state, 0) == {"building": 0, "knowledge": 1, "character": 0}
    assert state.level_1[0] == 0


def test_rule_36_the_power_can_be_used_at_once() -> None:
    # David's Painter: Culture 3, Character 1, vision.
    state = table()
    play_out_cards(state, 0, 1, "Painter")
    goods(state, 0, "FCCC")
    play(state, "place Balena", "pay FCC", "overpay done", "upgrade Painter")
    assert board_of(state, 0)["culture"] == 3
    assert kinds_of(state, 0)["character"] == 1
    state.turn_of = state.acting_seat = 0
    play(state, "place Genio", "pay C")
    assert state.decision == "vision"


def test_rule_37_double_cards_count_half_in_both_kinds() -> None:
    state = table()
    play_out_cards(state, 0, 2, "Prior")
    assert kinds_of(state, 0) == {"building": 0.5, "knowledge": 0, "character": 0.5}
    play_out_cards(state, 0, 2, "Library", "Altar")
    assert kinds_of(state, 0) == {"building": 2, "knowledge": 0.5, "character": 0.5}


def test_rule_38_the_first_on_a_point_space_gets_a_point() -> None:
    state = table()
    board(state, 0, culture=3)
    board(state, 1, culture=3)
    play_out_cards(state, 0, 1, "Bridge")
    play_out_cards(state, 1, 1, "Mill")
    for seat in (0, 1):
        goods(state, seat, "FFC")
    # Culture 3 -> 5 passes space 4.
    play(state, "place Gigante", "pay FFC", "upgrade Bridge")
    assert (state.points, board_of(state, 0)["culture"]) == ([1, 0, 0], 5)
    goods(state, 1, "FFCC")
    play(state, "place Gigante", "pay FFCC", "upgrade Mill")
    assert (state.points, board_of(state, 1)["culture"]) == ([1, 0, 0], 5)


def test_rule_38_tracks_end_at_10() -> None:
    state = table()
    board(state, 0, culture=9, architecture=6)
    play_out_cards(state, 0, 1, "Mill", "Aqueduct")
    goods(state, 0, "FFC")
    play(state, "place Gigante", "pay FFC", "upgrade Aqueduct")
    assert board_of(state, 0)["culture"] == 10
    assert state.points[0] == 1


def test_rule_39_tartaruga_turns_cards_into_steps() -> None:
    state = table()
    hand(state, 0, "Altar", "Mill", "Music")
    goods(state, 0, "F")
    play(state, "place Tartaruga", "pay F")
    assert state.legal_texts() == ["cards 1", "cards 2"]
    play(state, "cards 2", "advance culture Altar", "advance science Music")
    assert board_of(state, 0) == {"culture": 1, "architecture": 0, "science": 1}
    assert in_hand(state, 0) == ["Mill"]
    assert state.discards.bit_count() == 2
    conserved(state)


def test_rule_39_two_steps_may_go_on_one_track() -> None:
    state = table()
    hand(state, 0, "Altar", "Mill")
    goods(state, 0, "F")
    play(state, "place Tartaruga", "pay F", "cards 2")
    play(state, "advance culture Altar", "advance culture Mill")
    assert board_of(state, 0)["culture"] == 2


def test_rule_39_only_as_many_steps_as_there_are() -> None:
    state = table()
    hand(state, 0, "Altar", "Mill")
    board(state, 0, culture=9, architecture=10, science=10)
    goods(state, 0, "F")
    play(state, "place Tartaruga", "pay F")
    assert state.legal_texts() == ["cards 1"]
    play(state, "cards 1")
    assert state.legal_texts() == ["advance culture Altar", "advance culture Mill"]
    assert "reached its end" in reason(state, "advance science Mill")
    state = table()
    hand(state, 0, "Altar")
    board(state, 0, culture=10, architecture=10, science=10)
    goods(state, 0, "F")
    assert offered(state, "Tartaruga") == []


def test_rule_40_drago_hides_a_card_under_a_divinity() -> None:
    state = table()
    hand(state, 0, "Altar", "Mill")
    goods(state, 0, "C")
    play(state, "place Drago", "pay C")
    assert state.legal_count() == 16
    move = GAME.parse_move("devote Altar Genio")
    events: list[Event] = []
    state.apply(move, SeededChance(b""), events)
    assert [event.audience for event in events] == [None, frozenset({0})]
    assert b"Altar" not in events[0].message.SerializeToString()
    assert b"Altar" in events[1].message.SerializeToString()
    assert [entry[:3] for entry in state.devoted] == [
        (0, divinity(state, "Genio"), card(state, "Altar"))
    ]
    assert b"Altar" not in state.public().devoted[0].SerializeToString()
    assert list(state.private(0).devoted) == ["Altar"]
    assert list(state.private(1).devoted) == []
    conserved(state)


def test_rule_41_the_drago_power_devotes_one_more() -> None:
    state = table(2)
    hand(state, 0, "Altar", "Mill", "Music")
    play_out_cards(state, 0, 2, "Jester")
    goods(state, 0, "CC")
    play(state, "place Drago", "pay C", "overpay done", "devote Altar Genio")
    assert (state.decision, state.legal_texts()) == ("more", ["more no", "more yes"])
    play(state, "more yes", "devote Mill Dea")
    assert (len(state.devoted), state.turn_seat) == (2, 1)
    assert state.spent[0] == state.level_2[0]
    conserved(state)


def test_rule_41_it_can_be_declined() -> None:
    state = table(2)
    hand(state, 0, "Altar", "Mill")
    play_out_cards(state, 0, 2, "Jester")
    goods(state, 0, "C")
    play(state, "place Drago", "pay C", "devote Altar Genio", "more no")
    assert (len(state.devoted), state.turn_seat, state.spent[0]) == (1, 1, 0)


def test_rule_41_without_another_card_nothing_is_asked() -> None:
    state = table(2)
    hand(state, 0, "Altar")
    play_out_cards(state, 0, 2, "Jester")
    goods(state, 0, "C")
    play(state, "place Drago", "pay C", "devote Altar Genio")
    assert state.turn_seat == 1
