"""From an observation back to the open parts of a position, every number and name checked."""

from collections.abc import Iterable, Mapping, Sequence

from podesta.bomarzo.v1 import bomarzo_pb2 as pb

from referee.games.bomarzo.data import AREAS, RESOURCES, TRACKS
from referee.games.bomarzo.state import BomarzoState
from referee.games.bomarzo.variant import NONE, Variant

__all__ = ["members", "open_parts"]


def members(numbers: Mapping[str, int], names: Iterable[str]) -> int:
    """The set of these names. Raises ValueError for a name unknown or named twice."""
    found = 0
    for name in names:
        bit = 1 << _number(numbers, name)
        if found & bit:
            raise ValueError(f"{name!r} is named twice")
        found |= bit
    return found


def _number(numbers: Mapping[str, int], name: str) -> int:
    number = numbers.get(name)
    if number is None:
        raise ValueError(f"{name!r} does not belong to this match")
    return number


def _seat(variant: Variant, seat: int) -> int:
    if seat >= variant.seats:
        raise ValueError(f"there is no seat {seat}")
    return seat


def _counts(counts: Sequence[int], length: int, most: int, what: str) -> list[int]:
    if len(counts) != length or max(counts, default=0) > most:
        raise ValueError(f"{what}: {length} numbers of 0..{most} are expected")
    return list(counts)


def _goods(goods: pb.Resources, most: Sequence[int]) -> list[int]:
    counts = [goods.food, goods.coin, goods.wine]
    if any(count > limit for count, limit in zip(counts, most, strict=True)):
        raise ValueError(f"{counts} are more cubes than there are")
    return counts


def open_parts(variant: Variant, public: pb.BomarzoPublic) -> BomarzoState:
    """A position with everything that is open; hidden places hold nothing yet.

    Of hidden cards in sets that have a size, as many stand there as there are.
    """
    if len(public.seats) != variant.seats:
        raise ValueError(f"{len(public.seats)} seats are described, not {variant.seats}")
    divinities = variant.divinity_number
    order = [_number(divinities, each.name) for each in public.divinities]
    if sorted(order) != list(range(len(divinities))):
        raise ValueError("the divinities are not each described once")
    if public.season > 8 or len(public.season_tokens) != (8 if variant.seasons else 0):
        raise ValueError("there are eight seasons, with a token each in that promo alone")
    if not set(public.season_tokens) <= set(variant.tokens):
        raise ValueError("a season token is of no known colour")
    cards = len(variant.card_names)
    start = _seat(variant, public.start_seat)
    state = BomarzoState(variant, start, order, range(cards), public.season_tokens)
    state.season = public.season
    if state.tokens and state.season:
        state.token = state.tokens[state.season - 1]
    state.stage = public.decision
    state.turn_index = public.turn
    state.turn_of = _seat(variant, public.turn_seat)
    state.acting_seat = _seat(variant, public.to_act if public.decision else public.turn_seat)
    state.reserve = _goods(public.reserve, variant.reserve)
    for seat, told in enumerate(public.seats):
        _fill_seat(state, seat, told)
    _fill_divinities(state, public)
    _fill_cards(state, public)
    _fill_worship(state, public)
    _fill_action(state, public.action)
    return state


def _fill_seat(state: BomarzoState, seat: int, told: pb.SeatState) -> None:
    variant = state.variant
    state.goods[3 * seat : 3 * seat + 3] = _goods(told.resources, variant.reserve)
    state.village[5 * seat : 5 * seat + 5] = _counts(
        told.village, 5, variant.village_length, "village"
    )
    state.board[3 * seat : 3 * seat + 3] = _counts(told.board, 3, variant.board_length, "board")
    pawns = [told.pawns, told.pawns_left, told.placements]
    state.pawns[seat], state.pawns_left[seat], state.placements[seat] = _counts(
        pawns, 3, variant.most_pawns, "pawns"
    )
    state.passed |= told.passed << seat
    state.points[seat] = told.points
    state.kept[seat] = 0 if told.kept else NONE
    numbers = variant.card_number
    played = {level: [c for c in told.played if c.level == level] for level in (1, 2)}
    if len(played[1]) + len(played[2]) != len(told.played):
        raise ValueError("cards on the table have the levels 1 and 2")
    state.level_1[seat] = members(numbers, [c.card for c in played[1]])
    state.level_2[seat] = members(numbers, [c.card for c in played[2]])
    state.spent[seat] = members(numbers, [c.card for c in told.played if c.used])


