"""Which moves are legal, and why others are not."""

from typing import TYPE_CHECKING

from referee.games.tuerme.cards import CARD_NAMES, LOWEST, NUMBER_OF
from referee.games.tuerme.data import MOST_STONES
from referee.games.tuerme.fields import BASILICA, BLOCK_MASK, CROSS, FIELD_NAMES, NOWHERE, fields_in
from referee.games.tuerme.hands import draws, hand_plan
from referee.games.tuerme.moves import (
    DECLINE,
    HEAL,
    ROOF,
    Build,
    Decline,
    Discard,
    Draw,
    Fire,
    Heal,
    MoveRoof,
    Plague,
    SetRoof,
    TuermeMove,
    builds,
    expected,
)

if TYPE_CHECKING:
    from referee.games.tuerme.state import TuermeState

__all__ = ["actions", "blocked_fields", "legal_moves", "reason_against", "securings"]

_MOST_PLACED = 4


def blocked_fields(state: "TuermeState") -> int:
    """Fields that take no stone and stop a line (TB-08 to 11), as a mask."""
    return 1 << BASILICA | BLOCK_MASK[state.zone] | state.full | state.roofs


def actions(state: "TuermeState", hand: tuple[int, ...]) -> list[TuermeMove]:
    """Everything that the seat to act may do with a hand, but discarding; in canonical order."""
    plan = hand_plan(hand)
    moves: list[TuermeMove] = []
    stones = min(state.stones_left[state.turn_seat], _MOST_PLACED)
    if stones:
        blocked = blocked_fields(state)
        for field in plan.fields:
            moves += builds(field, blocked & CROSS[field], stones)
    moves += plan.specials
    if plan.heals and state.zone != NOWHERE:
        moves.append(HEAL)
    return moves


def securings(state: "TuermeState") -> list[TuermeMove]:
    """The choices about the first tower due (TB-14 to 16); declining alone is none."""
    seat = state.turn_seat
    moves: list[TuermeMove] = [DECLINE]
    if state.roofs_left[seat]:
        moves.append(ROOF)
    else:
        towers = state.towers
        moves += [
            MoveRoof(field)
            for field in fields_in(state.roofs & ~state.fresh)
            if towers[field][-1] == seat
        ]
    return moves


def legal_moves(state: "TuermeState") -> tuple[TuermeMove, ...]:
    """All legal moves in canonical order."""
    stage = state.stage
    if stage == "action":
        hand = state.hand(state.turn_seat)
        return tuple(actions(state, hand)) or hand_plan(hand).discards
    if stage == "draw":
        return draws(state.open_cards)
    if stage == "secure":
        return tuple(securings(state))
    return ()


def reason_against(state: "TuermeState", move: TuermeMove) -> str:
    """Why a move that is not legal is not, from what the seat to act knows."""
    if not state.stage:
        return "the match is over"
    if state.stage != move.decision:
        return f"{str(move)!r} answers another question: {expected(state.stage)} is expected"
    if isinstance(move, Draw):
        return "the open cards are not these: " + " ".join(CARD_NAMES[c] for c in state.open_cards)
    if isinstance(move, SetRoof):
        return "there is no roof in the supply"
    if isinstance(move, MoveRoof):
        return _against_roof(state, move)
    if isinstance(move, Decline):
        raise TypeError("declining is always legal here")
    return _against_action(state, move)


def _against_roof(state: "TuermeState", move: MoveRoof) -> str:
    name = FIELD_NAMES[move.field]
    if state.roofs_left[state.turn_seat]:
        return "a roof is moved only where there is none in the supply"
    if state.fresh >> move.field & 1:
        return f"the roof on {name} was set in this turn"
    return f"there is no roof of yours on {name}"


def _against_action(state: "TuermeState", move: Build | Plague | Fire | Heal | Discard) -> str:
    hand = list(state.hand(state.turn_seat))
    for card in move.cards:
        if card not in hand:
            names = " and ".join(CARD_NAMES[c] for c in move.cards)
            return f"{names} are not both in the hand"
        hand.remove(card)
    if isinstance(move, Discard):
        return "cards are discarded only where nothing else can be done"
    if isinstance(move, Heal):
        return "there is no plague to lift"
    if isinstance(move, Plague | Fire):
        a, b = (NUMBER_OF[card] + LOWEST for card in move.cards)
        return f"the block at {FIELD_NAMES[move.block]} holds neither {a},{b} nor {b},{a}"
    for field in move.fields:
        if blocked_fields(state) >> field & 1:
            return f"{FIELD_NAMES[field]} takes no stone: {_what_blocks(state, field)}"
    return f"only {state.stones_left[state.turn_seat]} stones are left"


def _what_blocks(state: "TuermeState", field: int) -> str:
    if BLOCK_MASK[state.zone] >> field & 1:
        return "it lies in the plague zone"
    if state.full >> field & 1:
        return f"the tower has {MOST_STONES} stones"
    return "the tower is secured"
