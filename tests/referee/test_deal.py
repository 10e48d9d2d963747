import hashlib
import hmac
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from podesta.v1 import match_pb2

from referee.deal import (
    chance_for,
    commitment,
    engine_seed,
    opening_chance,
    opening_moves,
    random_move,
    stand_in_chance,
)
from referee.games import SeededChance
from tests.referee.tiny_game import GAME

SEED = bytes(range(32))
SPEC = match_pb2.MatchSpec(seed=SEED)
OPTIONS = {"goal": "20"}

# Computed by hand from the definitions in referee.deal and referee.games.chance.
CHANCE_DRAWS = [313, 695, 288, 823, 46, 233, 801, 613]
ENGINE_SEEDS = [5139808073022923264, 1926234530833668811]
COMMITMENT = "bb2275c49f28ad52cae6d55e34a974a58c7a3ba26f976e8ecbbe7a536918dc73"


def draws(chance: SeededChance) -> list[int]:
    return [chance.draw(1000) for _ in range(8)]


def test_each_use_is_keyed_by_its_label() -> None:
    for made, label in [
        (chance_for(SPEC), b"chance"),
        (opening_chance(SPEC), b"opening"),
        (stand_in_chance(SPEC), b"stand-in"),
    ]:
        key = hmac.new(SEED, label, hashlib.sha256).digest()
        assert draws(made) == draws(SeededChance(key))


def test_values_of_one_seed_stay_as_they_are() -> None:
    """Records and other languages rely on these: a change breaks every repeated match."""
    assert draws(chance_for(SPEC)) == CHANCE_DRAWS
    assert [engine_seed(SPEC, seat) for seat in range(2)] == ENGINE_SEEDS
    assert commitment(bytes(32), SEED).hex() == COMMITMENT


def test_both_seatings_of_a_deal_get_one_deal() -> None:
    one, other = (
        match_pb2.MatchSpec(
            seed=SEED,
            match_id=f"match of {engines}",
            nonce=engines.encode(),
            engines=[match_pb2.EngineSpec(id=engine) for engine in engines],
        )
        for engines in ("ab", "ba")
    )
    for made in (chance_for, opening_chance, stand_in_chance):
        assert draws(made(one)) == draws(made(other))


def test_engine_seeds_differ_by_seat_and_fit_in_64_bits() -> None:
    seeds = {engine_seed(SPEC, seat) for seat in range(6)}
    assert len(seeds) == 6
    assert all(0 <= seed < 2**64 for seed in seeds)


def test_commitment_is_sha256_of_nonce_and_seed() -> None:
    nonce = b"n" * 32
    assert commitment(nonce, SEED) == hashlib.sha256(nonce + SEED).digest()


@settings(max_examples=50)
@given(st.binary(min_size=32, max_size=32), st.integers(0, 12))
def test_opening_moves_are_legal_and_touch_nothing(seed: bytes, plies: int) -> None:
    spec = match_pb2.MatchSpec(seed=seed)
    chance = chance_for(spec)
    state = GAME.initial_state(OPTIONS, 2, chance)
    digest, drawn = state.digest(), list(chance.draws)
    moves = opening_moves(state, plies, opening_chance(spec), chance)
    assert (state.digest(), chance.draws) == (digest, drawn)
    assert moves == opening_moves(state, plies, opening_chance(spec), chance)
    assert len(moves) <= plies
    for move in moves:
        assert state.validate(move) is None
        state.apply(move, chance)
        assert state.outcome() is None


def test_opening_stops_before_the_game_would_end() -> None:
    chance = chance_for(SPEC)
    state = GAME.initial_state({"goal": "1"}, 2, chance)
    moves = opening_moves(state, 50, opening_chance(SPEC), chance)
    assert 1 <= len(moves) < 50
    for move in moves:
        state.apply(move, chance)
    assert state.outcome() is None


def test_opening_moves_are_chosen_uniformly() -> None:
    state = GAME.initial_state(OPTIONS, 2, chance_for(SPEC))
    choice = opening_chance(SPEC)
    count = sum(str(random_move(state, choice)) == "1" for _ in range(2000))
    assert 900 < count < 1100


@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_deals_do_not_depend_on_the_process(hash_seed: str) -> None:
    code = (
        "from podesta.v1 import match_pb2; from referee.deal import *; "
        "s = match_pb2.MatchSpec(seed=bytes(range(32))); c = chance_for(s); "
        "print([c.draw(1000) for _ in range(8)], [engine_seed(s, i) for i in range(2)])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == f"{CHANCE_DRAWS} {ENGINE_SEEDS}"
