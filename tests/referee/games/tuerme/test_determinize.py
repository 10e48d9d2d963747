"""From an observation back to a position."""

import random
from typing import Any

import pytest
from podesta.bologna.v1 import bologna_pb2
from podesta.tuerme.v1 import tuerme_pb2 as pb

from referee.games import SeededChance
from referee.games.tuerme import GAME
from tests.referee.games.tuerme.positions import ALL_OPTIONS, draw_any, play, random_playout, start
from tests.referee.games.tuerme.test_consistency import OPTIONS, high, middle
from tests.referee.games.tuerme.test_state import conserved


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
@pytest.mark.parametrize("seats", GAME.seats)
def test_everything_seen_stays_and_the_match_goes_on(seats: int, options: dict[str, str]) -> None:
    rng = random.Random(seats)
    aside = random.Random(seats)
    kinds = set()
    for seed in (2, 3, 4):
        state = start(seats, seed, sammel=options["sammel"] == "true")
        while True:
            kinds.add(state.decision)
            seat = rng.randrange(seats)
            chance = SeededChance(b"%d" % rng.randrange(10**9))
            private = state.private(seat)
            other = GAME.determinize(options, seats, seat, state.public(), private, chance)
            conserved(other)
            assert other.public() == state.public()
            assert other.private(seat) == private
            if state.to_act is None:
                assert other.outcome() == state.outcome()
                break
            if state.to_act == seat:
                assert other.legal_texts() == state.legal_texts()
            if aside.random() < 0.1:
                random_playout(other, aside.randrange)
                assert other.outcome() is not None
            state.apply(high(state, rng) if seed > 2 else state.legal_move(0))
    assert kinds == {"action", "secure", "draw", ""}


def test_it_draws_as_resample_does() -> None:
    state = start(3, 2)
    rng = random.Random(0)
    while state.to_act is not None:
        one = state.resample(1, SeededChance(b"same"))
        two = GAME.determinize({}, 3, 1, state.public(), state.private(1), SeededChance(b"same"))
        assert one.digest() == two.digest()
        state.apply(high(state, rng))


def test_spectators_need_no_private_message() -> None:
    state = start(3, 2)
    other = GAME.determinize({}, 3, 0, state.public(), None, SeededChance(b"x"))
    conserved(other)
    assert other.public() == state.public()
    hands = {
        GAME.determinize({}, 3, 0, state.public(), None, SeededChance(b"%d" % n)).unknown_hands[0]
        for n in range(20)
    }
    assert len(hands) > 10


def test_hands_that_are_not_the_one_described_are_refused() -> None:
    public, private = middle()
    for held in ([], ["2", "3"], ["P5"], ["x"], ["P3"]):
        other = pb.TuermePrivate(seat=0, hand=held)
        if list(private.hand) != held:
            with pytest.raises(ValueError, match=r"\w"):
                GAME.determinize(OPTIONS, 3, 0, public, other, SeededChance(b"x"))
    other = pb.TuermePrivate(seat=1, hand=private.hand)
    with pytest.raises(ValueError, match="not those of seat 0"):
        GAME.determinize(OPTIONS, 3, 0, public, other, SeededChance(b"x"))


def test_a_hand_must_stand_in_card_order() -> None:
    state = start(3, 1)
    seat = state.turn_seat
    private = state.private(seat)
    assert len(set(private.hand)) > 1
    other = pb.TuermePrivate(seat=seat, hand=list(private.hand)[::-1])
    with pytest.raises(ValueError, match="does not add up"):
        GAME.determinize({}, 3, seat, state.public(), other, SeededChance(b"x"))


def test_messages_of_other_games_are_refused() -> None:
    public, private = middle()
    chance = SeededChance(b"x")
    with pytest.raises(ValueError, match="TuermePublic is expected"):
        GAME.determinize(OPTIONS, 3, 0, bologna_pb2.BolognaPublic(), private, chance)
    with pytest.raises(ValueError, match="TuermePrivate is expected"):
        GAME.determinize(OPTIONS, 3, 0, public, bologna_pb2.BolognaPublic(), chance)


def _spoil(message: Any, rng: random.Random) -> None:
    """Change one value somewhere inside a message."""
    while True:
        field = rng.choice(message.DESCRIPTOR.fields)
        value = getattr(message, field.name)
        if field.is_repeated:
            if not value:
                return
            place = rng.randrange(len(value))
            if field.type == field.TYPE_MESSAGE and rng.random() < 0.9:
                message = value[place]
                continue
            if field.type == field.TYPE_MESSAGE or rng.random() < 0.5:
                del value[place]
            else:
                value.append(rng.choice(value))
        elif field.type == field.TYPE_MESSAGE:
            message = value
            continue
        elif field.type == field.TYPE_STRING:
            words = ["", *GAME.decisions, "2", "5", "P4", "P5", "F6", "W"]
            setattr(message, field.name, rng.choice(words))
        elif field.type == field.TYPE_BOOL:
            setattr(message, field.name, not value)
        else:
            setattr(message, field.name, rng.choice([0, 1, 2, 3, 4, 7, value + 1, 2**31 - 1]))
        return


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_spoiled_messages_give_a_match_or_a_value_error(seats: int) -> None:
    rng = random.Random(seats)
    refused = accepted = 0
    for seed in (4, 5):
        state = start(seats, seed, sammel=True)
        while state.to_act is not None:
            for _ in range(4):
                public = state.public()
                _spoil(public, rng)
                try:
                    other = GAME.determinize(
                        OPTIONS, seats, 0, public, state.private(0), SeededChance(b"x")
                    )
                except ValueError:
                    refused += 1
                    continue
                assert other.public() == public
                assert len(other.digest()) == 16
                if rng.random() < 0.2:
                    random_playout(other, rng.randrange)
                accepted += 1
            state.apply(high(state, rng) if seed == 4 else state.legal_move(0))
    assert refused > accepted > 0


def test_other_numbers_of_seats_are_refused() -> None:
    state = start(3, 0)
    play(state, state.legal_texts()[0])
    draw_any(state)
    with pytest.raises(ValueError, match="3 seats are described, not 4"):
        GAME.determinize({}, 4, 0, state.public(), state.private(0), SeededChance(b"x"))
