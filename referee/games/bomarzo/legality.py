"""Which answers each decision allows."""

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from referee.games.bomarzo import moves as m
from referee.games.bomarzo.moves import BomarzoMove
from referee.games.bomarzo.payments import (
    can_pay,
    has_power,
    payments_of,
    tribute,
    virtual_bounds,
)
from referee.games.bomarzo.variant import (
    BUILDING,
    CHARACTER,
    EXCHANGING,
    REPETITION,
    bits,
)

if TYPE_CHECKING:
    from referee.games.bomarzo.state import BomarzoState

__all__ = ["legal_moves"]

Moves = tuple[BomarzoMove, ...]


def legal_moves(state: "BomarzoState") -> Moves:
    """All legal moves in canonical order."""
    fixed = _FIXED.get(state.stage)
    return _LISTS[state.stage](state) if fixed is None else fixed


# --- cards ---


def _of_cards(moves: Moves, cards: int) -> Moves:
    found = []
    while cards:
        low = cards & -cards
        found.append(moves[low.bit_length() - 1])
        cards ^= low
    return tuple(found)


def _kept_cards(state: "BomarzoState") -> Moves:
    return _of_cards(m.KEEP, state.hands[state.acting_seat])


def _drawn_cards(state: "BomarzoState") -> Moves:
    return _of_cards(m.DISCARD, state.drawn)


def _drawn_worship(state: "BomarzoState") -> Moves:
    return _of_cards(m.HOLD, state.worship_drawn)


def _goods(state: "BomarzoState") -> list[int]:
    return state.goods[3 * state.acting_seat : 3 * state.acting_seat + 3]


# --- placing a pawn ---


def _places(state: "BomarzoState") -> Moves:
    """Rules 14-26; passing only where all three areas are harvested (ruling 3)."""
    seat = state.acting_seat
    a, b, c = state.harvested
    found = (not a >> seat & 1) | (not b >> seat & 1) << 1 | (not c >> seat & 1) << 2
    goods = _goods(state)
    exchange = again = None
    cubes, placed = state.cubes, state.placed
    for divinity in range(8):
        if cubes[3 * divinity + 2] >= 2:
            continue
        own = placed[divinity] >> 2 * seat & 3
        if own:
            if again is None:
                again = has_power(state, seat, REPETITION)
            if own == 2 or not again:
                continue
        bounds = virtual_bounds(state, seat, divinity)
        if bounds is None:
            continue
        due = tribute(state, divinity, not placed[divinity])
        if exchange is None:
            exchange = has_power(state, seat, EXCHANGING)
        if can_pay(due, goods, bounds, exchange):
            found |= 8 << divinity
    return _place_moves(found)


@lru_cache(maxsize=1 << 11)
def _place_moves(mask: int) -> Moves:
    moves = tuple(m.PLACE[place] for place in bits(mask))
    return moves if mask & 7 else (*moves, m.PASS)


# --- payments ---


def _declarations(state: "BomarzoState") -> Moves:
    pairs = {move.numbers[3:5] for move in payments_of(state)}
    return tuple(m.declare_move(food, coin) for food, coin in sorted(pairs))


def _payments(state: "BomarzoState") -> Moves:
    moves = payments_of(state)
    if state.declared is None:
        return moves
    return tuple(move for move in moves if move.numbers[3:5] == state.declared)


def _virtual_cards(state: "BomarzoState") -> Moves:
    """Hand cards, but for the last one that the favor needs."""
    seat = state.acting_seat
    hand = state.hands[seat]
    favor = state.variant.favors[state.divinity]
    if BUILDING <= favor <= CHARACTER:
        cards = state.variant.kind_masks[favor - BUILDING]
        usable = hand & cards
        if usable and not usable & (usable - 1) and not state.level_1[seat] & cards:
            hand &= ~usable
    return _of_cards(m.VIRTUAL, hand)


def _overpayments(state: "BomarzoState") -> Moves:
    goods, least = _goods(state), state.least_kind
    mask = sum(1 << kind for kind in range(least, 3) if goods[kind])
    return _overpay_moves(mask)


@lru_cache(maxsize=8)
def _overpay_moves(mask: int) -> Moves:
    return (m.OVERPAY[3], *(m.OVERPAY[kind] for kind in bits(mask)))


