"""The trade route markers (rules 53-58)."""

import pytest
from podesta.patrician.v1 import patrician_pb2 as pb

from referee.games.patrician import GAME, PatricianState
from tests.referee.games.patrician.positions import (
    ALL_OPTIONS,
    arrange,
    kinds,
    play,
    score,
    start,
)


def with_marker(state: PatricianState, *texts: str) -> None:
    """Put markers on the board, for example "Lucca-Siena trader"."""
    for text in texts:
        road, side = text.split()
        a, b = road.split("-")
        number = state.variant.road_number[a, b]
        state.marker_sides[number] = 1 if side == "trader" else -1


def asked(
    seats: int = 3, hand: str = "BO3 RO5 SI3", card: str = "BO3", *markers: str
) -> PatricianState:
    state = arrange(start(seats, trade_routes=True), seat=0, hand=hand)
    with_marker(state, *markers)
    play(state, f"card {card}", "site 1")
    return state


@pytest.mark.parametrize(("seats", "markers"), [(2, 2), (3, 2), (4, 1), (5, 1)])
def test_rule_53_markers_to_start_with(seats: int, markers: int) -> None:
    state = start(seats, trade_routes=True)
    assert state.markers_left == [markers] * seats
    assert start(seats).markers_left == [0] * seats


def test_rule_54_a_star_card_may_place_one() -> None:
    # Mary plays a star card of a third city and uses the signpost between Lucca and Siena.
    state = asked()
    assert state.decision == "marker"
    assert {"marker Lucca-Siena trader", "marker Lucca-Siena bandit", "pass"} <= set(
        state.legal_texts()
    )
    events = play(state, "marker Lucca-Siena bandit")
    placed = events[0].marker_placed
    assert (placed.seat, placed.marker.side) == (0, pb.MARKER_SIDE_BANDIT)
    assert (placed.marker.signpost.city, placed.marker.signpost.other_city) == ("Lucca", "Siena")
    assert state.markers_left == [1, 2, 2]
    assert state.turn_seat == 1
    assert len(state.public().markers) == 1


def test_rule_54_after_the_refill() -> None:
    state = arrange(start(3, trade_routes=True), seat=0, hand="BO3 RO5 SI3")
    events = play(state, "card BO3", "site 1")
    assert kinds(events) == ["card_played", "floors_placed", "card_taken", "card_turned_up"]
    assert state.decision == "marker"


def test_rule_54_is_optional() -> None:
    state = asked()
    events = play(state, "pass")
    assert events[0].passed == pb.Passed(seat=0, decision="marker")
    assert state.markers_left == [2, 2, 2]
    assert state.turn_seat == 1


def test_rule_54_only_star_cards() -> None:
    assert asked(card="RO5").decision == "card"


def test_rule_54_only_with_a_marker_left() -> None:
    state = arrange(start(3, trade_routes=True), seat=0, hand="BO3 RO5 SI3")
    state.markers_left[0] = 0
    play(state, "card BO3", "site 1")
    assert state.decision == "card"


def test_rule_54_only_with_the_module() -> None:
    state = arrange(start(3), seat=0, hand="BO3 RO5 SI3")
    play(state, "card BO3", "site 1")
    assert state.decision == "card"


def test_rule_55_neither_end_is_the_city_of_the_card() -> None:
    state = asked(3, "LU3 RO5 SI3", "LU3")
    assert not any("Lucca" in text for text in state.legal_texts())
    reason = state.validate(GAME.parse_move("marker Lucca-Siena trader"))
    assert reason == "a marker may not point at the city of the card played"


def test_rule_56_two_markers_a_city() -> None:
    state = asked(3, "BO3 RO5 SI3", "BO3", "Lucca-Siena trader", "Firenze-Siena bandit")
    assert not any("Siena" in text for text in state.legal_texts())
    reason = state.validate(GAME.parse_move("marker Siena-Roma trader"))
    assert reason == "2 markers point at Siena already"


