"""Dealing hidden cards again: what a seat knows stays, the rest is uniform."""

import random
from collections import Counter
from itertools import permutations

import pytest

from referee.games import SeededChance
from referee.games.tuerme import GAME, TuermeState
from referee.games.tuerme.cards import POSITIONS, SCORING
from referee.games.tuerme.hidden import redeal, scoring_places_left, seen_cards
from tests.referee.games.tuerme.positions import random_playout, start
from tests.referee.games.tuerme.test_state import conserved

SAMPLES = 1500
WIDE = 5.0
"""Standard deviations; with some hundred counts, fixed seeds and no luck needed."""


def later(seats: int, seed: int, turns: int) -> TuermeState:
    state = start(seats, seed, sammel=True)
    rng = random.Random(seed)
    while state.turn < turns:
        state.apply(state.legal_move(rng.randrange(state.legal_count())))
    return state


@pytest.mark.parametrize("seats", GAME.seats)
def test_what_a_seat_knows_stays(seats: int) -> None:
    rng = random.Random(seats)

    def look(state: TuermeState) -> None:
        before = state.digest()
        for seat in rng.sample(range(seats), 2):
            other = state.resample(seat, SeededChance(b"%d" % rng.randrange(10**9)))
            conserved(other)
            assert other.public() == state.public()
            assert other.private(seat) == state.private(seat)
            if state.to_act == seat:
                assert other.legal_texts() == state.legal_texts()
        assert state.digest() == before

    random_playout(start(seats, 1, sammel=True), rng.randrange, look)


@pytest.mark.parametrize("turns", [0, 5, 20])
def test_a_resampled_match_can_be_played_to_its_end(turns: int) -> None:
    rng = random.Random(turns)
    state = later(3, 2, turns).resample(0, SeededChance(b"%d" % turns))
    random_playout(state, rng.randrange, conserved)
    assert state.outcome() is not None


def test_later_observations_of_the_true_match_stay_possible() -> None:
    # Worlds that fit are drawn until the next observation fits too: one must come up soon.
    state = later(3, 4, 1)
    rng = random.Random(1)
    for step in range(20):
        move = state.legal_move(rng.randrange(state.legal_count()))
        after = state.clone()
        after.apply(move)
        seat = (state.turn_seat + 1) % 3
        for attempt in range(5000):
            other = state.resample(seat, SeededChance(b"%d %d" % (step, attempt)))
            if other.validate(move) is None:
                other.apply(move)
                if other.public() == after.public():
                    assert other.private(seat) == after.private(seat)
                    break
        else:
            pytest.fail("no world leads to what is seen next")
        state = after


def close(count: int, share: float) -> bool:
    sd: float = (SAMPLES * share * (1 - share)) ** 0.5
    return abs(count - SAMPLES * share) <= WIDE * sd


def test_hidden_cards_are_uniform_among_those_unseen() -> None:
    state = later(4, 4, 6)
    sizes = [len(cards) for cards in state.unknown_hands]
    assert sizes[(state.start_seat + 1) % 4] == 1
    seat = (state.start_seat + 3) % 4
    other = (state.start_seat + 1) % 4
    unseen = [a - b for a, b in zip(state.variant.counts, seen_cards(state), strict=True)]
    for card in state.unknown_hands[seat]:
        unseen[card] -= 1
    positions = sum(unseen[: POSITIONS.stop])
    hidden = sum(n for s, n in enumerate(sizes) if s != seat)
    pile = sum(unseen) - hidden
    in_hand: Counter[int] = Counter()
    on_top: Counter[int] = Counter()
    at_bottom: Counter[int] = Counter()
    chance = SeededChance(b"uniform")
    for _ in range(SAMPLES):
        world = state.resample(seat, chance)
        in_hand.update(world.unknown_hands[other])
        on_top[world.pile[0]] += 1
        at_bottom[world.pile[-1]] += 1
    for card, count in enumerate(unseen):
        assert close(in_hand[card], count / positions if card in POSITIONS else 0)
        share = count / pile
        if card in POSITIONS:
            share *= 1 - hidden / positions
        # The scoring cards never lie at the bottom, nor on top as long as this.
        assert close(on_top[card], share)
        assert close(at_bottom[card], share)
    assert on_top[SCORING] == at_bottom[SCORING] == 0


def test_both_cards_of_a_first_hand_are_uniform_together() -> None:
    state = start(2, 0)
    pairs: Counter[tuple[int, ...]] = Counter()
    chance = SeededChance(b"pairs")
    unseen = [a - b for a, b in zip(state.variant.counts, seen_cards(state), strict=True)][:7]
    for card in state.unknown_hands[0]:
        unseen[card] -= 1
    total = sum(unseen)
    for _ in range(SAMPLES):
        pairs[state.resample(0, chance).unknown_hands[1]] += 1
    same = sum(count for hand, count in pairs.items() if len(set(hand)) == 1)
    ways = sum(n * (n - 1) * (n - 2) for n in unseen)
    assert close(same, ways / (total * (total - 1) * (total - 2)))


