"""What a seat may know of a position, as messages.

Every card that was ever face up stays known: the hands' known cards, all cards played and the
Architetto's. Unknown are the star cards dealt, to all but their seat, the pile's order, and the
three cards set aside.
"""

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
    names = [card.name for card in variant.cards]
    message = pb.PatricianPublic(
        decision=state.stage,
        to_act=state.to_act,
        turn=state.turn,
        turn_seat=state.turn_seat,
        start_seat=state.start_seat,
        cities=[_city(state, city) for city in range(len(variant.cities))],
        pile=len(state.pile),
        markers=[marker(state, road) for road, side in enumerate(state.marker_sides) if side],
        played=names[state.played] if state.played != NOBODY else "",
        emptied=variant.cities[state.emptied].name if state.emptied != NOBODY else "",
    )
    prestige = [0] * variant.owners
    for points, owners in zip(variant.tokens, state.tokens, strict=True):
        for value, owner in zip(points, owners, strict=True):
            if owner != NOBODY:
                prestige[owner] += value
    for seat in range(variant.seats):
        message.seats.add(
            known_hand=[names[c] for c in sorted(state.known_hands[seat])],
            unknown_hand=len(state.unknown_hands[seat]),
            played=[names[c] for c in state.stacks[seat]],
            prestige=prestige[seat],
            bonus=state.bonus[seat],
            markers=state.markers_left[seat],
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


def _city(state: "PatricianState", city: int) -> pb.CityState:
    first, second = state.towers[city]
    higher, lower = state.tokens[city]
    card = state.plates[city]
    return pb.CityState(
        name=state.variant.cities[city].name,
        face_up=state.variant.cards[card].name if card != NOBODY else "",
        site_1=first,
        site_2=second,
        higher_owner=higher if higher != NOBODY else None,
        lower_owner=lower if lower != NOBODY else None,
    )


def private(state: "PatricianState", seat: int) -> pb.PatricianPrivate:
    """What only this seat knows."""
    cards = state.variant.cards
    return pb.PatricianPrivate(
        seat=seat, unknown_hand=[cards[c].name for c in sorted(state.unknown_hands[seat])]
    )
