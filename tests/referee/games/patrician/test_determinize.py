"""From an observation back to a position."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from podesta.bologna.v1 import bologna_pb2
from podesta.patrician.v1 import patrician_pb2 as pb

from referee.games import SeededChance
from referee.games.patrician import GAME, PatricianState
from tests.referee.games.patrician.positions import ALL_OPTIONS, random_playout, start
from tests.referee.games.patrician.test_state import conserved


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
@pytest.mark.parametrize("seats", GAME.seats)
def test_everything_seen_stays_and_the_match_goes_on(seats: int, options: dict[str, str]) -> None:
    rng = random.Random(seats)
    state = start(
        seats,
        2,
        trade_routes=options["trade_routes"] == "true",
        delegates=options["delegates"] == "true",
    )

    def check(state: PatricianState) -> None:
        for seat in range(seats):
            chance = SeededChance(b"%d" % rng.randrange(10**9))
            private = state.private(seat)
            other = GAME.determinize(options, seats, seat, state.public(), private, chance)
            conserved(other)
            assert other.public() == state.public()
            assert other.private(seat) == private
            if state.to_act == seat:
                assert other.legal_texts() == state.legal_texts()
        if rng.random() < 0.1:
            random_playout(other, rng.randrange)
            assert other.outcome() is not None

    random_playout(state, rng.randrange, check)
    check(state)


def test_it_draws_as_resample_does() -> None:
    state = start(3, 2)
    one = state.resample(1, SeededChance(b"same"))
    two = GAME.determinize({}, 3, 1, state.public(), state.private(1), SeededChance(b"same"))
    assert one.digest() == two.digest()


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


def middle() -> tuple[pb.PatricianPublic, pb.PatricianPrivate]:
    state = start(2, 3, trade_routes=True)
    rng = random.Random(0)
    while state.decision != "move":
        state.apply(state.legal_move(rng.randrange(state.legal_count())))
    private = state.private(0)
    assert private.unknown_hand
    return state.public(), private


def _face_up_twice(public: pb.PatricianPublic, private: pb.PatricianPrivate) -> None:
    public.cities[0].face_up = public.cities[1].face_up


def _strange_card(public: pb.PatricianPublic, private: pb.PatricianPrivate) -> None:
    public.cities[0].face_up = "XX1"


def _pistoia(public: pb.PatricianPublic, private: pb.PatricianPrivate) -> None:
    public.cities[0].face_up = "PT1"


def _other_city(public: pb.PatricianPublic, private: pb.PatricianPrivate) -> None:
    public.cities[0].name = "Genova"


def _pile(public: pb.PatricianPublic, private: pb.PatricianPrivate) -> None:
    public.pile += 1


def _floor(public: pb.PatricianPublic, private: pb.PatricianPrivate) -> None:
    public.cities[0].site_1.append(0)


def _stranger(public: pb.PatricianPublic, private: pb.PatricianPrivate) -> None:
    public.cities[0].site_1.append(7)


def _hand(public: pb.PatricianPublic, private: pb.PatricianPrivate) -> None:
    del private.unknown_hand[:]


def _plain(public: pb.PatricianPublic, private: pb.PatricianPrivate) -> None:
    private.unknown_hand[0] = "VR1"
    for seat in public.seats:
        for cards in (seat.known_hand, seat.played):
            assert "VR1" not in cards


def _many_stars(public: pb.PatricianPublic, private: pb.PatricianPrivate) -> None:
    public.seats[1].unknown_hand = 50


def _scored(public: pb.PatricianPublic, private: pb.PatricianPrivate) -> None:
    city = next(c for c in public.cities if not c.HasField("higher_owner"))
    city.higher_owner = city.lower_owner = 0


def _prestige(public: pb.PatricianPublic, private: pb.PatricianPrivate) -> None:
    public.seats[0].prestige += 1


def _played(public: pb.PatricianPublic, private: pb.PatricianPrivate) -> None:
    public.played = "BO1"


def _seat(public: pb.PatricianPublic, private: pb.PatricianPrivate) -> None:
    private.seat = 1


def _seats(public: pb.PatricianPublic, private: pb.PatricianPrivate) -> None:
    public.seats.add()


def _decision(public: pb.PatricianPublic, private: pb.PatricianPrivate) -> None:
    public.decision = "architetto"


def _to_act(public: pb.PatricianPublic, private: pb.PatricianPrivate) -> None:
    public.to_act = 1 - public.to_act


def _turn(public: pb.PatricianPublic, private: pb.PatricianPrivate) -> None:
    public.turn += 256


def _bonus(public: pb.PatricianPublic, private: pb.PatricianPrivate) -> None:
    public.seats[0].bonus = 100


def _road(public: pb.PatricianPublic, private: pb.PatricianPrivate) -> None:
    public.markers.add(signpost=pb.Signpost(city="Roma", other_city="Milano"))


@pytest.mark.parametrize(
    "spoil",
    [
        _face_up_twice,
        _strange_card,
        _pistoia,
        _other_city,
        _pile,
        _floor,
        _stranger,
        _hand,
        _plain,
        _many_stars,
        _scored,
        _prestige,
        _played,
        _seat,
        _seats,
        _decision,
        _to_act,
        _road,
        _turn,
        _bonus,
    ],
)
def test_contradictions_are_refused(
    spoil: Callable[[pb.PatricianPublic, pb.PatricianPrivate], None],
) -> None:
    public, private = middle()
    options = {"trade_routes": "true"}
    GAME.determinize(options, 2, 0, public, private, SeededChance(b"x"))
    spoil(public, private)
    with pytest.raises(ValueError, match=r"\w"):
        GAME.determinize(options, 2, 0, public, private, SeededChance(b"x"))


def test_messages_of_other_games_are_refused() -> None:
    public, private = middle()
    chance = SeededChance(b"x")
    with pytest.raises(ValueError, match="PatricianPublic is expected"):
        GAME.determinize({}, 2, 0, bologna_pb2.BolognaPublic(), private, chance)
    with pytest.raises(ValueError, match="PatricianPrivate is expected"):
        GAME.determinize({}, 2, 0, public, bologna_pb2.BolognaPublic(), chance)


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
            words = ["", *GAME.decisions, "Roma", "Milano", "BO1", "VR3", "PT1"]
            setattr(message, field.name, rng.choice(words))
        else:
            setattr(message, field.name, rng.choice([0, 1, 2, 3, 4, 7, value + 1, 2**31 - 1]))
        return


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_spoiled_messages_give_a_match_or_a_value_error(seats: int) -> None:
    options = {"trade_routes": "true", "delegates": "true"}
    rng = random.Random(seats)
    state = start(seats, 4, trade_routes=True, delegates=True)
    refused = accepted = 0

    def spoil_here(state: PatricianState) -> None:
        nonlocal refused, accepted
        for _ in range(3):
            public = state.public()
            _spoil(public, rng)
            try:
                other = GAME.determinize(
                    options, seats, 0, public, state.private(0), SeededChance(b"x")
                )
            except ValueError:
                refused += 1
                continue
            assert other.public() == public
            assert len(other.digest()) == 16
            random_playout(other, rng.randrange)
            accepted += 1

    random_playout(state, rng.randrange, spoil_here)
    assert refused > accepted
