"""What is told, and what is not."""

import random
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from podesta.patrician.v1 import patrician_pb2 as pb

from referee.games import Event
from referee.games.patrician import GAME, PatricianState
from tests.referee.games.patrician.positions import random_playout, start


def names(state: PatricianState, cards: object) -> list[str]:
    return [state.variant.cards[c].name for c in cards]  # type: ignore[attr-defined]


def test_everything_open_is_in_the_public_message() -> None:
    rng = random.Random(0)
    for seats in GAME.seats:

        def check(state: PatricianState, seats: int = seats) -> None:
            public = state.public()
            variant = state.variant
            assert public.decision == state.decision
            assert (public.turn, public.turn_seat) == (state.turn, state.turn_seat)
            assert public.start_seat == state.start_seat
            assert public.pile == len(state.pile)
            for number, city in enumerate(public.cities):
                first, second = state.towers[number]
                assert city.name == variant.cities[number].name
                assert (bytes(city.site_1), bytes(city.site_2)) == (first, second)
                card = state.plates[number]
                assert city.face_up == ("" if card < 0 else variant.cards[card].name)
            for seat, told in enumerate(public.seats):
                hand = sorted([*told.known_hand, *state.private(seat).unknown_hand])
                assert hand == sorted(names(state, state.hand(seat)))
                assert told.unknown_hand == len(state.private(seat).unknown_hand)
                assert list(told.played) == names(state, state.stacks[seat])
            assert public.HasField("architetto") == (seats == 2)
            assert public.HasField("to_act") == (state.to_act is not None)
            assert public.HasField("final") == (state.to_act is None)

        state = start(seats, 3, trade_routes=True)
        random_playout(state, rng.randrange, check)
        check(state)


def test_cards_taken_are_known_and_cards_dealt_are_not() -> None:
    state = start(3, 1)
    rng = random.Random(2)
    seen = {state.variant.cards[c].name for c in state.plates}
    while state.to_act is not None:
        events: list[Event] = []
        state.apply(state.legal_move(rng.randrange(state.legal_count())), events=events)
        for event in events:
            assert isinstance(event.message, pb.PatricianEvent)
            if event.message.HasField("card_turned_up"):
                seen.add(event.message.card_turned_up.card)
            if event.message.HasField("card_taken"):
                assert event.message.card_taken.card in seen
        for seat in state.public().seats:
            assert set(seat.known_hand) <= seen


def _reachable(message: Any, found: dict[str, Any]) -> dict[str, Any]:
    if message.full_name not in found:
        found[message.full_name] = message
        for field in message.fields:
            if field.type == FieldDescriptor.TYPE_MESSAGE and field.message_type is not None:
                _reachable(field.message_type, found)
    return found


def test_no_public_type_has_a_place_for_what_is_hidden() -> None:
    found = _reachable(pb.PatricianPublic.DESCRIPTOR, {})
    found |= _reachable(pb.PatricianEvent.DESCRIPTOR, {})
    assert pb.PatricianPrivate.DESCRIPTOR.full_name not in found
    public = pb.PatricianPublic.DESCRIPTOR.fields_by_name
    # Of pile, cards set aside and dealt hands there are only counts.
    seat = pb.SeatState.DESCRIPTOR.fields_by_name
    architetto = pb.ArchitettoState.DESCRIPTOR.fields_by_name
    for field in (public["pile"], seat["unknown_hand"], architetto["unknown_cards"]):
        assert field.type == FieldDescriptor.TYPE_UINT32
        assert not field.is_repeated


def test_private_message_is_of_its_seat_alone() -> None:
    state = start(4, 1)
    for seat in range(4):
        private = state.private(seat)
        assert private.seat == seat
        assert list(private.unknown_hand) == names(state, sorted(state.unknown_hands[seat]))


def test_final_count_is_told() -> None:
    state = start(2, 1, trade_routes=True, delegates=True)
    random_playout(state, random.Random(1).randrange)
    outcome = state.outcome()
    assert outcome is not None
    final = state.public().final
    assert len(final.owners) == 3
    for seat, told in zip(outcome.seats, final.owners, strict=False):
        assert told.total == seat.score
        assert told.floors == -seat.tiebreaks[0]
        assert told.total == told.prestige + 6 * told.sets + told.bonus
