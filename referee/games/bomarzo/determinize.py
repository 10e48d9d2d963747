"""From what a seat sees back to a position that fits it."""

from collections.abc import Mapping, Sequence

from google.protobuf.message import Message
from podesta.bomarzo.v1 import bomarzo_pb2 as pb

from referee.games.bomarzo.hidden import needed_cards, open_cards, own_cards, redeal
from referee.games.bomarzo.plausible import fits
from referee.games.bomarzo.rebuild import members, open_parts
from referee.games.bomarzo.scoring import count
from referee.games.bomarzo.state import BomarzoState
from referee.games.bomarzo.variant import NONE, Variant
from referee.games.chance import Chance

__all__ = ["determinize"]


def determinize(
    variant: Variant, seat: int, public: Message, private: Message | None, chance: Chance
) -> BomarzoState:
    """See `Game.determinize`. Raises ValueError where the messages contradict themselves."""
    if not isinstance(public, pb.BomarzoPublic):
        raise ValueError(f"BomarzoPublic is expected, not {public.DESCRIPTOR.full_name}")
    if private is not None and not isinstance(private, pb.BomarzoPrivate):
        raise ValueError(f"BomarzoPrivate is expected, not {private.DESCRIPTOR.full_name}")
    if not 0 <= seat < variant.seats or (private is not None and private.seat != seat):
        raise ValueError(f"the messages are not those of seat {seat} of {variant.seats}")
    state = open_parts(variant, public)
    if private is not None:
        _fill_private(state, private)
    if not state.stage:
        _fill_revealed(state, public.final)
    _check_cards(state, seat if private is not None else None)
    redeal(state, seat if private is not None else None, chance)
    _check(state, public, private)
    return state


def _fill_private(state: BomarzoState, private: pb.BomarzoPrivate) -> None:
    variant, seat = state.variant, private.seat
    numbers, divinities = variant.card_number, variant.divinity_number
    state.hands[seat] = members(numbers, private.hand)
    if private.kept:
        state.kept[seat] = members(numbers, [private.kept]).bit_length() - 1
    own = [place for place, entry in enumerate(state.devoted) if entry[0] == seat]
    if len(own) != len(private.devoted):
        raise ValueError(f"seat {seat} has devoted {len(own)} cards, not {len(private.devoted)}")
    for place, card in zip(own, _in_order(numbers, private.devoted), strict=True):
        state.devoted[place] = (*state.devoted[place][:2], card, state.devoted[place][3])
    takes = [place for place, take in enumerate(state.worship_takes) if take[0] == seat]
    if len(takes) != len(private.worship):
        raise ValueError(f"seat {seat} took {len(takes)} Worship cards, not {len(private.worship)}")
    for place, seen in zip(takes, private.worship, strict=True):
        held = members(divinities, [seen.held])
        back = members(divinities, seen.put_back)
        if back.bit_count() != state.worship_takes[place][2].bit_count() or back & held:
            raise ValueError(f"seat {seat} drew other Worship cards")
        state.worship_takes[place] = (seat, held.bit_length() - 1, back)
    if seat == state.acting_seat:
        drawn = members(numbers, private.drawn)
        worship = members(divinities, private.worship_drawn)
        if worship.bit_count() != state.worship_drawn.bit_count() or any(
            (drawn & cards).bit_count() != (state.drawn & cards).bit_count()
            for cards in state.shuffles
        ):
            raise ValueError(f"seat {seat} has drawn other cards")
        state.drawn, state.worship_drawn = drawn, worship


def _in_order(numbers: Mapping[str, int], names: Sequence[str]) -> list[int]:
    """The numbers of different names, in their order."""
    members(numbers, names)
    return [numbers[name] for name in names]


def _fill_revealed(state: BomarzoState, final: pb.FinalCount) -> None:
    variant = state.variant
    if len(final.devoted) != len(state.devoted) or len(final.worship) != len(state.worship_takes):
        raise ValueError("not everything is revealed at the end")
    cards = _in_order(variant.card_number, final.devoted)
    for place, card in enumerate(cards):
        state.devoted[place] = (*state.devoted[place][:2], card, state.devoted[place][3])
    worship = _in_order(variant.divinity_number, final.worship)
    for place, card in enumerate(worship):
        seat, _, back = state.worship_takes[place]
        state.worship_takes[place] = (seat, card, back)
    state.final = count(state)


def _check_cards(state: BomarzoState, seat: int | None) -> None:
    """Every card is in one place, and as many are hidden as are told."""
    places = [state.discards, *state.level_1, *state.level_2]
    places += [1 << card for _, _, card, _ in state.devoted if card != NONE]
    if seat is not None:
        places.append(state.hands[seat])
        if seat == state.acting_seat:
            places.append(state.drawn)
    if sum(places) != _union(places):
        raise ValueError("a card is in two places")
    if seat is None:
        return
    seats = state.variant.seats
    own = own_cards(state, seat) & ~open_cards(state)
    for number, cards in enumerate(state.shuffles):
        if (own & cards).bit_count() != state.held[number * seats + seat]:
            raise ValueError(f"seat {seat} hides other cards than everybody can tell")
    kept = state.kept[seat]
    if kept != NONE and not state.hands[seat] >> kept & 1:
        raise ValueError(f"seat {seat} keeps a card that it does not have")


def _union(masks: list[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def _check(
    state: BomarzoState, public: pb.BomarzoPublic, private: pb.BomarzoPrivate | None
) -> None:
    """What the messages say twice must agree, and the decision must fit the position."""
    variant = state.variant
    for kind in range(3):
        cubes = sum(state.goods[kind::3]) + sum(state.cubes[kind::3]) + state.reserve[kind]
        if cubes != variant.reserve[kind]:
            raise ValueError(f"there are {cubes} cubes of a kind, not {variant.reserve[kind]}")
    for seat in range(variant.seats):
        if state.spent[seat] & ~state.level_2[seat]:
            raise ValueError("a card was used that has no power")
        if state.pawns_left[seat] + state.placements[seat] != state.pawns[seat]:
            raise ValueError(f"the pawns of seat {seat} are not as many as it has")
    if not fits(state):
        raise ValueError(f"the decision {state.stage!r} does not fit the position")
    if needed_cards(state) and not state.hands[state.acting_seat] & needed_cards(state):
        raise ValueError("the seat to act has no card for what it does")
    if state.public() != public:
        raise ValueError("the position does not add up to what is described")
    if private is not None and state.private(private.seat) != private:
        raise ValueError("the position does not add up to what the seat knows")
    if state.stage and not state.legal_moves():
        raise ValueError("nothing can be done in the position")
