"""The end (rules 45-53)."""

import pytest

from referee.games.bomarzo import BomarzoState
from referee.games.bomarzo.scoring import FinalCount, count
from tests.referee.games.bomarzo.positions import (
    board,
    divinity,
    end_season,
    goods,
    play_out_cards,
    table,
    under,
)


def ended(state: BomarzoState) -> FinalCount:
    """The count, were this the end."""
    return count(state)


def positions(state: BomarzoState) -> list[str]:
    return [state.variant.divinity_names[each.divinity] for each in ended(state).divinities]


def put_first(state: BomarzoState, *names: str) -> None:
    """Divinities in the first positions of the set-up."""
    numbers = [divinity(state, name) for name in names]
    state.order = (*numbers, *(n for n in state.order if n not in numbers))


def points_of(state: BomarzoState, name: str) -> tuple[int, ...]:
    return next(e.points for e in ended(state).divinities if e.divinity == divinity(state, name))


def test_rule_45_devotion_orders_the_divinities() -> None:
    # Balena 4 + 5, Orco 2 + 5, Gigante 3; the rest stays as it was.
    state = table()
    put_first(state, "Genio", "Gigante", "Dea", "Orco", "Elefante", "Balena", "Drago", "Tartaruga")
    under(state, 0, "Balena", "Altar")
    under(state, 1, "Balena", "Botany")
    under(state, 2, "Orco", "Mill", "Music")
    under(state, 0, "Gigante", "Bridge")
    counts = ended(state).divinities
    assert [each.devotion for each in counts] == [9, 7, 3, 0, 0, 0, 0, 0]
    assert positions(state) == [
        "Balena",
        "Orco",
        "Gigante",
        "Genio",
        "Dea",
        "Elefante",
        "Drago",
        "Tartaruga",
    ]


def test_rule_45_ties_keep_their_order() -> None:
    state = table()
    put_first(state, "Genio", "Dea", "Drago")
    under(state, 0, "Drago", "Altar")
    under(state, 1, "Dea", "Abbess")
    assert positions(state)[:3] == ["Dea", "Drago", "Genio"]


def test_rule_46_the_leader_gets_the_first_value() -> None:
    state = table()
    put_first(state, "Dea")
    board(state, 1, culture=4)
    assert points_of(state, "Dea") == (0, 3, 0)


def test_rule_47_the_second_gets_the_second_value() -> None:
    # Genio gives 3 and 2, Elefante 2 and 1.
    state = table()
    put_first(state, "Genio", "Dea", "Orco", "Elefante")
    board(state, 0, science=5)
    board(state, 2, science=3)
    play_out_cards(state, 1, 2, "Music", "Botany")
    play_out_cards(state, 2, 2, "Poetry")
    assert points_of(state, "Genio") == (3, 0, 2)
    assert points_of(state, "Elefante") == (0, 2, 1)


@pytest.mark.parametrize(
    ("place", "pair"),
    list(enumerate([(3, 2), (3, 2), (3, 2), (2, 1), (2, 1), (1, 0), (1, 0), (0, 0)])),
)
def test_rules_46_to_47_by_position(place: int, pair: tuple[int, int]) -> None:
    state = table()
    order = [n for n in range(8) if n != divinity(state, "Dea")]
    order.insert(place, divinity(state, "Dea"))
    state.order = tuple(order)
    board(state, 0, culture=3)
    board(state, 1, culture=2)
    assert points_of(state, "Dea") == (*pair, 0)


def test_rule_48_ties() -> None:
    # David and Jessica are first and get 3 each, Frank is next and gets 2.
    state = table()
    put_first(state, "Dea")
    for seat, steps in enumerate((6, 6, 2)):
        board(state, seat, culture=steps)
    assert points_of(state, "Dea") == (3, 3, 2)
    state = table(4)
    put_first(state, "Dea")
    for seat, steps in enumerate((6, 2, 2, 1)):
        board(state, seat, culture=steps)
    assert points_of(state, "Dea") == (3, 2, 2, 0)


def test_rule_49_nothing_for_nothing() -> None:
    state = table()
    put_first(state, "Dea")
    assert points_of(state, "Dea") == (0, 0, 0)
    board(state, 1, culture=1)
    assert points_of(state, "Dea") == (0, 3, 0)


def test_rule_50_two_seats_have_no_second() -> None:
    state = table(2)
    put_first(state, "Dea")
    board(state, 0, culture=5)
    board(state, 1, culture=4)
    assert points_of(state, "Dea") == (3, 0)


def test_rule_51_wine_counts_for_nothing() -> None:
    state = table()
    put_first(state, "Orco", "Drago")
    goods(state, 0, "F")
    goods(state, 1, "WWWW")
    goods(state, 2, "CC")
    assert points_of(state, "Orco") == (3, 0, 0)
    assert points_of(state, "Drago") == (0, 0, 3)


@pytest.mark.parametrize(
    ("names", "points"),
    [
        (("Aqueduct", "Altar"), 0),
        (("Aqueduct", "Altar", "Bridge"), 1),
        (("Aqueduct", "Altar", "Bridge", "Chapel"), 2),
        (("Aqueduct", "Altar", "Bridge", "Chapel", "Fountain"), 4),
        (("Aqueduct", "Altar", "Bridge", "Obelisk"), 1),
    ],
)
def test_rule_52_different_temple_symbols(names: tuple[str, ...], points: int) -> None:
    state = table()
    play_out_cards(state, 1, 1, *names)
    assert ended(state).temple_points == (0, points, 0)


def test_rule_52_upgraded_cards_have_no_symbol() -> None:
    state = table()
    play_out_cards(state, 0, 1, "Aqueduct", "Altar", "Bridge")
    play_out_cards(state, 0, 2, "Bridge")
    assert ended(state).temple_points == (0, 0, 0)


def test_rule_53_most_points_win_and_ties_share() -> None:
    state = table(3, season=8)
    state.points = [9, 12, 12]
    end_season(state)
    outcome = state.outcome()
    assert outcome is not None
    assert [seat.score for seat in outcome.seats] == [9, 12, 12]
    assert [seat.placement for seat in outcome.seats] == [3, 1, 1]
    assert outcome.seats[0].tiebreaks == ()


def test_everything_is_added_up() -> None:
    state = table(3, season=8)
    put_first(state, "Dea", "Orco")
    state.points[0] = 2
    board(state, 0, culture=5)
    goods(state, 0, "FF")
    play_out_cards(state, 0, 1, "Aqueduct", "Altar", "Bridge")
    end_season(state)
    assert state.final is not None
    assert state.final.totals == (2 + 3 + 3 + 1, 0, 0)
    told = state.public().final.seats[0]
    assert (told.track_points, told.divinity_points, told.temple_points) == (2, 6, 1)
    assert told.total == 9


def test_ruling_21_cubes_stay_in_villages_after_the_last_season() -> None:
    state = table(2, season=8)
    goods(state, 0, "FFC")
    end_season(state)
    assert state.goods[:3] == [2, 1, 0]
    assert state.moss == 0