@pytest.mark.parametrize("turned_up", [0, 24, 26, 27, 29])
def test_scoring_cards_lie_where_they_still_can(turned_up: int) -> None:
    variant = start(3).variant
    first, second = scoring_places_left(variant, turned_up, 0)
    assert list(first) == [n for n in range(23 - turned_up, 30 - turned_up) if n >= 0]
    assert list(second) == list(range(50 - turned_up, 57 - turned_up))
    (only,) = scoring_places_left(variant, 52, 1)
    assert list(only) == [0, 1, 2, 3, 4]


def test_the_place_of_a_scoring_card_is_uniform_among_those_left() -> None:
    state = next(
        state for seed in range(20) for state in [later(3, seed, 13)] if not state.scorings
    )
    # 26 of the pile's cards have come up, so 0 to 3 lie above the first scoring card.
    counts: Counter[int] = Counter()
    seconds: Counter[int] = Counter()
    chance = SeededChance(b"places")
    for _ in range(SAMPLES):
        first, second = (
            n for n, card in enumerate(state.resample(0, chance).pile) if card == SCORING
        )
        counts[first] += 1
        seconds[second] += 1
    assert set(counts) == {0, 1, 2, 3}
    assert all(close(count, 1 / 4) for count in counts.values())
    assert set(seconds) == {25, 26, 27, 28, 29, 30, 31}
    assert all(close(count, 1 / 7) for count in seconds.values())


def test_cards_that_were_ruled_out_are_never_dealt_and_the_rest_is_uniform() -> None:
    # Four "2", two "3" and one "4" are unseen; one hand holds a 2 or 3, another a 3 or 4.
    left = (4, 2, 1, 0, 0, 0, 0)
    state = start(4, 0)
    state.gone = tuple(card for card in POSITIONS for _ in range(12 - left[card]))
    state.open_cards = ()
    state.known_hands = [()] * 4
    state.unknown_hands = [(), (0,), (1,), ()]
    state.ruled_out = [0, 0b1111100, 0b1111001, 0]
    state.scorings = ((), ())
    deals = {(a, b): left[a] * (left[b] - (a == b)) for a in (0, 1) for b in (1, 2)}
    counts: Counter[tuple[int, int]] = Counter()
    chance = SeededChance(b"limited")
    for _ in range(SAMPLES):
        world = state.resample(0, chance)
        counts[world.unknown_hands[1][0], world.unknown_hands[2][0]] += 1
    assert set(counts) == set(deals)
    assert all(close(counts[pair], ways / sum(deals.values())) for pair, ways in deals.items())


def test_limited_hands_that_compete_for_the_last_card_get_one_each() -> None:
    # Nearly everything is gone: one "2", one "3" and one "4" are left for three hands.
    state = start(4, 0)
    state.gone = tuple(card for card in POSITIONS for _ in range(11 if card < 3 else 12))
    state.open_cards = ()
    state.known_hands = [()] * 4
    state.unknown_hands = [(), (0,), (1,), (2,)]
    state.ruled_out = [0, 0b1111100, 0b1111010, 0b1111000]
    state.scorings = ((), ())
    found = set()
    for seed in range(60):
        redeal(state, 0, SeededChance(b"%d" % seed))
        found.add(tuple(hand[0] for hand in state.unknown_hands[1:]))
    # The second holds a 2 or 3, the third a 2 or 4; the fourth any of them.
    assert found == {
        hands for hands in permutations(range(3)) if hands[0] in (0, 1) and hands[1] in (0, 2)
    }


def test_impossible_hands_are_refused() -> None:
    state = later(3, 0, 3)
    state.ruled_out[(state.start_seat + 1) % 3] = 0b1111111
    with pytest.raises(ValueError, match="unseen"):
        redeal(state, state.start_seat, SeededChance(b"x"))


def test_discards_of_a_random_match_stay_consistent() -> None:
    # Few stones, so that cards are often discarded; the true hands are never ruled out.
    rng = random.Random(5)
    ruled = 0
    for seed in range(12):
        state = start(4, seed)
        state.stones_left = [rng.randrange(3) for _ in range(4)]
        state.zone = rng.choice([-1, 16])
        while state.turn < 10:
            for seat in range(4):
                mask = state.ruled_out[seat]
                ruled += bool(mask)
                assert all(not mask >> card & 1 for card in state.unknown_hands[seat])
                world = state.resample(seat, SeededChance(b"%d" % seed))
                assert world.public() == state.public()
            state.apply(state.legal_move(rng.randrange(state.legal_count())))
    assert ruled > 10


def test_spectators_know_no_hand() -> None:
    state = later(3, 4, 1)
    hands = set()
    for seed in range(30):
        other = state.clone()
        redeal(other, None, SeededChance(b"%d" % seed))
        conserved(other)
        assert other.public() == state.public()
        hands.add(other.unknown_hands[0])
    assert len(hands) > 5


def test_resampling_does_not_depend_on_what_is_hidden() -> None:
    # The same draws give the same world, whichever of two was the true one.
    state = later(4, 9, 5)
    twin = state.resample(2, SeededChance(b"twin"))
    assert twin.digest() != state.digest()
    one = state.resample(2, SeededChance(b"again"))
    two = twin.resample(2, SeededChance(b"again"))
    assert one.digest() == two.digest()
