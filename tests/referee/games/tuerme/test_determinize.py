"""From an observation back to a position."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from podesta.bologna.v1 import bologna_pb2
from podesta.tuerme.v1 import tuerme_pb2 as pb

from referee.games import SeededChance
from referee.games.tuerme import GAME, TuermeState
from tests.referee.games.tuerme.positions import ALL_OPTIONS, draw_any, play, random_playout, start
from tests.referee.games.tuerme.test_state import conserved

OPTIONS = {"sammel": "true"}


def high(state: TuermeState, rng: random.Random) -> Any:
    """A move of a player who builds high and secures, so that everything occurs."""
    return max(
        state.legal_moves(),
        key=lambda m: (
            sum(len(state.towers[f]) ** 2 for f in getattr(m, "fields", ())),
            rng.random(),
        ),
    )


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


def middle() -> tuple[pb.TuermePublic, pb.TuermePrivate]:
    """A question about securing in the middle of a match, put to seat 0."""
    rng = random.Random(0)
    for seed in range(100):
        state = start(3, seed, sammel=True)
        while state.to_act is not None:
            public = state.public()
            wanted = (
                public.decision == "secure"
                and public.to_act == 0
                and public.HasField("plague_zone")
                and public.scorings
                and any(tower.roof for tower in public.towers)
            )
            if wanted:
                return public, state.private(0)
            state.apply(high(state, rng))
    raise AssertionError("no such position")


def _public(change: Callable[[pb.TuermePublic], None]) -> Any:
    def spoil(public: pb.TuermePublic, private: pb.TuermePrivate) -> None:
        change(public)

    return spoil


def _turn(public: pb.TuermePublic) -> None:
    public.turn += 1


def _late(public: pb.TuermePublic) -> None:
    public.turn += 300


def _turn_seat(public: pb.TuermePublic) -> None:
    public.turn_seat = 9


def _to_act(public: pb.TuermePublic) -> None:
    public.to_act = 1


def _decision(public: pb.TuermePublic) -> None:
    public.decision = "roof"


def _draw(public: pb.TuermePublic) -> None:
    public.decision = "draw"


def _action(public: pb.TuermePublic) -> None:
    public.decision = "action"


def _the_end(public: pb.TuermePublic) -> None:
    public.decision = ""
    public.ClearField("to_act")


def _ending(public: pb.TuermePublic) -> None:
    public.ending = pb.ENDING_PILE


def _strange_ending(public: pb.TuermePublic) -> None:
    public.ending = 17  # type: ignore[assignment]


def _field(public: pb.TuermePublic) -> None:
    public.towers[0].field.row = 9


def _basilica(public: pb.TuermePublic) -> None:
    public.towers[0].field.row = public.towers[0].field.column = 5


def _order(public: pb.TuermePublic) -> None:
    first = pb.Tower.FromString(public.towers[0].SerializeToString())
    del public.towers[0]
    public.towers.append(first)


def _stone(public: pb.TuermePublic) -> None:
    public.towers[0].stones.append(1)


def _stranger(public: pb.TuermePublic) -> None:
    public.towers[0].stones.append(7)


def _high(public: pb.TuermePublic) -> None:
    public.towers[0].stones.extend([0, 1, 2] * 2)


def _roof(public: pb.TuermePublic) -> None:
    next(tower for tower in public.towers if len(tower.stones) < 4).roof = True


def _roof_on_nothing(public: pb.TuermePublic) -> None:
    del public.towers[0].stones[:]
    public.towers[0].roof = True


def _zone(public: pb.TuermePublic) -> None:
    public.plague_zone.row = 8


def _card(public: pb.TuermePublic) -> None:
    public.open_cards[0] = "9"


def _special_five(public: pb.TuermePublic) -> None:
    public.open_cards[3] = "P5"


def _open(public: pb.TuermePublic) -> None:
    public.open_cards.append("2")


def _gone(public: pb.TuermePublic) -> None:
    public.gone[0].count += 1


def _many_gone(public: pb.TuermePublic) -> None:
    public.gone[0].count = 2**31


def _pile(public: pb.TuermePublic) -> None:
    public.pile += 1


def _scoring(public: pb.TuermePublic) -> None:
    del public.scorings[0]


def _points(public: pb.TuermePublic) -> None:
    public.scorings[0].seats[0].points += 1


def _seats_of_scoring(public: pb.TuermePublic) -> None:
    public.scorings[0].seats.add()


def _due(public: pb.TuermePublic) -> None:
    del public.secure_due[:]


def _due_twice(public: pb.TuermePublic) -> None:
    public.secure_due.append(public.secure_due[0])


def _due_elsewhere(public: pb.TuermePublic) -> None:
    public.secure_due[0].CopyFrom(public.towers[0].field)


def _fresh(public: pb.TuermePublic) -> None:
    public.fresh_roofs.append(public.secure_due[0])


def _tokens(public: pb.TuermePublic) -> None:
    public.tokens_left += 1


def _seat_tokens(public: pb.TuermePublic) -> None:
    public.seats[0].tokens += 1


def _seat_stones(public: pb.TuermePublic) -> None:
    public.seats[0].stones += 1


def _seat_roofs(public: pb.TuermePublic) -> None:
    public.seats[0].roofs += 1


def _known(public: pb.TuermePublic) -> None:
    public.seats[1].known_hand.append("3")


def _unknown(public: pb.TuermePublic) -> None:
    public.seats[1].unknown_hand += 1


def _many_unknown(public: pb.TuermePublic) -> None:
    public.seats[1].unknown_hand = 2**31


def _ruled_out(public: pb.TuermePublic) -> None:
    public.seats[1].ruled_out.append(9)


def _all_ruled_out(public: pb.TuermePublic) -> None:
    public.seats[1].ruled_out.extend(range(2, 9))


def _seat_missing(public: pb.TuermePublic) -> None:
    del public.seats[2]


SPOILED = [
    _turn,
    _late,
    _turn_seat,
    _to_act,
    _decision,
    _draw,
    _action,
    _the_end,
    _ending,
    _strange_ending,
    _field,
    _basilica,
    _order,
    _stone,
    _stranger,
    _high,
    _roof,
    _roof_on_nothing,
    _zone,
    _card,
    _special_five,
    _open,
    _gone,
    _many_gone,
    _pile,
    _scoring,
    _points,
    _seats_of_scoring,
    _due,
    _due_twice,
    _due_elsewhere,
    _fresh,
    _tokens,
    _seat_tokens,
    _seat_stones,
    _seat_roofs,
    _known,
    _unknown,
    _many_unknown,
    _ruled_out,
    _all_ruled_out,
    _seat_missing,
]


@pytest.mark.parametrize("spoil", SPOILED)
def test_contradictions_are_refused(spoil: Callable[[pb.TuermePublic], None]) -> None:
    public, private = middle()
    GAME.determinize(OPTIONS, 3, 0, public, private, SeededChance(b"x"))
    spoil(public)
    with pytest.raises(ValueError, match=r"\w"):
        GAME.determinize(OPTIONS, 3, 0, public, private, SeededChance(b"x"))


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
