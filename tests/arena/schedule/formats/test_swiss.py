"""The Swiss: scores meet, nobody meets twice needlessly, byes go round, ties are broken."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.schedule import History, PastPairing, ScheduleError
from arena.schedule.formats import Swiss
from arena.schedule.formats.swiss_groups import seat_round
from arena.schedule.formats.swiss_pairs import Standing, pair_round
from arena.schedule.formats.swiss_standings import swiss_rows
from arena.schedule.pairing import Pairing
from tests.arena.schedule.formats.simulation import (
    Simulation,
    all_level,
    by_chance,
    field_of,
    ids,
)


def met_in(pairs: Sequence[tuple[str, ...]]) -> Counter[frozenset[str]]:
    return Counter(frozenset(two) for engines in pairs for two in combinations(engines, 2))


def never(one: str, other: str) -> int:
    return 0


def together(one: str, other: str) -> bool:
    return False


def simulate(engines: int, rounds: int, seats: int = 2, seed: int = 1) -> Simulation:
    field = field_of(engines, seats)
    simulation = Simulation(
        Swiss(field, 1, rounds, ids(engines)), set(field.engines), by_chance(seed)
    )
    simulation.play()
    return simulation


@given(engines=st.integers(4, 14), seed=st.integers(0, 1000))
@settings(max_examples=20, deadline=None)
def test_nobody_meets_twice_while_that_can_be_helped(engines: int, seed: int) -> None:
    # With as many rounds as half of the field, rounds without repeats always exist.
    simulation = simulate(engines, rounds=engines // 2, seed=seed)
    tables = [past.engines for past in simulation.past if past.pairing.table is not None]
    assert max(met_in(tables).values()) == 1


@given(engines=st.sampled_from([3, 5, 7, 9, 11]), seed=st.integers(0, 1000))
@settings(max_examples=12, deadline=None)
def test_byes_go_round(engines: int, seed: int) -> None:
    simulation = simulate(engines, rounds=engines + 2, seed=seed)
    byes = [past.engines[0] for past in simulation.past if past.pairing.table is None]
    assert len(byes) == engines + 2
    assert sorted(byes[:engines]) == sorted(ids(engines))


def test_the_upper_half_of_a_score_group_meets_the_lower_half() -> None:
    standings = [Standing(e, 0, 0) for e in "abcdefgh"]
    pairs, byes = pair_round(standings, never, together)
    assert pairs == [("a", "e"), ("b", "f"), ("c", "g"), ("d", "h")]
    assert byes == []


def test_equal_scores_meet_before_the_order_counts() -> None:
    scores = {"a": 4, "b": 4, "c": 2, "d": 2, "e": 0, "f": 0}
    standings = [Standing(e, s, 0) for e, s in scores.items()]
    assert pair_round(standings, never, together)[0] == [("a", "b"), ("c", "d"), ("e", "f")]


def test_the_lowest_without_a_bye_sits_out() -> None:
    standings = [Standing("a", 4, 0), Standing("b", 2, 0), Standing("c", 2, 0), Standing("d", 2, 1)]
    standings.append(Standing("e", 0, 1))
    pairs, byes = pair_round(standings, never, together)
    assert byes == ["c"]
    assert len(pairs) == 2


def test_a_whole_round_is_found_where_pairing_from_the_top_gets_stuck() -> None:
    # The last two have met: somebody above them must give way.
    met = {frozenset("ef"): 1, frozenset("ab"): 1}
    standings = [Standing(e, s, 0) for e, s in zip("abcdef", (4, 4, 2, 2, 0, 0), strict=True)]
    pairs, _ = pair_round(standings, lambda a, b: met.get(frozenset((a, b)), 0), together)
    assert len(pairs) == 3
    assert {frozenset(pair) for pair in pairs}.isdisjoint(met)


def test_a_large_field_is_paired_by_its_neighbours_first() -> None:
    standings = [Standing(f"e{number:03d}", 200 - number // 10, 0) for number in range(201)]
    pairs, byes = pair_round(standings, never, together)
    score = {standing.engine: standing.score for standing in standings}
    assert len(pairs) == 100
    assert byes == ["e200"]
    assert all(abs(score[one] - score[other]) <= 1 for one, other in pairs)


def test_owners_that_leave_nobody_else_sit_out() -> None:
    standings = [Standing(e, 0, 0) for e in "abcd"]
    owned = set("abc")
    pairs, byes = pair_round(standings, never, lambda a, b: {a, b} <= owned)
    assert len(pairs) == 1
    assert "d" in pairs[0]
    assert len(byes) == 2


@given(engines=st.integers(6, 16), seats=st.integers(3, 4), seed=st.integers(0, 500))
@settings(max_examples=20, deadline=None)
def test_more_seats_repeat_little(engines: int, seats: int, seed: int) -> None:
    simulation = simulate(engines, rounds=3, seats=seats, seed=seed)
    tables = [past.engines for past in simulation.past if past.pairing.table is not None]
    assert all(len(table) == seats for table in tables)
    assert len(tables) == 3 * (engines // seats)
    # Everybody meets 3 (seats - 1) others; where there are that many, hardly any pair twice.
    repeats = sum(times - 1 for times in met_in(tables).values())
    pairs = len(tables) * seats * (seats - 1) // 2
    possible = engines * (engines - 1) // 2
    assert repeats <= max(pairs - possible, 0) + pairs // 3
    byes = Counter(past.engines[0] for past in simulation.past if past.pairing.table is None)
    assert max(byes.values(), default=0) <= 1 + 3 * (engines % seats) // engines


def test_tables_of_three_take_those_of_equal_scores() -> None:
    standings = [Standing(e, s, 0) for e, s in zip("abcdef", (8, 8, 8, 2, 2, 2), strict=True)]
    tables, byes = seat_round(standings, 3, never, together)
    assert tables == [("a", "b", "c"), ("d", "e", "f")]
    assert byes == []


def test_tables_of_three_give_way_to_fewer_repeats() -> None:
    met = met_in([("a", "b", "c"), ("d", "e", "f")])
    standings = [Standing(e, 0, 0) for e in "abcdefghi"]
    tables, _ = seat_round(standings, 3, lambda a, b: met[frozenset((a, b))], together)
    assert max((met_in(tables) & met).values(), default=0) == 0


def test_points_and_tie_breaks_by_hand() -> None:
    """Three rounds of four engines, one deal of two matches each; the earlier letter wins both."""
    field = field_of(4)
    simulation = Simulation(Swiss(field, 1, 3, "abcd"), set(field.engines))
    simulation.play()
    rounds = [simulation.past[0:2], simulation.past[2:4], simulation.past[4:6]]
    rows = {row.engine: row for row in swiss_rows(rounds, "abcd", 2)}
    # Everybody met everybody: a has 6 points, b 4, c 2, d 0.
    assert [rows[e].points for e in "abcd"] == [6, 4, 2, 0]
    assert [rows[e].buchholz for e in "abcd"] == [6, 8, 10, 12]
    assert [rows[e].cut for e in "abcd"] == [6, 8, 10, 10]
    assert [rows[e].sonneborn_berger for e in "abcd"] == [6, 2, 0, 0]
    assert [rows[e].rank for e in "abcd"] == [1, 2, 3, 4]


def test_a_bye_counts_as_a_table_won_and_as_an_opponent_of_its_own_points() -> None:
    bye = PastPairing(Pairing("1/bye/1", ("a",)), True)
    (row,) = swiss_rows([[bye]], "a", 2)
    assert [row.points, row.buchholz, row.cut] == [2, 2, 0]
    assert row.byes == 1
    assert row.sonneborn_berger == Fraction(2)


def test_equal_engines_share_a_rank() -> None:
    field = field_of(4)
    simulation = Simulation(Swiss(field, 1, 1, "abcd"), set(field.engines), all_level)
    simulation.play()
    rows = swiss_rows([simulation.past], "abcd", 2)
    assert {row.rank for row in rows} == {1}
    assert {row.points for row in rows} == {Fraction(1)}


def test_seeds_come_before_lots() -> None:
    lots = {"a": "z", "b": "y", "c": "x", "d": "w"}
    (first, *_), *_ = [Swiss(field_of(4, lots=lots), 1, 1, ["c"]).next_tables(_start(4))]
    assert first.engines[0] == "c"
    # By lot d, b, a follow; the upper half c, d meets b, a.
    assert first.engines == ("c", "b")


def test_newcomers_join_with_the_next_round() -> None:
    small, large = field_of(4), field_of(6)
    simulation = Simulation(Swiss(small, 1, 3, "abcd"), set(small.engines))
    simulation.decide()
    for place in simulation.open_places():
        simulation.close(place)
    first = [past.pairing for past in simulation.past]
    simulation.format = Swiss(large, 1, 3, "abcd")
    simulation.present = set(large.engines)
    pairings = simulation.play()
    assert pairings[: len(first)] == first
    assert {e for p in pairings[len(first) :] for e in p.engines} == set("abcdef")


@pytest.mark.parametrize("label", ["", "1", "1/1", "x/1/1", "2/1/1", "1/1/x"])
def test_a_history_of_something_else_is_refused(label: str) -> None:
    past = PastPairing(Pairing(label, ("a", "b")), True)
    with pytest.raises(ScheduleError):
        Swiss(field_of(4), 1, 3).next_tables(History((past,), frozenset("abcd")))


def _start(engines: int) -> History:
    return History((), frozenset(ids(engines)))


def test_the_line_of_a_round_names_tables_and_byes_once() -> None:
    field = field_of(5)
    simulation = Simulation(Swiss(field, 2, 3, "abcde"), set(field.engines))
    simulation.decide()
    picture = simulation.format.picture(simulation.history(), {"e": "Eve"})
    assert picture.progress == "round 1 of 3: a v c, b v d; bye: Eve"
