"""Where Development cards go, and what everybody can tell about those that lie hidden.

Every card belongs to the last shuffle that it went through: all of them to shuffle 0, the deal; a
discard pile that becomes the new deck makes a new shuffle of its cards. As the discard pile lies
open, everybody knows the shuffle of every card, and how many cards of each shuffle a seat has in
its hand and under divinities together. Which of these lie under divinities is its secret, but not
altogether: a card devoted once can't have been drawn afterwards. So each devoted card has limits:
of each shuffle, at most so many cards can be among this one and those that the seat devoted before.
"""

from typing import TYPE_CHECKING

from referee.games.bomarzo import happenings
from referee.games.bomarzo.variant import bits
from referee.games.chance import Chance, shuffle
from referee.games.game import Event

if TYPE_CHECKING:
    from referee.games.bomarzo.state import BomarzoState

__all__ = ["devote", "discard", "draw", "reveal", "take_from_deck"]

Events = list[Event] | None


def take_from_deck(
    state: "BomarzoState", seat: int, count: int, chance: Chance, events: Events
) -> int:
    """Draw up to `count` cards (rule 11); the set of those drawn, which lies nowhere yet."""
    drawn = taken = 0
    seats = state.variant.seats
    while taken < count:
        if not state.deck_left:
            if not state.discards:
                break
            _reshuffle(state, chance, events)
        state.deck_left -= 1
        drawn |= 1 << state.deck[state.deck_left]
        state.held[seat - seats] += 1
        taken += 1
    if events is not None:
        events += happenings.cards_drawn(state, seat, drawn)
    return drawn


def draw(state: "BomarzoState", seat: int, count: int, chance: Chance, events: Events) -> None:
    """Draw up to `count` cards into the hand."""
    state.hands[seat] |= take_from_deck(state, seat, count, chance, events)


def _reshuffle(state: "BomarzoState", chance: Chance, events: Events) -> None:
    cards = bits(state.discards)
    if events is not None:
        events.append(happenings.reshuffled(state, state.discards))
    state.shuffles = [mask & ~state.discards for mask in state.shuffles] + [state.discards]
    state.held += [0] * state.variant.seats
    state.discards = 0
    shuffle(cards, chance)
    state.deck = tuple(cards)
    state.deck_left = len(cards)


def reveal(state: "BomarzoState", seat: int, card: int) -> None:
    """A hidden card of this seat has become open: fewer are hidden."""
    seats, shuffles, held = state.variant.seats, state.shuffles, state.held
    if len(shuffles) == 1:
        held[seat] -= 1
        return
    for number, cards in enumerate(shuffles):
        if cards >> card & 1:
            held[number * seats + seat] -= 1
            break
    for place, (owner, divinity, devoted, limits) in enumerate(state.devoted):
        if owner == seat:
            lower = tuple(
                min(limit, held[number * seats + seat]) for number, limit in enumerate(limits)
            )
            state.devoted[place] = (owner, divinity, devoted, lower)


def discard(state: "BomarzoState", seat: int, card: int) -> None:
    """From the hand onto the discard pile, face up."""
    state.hands[seat] &= ~(1 << card)
    state.discards |= 1 << card
    reveal(state, seat, card)


def devote(state: "BomarzoState", seat: int, card: int, divinity: int) -> None:
    """From the hand under a divinity, face down (rule 40)."""
    state.hands[seat] &= ~(1 << card)
    state.devoted.append((seat, divinity, card, tuple(state.held[seat :: state.variant.seats])))
