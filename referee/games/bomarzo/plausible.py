"""Whether a decision fits a position that was told, so that its legal moves can be listed."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from referee.games.bomarzo.actions import missing
from referee.games.bomarzo.data import SEASONS
from referee.games.bomarzo.payments import has_power, virtual_bounds
from referee.games.bomarzo.variant import (
    ADVANCE,
    BUILDING,
    CHARACTER,
    DEVOTE,
    DRAGO,
    DRAW,
    NONE,
    RAISING,
    TAKE,
    VILLAGE_STEPS,
    VISION,
)

if TYPE_CHECKING:
    from referee.games.bomarzo.state import BomarzoState

__all__ = ["fits"]


def fits(state: "BomarzoState") -> bool:
    """Whether everything is there that the decision presupposes."""
    test = _TESTS.get(state.stage)
    if test is None:
        return False
    in_action = state.divinity != NONE
    if in_action:
        if state.stage not in _FAVORS or not state.season:
            return False
        favors = _FAVORS[state.stage]
        if favors and state.variant.favors[state.divinity] not in favors:
            return False
        if not state.placed[state.divinity] >> 2 * state.turn_of & 3:
            return False
    elif state.stage in _FAVORS and state.stage not in _ALSO_ELSEWHERE:
        return False
    if not in_action and (state.season == 0) != (state.stage in ("extra", "keep", "village")):
        return False
    if state.copying and (not in_action or state.stage in ("declare", "pay", "overpay", "raise")):
        return False
    if (state.acting_seat != state.turn_of) != (state.copying or state.stage == "copy"):
        return False
    return test(state)


_FAVORS: dict[str, tuple[int, ...]] = {
    "declare": (),
    "pay": (),
    "virtual": (),
    "overpay": (),
    "raise": (),
    "copy": (),
    "vision": (DRAW,),
    "discard": (DRAW,),
    "take": (TAKE,),
    "one": (TAKE,),
    "village": (VILLAGE_STEPS,),
    "develop": tuple(range(BUILDING, CHARACTER + 1)),
    "cards": (ADVANCE,),
    "advance": (ADVANCE,),
    "devote": (DEVOTE,),
    "more": (DEVOTE,),
}
"""Decisions within an action, and the favors that they belong to; all where none is named."""

_ALSO_ELSEWHERE = frozenset(("vision", "discard", "village"))


def _hand(state: "BomarzoState") -> int:
    return state.hands[state.acting_seat].bit_count()


def _cubes(state: "BomarzoState", least_kind: int = 0) -> int:
    return sum(state.goods[3 * state.acting_seat + least_kind : 3 * state.acting_seat + 3])


def _is_over(state: "BomarzoState") -> bool:
    return state.season == SEASONS


def _is_last_of_four(state: "BomarzoState") -> bool:
    return state.variant.seats == 4


def _is_dealt(state: "BomarzoState") -> bool:
    dealt = set(state.held) == {4} and len(state.shuffles) == 1
    return dealt and state.kept[state.acting_seat] == NONE


def _has_room(state: "BomarzoState") -> bool:
    steps = state.village[5 * state.acting_seat : 5 * state.acting_seat + 5]
    return min(steps) < state.variant.village_length


def _has_vision(state: "BomarzoState") -> bool:
    return has_power(state, state.acting_seat, VISION) and state.count_due > 0


def _has_drawn(state: "BomarzoState") -> bool:
    return 0 < state.count_due <= state.drawn.bit_count()


def _worship_left(state: "BomarzoState") -> int:
    deck = len(state.variant.divinity_names) - len(state.worship_takes)
    return deck if state.variant.worship else 0


def _has_worship(state: "BomarzoState") -> bool:
    return _worship_left(state) > 0


def _can_give(state: "BomarzoState") -> bool:
    enough = _cubes(state, state.least_kind) >= state.count_due > 0
    return enough and 0 < state.worship_extra < _worship_left(state)


def _has_drawn_worship(state: "BomarzoState") -> bool:
    return 0 < state.worship_drawn.bit_count() <= _worship_left(state)


def _has_pawn(state: "BomarzoState") -> bool:
    return state.pawns_left[state.acting_seat] > 0


def _can_favor(state: "BomarzoState") -> bool:
    return virtual_bounds(state, state.acting_seat, state.divinity) is not None


def _owes_cards(state: "BomarzoState") -> bool:
    return 0 < state.virtual_due <= _hand(state)


def _has_cubes(state: "BomarzoState") -> bool:
    return _cubes(state) > 0


def _can_raise(state: "BomarzoState") -> bool:
    return has_power(state, state.acting_seat, RAISING) and any(state.reserve[:2])


def _is_taking(state: "BomarzoState") -> bool:
    return state.taking > 0


def _gives_up_cards(state: "BomarzoState") -> bool:
    return _can_favor(state) and 0 < state.count_due <= _hand(state)


def _has_hand(state: "BomarzoState") -> bool:
    return _hand(state) > 0


def _can_devote_more(state: "BomarzoState") -> bool:
    return has_power(state, state.acting_seat, DRAGO) and _hand(state) > 0


def _can_copy(state: "BomarzoState") -> bool:
    wine = state.goods[3 * state.acting_seat + 2]
    return wine >= state.paid[2] + 2 and missing(state, state.acting_seat) <= _hand(state)


_TESTS: dict[str, Callable[["BomarzoState"], bool]] = {
    "": _is_over,
    "extra": _is_last_of_four,
    "keep": _is_dealt,
    "village": _has_room,
    "vision": _has_vision,
    "discard": _has_drawn,
    "worship": _has_worship,
    "give": _can_give,
    "hold": _has_drawn_worship,
    "place": _has_pawn,
    "declare": _can_favor,
    "pay": _can_favor,
    "virtual": _owes_cards,
    "overpay": _has_cubes,
    "raise": _can_raise,
    "take": _can_favor,
    "one": _is_taking,
    "develop": _can_favor,
    "cards": _can_favor,
    "advance": _gives_up_cards,
    "devote": _has_hand,
    "more": _can_devote_more,
    "copy": _can_copy,
}
