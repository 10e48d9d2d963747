"""Matches of simple players in numbers, against another simulation of the same rules.

The wanted figures of `PLAYS` come from 100 to 200 matches a row of another program; each band holds
the error of both samples. Those of `WINS` come from 2,500 matches of this one: they pin how fair
the seats are. Seats are counted from the start seat.
"""

from dataclasses import dataclass, field
from functools import cache
from random import Random

import pytest
from podesta.tuerme.v1 import tuerme_pb2 as pb

from referee.games.tuerme import TuermeState
from referee.games.tuerme.fields import BLOCK_MASK
from referee.games.tuerme.moves import Discard, TuermeMove
from referee.games.tuerme.scoring import count_towers
from tests.referee.games.tuerme.positions import start

pytestmark = pytest.mark.slow


def at_random(state: TuermeState, rng: Random) -> TuermeMove:
    return state.legal_move(int(rng.random() * state.legal_count()))


def most_stones(state: TuermeState, rng: Random) -> TuermeMove:
    """Any of the moves that place most stones."""
    moves = state.legal_moves()
    most = max(len(getattr(move, "fields", ())) for move in moves)
    return rng.choice([move for move in moves if len(getattr(move, "fields", ())) == most])


def greedy(state: TuermeState, rng: Random) -> TuermeMove:
    """Any of the moves that lead by most if the towers were scored right after."""
    if state.decision == "draw":
        return at_random(state, rng)
    seat = state.turn_seat
    best: list[TuermeMove] = []
    most = None
    for move in state.legal_moves():
        after = state.clone()
        after.apply(move)
        counted = count_towers(after.towers, BLOCK_MASK[after.zone], after.variant.seats)
        points = [one.points for one in counted]
        lead = points.pop(seat) - max(points)
        if most is None or lead > most:
            best, most = [], lead
        if lead == most:
            best.append(move)
    return rng.choice(best)


PLAYERS = {"random": at_random, "most": most_stones, "greedy": greedy}


@dataclass
class Sample:
    """Means over random matches of equal players, and the share of wins by seat."""

    matches: int
    turns: list[int] = field(default_factory=list)
    by_towers: int = 0
    best: float = 0.0
    last: float = 0.0
    sixes: float = 0.0
    discards: float = 0.0
    wins: list[float] = field(default_factory=list)
    most_moves: int = 0
    choices: float = 0.0
    actions: int = 0


@cache
def sample(seats: int, players: tuple[str, ...], matches: int) -> Sample:
    found = Sample(matches, wins=[0.0] * seats)
    rng = Random(f"{seats} {players}")
    for seed in range(matches):
        state = start(seats, 1_000_000 + seed)
        while state.to_act is not None:
            move = PLAYERS[players[state.turn_seat % len(players)]](state, rng)
            found.discards += isinstance(move, Discard) / matches
            found.most_moves = max(found.most_moves, state.legal_count())
            if state.decision == "action":
                found.choices += state.legal_count()
                found.actions += 1
            state.apply(move)
        outcome = state.outcome()
        assert outcome is not None
        scores = [result.score for result in outcome.seats]
        found.best += max(scores) / matches
        found.last += min(scores) / matches
        found.sixes += state.full.bit_count() / matches
        found.turns.append(state.turn + 1)
        found.by_towers += state.ending == pb.ENDING_TOWERS
        winners = [s for s, result in enumerate(outcome.seats) if result.placement == 1]
        shift = state.start_seat if len(players) == 1 else 0
        for seat in winners:
            found.wins[(seat - shift) % seats] += 1 / len(winners) / matches
    return found


PLAYS = {
    # seats, player: best and last score, towers of six, forced discards a match.
    (3, "random"): (49, 26, 0.2, 0.5),
    (4, "random"): (40, 16, 0.1, 0.1),
    (3, "most"): (75, 41, 0.3, 6.0),
}


@pytest.mark.parametrize(("seats", "player"), PLAYS)
def test_scores_of_simple_players(seats: int, player: str) -> None:
    found = sample(seats, (player,), 600)
    best, last, sixes, discards = PLAYS[seats, player]
    # sd of such a score 7 to 12: at most 1 in the other sample, .5 in this.
    assert found.best == pytest.approx(best, abs=2.5)
    assert found.last == pytest.approx(last, abs=2.5)
    # Told to one digit only; sd at most .05 and .03.
    assert found.sixes == pytest.approx(sixes, abs=0.15)
    assert found.discards == pytest.approx(discards, abs=0.3 if discards < 1 else 1.0)
    assert found.by_towers == 0


@pytest.mark.parametrize(("seats", "turns"), [(2, 27), (3, 40), (4, 38)])
def test_random_matches_last_as_long_as_the_pile(seats: int, turns: int) -> None:
    assert set(sample(seats, ("random",), 600).turns) == {turns}


@pytest.mark.parametrize("seats", [3, 4])
def test_moves_of_random_matches(seats: int) -> None:
    found = sample(seats, ("random",), 600)
    # Mean 33 to 36, at most 62 seen, where two fives and the like are counted once or twice.
    assert found.choices / found.actions == pytest.approx(35, abs=3)
    assert 55 <= found.most_moves <= 78


WINS = {
    2: (0.520, 0.480),
    3: (0.355, 0.294, 0.351),
    4: (0.290, 0.301, 0.170, 0.238),
    5: (0.147, 0.154, 0.176, 0.249, 0.275),
    6: (0.147, 0.194, 0.208, 0.213, 0.111, 0.127),
}


@pytest.mark.parametrize("seats", WINS)
def test_win_shares_by_seat(seats: int) -> None:
    found = sample(seats, ("random",), 600)
    # sd at most .02 and .01 in the two samples: three of them.
    assert found.wins == pytest.approx(WINS[seats], abs=0.065)


@pytest.mark.parametrize(("seats", "least", "most"), [(3, 20, 33), (4, 22, 31)])
def test_tb_35_greedy_matches_mostly_end_by_towers(seats: int, least: int, most: int) -> None:
    found = sample(seats, ("greedy",), 40)
    assert found.by_towers > 0.8 * found.matches
    assert least < sum(found.turns) / found.matches < most
    assert found.sixes == pytest.approx(seats + 1, abs=0.4)


def test_tb_34_greedy_matches_of_two_mostly_end_by_the_pile() -> None:
    found = sample(2, ("greedy",), 40)
    assert 0.3 * found.matches < found.matches - found.by_towers < found.matches
    assert sum(found.turns) / found.matches == pytest.approx(26, abs=1.5)


def test_greedy_beats_two_random_players() -> None:
    found = sample(3, ("greedy", "random", "random"), 40)
    assert found.wins[0] > 0.9
    assert sum(found.turns) / found.matches > 39
