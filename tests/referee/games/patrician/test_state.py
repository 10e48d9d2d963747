"""Conservation, copies and digests over whole matches."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from referee.games.patrician import GAME, PatricianState
from referee.games.patrician.variant import NOBODY
from tests.referee.games.patrician.positions import ALL_OPTIONS, random_playout, start

ROOT = Path(__file__).parents[4]
MATCHES = 12


def all_cards(state: PatricianState) -> list[int]:
    cards = [card for card in state.plates if card != NOBODY]
    cards += [*state.pile, *state.aside, *state.discards]
    for hands in (state.known_hands, state.unknown_hands, state.stacks):
        for hand in hands:
            cards += hand
    return sorted(cards)


def conserved(state: PatricianState) -> None:
    """Cards, floors, tokens and markers: nothing appears, nothing is lost."""
    variant = state.variant
    assert all_cards(state) == list(range(len(variant.cards)))
    built = [0] * len(variant.cities)
    for stack in (*state.stacks, state.discards):
        for card in stack:
            built[variant.card_city[card]] += variant.crests[card]
    if state.decision == "site":
        built[variant.card_city[state.played]] -= variant.crests[state.played]
    if state.decision == "architetto":
        built[variant.card_city[state.discards[-1]]] -= state.floors_due
    for city, (first, second) in enumerate(state.towers):
        assert len(first) + len(second) == built[city] <= variant.capacity[city]
        assert (NOBODY not in state.tokens[city]) == (built[city] == variant.capacity[city])
        assert max(first + second, default=0) < variant.owners
    placed = sum(side != 0 for side in state.marker_sides)
    assert placed + sum(state.markers_left) == variant.markers * variant.seats
    if state.pile:
        assert all(card != NOBODY for card in state.plates) or state.emptied != NOBODY
    if state.decision == "card":
        full = [len(state.hand(seat)) for seat in range(variant.seats)]
        assert max(full) - min(full) <= 1


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
@pytest.mark.parametrize("seats", GAME.seats)
def test_nothing_is_lost(seats: int, options: dict[str, str]) -> None:
    rng = random.Random(seats)
    for seed in range(MATCHES):
        state = start(
            seats,
            seed,
            trade_routes=options["trade_routes"] == "true",
            delegates=options["delegates"] == "true",
        )
        random_playout(state, rng.randrange, conserved)
        conserved(state)
        prestige = sum(score.prestige for score in state.scores)
        assert prestige == (114 if seats == 5 else 99)
        assert sum(score.floors for score in state.scores) == (72 if seats == 5 else 63)
        played = sum(sum(score.portraits) for score in state.scores)
        delegates = [name for score in state.scores for name in score.delegates]
        extra = sum(3 if name == "D" else 1 for name in delegates)
        assert played - extra == (36 if seats == 5 else 30)
        if options["delegates"] == "true":
            assert sorted(set(delegates) | {"D"}) == ["A", "B", "C", "D"]
            assert len(delegates) == len(set(delegates))
        else:
            assert delegates == []


@pytest.mark.parametrize("seats", GAME.seats)
def test_clones_are_equal_and_independent(seats: int) -> None:
    rng = random.Random(seats)
    state = start(seats, 7, trade_routes=True, delegates=True)
    while state.to_act is not None:
        before = state.digest()
        clone = state.clone()
        assert clone.digest() == before
        assert clone.legal_texts() == state.legal_texts()
        random_playout(clone, rng.randrange)
        assert clone.outcome() is not None
        assert state.digest() == before
        assert state.outcome() is None
        state.apply(state.legal_move(rng.randrange(state.legal_count())))


def test_clones_share_no_list() -> None:
    state = start(2, trade_routes=True)
    clone = state.clone()
    for name in PatricianState.__slots__:
        value = getattr(state, name)
        if isinstance(value, list):
            assert getattr(clone, name) is not value, name
            assert getattr(clone, name) == value, name


def test_digests_differ_where_hidden_cards_do() -> None:
    state = start(2)
    digests = {state.digest()}
    for change in ("pile", "aside", "hands"):
        other = state.clone()
        if change == "pile":
            other.pile = other.pile[::-1]
        elif change == "aside":
            other.aside = other.aside[::-1]
        else:
            other.unknown_hands = other.unknown_hands[::-1]
        digests.add(other.digest())
    assert len(digests) == 4


def test_digests_do_not_depend_on_the_order_of_a_hand() -> None:
    state = start(3)
    other = state.clone()
    other.unknown_hands[0] = other.unknown_hands[0][::-1]
    assert other.digest() == state.digest()


def test_validate_and_legal_moves_agree_on_all_moves() -> None:
    from referee.games.patrician.moves import _by_text

    rng = random.Random(1)
    for seats in GAME.seats:
        state = start(seats, 3, trade_routes=True)

        def agree(state: PatricianState) -> None:
            legal = set(state.legal_texts())
            assert len(legal) == state.legal_count() == len(state.legal_moves())
            for text, move in _by_text().items():
                reason = state.validate(move)
                assert (reason is None) == (text in legal)
                assert reason is None or reason

        random_playout(state, rng.randrange, agree)
        agree(state)


PROGRAM = """
import random
from tests.referee.games.patrician.positions import start
for seats in (2, 5):
    state = start(seats, 11, trade_routes=True, delegates=True)
    rng = random.Random(5)
    while state.to_act is not None:
        move = state.legal_move(rng.randrange(state.legal_count()))
        print(state.digest().hex(), move)
        print(state.public().SerializeToString(deterministic=True).hex())
        state.apply(move)
    print(state.digest().hex(), state.outcome())
"""


def test_matches_do_not_depend_on_the_hash_seed() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{ROOT}:{ROOT / 'proto'}"},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
    assert outputs.pop().count(b"\n") > 300
