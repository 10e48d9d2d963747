"""What is told, and to whom."""

import random

import pytest
from podesta.tuerme.v1 import tuerme_pb2 as pb

from referee.games.tuerme import GAME
from tests.referee.games.tuerme.positions import arrange, cards, hand, play, random_playout, start


def test_a_deal_shows_the_open_cards_and_no_hand() -> None:
    state = start(4, 2)
    public = state.public()
    assert [seat.unknown_hand for seat in public.seats] == [3] * 4
    assert [list(seat.known_hand) for seat in public.seats] == [[]] * 4
    assert len(public.open_cards) == 4
    assert public.pile == 78
    assert public.decision == "action"
    assert public.to_act == public.turn_seat == public.start_seat == state.start_seat
    assert not public.towers
    assert not public.gone
    assert not public.HasField("plague_zone")


def test_the_own_hand_is_told_to_its_seat_alone() -> None:
    state = start(3, 2)
    for seat in range(3):
        private = state.private(seat)
        assert private.seat == seat
        assert list(private.hand) == hand(state, seat)


def test_hidden_types_do_not_occur_in_what_everybody_sees() -> None:
    def inside(descriptor: object, found: set[str]) -> set[str]:
        for field in descriptor.fields:  # type: ignore[attr-defined]
            if field.message_type is not None and field.message_type.name not in found:
                found.add(field.message_type.name)
                inside(field.message_type, found)
        return found

    names = inside(pb.TuermePublic.DESCRIPTOR, set()) | inside(pb.TuermeEvent.DESCRIPTOR, set())
    assert "TuermePrivate" not in names
    assert "TuermeEvent" not in inside(pb.TuermePublic.DESCRIPTOR, set())


def test_cards_drawn_are_known_until_they_are_played() -> None:
    state = arrange(start(2), seat=0, open_cards="2 4 4 6", pile="7 8 2 2")
    state.unknown_hands[0] = cards("2 3 8")
    play(state, "build 2,3", "draw 4 6")
    seat = state.public().seats[0]
    assert (list(seat.known_hand), seat.unknown_hand) == (["4", "6"], 1)
    assert list(state.private(0).hand) == ["4", "6", "8"]
    arrange(state, seat=0)
    play(state, "build 4,8")
    seat = state.public().seats[0]
    assert (list(seat.known_hand), seat.unknown_hand) == (["6"], 0)


def test_towers_roofs_and_the_zone() -> None:
    state = arrange(start(), towers={"2,3": "01", "8,8": "1100^"}, zone="7,7")
    first, last = state.public().towers
    assert (first.field.row, first.field.column, list(first.stones)) == (2, 3, [0, 1])
    assert not first.roof
    assert (last.field.row, last.field.column, last.roof) == (8, 8, True)
    assert state.public().plague_zone.column == 7


def test_cards_gone_are_counted_in_card_order() -> None:
    state = arrange(start(), seat=0, hand="2 P4 8")
    play(state, "plague 2 P4 4,2")
    state.gone += cards("2 3 F3")
    assert [(c.card, c.count) for c in state.public().gone] == [
        ("2", 2),
        ("3", 1),
        ("P4", 1),
        ("F3", 1),
    ]


@pytest.mark.parametrize("seats", GAME.seats)
def test_counts_add_up(seats: int) -> None:
    rng = random.Random(seats)
    state = start(seats, 3, sammel=True)
    total = sum(state.variant.counts)

    def look(_: object) -> None:
        public = state.public()
        seen = len(public.open_cards) + sum(pile.count for pile in public.gone)
        seen += sum(len(seat.known_hand) + seat.unknown_hand for seat in public.seats)
        scored = len(public.scorings)
        assert seen + public.pile == total + 2 - scored
        for number, seat in enumerate(public.seats):
            stones = sum(list(tower.stones).count(number) for tower in public.towers)
            assert seat.stones == 30 - stones
            told = sum(scoring.seats[number].points for scoring in public.scorings)
            assert seat.score == told + seat.tokens

    random_playout(state, rng.randrange, look)
    assert state.public().ending != pb.ENDING_UNSPECIFIED
    assert not state.public().HasField("to_act")
