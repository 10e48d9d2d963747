"""Dealing hidden cards again: what a seat knows stays, the rest is uniform."""

import random
from collections import Counter

import pytest

from referee.games import SeededChance
from referee.games.patrician import GAME, PatricianState
from referee.games.patrician.hidden import redeal
from tests.referee.games.patrician.positions import random_playout, start
from tests.referee.games.patrician.test_state import conserved

SAMPLES = 4000
WIDE = 5.0
"""Standard deviations; with some thousand counts, fixed seeds and no luck needed."""


def later(seats: int, seed: int, decisions: int) -> PatricianState:
    state = start(seats, seed, trade_routes=True)
    rng = random.Random(seed)
    for _ in range(decisions):
        if state.to_act is None:
            break
        state.apply(state.legal_move(rng.randrange(state.legal_count())))
    return state


@pytest.mark.parametrize("seats", GAME.seats)
def test_what_a_seat_knows_stays(seats: int) -> None:
    rng = random.Random(seats)
    state = start(seats, 1, trade_routes=True)

    def check(state: PatricianState) -> None:
        before = state.digest()
        for seat in range(seats):
            other = state.resample(seat, SeededChance(b"%d" % rng.randrange(10**9)))
            conserved(other)
            assert other.public() == state.public()
            assert other.private(seat) == state.private(seat)
            if state.to_act == seat:
                assert other.legal_texts() == state.legal_texts()
        assert state.digest() == before

    random_playout(state, rng.randrange, check)


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_resampled_match_can_be_played_to_its_end(seats: int) -> None:
    rng = random.Random(seats)
    for decisions in (0, 5, 20, 60):
        state = later(seats, 2, decisions).resample(0, SeededChance(b"%d" % decisions))
        random_playout(state, rng.randrange, conserved)
        assert state.outcome() is not None


def test_later_observations_of_the_true_match_stay_possible() -> None:
    # Deals that fit are drawn until the next observation fits too: one must come up soon.
    state = later(3, 4, 6)
    rng = random.Random(1)
    for step in range(25):
        move = state.legal_move(rng.randrange(state.legal_count()))
        after = state.clone()
        after.apply(move)
        seat = (state.turn_seat + 1) % 3
        for attempt in range(2000):
            other = state.resample(seat, SeededChance(b"%d %d" % (step, attempt)))
            if other.validate(move) is None:
                other.apply(move)
                if other.public() == after.public():
                    assert other.private(seat) == after.private(seat)
                    break
        else:
            pytest.fail("no deal leads to what is seen next")
        state = after


def test_hidden_hands_are_uniform_among_unseen_star_cards() -> None:
    state = later(3, 4, 5)
    own = set(state.unknown_hands[0])
    seen = own | {c for c in state.plates if c >= 0}
    for cards in (*state.known_hands, *state.stacks):
        seen |= set(cards)
    unseen = [card for card in state.variant.star_cards if card not in seen]
    size = len(state.unknown_hands[1])
    counts: Counter[int] = Counter()
    pairs: Counter[tuple[int, ...]] = Counter()
    chance = SeededChance(b"uniform hands")
    for _ in range(SAMPLES):
        hand = state.resample(0, chance).unknown_hands[1]
        assert len(set(hand)) == size
        counts.update(hand)
        pairs[hand] += 1
    assert set(counts) == set(unseen)
    share = size / len(unseen)
    sd = (SAMPLES * share * (1 - share)) ** 0.5
    assert all(abs(n - SAMPLES * share) < WIDE * sd for n in counts.values())
    assert len(pairs) > len(unseen)


def test_the_next_card_of_the_pile_is_uniform_among_all_that_may_lie_there() -> None:
    state = later(2, 4, 12)
    hidden = set(state.pile) | set(state.aside) | set(state.unknown_hands[1])
    stars = [c for c in hidden if state.variant.star[c]]
    plain = [c for c in hidden if not state.variant.star[c]]
    dealt = len(state.unknown_hands[1])
    assert dealt
    places = len(state.pile) + len(state.aside)
    counts: Counter[int] = Counter()
    asides: Counter[int] = Counter()
    chance = SeededChance(b"uniform pile")
    for _ in range(SAMPLES):
        other = state.resample(0, chance)
        counts[other.pile[0]] += 1
        asides[other.aside[0]] += 1
    for card in hidden:
        # A star card may lie in the other hand instead.
        there = 1 - dealt / len(stars) if card in stars else 1.0
        share = there / places
        sd = (SAMPLES * share * (1 - share)) ** 0.5
        for count in (counts, asides):
            assert abs(count[card] - SAMPLES * share) < WIDE * sd
    assert plain


def test_spectators_know_no_hand() -> None:
    state = later(3, 4, 3)
    hands = set()
    for seed in range(30):
        other = state.clone()
        redeal(other, None, SeededChance(b"%d" % seed))
        conserved(other)
        assert other.public() == state.public()
        hands.add(other.unknown_hands[0])
    assert len(hands) > 5


def test_resampling_does_not_depend_on_what_is_hidden() -> None:
    # The same draws give the same deal, whichever of two worlds was the true one.
    state = later(4, 9, 10)
    twin = state.resample(2, SeededChance(b"twin"))
    assert twin.digest() != state.digest()
    one = state.resample(2, SeededChance(b"again"))
    two = twin.resample(2, SeededChance(b"again"))
    assert one.digest() == two.digest()
