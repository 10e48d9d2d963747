"""From what a seat sees back to a position that fits it."""

from collections import Counter
from collections.abc import Iterable

from google.protobuf.message import Message
from podesta.tuerme.v1 import tuerme_pb2 as pb

from referee.games.chance import Chance
from referee.games.tuerme.cards import CARD_NUMBER, LOWEST, POSITIONS
from referee.games.tuerme.consistency import check
from referee.games.tuerme.data import MOST_STONES, SCORING_CARDS
from referee.games.tuerme.fields import BASILICA, BLOCKS, SIDE
from referee.games.tuerme.hidden import redeal, scoring_places_left, seen_cards
from referee.games.tuerme.scoring import SeatScoring
from referee.games.tuerme.state import TuermeState
from referee.games.tuerme.variant import Variant

__all__ = ["determinize"]


def determinize(
    variant: Variant, seat: int, public: Message, private: Message | None, chance: Chance
) -> TuermeState:
    """See `Game.determinize`. Raises ValueError where the messages contradict themselves."""
    if not isinstance(public, pb.TuermePublic):
        raise ValueError(f"TuermePublic is expected, not {public.DESCRIPTOR.full_name}")
    if private is not None and not isinstance(private, pb.TuermePrivate):
        raise ValueError(f"TuermePrivate is expected, not {private.DESCRIPTOR.full_name}")
    if not 0 <= seat < variant.seats or (private is not None and private.seat != seat):
        raise ValueError(f"the messages are not those of seat {seat} of {variant.seats}")
    if len(public.seats) != variant.seats:
        raise ValueError(f"{len(public.seats)} seats are described, not {variant.seats}")
    if max(public.turn_seat, public.start_seat) >= variant.seats:
        raise ValueError("it is the turn of nobody")
    if public.turn >= variant.pile_cards:
        raise ValueError(f"there can't have been {public.turn} turns")
    state = TuermeState(variant, public.start_seat, [()] * variant.seats, (), ())
    _read_course(state, public)
    _read_board(state, public)
    _read_seats(state, public)
    _read_cards(state, public)
    if private is not None:
        _read_hand(state, private)
    _check_pile(state, seat if private is not None else None, public.pile)
    redeal(state, seat if private is not None else None, chance)
    check(state)
    if state.public() != public or (private is not None and state.private(seat) != private):
        raise ValueError("the position does not add up to what is described")
    return state


def _read_course(state: TuermeState, public: pb.TuermePublic) -> None:
    state.stage = public.decision
    state.turn_index = public.turn
    state.turn_seat = public.turn_seat
    if public.ending not in (pb.ENDING_UNSPECIFIED, pb.ENDING_PILE, pb.ENDING_TOWERS):
        raise ValueError(f"there is no ending {public.ending}")
    state.ending = public.ending
    state.scorings = tuple(
        tuple(SeatScoring(s.points, s.towers) for s in scoring.seats) for scoring in public.scorings
    )
    state.tokens_left = public.tokens_left


def _field(message: pb.Field) -> int:
    row, column = message.row - LOWEST, message.column - LOWEST
    if not (0 <= row < SIDE and 0 <= column < SIDE):
        raise ValueError(f"{message.row},{message.column} is no field")
    return row * SIDE + column


def _mask(fields: Iterable[pb.Field]) -> int:
    mask = 0
    for message in fields:
        mask |= 1 << _field(message)
    return mask


