"""What the divinities do for whoever has paid (rules 31-41), original and copy alike."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from referee.games.bomarzo import happenings
from referee.games.bomarzo.cards import devote, discard, draw, reveal
from referee.games.bomarzo.moves import BomarzoMove
from referee.games.bomarzo.payments import has_power
from referee.games.bomarzo.variant import (
    ADVANCE,
    DEVOTE,
    DRAGO,
    DRAW,
    PAWN,
    TAKE,
    VILLAGE_STEPS,
    VISION,
)
from referee.games.chance import Chance
from referee.games.game import Event

if TYPE_CHECKING:
    from referee.games.bomarzo.state import BomarzoState

__all__ = ["advance_village", "apply", "begin", "upgradable"]

Events = list[Event] | None
Numbers = tuple[int, ...]

CARDS_DRAWN = 2
"""Genio's favor."""


def begin(state: "BomarzoState", chance: Chance, events: Events) -> bool:
    """Carry out the favor up to its first question; True when there is none."""
    favor = state.variant.favors[state.divinity]
    seat = state.acting_seat
    if favor == DRAW:
        if has_power(state, seat, VISION):
            state.count_due = CARDS_DRAWN
            state.stage = "vision"
            return False
        draw(state, seat, CARDS_DRAWN, chance, events)
        return True
    if favor == TAKE:
        state.stage = "take"
    elif favor == VILLAGE_STEPS:
        state.stage = "village"
    elif favor == ADVANCE:
        state.stage = "cards"
    elif favor == DEVOTE:
        state.stage = "devote"
    else:
        state.stage = "develop"
    return False


def apply(state: "BomarzoState", move: BomarzoMove, events: Events) -> bool:
    """Make a move that belongs to a favor; True when the favor is done."""
    return _ACTS[move.verb](state, move.numbers, events)


# --- Dea, and the set-up ---


def advance_village(state: "BomarzoState", seat: int, tracks: Numbers, events: Events) -> None:
    """One step on each of these tracks; a pawn symbol gives a pawn at once (rules 7, 33)."""
    variant = state.variant
    symbols, before = variant.village_symbols[PAWN], state.village[5 * seat + PAWN]
    for track in tracks:
        state.village[5 * seat + track] += 1
    new = symbols[state.village[5 * seat + PAWN]] - symbols[before]
    new = min(new, variant.most_pawns - state.pawns[seat])
    state.pawns[seat] += new
    state.pawns_left[seat] += new
    if events is not None:
        events.append(happenings.village_advanced(seat, tracks, new))


# --- Orco ---


def _take(state: "BomarzoState", numbers: Numbers, events: Events) -> bool:
    """Rule 32: one kind of one divinity altogether, or one of each other divinity."""
    kind, divinity = numbers
    cubes = state.cubes
    if divinity >= 0:
        _move_cubes(state, divinity, kind, cubes[3 * divinity + kind], events)
        return True
    for other in range(len(state.placed)):
        if other == state.divinity:
            continue
        food, coin = cubes[3 * other], cubes[3 * other + 1]
        if food and coin:
            state.taking |= 1 << other
        elif food or coin:
            _move_cubes(state, other, 0 if food else 1, 1, events)
    if events is not None and state.taking:
        events.append(happenings.answered(state.acting_seat, "take", True))
    state.stage = "one"
    return not state.taking


def _one(state: "BomarzoState", numbers: Numbers, events: Events) -> bool:
    kind, divinity = numbers
    _move_cubes(state, divinity, kind, 1, events)
    state.taking &= ~(1 << divinity)
    return not state.taking


def _move_cubes(
    state: "BomarzoState", divinity: int, kind: int, amount: int, events: Events
) -> None:
    seat = state.acting_seat
    state.cubes[3 * divinity + kind] -= amount
    state.goods[3 * seat + kind] += amount
    if events is not None:
        events.append(happenings.taken(state, seat, divinity, kind, amount))


# --- Gigante, Elefante, Balena ---


def upgradable(state: "BomarzoState", seat: int, kind: int) -> int:
    """Own cards of a kind that lie on their first side."""
    return state.level_1[seat] & state.variant.kind_masks[kind]


def _play(state: "BomarzoState", numbers: Numbers, events: Events) -> bool:
    seat, card = state.acting_seat, numbers[0]
    state.hands[seat] &= ~(1 << card)
    state.level_1[seat] |= 1 << card
    reveal(state, seat, card)
    if events is not None:
        events.append(happenings.developed(state, seat, card, 1))
    _advance(state, seat, state.variant.level_1[card], events)
    return True


def _upgrade(state: "BomarzoState", numbers: Numbers, events: Events) -> bool:
    seat, card = state.acting_seat, numbers[0]
    state.level_1[seat] &= ~(1 << card)
    state.level_2[seat] |= 1 << card
    if events is not None:
        events.append(happenings.developed(state, seat, card, 2))
    _advance(state, seat, state.variant.level_2[card], events)
    return True


def _advance(
    state: "BomarzoState", seat: int, steps: tuple[tuple[int, int], ...], events: Events
) -> None:
    """Move on board tracks; the first on a point space gets its point (rule 38)."""
    variant = state.variant
    spaces = variant.point_spaces
    for track, count in steps:
        old = state.board[3 * seat + track]
        new = min(variant.board_length, old + count)
        state.board[3 * seat + track] = new
        gained = 0
        for place, space in enumerate(spaces):
            bit = 1 << track * len(spaces) + place
            if old < space <= new and not state.claimed & bit:
                state.claimed |= bit
                gained += 1
        state.points[seat] += gained
        if events is not None:
            events.append(happenings.board_advanced(seat, track, new - old, gained))


# --- Tartaruga ---


def _cards(state: "BomarzoState", numbers: Numbers, events: Events) -> bool:
    state.count_due = numbers[0]
    state.stage = "advance"
    if events is not None:
        events.append(happenings.cards_announced(state.acting_seat, numbers[0]))
    return False


def _step(state: "BomarzoState", numbers: Numbers, events: Events) -> bool:
    """Rule 39."""
    card, track = numbers
    seat = state.acting_seat
    discard(state, seat, card)
    if events is not None:
        events.append(happenings.card_discarded(state, seat, card, "advance"))
    _advance(state, seat, ((track, 1),), events)
    state.count_due -= 1
    return not state.count_due


# --- Drago ---


def _devote(state: "BomarzoState", numbers: Numbers, events: Events) -> bool:
    """Rules 40, 41."""
    card, divinity = numbers
    seat = state.acting_seat
    devote(state, seat, card, divinity)
    if events is not None:
        events += happenings.card_devoted(state, seat, card, divinity)
    if state.count_due or not state.hands[seat] or not has_power(state, seat, DRAGO):
        state.count_due = 0
        return True
    state.stage = "more"
    return False


def _more(state: "BomarzoState", numbers: Numbers, events: Events) -> bool:
    seat = state.acting_seat
    if events is not None:
        events.append(happenings.answered(seat, "more", bool(numbers[0])))
    if not numbers[0]:
        return True
    cards = state.level_2[seat] & ~state.spent[seat] & state.variant.gain_masks[DRAGO]
    state.spent[seat] |= cards & -cards
    state.count_due = 1
    state.stage = "devote"
    return False


_ACTS: dict[str, Callable[["BomarzoState", Numbers, Events], bool]] = {
    "take": _take,
    "one": _one,
    "play": _play,
    "upgrade": _upgrade,
    "cards": _cards,
    "advance": _step,
    "devote": _devote,
    "more": _more,
}
