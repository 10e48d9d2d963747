"""What a seat may know of a position, as messages.

Every card that was ever face up stays known: the hands' known cards, all cards played and the
Architetto's. Unknown are the star cards dealt, to all but their seat, the pile's order, and the
three cards set aside.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

from podesta.patrician.v1 import patrician_pb2 as pb

from referee.games.patrician.messages import final_scores, marker
from referee.games.patrician.variant import NOBODY

if TYPE_CHECKING:
    from referee.games.patrician.state import PatricianState

__all__ = ["private", "public"]


def public(state: "PatricianState") -> pb.PatricianPublic:
    """What everybody knows; nothing in it depends on a hidden card."""
    variant = state.variant
    names = variant.card_names
    prestige = [0] * variant.owners
    for points, owners in zip(variant.tokens, state.tokens, strict=True):
        if owners[0] != NOBODY:
            prestige[owners[0]] += points[0]
            prestige[owners[1]] += points[1]
    message = pb.PatricianPublic(
        decision=state.stage,
        to_act=state.to_act,
        turn=state.turn_index,
        turn_seat=state.acting_seat,
        start_seat=state.start_seat,
        cities=[
            _city(city.name, names[card], first, second, higher, lower)
            for city, card, (first, second), (higher, lower) in zip(
                variant.cities, state.plates, state.towers, state.tokens, strict=True
            )
        ],
        seats=[
            _seat(
                tuple([names[card] for card in sorted(state.known_hands[seat])]),
                len(state.unknown_hands[seat]),
                tuple([names[card] for card in state.stacks[seat]]),
                prestige[seat],
                state.bonus[seat],
                state.markers_left[seat],
            )
            for seat in range(variant.seats)
        ],
        pile=len(state.pile),
        markers=[marker(state, road) for road, side in enumerate(state.marker_sides) if side],
        played=names[state.played],
        emptied=variant.cities[state.emptied].name if state.emptied != NOBODY else "",
    )
    if variant.architetto != NOBODY:
        message.architetto.CopyFrom(
            pb.ArchitettoState(
                discards=[names[c] for c in state.discards],
                unknown_cards=len(state.aside),
                floors_due=state.floors_due,
                prestige=prestige[variant.architetto],
                bonus=state.bonus[variant.architetto],
            )
        )
    if state.scores:
        message.final.CopyFrom(final_scores(state))
    return message


@lru_cache(maxsize=4096)
def _city(
    name: str, face_up: str, first: bytes, second: bytes, higher: int, lower: int
) -> pb.CityState:
    """Kept, as few cities change from one message to the next; never to be changed."""
    return pb.CityState(
        name=name,
        face_up=face_up,
        site_1=first,
        site_2=second,
        higher_owner=higher if higher != NOBODY else None,
        lower_owner=lower if lower != NOBODY else None,
    )


@lru_cache(maxsize=4096)
def _seat(
    known: tuple[str, ...],
    unknown: int,
    played: tuple[str, ...],
    prestige: int,
    bonus: int,
    markers: int,
) -> pb.SeatState:
    """Kept like `_city`."""
    return pb.SeatState(
        known_hand=known,
        unknown_hand=unknown,
        played=played,
        prestige=prestige,
        bonus=bonus,
        markers=markers,
    )


def private(state: "PatricianState", seat: int) -> pb.PatricianPrivate:
    """What only this seat knows."""
    cards = state.variant.cards
    return pb.PatricianPrivate(
        seat=seat, unknown_hand=[cards[c].name for c in sorted(state.unknown_hands[seat])]
    )
