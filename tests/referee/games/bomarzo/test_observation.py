"""What is told, and what is not."""

import random
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from podesta.bomarzo.v1 import bomarzo_pb2 as pb

from referee.games import Event, SeededChance
from referee.games.bomarzo import GAME, BomarzoState
from referee.games.bomarzo.variant import bits
from tests.referee.games.bomarzo.positions import random_playout, start

PROMOS = {"seasons": "true", "worship": "true"}


def test_everything_open_is_in_the_public_message() -> None:
    rng = random.Random(0)
    for seats in GAME.seats:

        def check(state: BomarzoState, seats: int = seats) -> None:
            public, names = state.public(), state.variant.card_names
            assert (public.decision, public.turn) == (state.decision, state.turn)
            assert public.HasField("to_act") == (state.to_act is not None)
            assert public.HasField("final") == (state.to_act is None)
            assert public.deck == state.deck_left
            assert list(public.discards) == [names[c] for c in bits(state.discards)]
            for seat, told in enumerate(public.seats):
                private = state.private(seat)
                assert told.hand == len(private.hand) + len(private.drawn)
                hidden = told.hand + (0 if state.final else len(private.devoted))
                assert sum(told.hidden_by_shuffle) == hidden
                assert told.worship_cards == len(private.worship)
                played = [names[c] for c in bits(state.level_1[seat] | state.level_2[seat])]
                assert [c.card for c in told.played] == played
                goods = told.resources
                assert [goods.food, goods.coin, goods.wine] == state.goods[3 * seat : 3 * seat + 3]
            assert [d.name for d in public.divinities] == [
                state.variant.divinity_names[d] for d in state.order
            ]
            assert sorted(c for each in public.shuffles for c in each.cards) == sorted(names)

        state = start(seats, 3, **PROMOS)
        random_playout(state, rng.randrange, check)
        check(state)


def _reachable(message: Any, found: dict[str, Any]) -> dict[str, Any]:
    if message.full_name not in found:
        found[message.full_name] = message
        for field in message.fields:
            if field.type == FieldDescriptor.TYPE_MESSAGE and field.message_type is not None:
                _reachable(field.message_type, found)
    return found


def test_no_public_type_has_a_place_for_what_is_hidden() -> None:
    found = _reachable(pb.BomarzoPublic.DESCRIPTOR, {})
    for hidden in (pb.BomarzoPrivate, pb.SeenWorship, pb.Secret):
        assert hidden.DESCRIPTOR.full_name not in found
    # Of decks, hands, devoted and Worship cards there are only counts.
    for message in (pb.DevotedCard, pb.WorshipTake):
        fields = message.DESCRIPTOR.fields_by_name
        assert not {"card", "cards"} & set(fields)
    for descriptor, name in (
        (pb.SeatState.DESCRIPTOR, "hand"),
        (pb.BomarzoPublic.DESCRIPTOR, "deck"),
    ):
        field = descriptor.fields_by_name[name]
        assert (field.type, field.is_repeated) == (FieldDescriptor.TYPE_UINT32, False)


def test_secrets_go_to_their_seat_alone_and_name_hidden_cards_only_there() -> None:
    rng = random.Random(4)
    state = start(3, 4, **PROMOS)
    chance = SeededChance(b"secrets")
    secrets = 0
    while state.to_act is not None:
        actor = state.to_act
        before = state.clone()
        events: list[Event] = []
        state.apply(state.legal_move(rng.randrange(state.legal_count())), chance, events)
        shown = state.public()
        for event in events:
            assert isinstance(event.message, pb.BomarzoEvent)
            if event.message.HasField("secret"):
                secrets += 1
                assert event.audience is not None
                assert len(event.audience) == 1
                if before.season and before.turn == state.turn:
                    assert event.audience == {actor}
            else:
                assert event.audience is None
                if state.final is None:
                    assert not named(event.message) & hidden_names(state)
        assert shown == state.public()
    assert secrets > 20


def hidden_names(state: BomarzoState) -> set[str]:
    names = state.variant.card_names
    cards = [c for mask in state.hands for c in bits(mask)] if not state.kept.count(-1) else []
    return {names[c] for c in (*cards, *(entry[2] for entry in state.devoted))}


def named(message: pb.BomarzoEvent) -> set[str]:
    if message.HasField("reshuffled"):
        return set()
    text = str(message)
    return {name for name in GAME_CARDS if f'"{name}"' in text}


GAME_CARDS = start(2).variant.card_names


def test_private_message_is_of_its_seat_alone() -> None:
    state = start(3, 1)
    for seat in range(3):
        private = state.private(seat)
        assert private.seat == seat
        assert list(private.hand) == [state.variant.card_names[c] for c in bits(state.hands[seat])]
