"""The course of a turn (rules 9-29, 35)."""

import pytest
from podesta.patrician.v1 import patrician_pb2 as pb

from referee.games.patrician import GAME, PatricianState
from tests.referee.games.patrician.positions import (
    arrange,
    city,
    hand,
    kinds,
    no_face_up,
    plate,
    play,
    start,
    tokens,
)


def texts(state: PatricianState) -> list[str]:
    return state.legal_texts()


def test_rule_09_the_order_of_a_turn() -> None:
    state = arrange(start(), seat=0, hand="LU5 BO3 RO5", face_up={"Lucca": "LU1"}, pile="SI1 SI2")
    arrange(state, build={"Milano": ("01", "")})
    events = play(state, "card LU5", "site 1", "move Milano 1")
    assert kinds(events) == [
        "card_played",
        "floors_placed",
        "card_taken",
        "floor_moved",
        "card_turned_up",
    ]
    assert (state.turn, state.turn_seat, state.decision) == (1, 1, "card")


def test_rule_10_a_card_of_the_hand_onto_the_own_stack() -> None:
    state = arrange(start(), seat=1, hand="BO3 RO5 SI3")
    assert texts(state) == ["card BO3", "card RO5", "card SI3"]
    events = play(state, "card RO5")
    assert hand(state, 1) == ["BO3", "SI3"]
    assert [state.variant.cards[c].name for c in state.stacks[1]] == ["RO5"]
    assert events[0].card_played == pb.CardPlayed(seat=1, card="RO5")


def test_rule_10_other_cards_are_refused() -> None:
    state = arrange(start(), seat=1, hand="BO3 RO5 SI3")
    assert state.validate(GAME.parse_move("card SI4")) == "SI4 is not in the hand"


def test_rule_11_two_crests_two_floors() -> None:
    # Michael builds one floor on each site of Ferrara.
    state = arrange(start(), seat=2, hand="FE1 BO3 RO5")
    play(state, "card FE1")
    assert texts(state) == ["site 11", "site 12"]
    events = play(state, "site 12")
    assert city(state, "Ferrara") == ("2", "2")
    placed = pb.FloorsPlaced(owner=2, city="Ferrara", sites=[1, 2])
    assert events[0].floors_placed == placed


def test_rule_11_one_crest_one_floor() -> None:
    state = arrange(start(), seat=2, hand="FE3 BO3 RO5")
    play(state, "card FE3", "site 1")
    assert city(state, "Ferrara") == ("2", "")


def test_rule_12_on_top_of_other_colours() -> None:
    state = arrange(start(), seat=1, hand="FE3 BO3 RO5", build={"Ferrara": ("0", "")})
    play(state, "card FE3", "site 1")
    assert city(state, "Ferrara") == ("01", "")


def test_rule_13_both_on_one_site() -> None:
    state = arrange(start(), seat=1, hand="RO1 BO3 RO5", build={"Roma": ("0", "2")})
    play(state, "card RO1")
    assert texts(state) == ["site 11", "site 12", "site 22"]
    play(state, "site 22")
    assert city(state, "Roma") == ("0", "211")


def test_rule_13_as_many_sites_as_crests() -> None:
    state = arrange(start(), seat=1, hand="RO1 BO3 RO5", build={"Roma": ("0", "2")})
    play(state, "card RO1")
    reason = state.validate(GAME.parse_move("site 1"))
    assert reason == "the card has 2 crests, so that many sites are to be named"


@pytest.mark.parametrize(("floors", "complete"), [("00101", True), ("0010", False)])
def test_rule_14_seven_floors_complete_a_city_of_seven(floors: str, complete: bool) -> None:
    state = arrange(start(), seat=1, hand="SI3 BO3 RO5", build={"Siena": (floors, "2")})
    events = play(state, "card SI3", "site 2")
    assert ("city_scored" in kinds(events)) == complete
    assert (tokens(state, "Siena") != (-1, -1)) == complete


def test_rule_15_the_last_floor_to_the_empty_site() -> None:
    state = arrange(start(), seat=0, hand="VR2 BO3 RO5", build={"Verona": ("0101", "")})
    play(state, "card VR2")
    assert texts(state) == ["site 2"]
    reason = state.validate(GAME.parse_move("site 1"))
    assert reason == "the last floor of Verona must go to its empty site"


def test_rule_15_not_before_the_last_floor() -> None:
    state = arrange(start(), seat=0, hand="VR2 BO3 RO5", build={"Verona": ("010", "")})
    play(state, "card VR2")
    assert texts(state) == ["site 1", "site 2"]


def test_rule_16_second_of_two_floors() -> None:
    state = arrange(start(), seat=0, hand="SI1 BO3 RO5", build={"Siena": ("01010", "")})
    play(state, "card SI1")
    assert texts(state) == ["site 12", "site 22"]


