"""What a seat may know of a position, as messages."""

from typing import TYPE_CHECKING

from podesta.bomarzo.v1 import bomarzo_pb2 as pb

from referee.games.bomarzo.data import AREAS, RESOURCES, TRACKS
from referee.games.bomarzo.messages import final_count, names_of, resources
from referee.games.bomarzo.variant import NONE, bits

if TYPE_CHECKING:
    from referee.games.bomarzo.state import BomarzoState

__all__ = ["private", "public"]


def public(state: "BomarzoState") -> pb.BomarzoPublic:
    """What everybody knows; nothing in it depends on a hidden card."""
    variant = state.variant
    spaces = variant.point_spaces
    message = pb.BomarzoPublic(
        decision=state.stage,
        to_act=state.to_act,
        turn=state.turn,
        turn_seat=state.turn_seat,
        season=state.season,
        start_seat=state.first_seat,
        first_player=state.first_player,
        season_tokens=state.tokens,
        reserve=resources(state.reserve),
        seats=[_seat(state, seat) for seat in range(variant.seats)],
        divinities=[_divinity(state, divinity) for divinity in state.order],
        areas=[
            pb.AreaState(name=name, seats=bits(seats))
            for name, seats in zip(AREAS, state.harvested, strict=True)
        ],
        claimed=[
            pb.TrackSpace(track=TRACKS[bit // len(spaces)], step=spaces[bit % len(spaces)])
            for bit in bits(state.claimed)
        ],
        deck=state.deck_left,
        discards=names_of(variant.card_names, state.discards),
        shuffles=[
            pb.Shuffle(cards=names_of(variant.card_names, cards)) for cards in state.shuffles
        ],
        devoted=[
            pb.DevotedCard(
                seat=seat, divinity=variant.divinity_names[divinity], most_by_shuffle=limits
            )
            for seat, divinity, _, limits in state.devoted
        ],
        worship_takes=[
            pb.WorshipTake(seat=seat, drawn=1 + back.bit_count())
            for seat, _, back in state.worship_takes
        ],
        action=_action(state),
    )
    if state.final is not None:
        message.final.CopyFrom(final_count(state))
    return message


def _seat(state: "BomarzoState", seat: int) -> pb.SeatState:
    variant = state.variant
    hand = state.hands[seat].bit_count()
    if seat == state.acting_seat:
        hand += state.drawn.bit_count()
    return pb.SeatState(
        resources=resources(state.goods[3 * seat : 3 * seat + 3]),
        village=state.village[5 * seat : 5 * seat + 5],
        pawns=state.pawns[seat],
        pawns_left=state.pawns_left[seat],
        placements=state.placements[seat],
        passed=bool(state.passed >> seat & 1),
        board=state.board[3 * seat : 3 * seat + 3],
        points=state.points[seat],
        hand=hand,
        hidden_by_shuffle=state.held[seat :: variant.seats],
        played=[
            pb.PlayedCard(
                card=variant.card_names[card],
                level=1 + (state.level_2[seat] >> card & 1),
                used=bool(state.spent[seat] >> card & 1),
            )
            for card in bits(state.level_1[seat] | state.level_2[seat])
        ],
        kept=state.kept[seat] != NONE,
        worship_cards=sum(owner == seat for owner, _, _ in state.worship_takes),
    )


def _divinity(state: "BomarzoState", divinity: int) -> pb.DivinityState:
    placed = state.placed[divinity]
    return pb.DivinityState(
        name=state.variant.divinity_names[divinity],
        moss=bool(state.moss >> divinity & 1),
        cubes=resources(state.cubes[3 * divinity : 3 * divinity + 3]),
        pawns=[placed >> 2 * seat & 3 for seat in range(state.variant.seats)],
    )


def _action(state: "BomarzoState") -> pb.Action:
    names = state.variant.divinity_names
    action = pb.Action(
        copying=state.copying,
        virtual_due=state.virtual_due,
        count=state.count_due,
        least_kind=RESOURCES[state.least_kind] if state.least_kind else "",
        taking=names_of(names, state.taking),
        worship_extra=state.worship_extra,
        worship_drawn=state.worship_drawn.bit_count(),
    )
    if state.divinity != NONE:
        action.divinity = names[state.divinity]
        action.paid.CopyFrom(resources(state.paid))
        action.virtual_food, action.virtual_coin = state.paid[3:5]
    if state.declared is not None:
        food, coin = state.declared
        action.declared.CopyFrom(pb.VirtualResources(food=food, coin=coin))
    if state.drawn:
        counts = ((state.drawn & cards).bit_count() for cards in state.shuffles)
        action.drawn_by_shuffle.extend(counts)
    return action


def private(state: "BomarzoState", seat: int) -> pb.BomarzoPrivate:
    """What only this seat knows."""
    variant = state.variant
    acting = seat == state.acting_seat
    kept = state.kept[seat]
    return pb.BomarzoPrivate(
        seat=seat,
        hand=names_of(variant.card_names, state.hands[seat]),
        kept=variant.card_names[kept] if kept != NONE else "",
        drawn=names_of(variant.card_names, state.drawn if acting else 0),
        devoted=[variant.card_names[card] for owner, _, card, _ in state.devoted if owner == seat],
        worship=[
            pb.SeenWorship(
                held=variant.divinity_names[card],
                put_back=names_of(variant.divinity_names, back),
            )
            for owner, card, back in state.worship_takes
            if owner == seat
        ],
        worship_drawn=names_of(variant.divinity_names, state.worship_drawn if acting else 0),
    )
