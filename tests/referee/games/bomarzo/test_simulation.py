"""Random matches in numbers: they must agree with an independent simulation of the same rules.

The wanted figures come from 1,500 matches a number of seats of another program; each band holds
the error of both samples. Seats are counted from the first player of the first season. The random
player overpays one time in four where it could, as that program's; one that overpays whenever a
uniform choice says so scores half a point less.
"""

from dataclasses import dataclass, field
from functools import cache
from random import Random

import pytest

from referee.games import SeededChance
from tests.referee.games.bomarzo.positions import start

pytestmark = pytest.mark.slow

MATCHES = 600
DONE = 0.75


@dataclass
class Sample:
    """Sums over `MATCHES` random matches."""

    wins: list[float]
    totals: list[int]
    decisions: int = 0
    choices: int = 0
    pawns: int = 0
    reshuffles: int = 0
    lowest: int = 99
    highest: int = 0
    ties: int = 0
    payments: list[int] = field(default_factory=list)
    most: dict[str, int] = field(default_factory=dict)


@cache
def sample(seats: int, promo: str = "") -> Sample:
    rng = Random(f"{seats} {promo}")
    found = Sample([0.0] * seats, [0] * seats)
    for seed in range(MATCHES if not promo else 200):
        options = {promo: "true"} if promo else {}
        state = start(seats, 2_000_000 + seed, **options)
        chance = SeededChance(b"simulation %d" % seed)
        while state.to_act is not None:
            count = state.legal_count()
            found.decisions += 1
            found.choices += count > 1
            found.pawns += state.decision == "place"
            found.most[state.decision] = max(count, found.most.get(state.decision, 0))
            if state.decision == "pay":
                found.payments.append(count)
            # Overpaying no more comes first in its list.
            done = state.decision == "overpay" and rng.random() < DONE
            state.apply(state.legal_move(0 if done else int(rng.random() * count)), chance)
        outcome = state.outcome()
        assert outcome is not None
        winners = [s for s, result in enumerate(outcome.seats) if result.placement == 1]
        found.ties += len(winners) > 1
        for seat in winners:
            found.wins[(seat - state.first_seat) % seats] += 1 / len(winners)
        for seat, result in enumerate(outcome.seats):
            found.totals[(seat - state.first_seat) % seats] += result.score
            found.lowest = min(found.lowest, result.score)
            found.highest = max(found.highest, result.score)
        found.reshuffles += len(state.shuffles) - 1
    return found


WINS = {
    2: (0.498, 0.502),
    3: (0.322, 0.344, 0.333),
    4: (0.246, 0.253, 0.237, 0.264),
}
MEANS = {2: 8.8, 3: 8.9, 4: 6.4}
LENGTHS = {2: (172, 146), 3: (261, 222), 4: (233, 197)}
TURNS = {2: (49, 53), 3: (74, 81), 4: (65, 69)}


@pytest.mark.parametrize("seats", WINS)
def test_win_shares_by_seat(seats: int) -> None:
    shares = [wins / MATCHES for wins in sample(seats).wins]
    # sd at most .013 and .020 in the two samples, .024 together: three of them.
    assert shares == pytest.approx(WINS[seats], abs=0.072)


@pytest.mark.parametrize("seats", MEANS)
def test_mean_scores_by_seat(seats: int) -> None:
    found = sample(seats)
    means = [total / MATCHES for total in found.totals]
    # sd of a score 3: .12 and .08 in the two samples; the overpaying differs a little too.
    assert means == pytest.approx([MEANS[seats]] * seats, abs=0.7)
    # Scores of a match hinder each other: sd of a difference .2, nearly four of them.
    assert max(means) - min(means) < 0.75


@pytest.mark.parametrize("seats", LENGTHS)
def test_length_of_matches(seats: int) -> None:
    found = sample(seats)
    assert found.decisions / MATCHES == pytest.approx(LENGTHS[seats][0], rel=0.04)
    assert found.choices / MATCHES == pytest.approx(LENGTHS[seats][1], rel=0.04)
    low, high = TURNS[seats]
    assert low < found.pawns / MATCHES < high


@pytest.mark.parametrize("seats", LENGTHS)
def test_scores_lie_in_their_range_and_the_deck_lasts(seats: int) -> None:
    found = sample(seats)
    assert found.lowest >= 0
    assert found.highest <= 22
    assert found.reshuffles / MATCHES < 1


@pytest.mark.parametrize("seats", LENGTHS)
def test_lists_are_short(seats: int) -> None:
    found = sample(seats)
    payments = sorted(found.payments)
    assert payments[len(payments) // 2] == 2
    assert 2.5 < sum(payments) / len(payments) < 4
    assert payments[int(0.95 * len(payments))] <= 16
    assert payments[-1] <= 400
    limits = {"place": 11, "overpay": 4, "raise": 5, "village": 15, "take": 15, "copy": 2}
    assert all(found.most[kind] <= limit for kind, limit in limits.items())
    assert found.most["develop"] <= 9
    assert max(found.most.values()) <= 1200


@pytest.mark.parametrize("seats", LENGTHS)
def test_seasons_make_matches_shorter(seats: int) -> None:
    share = sample(seats, "seasons").decisions / 200 / (sample(seats).decisions / MATCHES)
    assert 0.82 < share < 1.0


@pytest.mark.parametrize("seats", LENGTHS)
def test_worship_gives_points(seats: int) -> None:
    found = sample(seats, "worship")
    gained = sum(found.totals) / 200 / seats - sum(sample(seats).totals) / MATCHES / seats
    assert -0.7 < gained < 2.8
