"""What holds in every position, and messages that tell otherwise."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from podesta.tuerme.v1 import tuerme_pb2 as pb

from referee.games import SeededChance
from referee.games.tuerme import GAME, TuermeState
from tests.referee.games.tuerme.positions import start

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
