"""The course of a turn: every decision and what follows from it."""

from typing import TYPE_CHECKING

from podesta.tuerme.v1 import tuerme_pb2 as pb

from referee.games.game import Event
from referee.games.tuerme import happenings
from referee.games.tuerme.cards import POSITIONS, SCORING
from referee.games.tuerme.data import MOST_STONES, OPEN_CARDS
from referee.games.tuerme.fields import BLOCK_MASK, BLOCKS, NOWHERE
from referee.games.tuerme.legality import actions, securings
from referee.games.tuerme.moves import (
    Build,
    Decline,
    Discard,
    Draw,
    Fire,
    Heal,
    MoveRoof,
    Pair,
    Plague,
    SetRoof,
    TuermeMove,
)
from referee.games.tuerme.scoring import count_towers

if TYPE_CHECKING:
    from referee.games.tuerme.state import TuermeState

__all__ = ["EARLY_HEIGHT", "apply"]

Events = list[Event] | None

_SEAT_BYTES = tuple(bytes((seat,)) for seat in range(6))
EARLY_HEIGHT = 4
"""Stones from which a tower may be secured before it is full (TB-14)."""
_TAKEOVER_HEIGHT = 3
"""Stones from which a takeover gives a token (TB-37)."""


def apply(state: "TuermeState", move: TuermeMove, events: Events) -> None:
    """Make a legal move, up to the next decision or the end."""
    if isinstance(move, Draw):
        _draw(state, move.cards, events)
    elif isinstance(move, Build):
        _play(state, move.cards)
        _build(state, move, events)
        _ask(state, events)
    elif isinstance(move, Decline | SetRoof | MoveRoof):
        _secure(state, move, events)
        _ask(state, events)
    else:
        _special(state, move, events)
        state.stage = "draw"


# --- the action ------------------------------------------------------------------------------


def _play(state: "TuermeState", cards: Pair) -> None:
    """Put two cards of the hand out of the game (TB-18).

    Cards of a name are alike, so one that everybody knows of goes first.
    """
    seat = state.turn_seat
    known, unknown = list(state.known_hands[seat]), list(state.unknown_hands[seat])
    for card in cards:
        (known if card in known else unknown).remove(card)
    state.known_hands[seat] = tuple(known)
    state.unknown_hands[seat] = tuple(unknown)
    if not unknown:
        state.ruled_out[seat] = 0
    state.gone += cards


def _build(state: "TuermeState", move: Build, events: Events) -> None:
    """TB-06, 07, 14, 37."""
    seat = state.turn_seat
    towers, stone = state.towers, _SEAT_BYTES[seat]
    if events is not None:
        events.append(happenings.stones_placed(seat, move.cards, move.fields))
    full: list[int] = []
    early: list[int] = []
    for field in move.fields:
        tower = towers[field]
        if state.tokens_left and len(tower) >= _TAKEOVER_HEIGHT and tower[-1] != seat:
            state.tokens_left -= 1
            state.tokens[seat] += 1
            if events is not None:
                events.append(happenings.token_won(seat, field))
        towers[field] = tower + stone
        height = len(tower) + 1
        if height == MOST_STONES:
            state.full |= 1 << field
            full.append(field)
        elif height >= EARLY_HEIGHT and tower[-1] == seat:
            early.append(field)
    state.stones_left[seat] -= len(move.fields)
    state.due = (*full, *early)


def _special(state: "TuermeState", move: Plague | Fire | Heal | Discard, events: Events) -> None:
    """TB-20 to 29."""
    seat, cards = state.turn_seat, move.cards
    if isinstance(move, Discard):
        _rule_out(state, cards)
        event = happenings.cards_discarded(seat, cards)
    elif isinstance(move, Plague):
        state.zone = move.block
        event = happenings.plague_broken(seat, cards, move.block)
    elif isinstance(move, Fire):
        event = happenings.fire_raged(seat, cards, move.block, _burn(state, move.block))
    else:
        state.zone = NOWHERE
        event = happenings.plague_lifted(seat, cards)
    _play(state, cards)
    if events is not None:
        events.append(event)


