"""The count at the end (rules 36-38, 51, 52, 59-64)."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games import SeatOutcome
from referee.games.patrician.scoring import (
    OwnerScore,
    count,
    delegate_owners,
    rank,
    with_delegates,
)
from referee.games.patrician.variant import Variant, variant_for
from tests.referee.games.patrician.positions import towers


def numbers(variant: Variant, names: str) -> list[int]:
    return [variant.card_number[name] for name in names.split()]


def won(
    variant: Variant, default: tuple[int, int], **cities: tuple[int, int]
) -> list[tuple[int, int]]:
    return [cities.get(city.name, default) for city in variant.cities]


def totals(*pairs: tuple[int, int]) -> list[OwnerScore]:
    return [OwnerScore(0, (0, 0, 0), 0, 0, total, floors) for total, floors in pairs]


def count_cards(variant: Variant, names: str, bonus: int = 0) -> OwnerScore:
    """The count of seat 0, with no token won by it, and those cards."""
    cards = [numbers(variant, names), *([] for _ in range(variant.owners - 1))]
    tokens = won(variant, (1, 1))
    no_towers = [(b"", b"")] * len(variant.cities)
    return count(variant, cards, tokens, [bonus] + [0] * (variant.owners - 1), no_towers)[0]


def test_rule_36_portraits_are_counted_not_cards() -> None:
    variant = variant_for(3, False, False)
    assert count_cards(variant, "BO6 BO3").sets == 1
    assert count_cards(variant, "BO6").sets == 0
    assert count_cards(variant, "BO3 BO4 BO5").sets == 0
    assert count_cards(variant, "BO6 FE4 FI4 RO5").sets == 2
    assert count_cards(variant, "BO6 FE4 FI4 RO5").total == 12


def test_rule_37_mary_has_51() -> None:
    # Portraits for 6, 12 and 0 points, prestige tokens for 33.
    variant = variant_for(3, False, False)
    # 1 set of red hats, 2 of ladies, none of beards.
    cards = [numbers(variant, "BO6 BO3 FI6 VR3 BO4 RO3 BO5"), [], []]
    tokens = won(variant, (1, 1), Roma=(0, 0), Bologna=(0, 1), Milano=(1, 0), Verona=(0, 1))
    # 9 + 6 + 9 + 4 + 5 = 33.
    score = count(variant, cards, tokens, [0, 0, 0], [(b"", b"")] * 9)[0]
    assert (score.prestige, score.sets, score.total) == (33, 3, 51)


def test_rule_59_bonus_tokens_count() -> None:
    variant = variant_for(3, True, False)
    assert count_cards(variant, "BO6 BO3", bonus=-1).total == 5
    assert count_cards(variant, "BO6 BO3", bonus=3).total == 9


def test_rule_38_fewest_floors_win_ties() -> None:
    variant = variant_for(3, False, False)
    outcome = rank(variant, totals((49, 15), (49, 14), (40, 1)))
    assert [seat.placement for seat in outcome.seats] == [2, 1, 3]
    assert [seat.score for seat in outcome.seats] == [49, 49, 40]
    assert [seat.tiebreaks for seat in outcome.seats] == [(-15,), (-14,), (-1,)]
    assert outcome.reason == "most points, fewest floors"


def test_rule_38_else_the_victory_is_shared() -> None:
    outcome = rank(variant_for(4, False, False), totals((49, 15), (12, 9), (49, 15), (50, 20)))
    assert [seat.placement for seat in outcome.seats] == [2, 4, 2, 1]
    assert outcome.reason == "most points"
    outcome = rank(variant_for(3, False, False), totals((49, 15), (12, 9), (49, 15)))
    assert [seat.placement for seat in outcome.seats] == [1, 3, 1]
    assert outcome.reason == "shared victory"


def test_rule_38_ruling_09_floors_of_scored_cities_count() -> None:
    variant = variant_for(3, False, False)
    stand = [towers("0010", "110"), *[(b"", b"")] * 8]
    scores = count(variant, [[], [], []], won(variant, (1, 1)), [0, 0, 0], stand)
    assert [score.floors for score in scores] == [4, 3, 0]


LOST = (SeatOutcome(1, 0, (0,)), SeatOutcome(1, 0, (0,)))


def test_rule_52_where_the_architetto_wins_both_seats_lose_alike() -> None:
    variant = variant_for(2, False, False)
    outcome = rank(variant, totals((40, 20), (39, 20), (41, 30)))
    assert outcome.seats == LOST
    assert outcome.reason == "the Architetto wins, both seats lose"


def test_rule_52_by_fewer_floors_too() -> None:
    variant = variant_for(2, False, False)
    assert rank(variant, totals((40, 20), (39, 20), (40, 19))).seats == LOST


def test_rule_52_ruling_14_a_full_tie_leaves_it_out() -> None:
    variant = variant_for(2, False, False)
    outcome = rank(variant, totals((40, 20), (39, 20), (40, 20)))
    assert [seat.placement for seat in outcome.seats] == [1, 2]
    outcome = rank(variant, totals((40, 20), (40, 20), (40, 20)))
    assert [seat.placement for seat in outcome.seats] == [1, 1]
    assert outcome.reason == "shared victory"


def test_rule_52_second_it_changes_nothing() -> None:
    outcome = rank(variant_for(2, False, False), totals((30, 20), (42, 20), (41, 2)))
    assert [seat.placement for seat in outcome.seats] == [2, 1]


DELEGATES = variant_for(4, False, True)


def test_rule_60_most_tokens_of_the_value() -> None:
    # Value 2: Verona, Parma, Ferrara.
    tokens = won(DELEGATES, (0, 1), Verona=(0, 2), Parma=(0, 2), Ferrara=(0, 3))
    assert delegate_owners(DELEGATES, tokens)["A"] == 2


@pytest.mark.parametrize(
    ("name", "cities"),
    [("A", "Verona Parma Ferrara"), ("B", "Milano Siena Lucca"), ("C", "Bologna Firenze Roma")],
)
def test_rule_60_ties_go_to_the_highlighted_token(name: str, cities: str) -> None:
    tied = {city: (0, owner) for owner, city in enumerate(cities.split())}
    tokens = won(DELEGATES, (3, 3), **tied)
    assert delegate_owners(DELEGATES, tokens)[name] == 2


def test_rule_60_two_and_two_of_four_tokens() -> None:
    variant = variant_for(5, False, True)
    tokens = won(variant, (4, 4), Bologna=(0, 0), Pistoia=(0, 0), Firenze=(0, 1), Roma=(0, 1))
    assert delegate_owners(variant, tokens)["C"] == 1


@given(st.lists(st.integers(0, 4), min_size=10, max_size=10))
def test_rule_60_always_has_one_owner_who_has_most(lower: list[int]) -> None:
    variant = variant_for(5, False, True)
    tokens = [(0, owner) for owner in lower]
    found = delegate_owners(variant, tokens)
    for minor in variant.data.delegates.minor:
        counts = [
            sum(
                low == owner
                for (_, value), low in zip(variant.tokens, lower, strict=True)
                if value == minor.token
            )
            for owner in range(5)
        ]
        assert counts[found[minor.name]] == max(counts)


def test_rule_61_a_portrait_of_the_owners_choice() -> None:
    # Two ladies and one more: a set.
    assert with_delegates([0, 2, 1], ["A"]) == [0, 3, 1]
    variant = variant_for(3, False, True)
    cards = [numbers(variant, "FI6"), [], []]
    tokens = won(variant, (1, 1), Verona=(1, 0), Parma=(1, 0), Milano=(2, 2), Lucca=(2, 2))
    score = count(variant, cards, tokens, [0, 0, 0], [(b"", b"")] * 9)[0]
    assert score.delegates == ("A",)
    assert score.sets == 1


def test_rule_62_highest_sum_in_three_cities() -> None:
    tokens = won(DELEGATES, (3, 3), Verona=(0, 1), Parma=(0, 1), Ferrara=(2, 0))
    assert delegate_owners(DELEGATES, tokens)["D"] == 0


def test_rule_62_ties_by_verona() -> None:
    # 7, 7 and 7: 0 has Parma, 1 Verona's 5 and Ferrara's 2, 2 Ferrara's 5 and Verona's 2.
    tokens = won(DELEGATES, (3, 3), Verona=(1, 2), Parma=(0, 0), Ferrara=(2, 1))
    assert delegate_owners(DELEGATES, tokens)["D"] == 1


def test_rule_62_ruling_20_else_nobody() -> None:
    # 0 and 1 have 7 each and nothing in Verona.
    tokens = won(DELEGATES, (3, 3), Verona=(2, 3), Parma=(0, 0), Ferrara=(1, 1))
    assert "D" not in delegate_owners(DELEGATES, tokens)


def test_rule_63_one_portrait_of_each_kind() -> None:
    assert with_delegates([2, 2, 2], ["D"]) == [3, 3, 3]
    variant = variant_for(3, False, True)
    cards = [numbers(variant, "BO6 FI6 RO6"), [], []]
    tokens = won(variant, (1, 1), Verona=(0, 0), Parma=(0, 2), Milano=(2, 2), Ferrara=(2, 1))
    score = count(variant, cards, tokens, [0, 0, 0], [(b"", b"")] * 9)[0]
    assert "D" in score.delegates
    assert score.sets == 3
    assert score.total - score.prestige == 18


def test_rule_64_bonus_tokens_do_not_win_delegates() -> None:
    variant = variant_for(3, True, True)
    tokens = won(variant, (1, 1), Verona=(0, 0), Parma=(0, 0), Ferrara=(2, 2))
    stand = [(b"", b"")] * 9
    plain = count(variant, [[], [], []], tokens, [0, 0, 0], stand)
    rich = count(variant, [[], [], []], tokens, [0, 9, 9], stand)
    assert [s.delegates for s in plain] == [s.delegates for s in rich]
    assert "A" in plain[0].delegates
    assert "D" in plain[0].delegates


def test_ruling_10_the_architetto_may_win_delegates() -> None:
    variant = variant_for(2, False, True)
    tokens = won(variant, (0, 1), Verona=(2, 2), Parma=(2, 2))
    found = delegate_owners(variant, tokens)
    assert (found["A"], found["D"]) == (2, 2)


def test_delegates_are_only_counted_with_the_module() -> None:
    assert count_cards(variant_for(3, False, False), "FI6").delegates == ()


@given(st.lists(st.integers(0, 12), min_size=3, max_size=3), st.integers(0, 3), st.booleans())
def test_ruling_21_free_portraits_make_most_sets(
    portraits: list[int], free: int, major: bool
) -> None:
    names = ["A", "B", "C"][:free] + (["D"] if major else [])
    got = with_delegates(portraits, names)
    assert sum(got) == sum(portraits) + free + 3 * major
    best = max(
        sum((n + major + picks.count(kind)) // 3 for kind, n in enumerate(portraits))
        for picks in product(range(3), repeat=free)
    )
    assert sum(n // 3 for n in got) == best