def test_rule_56_at_either_end_of_the_signpost() -> None:
    state = asked(3, "BO3 RO5 SI3", "BO3", "Lucca-Siena trader", "Siena-Roma bandit")
    assert not any("Siena" in text for text in state.legal_texts())


def test_rule_56_one_marker_a_signpost() -> None:
    state = asked(3, "BO3 RO5 SI3", "BO3", "Lucca-Siena trader")
    assert "marker Lucca-Siena bandit" not in state.legal_texts()
    assert "marker Siena-Roma bandit" in state.legal_texts()
    reason = state.validate(GAME.parse_move("marker Lucca-Siena bandit"))
    assert reason == "the signpost Lucca-Siena has a marker"


@pytest.mark.parametrize(
    ("seats", "text"),
    [(3, "marker Lucca-Pistoia trader"), (5, "marker Lucca-Firenze trader")],
)
def test_each_board_has_its_signposts(seats: int, text: str) -> None:
    state = asked(seats)
    told = state.validate(GAME.parse_move(text))
    assert told is not None
    assert "is no signpost" in told or "there is no signpost" in told


def test_rule_57_ruling_18_a_scored_city_gets_nothing_any_more() -> None:
    state = arrange(start(3, trade_routes=True), seat=0, hand="BO3 RO5 MI3")
    score(state, "Siena", "0010", "110")
    play(state, "card BO3", "site 1", "marker Lucca-Siena trader")
    assert state.bonus == [0, 0, 0]


def completed(*markers: str, first: str = "001", second: str = "110") -> list[int]:
    """Bonus points after seat 0 completes Siena, tower 1 then being 0's, tower 2 1's."""
    state = arrange(start(3, trade_routes=True), seat=0, hand="SI3 RO5 BO3")
    arrange(state, build={"Siena": (first, second)})
    with_marker(state, *markers)
    events = play(state, "card SI3", "site 1")
    scored = next(e.city_scored for e in events if e.HasField("city_scored"))
    assert scored.bonus * 2 == sum(state.bonus)
    return state.bonus


@pytest.mark.parametrize(
    ("sides", "each"),
    [
        ("trader", 1),
        ("trader trader", 2),
        ("bandit", -1),
        ("bandit bandit", -2),
        ("trader bandit", 0),
        ("", 0),
    ],
)
def test_rule_58_each_winner_gets_the_bonus(sides: str, each: int) -> None:
    roads = ("Lucca-Siena", "Siena-Roma")
    markers = [f"{road} {side}" for road, side in zip(roads, sides.split(), strict=False)]
    assert completed(*markers) == [each, each, 0]


def test_rule_58_markers_elsewhere_do_nothing() -> None:
    assert completed("Parma-Lucca trader", "Firenze-Roma bandit") == [0, 0, 0]


def test_rule_58_ruling_19_one_winner_of_both_towers_gets_it_twice() -> None:
    markers = ("Lucca-Siena trader", "Siena-Roma trader")
    assert completed(*markers, first="000", second="100") == [4, 0, 0]


def test_rule_58_the_architetto_gets_it_too() -> None:
    state = arrange(start(2, trade_routes=True), seat=0, hand="SI1 BO3 RO5", pile="LU1 VR2 VR3")
    arrange(state, build={"Verona": ("1A", "00")})
    with_marker(state, "Milano-Verona bandit")
    play(state, "card SI1", "site 12", "architetto 1")
    assert state.bonus == [-1, 0, -1]
    assert state.public().architetto.bonus == -1


def test_no_more_than_twelve_tokens_of_a_side_can_be_needed() -> None:
    # Six markers, two cities each, two winners each: 24 bonus tokens.
    for seats in GAME.seats:
        state = start(seats, trade_routes=True)
        assert sum(state.markers_left) * 2 * 2 <= 24


def test_options_are_independent() -> None:
    for options in ALL_OPTIONS:
        variant = GAME.variant(options, 3)
        assert variant.trade_routes == (options["trade_routes"] == "true")
        assert variant.delegates == (options["delegates"] == "true")