def _raises(state: "BomarzoState") -> Moves:
    return _raise_moves(min(3, state.reserve[0]), min(3, state.reserve[1]))


@lru_cache(maxsize=16)
def _raise_moves(food: int, coin: int) -> Moves:
    count = min(3, food + coin)
    return (
        m.RAISE_NO,
        *(
            m.raise_move(foods, count - foods)
            for foods in range(min(count, food), -1, -1)
            if count - foods <= coin
        ),
    )


def _gifts(state: "BomarzoState") -> Moves:
    """In ascending order of their kinds, and so that enough are left."""
    goods = _goods(state)
    return tuple(
        m.GIVE[kind]
        for kind in range(state.least_kind, 3)
        if goods[kind] and sum(goods[kind:]) >= state.count_due
    )


def _copies(state: "BomarzoState") -> Moves:
    """Ruling 11: whoever can't use it can only decline."""
    from referee.games.bomarzo.actions import missing

    bounds = virtual_bounds(state, state.acting_seat, state.divinity)
    if bounds is None or not bounds[0] <= missing(state, state.acting_seat) <= bounds[1]:
        return m.COPY[:1]
    return m.COPY


# --- favors ---


def _village_steps(state: "BomarzoState") -> Moves:
    seat = state.acting_seat
    length = state.variant.village_length
    room = [min(2, length - step) for step in state.village[5 * seat : 5 * seat + 5]]
    return _step_moves(*room)


@lru_cache(maxsize=3**5)
def _step_moves(*room: int) -> Moves:
    if sum(room) == 1:
        return (m.VILLAGE_STEPS[(room.index(1),)],)
    return tuple(
        m.VILLAGE_STEPS[first, second]
        for first in range(5)
        for second in range(first, 5)
        if room[first] and (room[first] == 2 if first == second else room[second])
    )


def _takes(state: "BomarzoState") -> Moves:
    return (
        m.TAKE_EACH,
        *(
            m.TAKE[divinity][kind]
            for divinity in range(8)
            for kind in (0, 1)
            if divinity != state.divinity and state.cubes[3 * divinity + kind]
        ),
    )


def _ones(state: "BomarzoState") -> Moves:
    taking = state.taking
    return m.ONE[(taking & -taking).bit_length() - 1]


def _developments(state: "BomarzoState") -> Moves:
    seat, favor = state.acting_seat, state.variant.favors[state.divinity]
    cards = state.variant.kind_masks[favor - BUILDING]
    return _of_cards(m.PLAY, state.hands[seat] & cards) + _of_cards(
        m.UPGRADE, state.level_1[seat] & cards
    )


def _card_counts(state: "BomarzoState") -> Moves:
    seat = state.acting_seat
    room = 3 * state.variant.board_length - sum(state.board[3 * seat : 3 * seat + 3])
    return m.CARDS[: min(2, room, state.hands[seat].bit_count())]


def _advances(state: "BomarzoState") -> Moves:
    seat = state.acting_seat
    length = state.variant.board_length
    tracks = [track for track in range(3) if state.board[3 * seat + track] < length]
    return tuple(m.ADVANCE[card][track] for card in bits(state.hands[seat]) for track in tracks)


def _devotions(state: "BomarzoState") -> Moves:
    found: list[BomarzoMove] = []
    for card in bits(state.hands[state.acting_seat]):
        found += m.DEVOTE[card]
    return tuple(found)


def _worships(state: "BomarzoState") -> Moves:
    deck = len(state.variant.divinity_names) - len(state.worship_takes)
    extra = min(deck - 1, sum(_goods(state)) // 2)
    return (m.WORSHIP_NO, *m.WORSHIP[: extra + 1])


_FIXED: dict[str, Moves] = {"": (), "extra": m.EXTRA, "vision": m.VISION, "more": m.MORE}
_LISTS: dict[str, Callable[["BomarzoState"], Moves]] = {
    "keep": _kept_cards,
    "village": _village_steps,
    "discard": _drawn_cards,
    "worship": _worships,
    "give": _gifts,
    "hold": _drawn_worship,
    "place": _places,
    "declare": _declarations,
    "pay": _payments,
    "virtual": _virtual_cards,
    "overpay": _overpayments,
    "raise": _raises,
    "take": _takes,
    "one": _ones,
    "develop": _developments,
    "cards": _card_counts,
    "advance": _advances,
    "devote": _devotions,
    "copy": _copies,
}
