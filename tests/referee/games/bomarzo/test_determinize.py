"""From an observation back to a position."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from podesta.bomarzo.v1 import bomarzo_pb2 as pb

from referee.games import SeededChance
from referee.games.bomarzo import GAME, BomarzoState
from tests.referee.games.bomarzo.positions import conserved, random_playout, start

PROMOS = {"seasons": "true", "worship": "true"}


def again(
    state: BomarzoState,
    seat: int,
    options: dict[str, str],
    public: Message,
    private: Message | None,
) -> BomarzoState:
    chance = SeededChance(b"again")
    return GAME.determinize(options, state.variant.seats, seat, public, private, chance)


@pytest.mark.parametrize("options", [{}, PROMOS], ids=["plain", "promos"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_what_is_seen_comes_back(seats: int, options: dict[str, str]) -> None:
    rng = random.Random(seats)

    def check(state: BomarzoState) -> None:
        if state.to_act is not None and rng.random() > 0.1:
            return
        public = state.public()
        for seat in range(seats):
            private = state.private(seat)
            other = again(state, seat, options, public, private)
            conserved(other)
            assert other.public() == public
            assert other.private(seat) == private
        assert again(state, 0, options, public, None).public() == public

    state = start(seats, 1, **options)
    random_playout(state, rng.randrange, check)
    check(state)


@pytest.mark.parametrize("seats", GAME.seats)
def test_it_can_be_played_on(seats: int) -> None:
    rng = random.Random(seats)
    for seed in range(2):
        state = start(seats, seed, **PROMOS)
        chance = SeededChance(b"%d" % seed)
        for _ in range(rng.randrange(150)):
            state.apply(state.legal_move(rng.randrange(state.legal_count())), chance)
        other = again(state, 0, PROMOS, state.public(), state.private(0))
        random_playout(other, rng.randrange, conserved)
        assert other.outcome() is not None


def middle(seats: int = 3, moves: int = 120) -> BomarzoState:
    rng = random.Random(7)
    state = start(seats, 2, **PROMOS)
    chance = SeededChance(b"middle")
    for _ in range(moves):
        state.apply(state.legal_move(rng.randrange(state.legal_count())), chance)
    return state


@dataclass
class Seen:
    public: pb.BomarzoPublic
    private: pb.BomarzoPrivate


CHANGES: list[tuple[str, Callable[[Seen], object], str]] = [
    ("seat", lambda m: setattr(m.private, "seat", 1), "not those of seat 0"),
    ("name", lambda m: m.private.hand.append("Bath"), "does not belong"),
    ("twice", lambda m: m.private.hand.append(m.public.discards[0]), "two places"),
    ("cubes", lambda m: setattr(m.public.reserve, "food", m.public.reserve.food + 1), "cubes"),
    ("deck", lambda m: setattr(m.public, "deck", m.public.deck + 1), "add up"),
    ("seats", lambda m: m.public.seats.pop(), "seats are described"),
    ("divinity", lambda m: m.public.divinities.pop(), "each described once"),
    ("season", lambda m: setattr(m.public, "season", 9), "eight seasons"),
    ("decision", lambda m: setattr(m.public, "decision", "resign"), "decision"),
    ("other", lambda m: setattr(m.public, "decision", "extra"), "decision"),
    (
        "first",
        lambda m: setattr(m.public, "first_player", (m.public.first_player + 1) % 3),
        "add up",
    ),
    ("turn", lambda m: setattr(m.public, "turn_seat", 3), "no seat 3"),
    ("village", lambda m: m.public.seats[0].village.append(1), "village"),
    ("shuffles", lambda m: m.public.shuffles[0].cards.append("Altar"), "named twice"),
    ("pawns", lambda m: setattr(m.public.seats[1], "pawns_left", 5), "pawns"),
]


@pytest.mark.parametrize(("change", "told"), [c[1:] for c in CHANGES], ids=[c[0] for c in CHANGES])
def test_contradictions_are_refused(change: Callable[[Seen], object], told: str) -> None:
    state = middle()
    seen = Seen(state.public(), state.private(0))
    change(seen)
    with pytest.raises(ValueError, match=told):
        again(state, 0, PROMOS, seen.public, seen.private)


def test_messages_of_other_types_are_refused() -> None:
    state = middle()
    with pytest.raises(ValueError, match="BomarzoPublic"):
        again(state, 0, PROMOS, state.private(0), None)
    with pytest.raises(ValueError, match="BomarzoPrivate"):
        again(state, 0, PROMOS, state.public(), state.public())
    with pytest.raises(ValueError, match="seat"):
        again(state, 3, PROMOS, state.public(), None)


def spoil(message: Any, rng: random.Random) -> None:
    """Change one value somewhere in a message."""
    while True:
        field = rng.choice(list(message.DESCRIPTOR.fields))
        value = getattr(message, field.name)
        if field.is_repeated:
            if field.type == FieldDescriptor.TYPE_MESSAGE:
                if not value:
                    return
                if rng.random() < 0.2:
                    del value[rng.randrange(len(value))]
                    return
                message = rng.choice(list(value))
                continue
            _spoil_list(value, field.type == FieldDescriptor.TYPE_STRING, rng)
        elif field.type == FieldDescriptor.TYPE_MESSAGE:
            message = value
            continue
        elif field.type == FieldDescriptor.TYPE_STRING:
            setattr(message, field.name, rng.choice(["", "Dea", "Altar", "food", "pay", "copy"]))
        elif field.type == FieldDescriptor.TYPE_BOOL:
            setattr(message, field.name, not value)
        elif field.type == FieldDescriptor.TYPE_SINT32:
            setattr(message, field.name, -value - 1)
        else:
            setattr(message, field.name, rng.choice([0, 1, 2, 7, 46, 2**32 - 1]))
        return


def _spoil_list(values: list[Any], texts: bool, rng: random.Random) -> None:
    if values and rng.random() < 0.4:
        del values[rng.randrange(len(values))]
    elif texts:
        values.append(rng.choice(["Altar", "Dea", "", "white"]))
    else:
        values.append(rng.choice([0, 1, 46, 2**32 - 1]))


def test_whatever_is_told_gives_a_position_or_is_refused() -> None:
    rng = random.Random(11)
    refused = 0
    for moves in (0, 3, 20, 45, 80, 120, 160):
        state = middle(3, moves)
        for _ in range(45):
            public, private = state.public(), state.private(0)
            for _ in range(rng.randrange(1, 3)):
                spoil(rng.choice([public, public, private]), rng)
            try:
                other = again(state, 0, PROMOS, public, private)
            except ValueError:
                refused += 1
                continue
            assert other.public() == public
            assert other.private(0) == private
    assert refused > 150