def _burn(state: "TuermeState", block: int) -> list[tuple[int, int]]:
    """TB-26 to 28; the fields that burnt and whose stones they were."""
    burnt = []
    towers = state.towers
    for field in BLOCKS[block]:
        tower = towers[field]
        if tower and not state.roofs >> field & 1:
            towers[field] = tower[:-1]
            state.stones_left[tower[-1]] += 1
            state.full &= ~(1 << field)
            burnt.append((field, tower[-1]))
    return burnt


def _rule_out(state: "TuermeState", cards: Pair) -> None:
    """A discard tells which cards the third one can't be: those with which one could have acted."""
    seat = state.turn_seat
    left = list(state.hand(seat))
    for card in cards:
        left.remove(card)
    known = list(state.known_hands[seat])
    for card in cards:
        if card in known:
            known.remove(card)
    if not known:
        for card in POSITIONS:
            if actions(state, tuple(sorted((*cards, card)))):
                state.ruled_out[seat] |= 1 << card


# --- securing --------------------------------------------------------------------------------


def _ask(state: "TuermeState", events: Events) -> None:
    """Go on to the next tower about which there is a choice, else to the draw (TB-13 to 16)."""
    seat = state.turn_seat
    while state.due:
        field = state.due[0]
        if len(state.towers[field]) == MOST_STONES and state.roofs_left[seat]:
            _set_roof(state, field, events)
        elif len(securings(state)) > 1:
            state.stage = "secure"
            return
        state.due = state.due[1:]
    state.stage = "draw"


def _set_roof(state: "TuermeState", field: int, events: Events) -> None:
    seat = state.turn_seat
    state.roofs_left[seat] -= 1
    state.roofs |= 1 << field
    state.fresh |= 1 << field
    if events is not None:
        events.append(happenings.tower_secured(seat, field))


def _secure(state: "TuermeState", move: Decline | SetRoof | MoveRoof, events: Events) -> None:
    field = state.due[0]
    state.due = state.due[1:]
    if isinstance(move, SetRoof):
        _set_roof(state, field, events)
        return
    if isinstance(move, MoveRoof):
        state.roofs ^= 1 << move.field | 1 << field
        state.fresh |= 1 << field
    if events is not None:
        events.append(
            happenings.tower_secured(state.turn_seat, field, move.field)
            if isinstance(move, MoveRoof)
            else happenings.securing_declined(state.turn_seat, field)
        )


# --- drawing and the end ---------------------------------------------------------------------


def _draw(state: "TuermeState", cards: Pair, events: Events) -> None:
    """TB-17, 34, 35."""
    seat = state.turn_seat
    left = list(state.open_cards)
    for card in cards:
        left.remove(card)
    state.known_hands[seat] = tuple(sorted((*state.known_hands[seat], *cards)))
    state.open_cards = tuple(left)
    state.fresh = 0
    if events is not None:
        events.append(happenings.cards_drawn(seat, cards))
    if state.full.bit_count() >= state.variant.towers_to_end:
        _end(state, pb.ENDING_TOWERS, events)
        return
    _turn_up(state, left, events)
    if not state.pile:
        _end(state, pb.ENDING_PILE, events)
        return
    state.turn_index += 1
    state.turn_seat = (seat + 1) % state.variant.seats
    state.stage = "action"


def _turn_up(state: "TuermeState", left: list[int], events: Events) -> None:
    """Fill up the open cards; scoring cards count at once and are replaced (TB-17, 19)."""
    pile = state.pile
    missing = OPEN_CARDS - len(left)
    turned_up: list[int] = []
    taken = 0
    while len(turned_up) < missing and taken < len(pile):
        card = pile[taken]
        taken += 1
        if card == SCORING:
            _score(state, events)
        else:
            turned_up.append(card)
    state.pile = pile[taken:]
    state.open_cards = tuple(sorted(left + turned_up))
    if events is not None:
        # One event in card order: nothing hangs on which of the cards came first.
        events.append(happenings.cards_turned_up(sorted(turned_up)))


def _score(state: "TuermeState", events: Events) -> None:
    """TB-24, 31 to 33."""
    scoring = count_towers(state.towers, BLOCK_MASK[state.zone], state.variant.seats)
    state.scorings += (scoring,)
    if events is not None:
        events.append(happenings.towers_scored(len(state.scorings), scoring))


def _end(state: "TuermeState", ending: "pb.Ending", events: Events) -> None:
    _score(state, events)
    state.stage = ""
    state.ending = ending
    if events is not None:
        events.append(happenings.match_ended(ending))
