"""Taking Worship cards, before the pawn of a turn is placed (rule 56)."""

from typing import TYPE_CHECKING

from referee.games.bomarzo import happenings
from referee.games.bomarzo.goods import give_back
from referee.games.bomarzo.variant import bits
from referee.games.chance import Chance
from referee.games.game import Event

if TYPE_CHECKING:
    from referee.games.bomarzo.state import BomarzoState

__all__ = ["begin", "give", "hold", "may_draw"]

Events = list[Event] | None
Numbers = tuple[int, ...]


def _deck(state: "BomarzoState") -> int:
    """The set of Worship cards that nobody holds."""
    deck = (1 << len(state.variant.divinity_names)) - 1 if state.variant.worship else 0
    for _, card, _ in state.worship_takes:
        deck &= ~(1 << card)
    return deck


def may_draw(state: "BomarzoState", seat: int) -> bool:
    """Whether a seat may take a Worship card at the beginning of its turn (ruling 25)."""
    variant = state.variant
    if not variant.worship:
        return False
    takes = state.worship_takes
    return (
        len(takes) < len(variant.divinity_names)
        and sum(owner == seat for owner, _, _ in takes) < variant.most_held
    )


def begin(state: "BomarzoState", numbers: Numbers, chance: Chance, events: Events) -> None:
    """How many additional cards, or none at all."""
    seat, extra = state.acting_seat, numbers[0]
    if extra < 0:
        if events is not None:
            events.append(happenings.answered(seat, "worship", False))
        state.stage = "place"
        return
    if events is not None:
        events.append(happenings.worship_begun(seat, extra))
    state.count_due = 2 * extra
    state.least_kind = 0
    state.worship_extra = extra
    if extra:
        state.stage = "give"
    else:
        _draw_worship(state, chance, events)


def give(state: "BomarzoState", numbers: Numbers, chance: Chance, events: Events) -> None:
    """One cube of the payment for additional cards."""
    seat, kind = state.acting_seat, numbers[0]
    give_back(state, seat, kind, 1)
    if events is not None:
        events.append(happenings.given(seat, kind))
    state.least_kind = kind
    state.count_due -= 1
    if not state.count_due:
        _draw_worship(state, chance, events)


def _draw_worship(state: "BomarzoState", chance: Chance, events: Events) -> None:
    deck = bits(_deck(state))
    for _ in range(state.worship_extra + 1):
        state.worship_drawn |= 1 << deck.pop(chance.draw(len(deck)))
    state.worship_extra = state.least_kind = 0
    if events is not None:
        events += happenings.worship_drawn(state, state.acting_seat)
    state.stage = "hold"


def hold(state: "BomarzoState", numbers: Numbers, _chance: Chance, events: Events) -> None:
    """One card is held, the others go back."""
    seat, card = state.acting_seat, numbers[0]
    state.worship_takes.append((seat, card, state.worship_drawn & ~(1 << card)))
    state.worship_drawn = 0
    if events is not None:
        events += happenings.worship_held(state, seat, card)
    state.stage = "place"