def _fill_divinities(state: BomarzoState, public: pb.BomarzoPublic) -> None:
    variant = state.variant
    for told in public.divinities:
        divinity = variant.divinity_number[told.name]
        state.moss |= told.moss << divinity
        state.cubes[3 * divinity : 3 * divinity + 3] = _goods(told.cubes, variant.reserve)
        pawns = _counts(told.pawns, variant.seats, 2, "pawns on a divinity")
        state.placed[divinity] = sum(count << 2 * seat for seat, count in enumerate(pawns))
    if [area.name for area in public.areas] != list(AREAS):
        raise ValueError(f"the areas are not {', '.join(AREAS)}")
    for number, area in enumerate(public.areas):
        for seat in area.seats:
            state.harvested[number] |= 1 << _seat(variant, seat)
    spaces = variant.point_spaces
    for space in public.claimed:
        if space.track not in TRACKS or space.step not in spaces:
            raise ValueError(f"{space.track!r} {space.step} is no point space")
        track, place = TRACKS.index(space.track), spaces.index(space.step)
        state.claimed |= 1 << track * len(spaces) + place


def _fill_cards(state: BomarzoState, public: pb.BomarzoPublic) -> None:
    variant = state.variant
    seats, numbers = variant.seats, variant.card_number
    state.hands = [0] * seats
    state.discards = members(numbers, public.discards)
    state.shuffles = [members(numbers, each.cards) for each in public.shuffles]
    shuffles = len(state.shuffles)
    if sum(state.shuffles) != (1 << len(numbers)) - 1 or sum(
        cards.bit_count() for cards in state.shuffles
    ) != len(numbers):
        raise ValueError("not every card belongs to one shuffle")
    state.held = [0] * (shuffles * seats)
    for seat, told in enumerate(public.seats):
        state.held[seat::seats] = _counts(
            told.hidden_by_shuffle, shuffles, len(numbers), "hidden cards by shuffle"
        )
    for entry in public.devoted:
        if len(entry.most_by_shuffle) > shuffles:
            raise ValueError("a devoted card knows of more shuffles than there are")
        divinity = _number(variant.divinity_number, entry.divinity)
        limits = tuple(entry.most_by_shuffle)
        state.devoted.append((_seat(variant, entry.seat), divinity, NONE, limits))


def _fill_worship(state: BomarzoState, public: pb.BomarzoPublic) -> None:
    cards = len(state.variant.divinity_names)
    if len(public.worship_takes) > (cards if state.variant.worship else 0):
        raise ValueError("more Worship cards were taken than there are")
    for take in public.worship_takes:
        if not 1 <= take.drawn <= cards:
            raise ValueError(f"nobody draws {take.drawn} Worship cards")
        state.worship_takes.append((_seat(state.variant, take.seat), 0, (1 << take.drawn - 1) - 1))


def _fill_action(state: BomarzoState, action: pb.Action) -> None:
    variant = state.variant
    cards = len(variant.card_names)
    if action.divinity:
        state.divinity = _number(variant.divinity_number, action.divinity)
        cubes = _goods(action.paid, variant.reserve)
        virtual = _counts([action.virtual_food, action.virtual_coin], 2, cards, "virtual")
        state.paid = (*cubes, *virtual)
    state.copying = action.copying
    if action.HasField("declared"):
        told = action.declared
        food, coin = _counts([told.food, told.coin], 2, cards, "virtual resources")
        state.declared = (food, coin)
    state.virtual_due, state.count_due, state.worship_extra = _counts(
        [action.virtual_due, action.count, action.worship_extra], 3, 2 * cards, "counts"
    )
    if action.least_kind:
        if action.least_kind not in RESOURCES:
            raise ValueError(f"{action.least_kind!r} is no resource")
        state.least_kind = RESOURCES.index(action.least_kind)
    state.taking = members(variant.divinity_number, action.taking)
    if action.drawn_by_shuffle:
        counts = _counts(action.drawn_by_shuffle, len(state.shuffles), cards, "cards drawn")
        for among, count in zip(state.shuffles, counts, strict=True):
            state.drawn |= _first(among, count)
    state.worship_drawn = _first((1 << len(variant.divinity_names)) - 1, action.worship_drawn)


def _first(among: int, count: int) -> int:
    """The first so many members of a set."""
    if count > among.bit_count():
        raise ValueError("more cards were drawn than there are")
    found = 0
    for _ in range(count):
        low = among & -among
        found |= low
        among ^= low
    return found
