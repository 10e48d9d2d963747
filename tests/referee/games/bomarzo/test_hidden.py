"""Dealing hidden cards again: what a seat knows stays, the rest is uniform."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations

import pytest

from referee.games import SeededChance
from referee.games.bomarzo import GAME, BomarzoState
from referee.games.bomarzo.cards import devote, discard, draw
from referee.games.bomarzo.hidden import needed_cards, redeal
from referee.games.bomarzo.variant import bits
from tests.referee.games.bomarzo.positions import (
    card,
    conserved,
    deck,
    divinity,
    goods,
    hand,
    play,
    play_out_cards,
    random_playout,
    start,
    table,
)

WIDE = 5.0
"""Standard deviations; with some thousand counts, fixed seeds and no luck needed."""

OPTIONS = [{}, {"seasons": "true", "worship": "true"}]


def chance(*words: object) -> SeededChance:
    return SeededChance(" ".join(map(str, words)).encode())


@pytest.mark.parametrize("options", OPTIONS, ids=["plain", "promos"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_what_a_seat_knows_stays(seats: int, options: dict[str, str]) -> None:
    rng = random.Random(seats)

    def check(state: BomarzoState) -> None:
        if rng.random() > 0.12:
            return
        before = state.digest()
        for seat in range(seats):
            other = state.resample(seat, chance(rng.random()))
            conserved(other)
            assert other.public() == state.public()
            assert other.private(seat) == state.private(seat)
            assert other.legal_moves()
            if state.to_act == seat:
                assert other.legal_texts() == state.legal_texts()
        assert state.digest() == before

    random_playout(start(seats, 1, **options), rng.randrange, check)


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_resampled_match_can_be_played_to_its_end(seats: int) -> None:
    rng = random.Random(seats)
    for seed in range(6):
        state = start(seats, seed, worship="true")
        draws = chance("to the end", seed)
        for _ in range(rng.randrange(150)):
            state.apply(state.legal_move(rng.randrange(state.legal_count())), draws)
        state = state.resample(rng.randrange(seats), chance(seed))
        random_playout(state, rng.randrange, conserved, seed)
        assert state.outcome() is not None


@pytest.mark.parametrize("seats", GAME.seats)
def test_resampling_does_not_depend_on_what_is_hidden(seats: int) -> None:
    # The same draws give the same deal, whichever of two worlds was the true one.
    rng = random.Random(seats)
    differed = 0
    for seed in range(25):
        state = start(seats, seed, worship="true")
        draws = chance("twins", seed)
        for _ in range(rng.randrange(200)):
            if state.to_act is None:
                break
            state.apply(state.legal_move(rng.randrange(state.legal_count())), draws)
        seat = rng.randrange(seats)
        twin = state.resample(seat, chance("twin", seed))
        differed += twin.digest() != state.digest()
        one = state.resample(seat, chance("again", seed))
        two = twin.resample(seat, chance("again", seed))
        assert one.digest() == two.digest()
    assert differed > 18


def test_later_observations_of_the_true_match_stay_possible() -> None:
    # Worlds are drawn until what is seen next fits too: one must come up soon.
    rng = random.Random(5)
    state = start(2, 8)
    draws = chance("later")
    for _ in range(60):
        state.apply(state.legal_move(rng.randrange(state.legal_count())), draws)
    compared = 0
    while state.to_act is not None and compared < 25:
        move = state.legal_move(rng.randrange(state.legal_count()))
        seat = 1 - state.to_act
        after = state.clone()
        after.apply(move, chance("next"))
        for attempt in range(600):
            other = state.resample(seat, chance(compared, attempt))
            if other.validate(move) is None:
                other.apply(move, chance("next"))
                if other.public() == after.public():
                    break
        else:
            pytest.fail(f"no world leads to what is seen after {move}")
        compared += 1
        state.apply(move, draws)
    assert compared == 25


def test_hidden_hands_are_uniform_among_unseen_cards() -> None:
    state = table(3)
    hand(state, 0, "Altar", "Mill")
    hand(state, 1, "Music", "Cook", "Prior")
    samples, counts, tops = 1500, Counter[int](), Counter[int]()
    draws = chance("uniform")
    for _ in range(samples):
        other = state.resample(0, draws)
        counts.update(bits(other.hands[1]))
        tops[other.deck[other.deck_left - 1]] += 1
    assert len(counts) == len(tops) == 43
    for found, share in ((counts, 3 / 43), (tops, 1 / 43)):
        sd = (samples * share * (1 - share)) ** 0.5
        assert all(abs(n - samples * share) < WIDE * sd for n in found.values())


# --- several shuffles: all worlds by brute force ---

Step = tuple[str, int]
World = tuple[frozenset[int], tuple[int, ...], frozenset[int]]
"""A seat's hand, its cards under divinities, and the deck."""


def all_worlds(hands: frozenset[int], cards: frozenset[int], script: list[Step]) -> set[World]:
    """Every world that a spectator of this script must think possible.

    Of `cards`, the hidden ones at the beginning, the seat holds as many as `hands` has.
    """
    found = set()
    for first in combinations(sorted(cards), len(hands)):
        start_hand = frozenset(first)
        found |= set(_worlds(start_hand, (), cards - start_hand, frozenset(), script))
    return found