def _read_board(state: TuermeState, public: pb.TuermePublic) -> None:
    variant = state.variant
    for message in public.towers:
        field, stones = _field(message.field), message.stones
        if field == BASILICA or len(stones) > MOST_STONES:
            raise ValueError(f"there can't be a tower of {len(stones)} stones there")
        if any(owner >= variant.seats for owner in stones):
            raise ValueError("a stone is nobody's")
        state.towers[field] = tower = bytes(stones)
        if len(tower) == MOST_STONES:
            state.full |= 1 << field
        if message.roof:
            if not tower:
                raise ValueError("a roof stands on no tower")
            state.roofs |= 1 << field
            state.roofs_left[tower[-1]] -= 1
    for tower in state.towers:
        for owner in tower:
            state.stones_left[owner] -= 1
    if public.HasField("plague_zone"):
        state.zone = _field(public.plague_zone)
        if state.zone not in BLOCKS:
            raise ValueError("the plague zone does not lie on the board")
    state.due = tuple(map(_field, public.secure_due))
    state.fresh = _mask(public.fresh_roofs)


def _read_seats(state: TuermeState, public: pb.TuermePublic) -> None:
    for number, seat in enumerate(public.seats):
        state.known_hands[number] = _cards(seat.known_hand)
        if seat.unknown_hand > len(state.variant.positions):
            raise ValueError(f"seat {number} can't hold {seat.unknown_hand} cards")
        # Some cards for now: `redeal` draws those that are unseen.
        state.unknown_hands[number] = (0,) * seat.unknown_hand
        for ruled_out in seat.ruled_out:
            card = CARD_NUMBER.get(str(ruled_out))
            if card is None:
                raise ValueError(f"there is no position card {ruled_out}")
            state.ruled_out[number] |= 1 << card
        state.tokens[number] = seat.tokens


def _read_cards(state: TuermeState, public: pb.TuermePublic) -> None:
    state.open_cards = _cards(public.open_cards)
    gone: list[int] = []
    for pile in public.gone:
        (card,) = _cards([pile.card])
        if pile.count > state.variant.counts[card]:
            raise ValueError(f"there are not {pile.count} cards {pile.card}")
        gone += [card] * pile.count
    state.gone = tuple(gone)


def _cards(names: Iterable[str]) -> tuple[int, ...]:
    cards = []
    for name in names:
        card = CARD_NUMBER.get(name)
        if card is None:
            raise ValueError(f"{name!r} is no card")
        cards.append(card)
    return tuple(cards)


def _read_hand(state: TuermeState, private: pb.TuermePrivate) -> None:
    """The dealt cards of the own hand are those that nobody saw it draw."""
    seat = private.seat
    held, known = Counter(_cards(private.hand)), Counter(state.known_hands[seat])
    unknown = tuple(sorted((held - known).elements()))
    if known - held or len(unknown) != len(state.unknown_hands[seat]):
        raise ValueError(f"the hand of seat {seat} is not the one that is described")
    if any(card not in POSITIONS or state.ruled_out[seat] >> card & 1 for card in unknown):
        raise ValueError("a card was dealt that can't have been")
    state.unknown_hands[seat] = unknown


def _check_pile(state: TuermeState, seat: int | None, pile: int) -> None:
    """The unseen cards are enough for hands and pile, and scoring cards can lie in it."""
    variant = state.variant
    unseen = [all_ - seen for all_, seen in zip(variant.counts, seen_cards(state), strict=True)]
    if seat is not None:
        for card in state.unknown_hands[seat]:
            unseen[card] -= 1
    if min(unseen) < 0:
        raise ValueError("there are more cards of a kind than there can be")
    hidden = sum(len(hand) for s, hand in enumerate(state.unknown_hands) if s != seat)
    if hidden > sum(unseen[: POSITIONS.stop]):
        raise ValueError("the hands hold more position cards than are unseen")
    rest = sum(unseen) - hidden
    scored = len(state.scorings) - (not state.stage)
    turned_up = variant.pile_cards - rest
    if not 0 <= scored <= SCORING_CARDS or pile != rest + SCORING_CARDS - scored or turned_up < 0:
        raise ValueError(f"{rest} cards and the scoring cards are no pile of {pile}")
    if any(places.start >= turned_up for places in variant.scoring_ranges[:scored]) or not all(
        scoring_places_left(variant, turned_up, scored)
    ):
        raise ValueError("the scoring cards can't have come up like that")