def test_ruling_07_empty_sites_are_one_option() -> None:
    state = arrange(start(), seat=0, hand="VR2 BO3 RO5")
    play(state, "card VR2")
    assert texts(state) == ["site 1"]
    reason = state.validate(GAME.parse_move("site 2"))
    assert reason == "both sites of Verona are empty and alike: the first floor goes to site 1"


def test_rule_17_the_card_of_the_city_built_in() -> None:
    state = arrange(start(), seat=0, hand="VR2 BO3 RO5", face_up={"Verona": "SI1"})
    events = play(state, "card VR2", "site 1")
    assert "SI1" in hand(state, 0)
    taken = pb.CardTaken(seat=0, city="Verona", card="SI1")
    assert taken in [event.card_taken for event in events]
    assert state.decision == "card"


def test_rule_18_any_card_where_that_city_has_none() -> None:
    state = arrange(start(), seat=0, hand="VR2 BO3 RO5", pile="", face_up=no_face_up(start()))
    arrange(state, face_up={"Roma": "SI1", "Parma": "LU1"})
    play(state, "card VR2", "site 1")
    assert state.decision == "take"
    assert texts(state) == ["take Parma", "take Roma"]
    assert state.validate(GAME.parse_move("take Siena")) == "there is no face-up card at Siena"
    play(state, "take Roma")
    assert hand(state, 0) == ["BO3", "RO5", "SI1"]
    assert plate(state, "Parma") == "LU1"
    assert plate(state, "Roma") == ""


def test_rule_18_happens_only_with_an_empty_pile() -> None:
    for seed in range(40):
        state = start(3, seed)
        while state.to_act is not None:
            any_card = state.played >= 0 and state.variant.special[state.played] == "any"
            if state.decision == "take" and not any_card:
                assert not state.pile
            state.apply(state.legal_move(seed % state.legal_count()))


def test_rule_19_no_card_left_to_take() -> None:
    state = arrange(start(), pile="", face_up=no_face_up(start()))
    sizes: list[int] = []
    while state.to_act == state.start_seat or len(sizes) < 4:
        if state.turn_seat == state.start_seat and state.decision == "card":
            sizes.append(len(hand(state, state.start_seat)))
        if state.to_act is None:
            break
        state.apply(state.legal_move(0))
    assert sizes[:3] == [3, 2, 1]
    assert hand(state, state.start_seat) == []
    assert state.to_act is None


def test_rule_20_any_card_takes_from_any_city() -> None:
    state = arrange(start(), seat=0, hand="RO7 BO3 SI3", face_up={"Milano": ""})
    play(state, "card RO7", "site 1")
    assert state.decision == "take"
    cities = [c.name for c in state.variant.cities if c.name != "Milano"]
    assert texts(state) == [f"take {name}" for name in cities]
    assert "take Roma" in texts(state)


def move_card_position() -> PatricianState:
    state = arrange(start(), seat=0, hand="LU5 BO3 SI3")
    arrange(state, build={"Milano": ("01", ""), "Parma": ("1", "22"), "Lucca": ("0", "1")})
    play(state, "card LU5", "site 1")
    return state


def test_rule_21_the_top_floor_changes_its_site() -> None:
    # Mary (0) moves the black floor (1) from her tower to the empty site of Milano.
    state = move_card_position()
    assert texts(state) == ["move Milano 1", "pass"]
    events = play(state, "move Milano 1")
    assert city(state, "Milano") == ("0", "1")
    moved = pb.FloorMoved(seat=0, owner=1, city="Milano", from_site=1)
    assert events[0].floor_moved == moved


def test_rule_21_is_optional() -> None:
    state = move_card_position()
    events = play(state, "pass")
    assert city(state, "Milano") == ("01", "")
    assert events[0].passed == pb.Passed(seat=0, decision="move")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("move Lucca 1", "Lucca is the city built in this turn"),
        ("move Parma 1", "none of your floors is in Parma"),
        ("move Milano 2", "site 2 of Milano is empty"),
        ("move Pistoia 1", "Pistoia is not on this board"),
        ("site 1", "'site 1' answers another question: 'move CITY SITE'"),
    ],
)
def test_rules_22_to_24_what_may_not_be_moved(text: str, reason: str) -> None:
    state = move_card_position()
    told = state.validate(GAME.parse_move(text))
    assert told is not None
    assert told.startswith(reason)


def test_rule_22_not_in_the_city_built() -> None:
    state = move_card_position()
    assert not any("Lucca" in text for text in texts(state))


def test_rule_23_only_where_the_mover_has_a_floor() -> None:
    state = move_card_position()
    assert not any("Parma" in text for text in texts(state))


def test_rule_23_ruling_04_the_floor_may_be_in_either_tower() -> None:
    state = arrange(start(), seat=0, hand="LU5 BO3 SI3", build={"Roma": ("0", "12")})
    play(state, "card LU5", "site 1")
    assert texts(state) == ["move Roma 1", "move Roma 2", "pass"]


