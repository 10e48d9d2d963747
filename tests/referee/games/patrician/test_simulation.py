"""Random matches in numbers: they must agree with an independent simulation of the same rules.

The wanted figures come from 2,000 matches a row of another program; each band holds the error of
both samples. Seats are counted from the start seat.
"""

from dataclasses import dataclass, field
from functools import cache
from random import Random

import pytest

from referee.games.patrician.data import load_data
from tests.referee.games.patrician.positions import start

pytestmark = pytest.mark.slow

MATCHES = 1500


@dataclass
class Sample:
    """Sums over `MATCHES` random matches."""

    wins: list[float]
    totals: list[int]
    architetto_wins: int = 0
    architetto_cards: int = 0
    portrait_points: int = 0
    decisions: int = 0
    choices: int = 0
    turns: list[int] = field(default_factory=list)
    most_floors: int = 0
    most_options: dict[str, int] = field(default_factory=dict)
    verona_asked: int = 0
    nobody_has_d: int = 0


@cache
def sample(seats: int, modules: bool) -> Sample:
    rng = Random(f"{seats} {modules}")
    found = Sample([0.0] * seats, [0] * (seats + 1))
    for seed in range(MATCHES):
        state = start(seats, 1_000_000 + seed, trade_routes=modules, delegates=modules)
        asked_takes = 0
        while state.to_act is not None:
            count = state.legal_count()
            found.decisions += 1
            found.choices += count > 1
            asked_takes += state.decision == "take"
            most = found.most_options
            most[state.decision] = max(count, most.get(state.decision, 0))
            state.apply(state.legal_move(int(rng.random() * count)))
        # The simulation also counted the cards taken without a choice.
        found.decisions += sum(len(stack) - 3 for stack in state.stacks) - asked_takes
        outcome = state.outcome()
        assert outcome is not None
        if outcome.reason.startswith("the Architetto"):
            found.architetto_wins += 1
        else:
            winners = [s for s, result in enumerate(outcome.seats) if result.placement == 1]
            for seat in winners:
                found.wins[(seat - state.start_seat) % seats] += 1 / len(winners)
        for owner, score in enumerate(state.scores):
            place = (owner - state.start_seat) % seats if owner < seats else seats
            found.totals[place] += score.total
            found.most_floors = max(found.most_floors, score.floors)
        found.portrait_points += sum(6 * score.sets for score in state.scores)
        found.turns.append(sum(len(stack) for stack in state.stacks))
        found.architetto_cards += len(state.discards)
        if modules:
            major = load_data().delegates.major
            sums = [0] * state.variant.owners
            for name in major.cities:
                number = state.variant.city_number[name]
                values, owners = state.variant.tokens[number], state.tokens[number]
                for points, owner in zip(values, owners, strict=True):
                    sums[owner] += points
            found.verona_asked += sums.count(max(sums)) > 1
            found.nobody_has_d += not any("D" in score.delegates for score in state.scores)
    return found


WINS = {
    2: (0.515, 0.453),
    3: (0.312, 0.336, 0.351),
    4: (0.223, 0.248, 0.241, 0.288),
    5: (0.182, 0.180, 0.207, 0.225, 0.206),
}


@pytest.mark.parametrize("seats", WINS)
def test_win_shares_by_seat(seats: int) -> None:
    shares = [wins / MATCHES for wins in sample(seats, False).wins]
    # sd at most .013 and .011 in the two samples, .017 together: three of them.
    assert shares == pytest.approx(WINS[seats], abs=0.05)


def test_the_architetto_wins_few_random_matches() -> None:
    found = sample(2, False)
    assert found.architetto_wins / MATCHES == pytest.approx(0.032, abs=0.018)
    assert found.totals[2] / MATCHES == pytest.approx(31.7, abs=0.9)
    assert found.architetto_cards / MATCHES == pytest.approx(11, abs=0.6)


MEANS = {
    2: (55.6, 54.0),
    3: (46.3, 47.2, 47.2),
    4: (33.1, 33.6, 33.6, 34.5),
    5: (30.5, 30.8, 31.3, 31.9, 31.8),
}


@pytest.mark.parametrize("seats", MEANS)
def test_mean_scores_by_seat(seats: int) -> None:
    found = sample(seats, False)
    means = [total / MATCHES for total in found.totals[:seats]]
    # sd of a score 8 to 9: .23 and .2 in the two samples, .3 together: three of them.
    assert means == pytest.approx(MEANS[seats], abs=0.95)


@pytest.mark.parametrize(("seats", "points"), [(2, 42.3), (3, 41.8), (4, 35.8), (5, 42.3)])
def test_points_for_portraits(seats: int, points: float) -> None:
    assert sample(seats, False).portrait_points / MATCHES == pytest.approx(points, abs=0.7)


@pytest.mark.parametrize(
    ("seats", "modules", "decisions", "choices"),
    [
        (2, False, 110, 75),
        (3, False, 139, 94),
        (4, False, 136, 92),
        (5, False, 155, 106),
        (2, True, 114, 79),
        (3, True, 146, 101),
        (4, True, 140, 97),
        (5, True, 160, 111),
    ],
)
def test_length_of_matches(seats: int, modules: bool, decisions: int, choices: int) -> None:
    found = sample(seats, modules)
    assert found.decisions / MATCHES == pytest.approx(decisions, abs=1.5)
    assert found.choices / MATCHES == pytest.approx(choices, abs=1.0)


@pytest.mark.parametrize(("seats", "turns"), [(2, None), (3, 48), (4, 48), (5, 55)])
def test_turns(seats: int, turns: int | None) -> None:
    found = sample(seats, False).turns
    if turns is None:
        assert sum(found) / MATCHES == pytest.approx(36.8, abs=0.3)
        assert min(found) >= 28
        assert max(found) <= 45
    else:
        assert set(found) == {turns}


@pytest.mark.parametrize("seats", WINS)
@pytest.mark.parametrize("modules", [False, True])
def test_lists_are_short(seats: int, modules: bool) -> None:
    variant = start(seats, trade_routes=True).variant
    cities = len(variant.cities)
    limits = {
        "card": 3,
        "site": 3,
        "take": cities,
        "move": 2 * (cities - 1) + 1,
        "marker": 2 * len(variant.roads) + 1,
        "architetto": 2,
    }
    most = sample(seats, modules).most_options
    assert all(count <= limits[kind] for kind, count in most.items())


@pytest.mark.parametrize(("seats", "most"), [(2, 33), (3, 29), (4, 29), (5, 29)])
def test_ruling_06_the_29_floors_of_a_colour_nearly_always_last(seats: int, most: int) -> None:
    assert sample(seats, False).most_floors <= most


@pytest.mark.parametrize(
    ("seats", "least", "most"), [(2, 0.03, 0.10), (3, 0.03, 0.10), (4, 0.12, 0.24), (5, 0.2, 0.34)]
)
def test_rule_62_is_seldom_decided_by_verona(seats: int, least: float, most: float) -> None:
    found = sample(seats, True)
    assert least < found.verona_asked / MATCHES < most


@pytest.mark.parametrize("seats", [4, 5])
def test_rule_62_ruling_20_hardly_ever_by_nobody(seats: int) -> None:
    assert 0.005 < sample(seats, True).nobody_has_d / MATCHES < 0.05
