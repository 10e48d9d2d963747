"""What a seat may know of a position, as messages.

Cards that were drawn from the open ones stay known until they are played, and all cards that were
played. Unknown are the cards dealt, to all but their seat, and the order of the pile.
"""

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from podesta.tuerme.v1 import tuerme_pb2 as pb

from referee.games.tuerme.cards import CARD_NAMES, LOWEST, POSITIONS, names
from referee.games.tuerme.fields import NOWHERE, fields_in
from referee.games.tuerme.happenings import field_message, scoring_message

if TYPE_CHECKING:
    from referee.games.tuerme.state import TuermeState

__all__ = ["private", "public"]


def public(state: "TuermeState") -> pb.TuermePublic:
    """What everybody knows; nothing in it depends on a hidden card."""
    roofs, gone = state.roofs, state.gone
    return pb.TuermePublic(
        decision=state.stage,
        to_act=state.to_act,
        turn=state.turn_index,
        turn_seat=state.turn_seat,
        start_seat=state.start_seat,
        towers=[
            _tower(field, tower, roofs >> field & 1)
            for field, tower in enumerate(state.towers)
            if tower
        ],
        plague_zone=field_message(state.zone) if state.zone != NOWHERE else None,
        seats=[
            _seat(
                state.known_hands[seat],
                len(state.unknown_hands[seat]),
                state.ruled_out[seat],
                state.stones_left[seat],
                state.roofs_left[seat],
                state.tokens[seat] + sum(s[seat].points for s in state.scorings),
                state.tokens[seat],
            )
            for seat in range(state.variant.seats)
        ],
        open_cards=names(state.open_cards),
        pile=len(state.pile),
        gone=[_pile(card, gone.count(card)) for card in sorted(set(gone))],
        scorings=[scoring_message(scoring) for scoring in state.scorings],
        secure_due=[field_message(field) for field in state.due],
        fresh_roofs=[field_message(field) for field in fields_in(state.fresh)],
        tokens_left=state.tokens_left,
        ending=state.ending,
    )


@cache
def _pile(card: int, count: int) -> pb.CardCount:
    """Kept like `_tower`."""
    return pb.CardCount(card=CARD_NAMES[card], count=count)


@lru_cache(maxsize=8192)
def _tower(field: int, stones: bytes, roof: int) -> pb.Tower:
    """Kept, as few towers change from one message to the next; never to be changed."""
    return pb.Tower(field=field_message(field), stones=stones, roof=bool(roof))


@lru_cache(maxsize=4096)
def _seat(
    known: tuple[int, ...],
    unknown: int,
    ruled_out: int,
    stones: int,
    roofs: int,
    score: int,
    tokens: int,
) -> pb.SeatState:
    """Kept like `_tower`."""
    return pb.SeatState(
        known_hand=names(known),
        unknown_hand=unknown,
        ruled_out=[card + LOWEST for card in POSITIONS if ruled_out >> card & 1],
        stones=stones,
        roofs=roofs,
        score=score,
        tokens=tokens,
    )


def private(state: "TuermeState", seat: int) -> pb.TuermePrivate:
    """What only this seat knows."""
    return pb.TuermePrivate(seat=seat, hand=names(state.hand(seat)))
