"""Why a move is not allowed, in words that tell the seat to act nothing it may not know."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from referee.games.bomarzo.moves import BomarzoMove, decision_of, expected
from referee.games.bomarzo.payments import has_power, tribute, virtual_bounds
from referee.games.bomarzo.variant import REPETITION

if TYPE_CHECKING:
    from referee.games.bomarzo.state import BomarzoState

__all__ = ["reason_against"]


def reason_against(state: "BomarzoState", move: BomarzoMove) -> str:
    """Why a move that is not in the list is not legal."""
    stage = state.stage
    if not stage:
        return "the match is over"
    if decision_of(move) != stage:
        return f"the decision is {stage!r}: {expected(stage)} is expected"
    reason = _REASONS.get(stage)
    return reason(state, move) if reason is not None else _not_possible(move, stage)


def _not_possible(move: BomarzoMove, stage: str) -> str:
    return f"{move.text!r} is not possible here: {_WHY.get(stage, expected(stage))}"


def _why_not_place(state: "BomarzoState", move: BomarzoMove) -> str:
    seat = state.acting_seat
    if move.verb == "pass":
        return "passing is allowed only when all three harvest areas have been harvested"
    number = move.numbers[0]
    if number < 3:
        return "that area has been harvested by this seat this season"
    divinity = number - 3
    name = state.variant.divinity_names[divinity]
    if state.cubes[3 * divinity + 2] >= 2:
        return f"{name} is dormant for the rest of the season"
    own = state.placed[divinity] >> 2 * seat & 3
    if own == 2 or (own and not has_power(state, seat, REPETITION)):
        return f"{name} has a pawn of this seat, and no repetition power is left"
    if virtual_bounds(state, seat, divinity) is None:
        return f"the favor of {name} could do nothing"
    food, coin, anything = tribute(state, divinity, not state.placed[divinity])
    return (
        f"the tribute of {name} can't be paid so that its favor does something: "
        f"{food} Food, {coin} Coins and {anything} of any kind"
    )


def _why_not_pay(state: "BomarzoState", move: BomarzoMove) -> str:
    divinity, seat = state.divinity, state.acting_seat
    food, coin, anything = tribute(state, divinity, state.placed[divinity] == 1 << 2 * seat)
    text = f"the tribute is {food} Food, {coin} Coins and {anything} of any kind"
    if state.declared is not None:
        text += f", with {state.declared[0]} virtual Food and {state.declared[1]} virtual Coins"
    return (
        f"{move.text!r} does not pay it from what the seat has: {text}; ' exchange' stands only "
        "where that power is needed"
    )


_REASONS: dict[str, Callable[["BomarzoState", BomarzoMove], str]] = {
    "place": _why_not_place,
    "pay": _why_not_pay,
}
_WHY = {
    "keep": "only a card dealt to this seat",
    "village": "two steps, none beyond the end of a track; one step only where no second is left",
    "discard": "only a card just drawn",
    "worship": "as many additional cards as the deck and the cubes allow",
    "give": "a cube of the seat, kinds in ascending order, so that enough are left",
    "hold": "only a Worship card just drawn",
    "declare": "numbers with which the tribute can be paid",
    "virtual": "a card of the hand, but not the last that the favor needs",
    "overpay": "a cube of the seat, kinds in ascending order",
    "raise": "exactly three cubes, or all that the reserve has",
    "take": "another divinity with such cubes on it",
    "one": "the divinity asked for",
    "develop": "a card of the kind, from the hand to play, from the table to upgrade",
    "cards": "no more than the hand and the tracks allow",
    "advance": "a card of the hand and a track that has not reached its end",
    "devote": "a card of the hand",
    "copy": "the favor could do nothing for this seat, or would need a card that pays",
}
