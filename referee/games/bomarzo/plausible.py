"""Whether a decision fits a position that was told, so that its legal moves can be listed."""

from collections.abc import Callable
from typing import TYPE_CHECKING

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


def _hand(state: "BomarzoState") -> int:
    return state.hands[state.acting_seat].bit_count()


def _can_favor(state: "BomarzoState") -> bool:
    return virtual_bounds(state, state.acting_seat, state.divinity) is not None


def _cubes(state: "BomarzoState") -> int:
    return sum(state.goods[3 * state.acting_seat : 3 * state.acting_seat + 3])


def _power(power: int) -> Callable[["BomarzoState"], bool]:
    return lambda state: has_power(state, state.acting_seat, power)


def _always(state: "BomarzoState") -> bool:
    return True


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

_TESTS: dict[str, Callable[["BomarzoState"], bool]] = {
    "": lambda state: state.season == 8,
    "extra": lambda state: state.variant.seats == 4,
    "keep": lambda state: (
        set(state.held) == {4}
        and len(state.shuffles) == 1
        and state.kept[state.acting_seat] == NONE
    ),
    "village": lambda state: (
        min(state.village[5 * state.acting_seat : 5 * state.acting_seat + 5])
        < state.variant.village_length
    ),
    "vision": lambda state: _power(VISION)(state) and state.count_due > 0,
    "discard": lambda state: 0 < state.count_due <= state.drawn.bit_count(),
    "worship": lambda state: (
        state.variant.worship and len(state.worship_takes) < len(state.variant.divinity_names)
    ),
    "give": lambda state: (
        state.variant.worship
        and state.worship_extra > 0
        and sum(state.goods[3 * state.acting_seat + state.least_kind : 3 * state.acting_seat + 3])
        >= state.count_due
        > 0
        and state.worship_extra < len(state.variant.divinity_names) - len(state.worship_takes)
    ),
    "hold": lambda state: state.variant.worship and state.worship_drawn > 0,
    "place": lambda state: state.pawns_left[state.acting_seat] > 0,
    "declare": _can_favor,
    "pay": _can_favor,
    "virtual": lambda state: 0 < state.virtual_due <= _hand(state),
    "overpay": lambda state: _cubes(state) > 0,
    "raise": lambda state: _power(RAISING)(state) and state.reserve[0] + state.reserve[1] > 0,
    "take": _can_favor,
    "one": lambda state: state.taking > 0,
    "develop": _can_favor,
    "cards": _can_favor,
    "advance": lambda state: _can_favor(state) and 0 < state.count_due <= _hand(state),
    "devote": lambda state: _hand(state) > 0,
    "more": lambda state: _power(DRAGO)(state) and _hand(state) > 0,
    "copy": _always,
}
