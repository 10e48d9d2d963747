"""What holds in every position of random matches."""

import random
from collections import Counter

import pytest

from referee.games import SeededChance
from referee.games.bomarzo import GAME, BomarzoState
from tests.referee.games.bomarzo.positions import conserved, random_playout, start

OPTIONS = [
    {},
    {"seasons": "true"},
    {"worship": "true"},
    {"seasons": "true", "worship": "true", "black_token": "village_only"},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seats", GAME.seats)
def test_cubes_cards_and_pawns_are_conserved(seats: int, options: dict[str, str]) -> None:
    rng = random.Random(seats)
    for seed in range(2):
        state = start(seats, seed, **options)
        random_playout(state, rng.randrange, conserved, seed)
        conserved(state)
        assert state.season == 8


@pytest.mark.parametrize("seats", GAME.seats)
def test_only_copies_are_out_of_turn(seats: int) -> None:
    rng = random.Random(seats)
    seen: Counter[str] = Counter()

    def check(state: BomarzoState) -> None:
        if state.to_act != state.turn_seat:
            seen[state.decision] += 1
            assert state.copying or state.decision == "copy"
        assert state.legal_count() <= 1200

    for seed in range(4):
        random_playout(start(seats, seed), rng.randrange, check, seed)
    assert seen["copy"] > 0
    assert len(seen) > 3


def test_every_slot_is_cloned_and_no_list_is_shared() -> None:
    state = start(2)
    clone = state.clone()
    for name in BomarzoState.__slots__:
        assert getattr(clone, name) == getattr(state, name)
        if isinstance(getattr(state, name), list):
            assert getattr(clone, name) is not getattr(state, name)


def test_every_kind_of_decision_comes_up() -> None:
    # But for the one that needs a very rich seat (see test_tribute).
    rng = random.Random(1)
    seen: Counter[str] = Counter()
    for seed in range(60):
        state = start(4 if seed < 6 else 2, seed, worship="true")
        chance = SeededChance(b"%d" % seed)
        while state.to_act is not None:
            seen[state.decision] += 1
            state.apply(state.legal_move(rng.randrange(state.legal_count())), chance)
    assert set(seen) == set(GAME.decisions) - {"declare"}