def _worlds(
    held: frozenset[int],
    devoted: tuple[int, ...],
    left: frozenset[int],
    thrown: frozenset[int],
    script: list[Step],
) -> Iterator[World]:
    if not script:
        yield held, devoted, left
        return
    (verb, number), rest = script[0], script[1:]
    if verb == "draw":
        if not left:
            left, thrown = thrown, frozenset()
        for drawn in left:
            then = [("draw", number - 1), *rest] if number > 1 else rest
            yield from _worlds(held | {drawn}, devoted, left - {drawn}, thrown, then)
    elif verb == "devote":
        for each in held:
            yield from _worlds(held - {each}, (*devoted, each), left, thrown, rest)
    elif number in held:
        yield from _worlds(held - {number}, devoted, left, thrown | {number}, rest)


NAMES = ("Altar", "Mill", "Music", "Cook", "Prior", "Fountain", "Bridge")
SCRIPTS: list[tuple[int, list[str]]] = [
    # A card devoted before the shuffle can't be one of the new deck.
    (2, ["draw 1", "devote", "discard", "discard", "draw 4", "draw 1", "devote"]),
    # The only new card is shown before another is drawn: it was not devoted before.
    (3, ["draw 4", "discard", "discard", "draw 1", "devote", "discard", "draw 1", "discard"]),
    (3, ["devote", "draw 3", "discard", "discard", "draw 2", "devote", "discard", "draw 1"]),
    # Three shuffles.
    (3, ["draw 4", "discard", "draw 1", "discard", "draw 1", "discard", "devote", "draw 1"]),
]


@pytest.mark.parametrize(("size", "words"), SCRIPTS)
@pytest.mark.parametrize("seed", range(3))
def test_worlds_of_several_shuffles_are_uniform(size: int, words: list[str], seed: int) -> None:
    state = table(2)
    rest = [name for name in state.variant.card_names if name not in NAMES]
    play_out_cards(state, 0, 1, *rest)
    deck(state, *NAMES[size:])
    hand(state, 1, *NAMES[:size])
    before = frozenset(bits(state.hands[1]))
    rng = random.Random(seed)
    script: list[Step] = []
    for word in words:
        verb, _, number = word.partition(" ")
        held = bits(state.hands[1])
        if verb == "draw":
            if state.deck_left + state.discards.bit_count() < int(number):
                continue
            draw(state, 1, int(number), chance("draws", seed, len(script)), None)
            script.append((verb, int(number)))
        elif verb == "devote" and held:
            devote(state, 1, rng.choice(held), divinity(state, "Dea"))
            script.append((verb, 0))
        elif held:
            shown = rng.choice(held)
            discard(state, 1, shown)
            script.append((verb, shown))
    conserved(state)
    assert len(state.shuffles) > 1
    cards = frozenset(card(state, name) for name in NAMES)
    worlds = all_worlds(before, cards, script)
    assert world_of(state) in worlds
    counts: Counter[World] = Counter()
    assert 1 < len(worlds) < 100
    samples = 40 * len(worlds)
    draws = chance("worlds", seed)
    for _ in range(samples):
        counts[world_of(state.resample(0, draws))] += 1
    assert set(counts) <= worlds
    share = 1 / len(worlds)
    sd = (samples * share * (1 - share)) ** 0.5
    assert all(abs(counts[world] - samples * share) < WIDE * sd + 1 for world in worlds)


def world_of(state: BomarzoState) -> World:
    return (
        frozenset(bits(state.hands[1])),
        tuple(entry[2] for entry in state.devoted),
        frozenset(state.deck[: state.deck_left]),
    )


# --- a hand that must hold a card of a kind ---


@pytest.mark.parametrize("moves", [(), ("pay FFC",), ("pay FCf",), ("pay FFC", "overpay done")])
def test_a_hand_at_gigante_holds_a_building_card(moves: tuple[str, ...]) -> None:
    state = table(2)
    hand(state, 0, "Altar", "Music")
    goods(state, 0, "FFCC")
    play(state, "place Gigante", *moves)
    buildings = state.variant.kind_masks[0]
    assert needed_cards(state) == buildings
    counts: Counter[bool] = Counter()
    for number in range(200):
        other = state.resample(1, chance(number))
        assert other.hands[0] & buildings
        assert other.legal_moves()
        counts[other.hands[0] & buildings == other.hands[0]] += 1
    assert len(counts) == 2
    # With a card to upgrade, the hand may be any.
    play_out_cards(state, 0, 1, "Mill")
    assert needed_cards(state) == 0


def test_the_needed_hand_is_uniform_among_those_that_fit() -> None:
    state = table(2)
    hand(state, 0, "Altar")
    goods(state, 0, "FFC")
    play(state, "place Gigante")
    draws = chance("needed")
    counts = Counter(state.resample(1, draws).hands[0] for _ in range(600))
    buildings = state.variant.kind_masks[0].bit_count()
    assert len(counts) == buildings
    sd = (600 / buildings) ** 0.5
    assert all(abs(n - 600 / buildings) < WIDE * sd for n in counts.values())


