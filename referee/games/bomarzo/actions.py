"""An action with a divinity, from the pawn to the last copy (rules 19-41)."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from referee.games.bomarzo import favors, happenings
from referee.games.bomarzo.cards import discard
from referee.games.bomarzo.goods import give_back, offer
from referee.games.bomarzo.moves import BomarzoMove
from referee.games.bomarzo.payments import MOST_PAYMENTS, has_power, payments_of
from referee.games.bomarzo.variant import EXCHANGING, NONE, RAISING, REPETITION
from referee.games.chance import Chance
from referee.games.game import Event

if TYPE_CHECKING:
    from referee.games.bomarzo.state import BomarzoState

__all__ = ["apply", "finish", "invoke", "missing", "spend"]

Events = list[Event] | None
Numbers = tuple[int, ...]

DORMANT = 2
"""Wine cubes that put a divinity to sleep for the season (rule 26)."""


def apply(state: "BomarzoState", move: BomarzoMove, chance: Chance, events: Events) -> bool:
    """Make a move that belongs to an action; True when the turn is over."""
    act = _ACTS.get(move.verb)
    if act is not None:
        return act(state, move.numbers, chance, events)
    return favors.apply(state, move, events) and finish(state)


def spend(state: "BomarzoState", seat: int, power: int) -> None:
    """Turn a card whose power is used."""
    cards = state.level_2[seat] & ~state.spent[seat] & state.variant.gain_masks[power]
    state.spent[seat] |= cards & -cards


def invoke(state: "BomarzoState", seat: int, divinity: int, events: Events) -> None:
    """A pawn is placed on a divinity."""
    again = bool(state.placed[divinity] >> 2 * seat & 3)
    if again:
        spend(state, seat, REPETITION)
    state.placed[divinity] += 1 << 2 * seat
    state.divinity = divinity
    state.copying = False
    state.declared = None
    if events is not None:
        events.append(happenings.invoked(state, seat, divinity, again))
    size = state.hands[seat].bit_count()
    if size > 1 and len(payments_of(state, full_hand=True)) > MOST_PAYMENTS:
        state.stage = "declare"
    else:
        state.stage = "pay"


# Each of these makes one move and says whether the turn is over.


def _declare(state: "BomarzoState", numbers: Numbers, _chance: Chance, events: Events) -> bool:
    state.declared = (numbers[0], numbers[1])
    state.stage = "pay"
    if events is not None:
        events.append(happenings.declared(state.acting_seat, numbers[0], numbers[1]))
    return False


def _pay(state: "BomarzoState", numbers: Numbers, chance: Chance, events: Events) -> bool:
    seat, divinity = state.acting_seat, state.divinity
    for kind in range(3):
        if numbers[kind]:
            offer(state, seat, kind, numbers[kind], divinity)
    if numbers[5]:
        spend(state, seat, EXCHANGING)
    state.paid = numbers[:5]
    state.declared = None
    state.virtual_due = numbers[3] + numbers[4]
    if events is not None:
        events.append(happenings.paid(state, seat, numbers))
    if state.virtual_due:
        state.stage = "virtual"
        return False
    return _after_payment(state, chance, events)


def _virtual(state: "BomarzoState", numbers: Numbers, chance: Chance, events: Events) -> bool:
    """Rule 29."""
    seat = state.acting_seat
    discard(state, seat, numbers[0])
    if events is not None:
        events.append(happenings.card_discarded(state, seat, numbers[0], "virtual"))
    state.virtual_due -= 1
    if state.virtual_due:
        return False
    if state.copying:
        return _begin_favor(state, chance, events)
    return _after_payment(state, chance, events)


def _after_payment(state: "BomarzoState", chance: Chance, events: Events) -> bool:
    state.least_kind = 0
    if any(state.goods[3 * state.acting_seat : 3 * state.acting_seat + 3]):
        state.stage = "overpay"
        return False
    return _after_overpaying(state, chance, events)


def _overpay(state: "BomarzoState", numbers: Numbers, chance: Chance, events: Events) -> bool:
    """Rule 24."""
    seat, kind = state.acting_seat, numbers[0]
    if kind == 3:
        if events is not None:
            events.append(happenings.answered(seat, "overpay", False))
        return _after_overpaying(state, chance, events)
    offer(state, seat, kind, 1, state.divinity)
    paid = list(state.paid)
    paid[kind] += 1
    state.paid = tuple(paid)
    state.least_kind = kind
    if events is not None:
        events.append(happenings.overpaid(state, seat, kind))
    if any(state.goods[3 * seat + kind : 3 * seat + 3]):
        return False
    return _after_overpaying(state, chance, events)


def _after_overpaying(state: "BomarzoState", chance: Chance, events: Events) -> bool:
    state.least_kind = 0
    if has_power(state, state.acting_seat, RAISING) and (state.reserve[0] or state.reserve[1]):
        state.stage = "raise"
        return False
    return _begin_favor(state, chance, events)


def _raise(state: "BomarzoState", numbers: Numbers, chance: Chance, events: Events) -> bool:
    """Rule 27."""
    seat = state.acting_seat
    if numbers[0] or numbers[1]:
        spend(state, seat, RAISING)
        for kind in (0, 1):
            state.reserve[kind] -= numbers[kind]
            state.cubes[3 * state.divinity + kind] += numbers[kind]
        if events is not None:
            events.append(happenings.raised(state, seat, numbers))
    elif events is not None:
        events.append(happenings.answered(seat, "raise", False))
    return _begin_favor(state, chance, events)


def _begin_favor(state: "BomarzoState", chance: Chance, events: Events) -> bool:
    return favors.begin(state, chance, events) and finish(state)


# --- copies (rule 28) ---


def finish(state: "BomarzoState") -> bool:
    """The favor is done: who may copy it? True when the turn is over."""
    if state.copying:
        _forget(state)
        return True
    return _ask_for_copies(state, 0)


def _forget(state: "BomarzoState") -> None:
    state.copying = False
    state.divinity = NONE
    state.paid = (0, 0, 0, 0, 0)


def missing(state: "BomarzoState", seat: int) -> int:
    """Food and Coins of the original payment that this seat lacks as cubes."""
    food, coin, _, virtual_food, virtual_coin = state.paid
    goods = state.goods
    return max(0, food + virtual_food - goods[3 * seat]) + max(
        0, coin + virtual_coin - goods[3 * seat + 1]
    )


def _ask_for_copies(state: "BomarzoState", place: int) -> bool:
    """Ask the next seat of the player order that can pay, as far as others know (ruling 11)."""
    seats = state.variant.seats
    if state.token != "yellow" and state.cubes[3 * state.divinity + 2] < DORMANT:
        first, wine = state.first_player, state.paid[2] + 2
        while place < seats:
            seat = (first + place) % seats
            place += 1
            if (
                seat != state.turn_of
                and state.goods[3 * seat + 2] >= wine
                and missing(state, seat) <= state.hands[seat].bit_count()
            ):
                state.acting_seat = seat
                state.stage = "copy"
                return False
    _forget(state)
    return True


def _copy(state: "BomarzoState", numbers: Numbers, chance: Chance, events: Events) -> bool:
    seat = state.acting_seat
    if not numbers[0]:
        if events is not None:
            events.append(happenings.answered(seat, "copy", False))
        place = (seat - state.first_player) % state.variant.seats
        return _ask_for_copies(state, place + 1)
    food, coin, wine, virtual_food, virtual_coin = state.paid
    state.virtual_due = missing(state, seat)
    given = (
        min(food + virtual_food, state.goods[3 * seat]),
        min(coin + virtual_coin, state.goods[3 * seat + 1]),
        wine + 2,
    )
    for kind in range(3):
        give_back(state, seat, kind, given[kind])
    state.copying = True
    if events is not None:
        events.append(happenings.copied(state, seat, given, state.virtual_due))
    if state.virtual_due:
        state.stage = "virtual"
        return False
    return _begin_favor(state, chance, events)


_ACTS: dict[str, Callable[["BomarzoState", Numbers, Chance, Events], bool]] = {
    "declare": _declare,
    "pay": _pay,
    "virtual": _virtual,
    "overpay": _overpay,
    "raise": _raise,
    "copy": _copy,
}