def test_rule_24_never_to_another_city() -> None:
    # A text names one city and the site that the floor leaves: there is no other to go to.
    state = move_card_position()
    play(state, "move Milano 1")
    floors = sum(len(a) + len(b) for a, b in state.towers)
    assert floors == 2 + 3 + 3


def test_rule_25_never_in_a_scored_city() -> None:
    state = arrange(start(), seat=0, hand="LU5 BO3 SI3", build={"Verona": ("010", "1")})
    arrange(state, build={"Roma": ("0", "")})
    other = state.clone()
    state.tokens[state.variant.city_number["Verona"]] = (0, 1)
    play(state, "card LU5", "site 1")
    assert texts(state) == ["move Roma 1", "pass"]
    assert state.validate(GAME.parse_move("move Verona 1")) == "Verona has been scored"
    play(other, "card LU5", "site 1")
    assert texts(other) == ["move Verona 1", "move Verona 2", "move Roma 1", "pass"]


def test_rule_26_nothing_to_move() -> None:
    state = arrange(start(), seat=0, hand="LU5 BO3 SI3")
    play(state, "card LU5", "site 1")
    assert state.decision == "move"
    assert texts(state) == ["pass"]


def test_ruling_03_a_move_may_empty_a_site() -> None:
    state = arrange(start(), seat=0, hand="LU5 BO3 SI3", build={"Roma": ("0", "12")})
    play(state, "card LU5", "site 1", "move Roma 1")
    assert city(state, "Roma") == ("", "120")


def test_rule_27_the_pile_replaces_the_card_taken() -> None:
    state = arrange(start(), seat=0, hand="RO7 BO3 SI3", pile="LU1 LU2")
    arrange(state, face_up={"Roma": "RO5"})
    events = play(state, "card RO7", "site 1", "take Roma")
    assert plate(state, "Roma") == "LU1"
    turned = pb.CardTurnedUp(city="Roma", card="LU1")
    assert events[-1].card_turned_up == turned
    assert len(state.pile) == 1


def test_rule_27_ruling_05_also_at_scored_cities() -> None:
    state = arrange(start(), seat=0, hand="RO7 BO3 SI3", pile="LU1", face_up={"Verona": "SI1"})
    state.tokens[state.variant.city_number["Verona"]] = (0, 1)
    play(state, "card RO7", "site 1", "take Verona")
    assert plate(state, "Verona") == "LU1"


def test_rule_28_an_empty_pile_replaces_nothing() -> None:
    state = arrange(start(), seat=0, hand="RO5 BO3 SI3", pile="", face_up={"Roma": "SI1"})
    events = play(state, "card RO5", "site 1")
    assert plate(state, "Roma") == ""
    assert "card_turned_up" not in kinds(events)


def test_rule_29_ruling_08_a_city_is_scored_before_the_take() -> None:
    state = arrange(start(), seat=0, hand="VR4 BO3 SI3", build={"Verona": ("010", "1")})
    arrange(state, build={"Roma": ("0", "")})
    events = play(state, "card VR4", "site 2")
    assert kinds(events) == ["card_played", "floors_placed", "city_scored", "card_taken"]
    assert state.decision == "move"
    assert "move Verona 1" not in texts(state)


def test_rule_30_tokens_of_siena() -> None:
    state = arrange(start(), seat=0, hand="SI3 BO3 RO5", build={"Siena": ("001", "110")})
    events = play(state, "card SI3", "site 1")
    assert city(state, "Siena") == ("0010", "110")
    assert tokens(state, "Siena") == (0, 1)
    scored = next(e.city_scored for e in events if e.HasField("city_scored"))
    assert scored == pb.CityScored(city="Siena", higher_owner=0, lower_owner=1)
    assert [seat.prestige for seat in state.public().seats] == [7, 4, 0]


def test_rule_33_both_tokens_to_one_and_the_towers_stay() -> None:
    state = arrange(start(), seat=0, hand="VR2 BO3 RO5", build={"Verona": ("00", "10")})
    play(state, "card VR2", "site 1")
    assert tokens(state, "Verona") == (0, 0)
    assert city(state, "Verona") == ("000", "10")
    assert [seat.prestige for seat in state.public().seats] == [7, 0, 0]


def test_rule_34_heights_never_equal() -> None:
    assert all(capacity % 2 for capacity in start(5).variant.capacity)


@pytest.mark.parametrize(("seats", "turns"), [(3, 48), (4, 48), (5, 55)])
def test_rule_35_the_end(seats: int, turns: int) -> None:
    for seed in range(10):
        state = start(seats, seed)
        while state.to_act is not None:
            assert state.outcome() is None
            state.apply(state.legal_move(seed % state.legal_count()))
        assert state.turn == turns - 1
        assert not state.pile
        assert all(card < 0 for card in state.plates)
        assert not any(hand(state, seat) for seat in range(seats))
        assert all(-1 not in won for won in state.tokens)
        assert state.decision == ""
        assert state.legal_moves() == ()
        assert state.validate(GAME.parse_move("pass")) == "the match is over"