# --- the set-up, the vision power, Worship cards ---


def test_the_card_kept_is_any_of_those_dealt() -> None:
    state = start(3, 4)
    first = state.first_seat
    play(state, state.legal_texts()[2])
    viewer = (first + 1) % 3
    places: Counter[int] = Counter()
    for number in range(800):
        other = state.resample(viewer, chance(number))
        assert other.hands[first] >> other.kept[first] & 1
        places[bits(other.hands[first]).index(other.kept[first])] += 1
    assert all(abs(n - 200) < WIDE * (800 * 0.25 * 0.75) ** 0.5 for n in places.values())
    assert state.resample(first, chance(1)).kept == state.kept


def test_cards_drawn_with_vision_are_hidden_from_others() -> None:
    state = table(2)
    play_out_cards(state, 0, 2, "Painter")
    hand(state, 0, "Altar")
    goods(state, 0, "C")
    play(state, "place Genio", "pay C", "vision yes")
    drawn = {state.resample(1, chance(n)).drawn for n in range(50)}
    assert len(drawn) > 40
    assert all(each.bit_count() == 4 for each in drawn)
    mine = state.resample(0, chance(1))
    assert (mine.drawn, mine.hands) == (state.drawn, state.hands)
    play(state, state.legal_texts()[0])
    assert all(state.resample(1, chance(n)).drawn.bit_count() == 3 for n in range(5))


def worship_worlds(
    takes: list[tuple[int, int]], own: dict[int, tuple[int, int]]
) -> set[tuple[tuple[int, int], ...]]:
    """Every course of takes (seat, cards drawn) that fits what is known of some of them."""
    found: set[tuple[tuple[int, int], ...]] = {()}
    for place, (_, drawn) in enumerate(takes):
        longer = set()
        for course in found:
            left = [c for c in range(8) if all(c != held for held, _ in course)]
            for held in left:
                for back in combinations([c for c in left if c != held], drawn - 1):
                    take = (held, sum(1 << c for c in back))
                    if own.get(place, take) == take:
                        longer.add((*course, take))
        found = longer
    return found


def test_worship_cards_of_others_are_uniform_among_what_fits() -> None:
    state = table(3, worship="true")
    # Seat 0 saw 2 and 3 in the deck in the second take: seat 1 does not hold them, seat 2 may.
    state.worship_takes = [(1, 0, 0), (0, 4, 0b1100), (2, 2, 0)]
    own = {1: (4, 0b1100)}
    worlds = worship_worlds([(1, 1), (0, 3), (2, 1)], own)
    assert len(worlds) == 5 * 6
    samples = 1500
    draws = chance("worship")
    counts: Counter[tuple[tuple[int, int], ...]] = Counter()
    for _ in range(samples):
        takes = state.resample(0, draws).worship_takes
        assert [seat for seat, _, _ in takes] == [1, 0, 2]
        counts[tuple((held, back) for _, held, back in takes)] += 1
    assert set(counts) <= worlds
    share = 1 / len(worlds)
    sd = (samples * share * (1 - share)) ** 0.5
    assert all(abs(counts[world] - samples * share) < WIDE * sd + 1 for world in worlds)


def test_worship_cards_just_drawn_are_known_to_one_seat() -> None:
    state = table(2, worship="true")
    state.worship_takes = [(1, 0, 0)]
    state.stage = "worship"
    goods(state, 0, "FFFF")
    play(state, "worship 2", "give food", "give food", "give food", "give food")
    assert state.worship_drawn.bit_count() == 3
    for number in range(60):
        mine = state.resample(0, chance(number))
        assert mine.worship_drawn == state.worship_drawn
        assert not state.worship_drawn >> mine.worship_takes[0][1] & 1
    others = {state.resample(1, chance(n)).worship_drawn for n in range(60)}
    assert len(others) > 10
    assert not any(each & 1 for each in others)


def test_spectators_know_no_hand() -> None:
    state = table(3)
    hand(state, 0, "Altar", "Mill")
    hand(state, 1, "Music")
    hands = set()
    for number in range(30):
        other = state.clone()
        redeal(other, None, chance(number))
        conserved(other)
        assert other.public() == state.public()
        hands.add(tuple(other.hands))
    assert len(hands) > 25


def test_what_is_revealed_at_the_end_stays() -> None:
    state = start(2, 3, worship="true")
    random_playout(state, random.Random(3).randrange)
    assert state.devoted
    assert state.worship_takes
    other = state.resample(0, chance("end"))
    assert other.devoted == state.devoted
    assert [take[:2] for take in other.worship_takes] == [take[:2] for take in state.worship_takes]
    assert other.outcome() == state.outcome()


def test_brute_force_finds_every_order() -> None:
    # The checker itself: two cards unseen, one drawn, one devoted.
    cards = frozenset((1, 2))
    worlds = all_worlds(frozenset(), cards, [("draw", 1), ("devote", 0)])
    assert worlds == {
        (frozenset(), (first,), frozenset({second})) for first, second in permutations((1, 2))
    }
