"""Conservation, copies and digests over whole matches."""

import random

import pytest
from podesta.tuerme.v1 import tuerme_pb2 as pb

from referee.games.tuerme import GAME, TuermeState
from referee.games.tuerme.cards import SCORING
from referee.games.tuerme.consistency import check
from referee.games.tuerme.fields import BASILICA, FIELDS
from referee.games.tuerme.moves import HEAL, ROOF, Draw
from tests.referee.games.tuerme.positions import ALL_OPTIONS, arrange, play, random_playout, start

MATCHES = 6


def conserved(state: TuermeState) -> None:
    """Stones, roofs, tokens and cards: nothing appears, nothing is lost."""
    variant = state.variant
    seats = range(variant.seats)
    on_board = b"".join(state.towers)
    roofed = [f for f in FIELDS if state.roofs >> f & 1]
    for seat in seats:
        assert state.stones_left[seat] + on_board.count(seat) == 30
        owned = sum(state.towers[f][-1] == seat for f in roofed)
        assert state.roofs_left[seat] + owned == 4
        assert state.stones_left[seat] >= 0 <= state.roofs_left[seat]
    assert state.tokens_left + sum(state.tokens) == variant.tokens
    assert state.towers[BASILICA] == b""
    for f in FIELDS:
        assert len(state.towers[f]) <= 6
        assert (len(state.towers[f]) == 6) == bool(state.full >> f & 1)
    counts = [0] * 22
    hands = [*state.known_hands, *state.unknown_hands]
    for cards in (state.pile, state.open_cards, state.gone, *hands):
        for card in cards:
            counts[card] += 1
    assert tuple(counts[:SCORING]) == variant.counts
    assert counts[SCORING] == 2 - len(state.scorings) + (not state.stage)
    check(state)


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
@pytest.mark.parametrize("seats", GAME.seats)
def test_nothing_is_lost(seats: int, options: dict[str, str]) -> None:
    rng = random.Random(seats)
    for seed in range(MATCHES):
        state = start(seats, seed, options["sammel"] == "true")
        random_playout(state, rng.randrange, conserved)
        conserved(state)


@pytest.mark.parametrize("seats", GAME.seats)
def test_nothing_is_lost_where_players_secure_and_burn(seats: int) -> None:
    rng = random.Random(seats)
    endings = set()
    for seed in range(3 * MATCHES):
        state = start(seats, seed, sammel=True)
        while state.to_act is not None:
            conserved(state)
            texts = state.legal_texts()
            state.apply(max(state.legal_moves(), key=lambda m: (_height(state, m), rng.random())))
            assert texts
        conserved(state)
        endings.add(state.ending)
    assert pb.ENDING_TOWERS in endings


def _height(state: TuermeState, move: object) -> int:
    """Prefers high towers, and securing them."""
    if move == ROOF:
        return 1
    fields = getattr(move, "fields", ())
    return sum(len(state.towers[f]) ** 2 for f in fields)


def test_clones_share_no_list() -> None:
    state = start(2, sammel=True)
    clone = state.clone()
    for name in TuermeState.__slots__:
        value = getattr(state, name)
        assert getattr(clone, name) == value, name
        if isinstance(value, list):
            assert getattr(clone, name) is not value, name


def test_clones_are_independent() -> None:
    rng = random.Random(3)
    state = start(4, 7, sammel=True)
    while state.to_act is not None:
        before = state.digest()
        clone = state.clone()
        assert clone.digest() == before
        random_playout(clone, rng.randrange)
        assert clone.outcome() is not None
        assert state.digest() == before
        assert state.outcome() is None
        state.apply(state.legal_move(rng.randrange(state.legal_count())))


def test_digests_differ_where_anything_does() -> None:
    def position() -> TuermeState:
        state = arrange(
            start(3, sammel=True),
            seat=0,
            hand="2 3 5",
            towers={"2,3": "110", "2,4": "110", "8,8": "1100^"},
        )
        play(state, "build 2,3 right 2", "secure roof")
        return state

    digests = {position().digest(), start().digest(), start(sammel=True).digest()}
    changes = [
        lambda s: setattr(s, "pile", s.pile[::-1]),
        lambda s: setattr(s, "unknown_hands", s.unknown_hands[::-1]),
        lambda s: setattr(s, "known_hands", s.known_hands[::-1]),
        lambda s: setattr(s, "open_cards", (0, 0, 0, 0)),
        lambda s: setattr(s, "zone", 0),
        lambda s: setattr(s, "due", ()),
        lambda s: setattr(s, "fresh", 0),
        lambda s: setattr(s, "roofs", 0),
        lambda s: setattr(s, "stage", "draw"),
        lambda s: setattr(s, "turn_index", 5),
        lambda s: setattr(s, "start_seat", s.start_seat + 1),
        lambda s: setattr(s, "tokens", [1, 0, 0]),
        lambda s: setattr(s, "ruled_out", [0, 1, 0]),
        lambda s: setattr(s, "ending", pb.ENDING_PILE),
        lambda s: s.towers.__setitem__(3, b"\1"),
        lambda s: s.towers.reverse(),
    ]
    for change in changes:
        state = position()
        change(state)  # type: ignore[no-untyped-call]
        digests.add(state.digest())
    assert len(digests) == 3 + len(changes)


def test_digests_do_not_hang_on_the_order_of_what_lies_open() -> None:
    state = start()
    other = state.clone()
    other.unknown_hands = [cards[::-1] for cards in other.unknown_hands]
    assert other.digest() == state.digest()


def test_what_is_asked() -> None:
    state = arrange(start(), seat=0, hand="2 3 8", towers={"2,3": "110"})
    asked = [state.decision]
    play(state, "build 2,3")
    asked.append(state.decision)
    play(state, "secure no")
    asked.append(state.decision)
    assert asked == ["action", "secure", "draw"]
    assert (state.turn, state.turn_seat, state.to_act) == (0, 0, 0)
    state.apply(state.legal_move(0))
    assert (state.turn, state.turn_seat, state.to_act) == (1, 1, 1)


def test_lists_are_kept_for_a_position_and_made_anew_for_the_next() -> None:
    state = arrange(start(), seat=0, hand="5 5 2", zone="2,2")
    assert state.legal_moves() is state.legal_moves()
    assert HEAL in state.legal_moves()
    state.apply(HEAL)
    assert all(isinstance(move, Draw) for move in state.legal_moves())
