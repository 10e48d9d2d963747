"""What holds in every position that can come about; for positions read from messages."""

from typing import TYPE_CHECKING

from podesta.tuerme.v1 import tuerme_pb2 as pb

from referee.games.tuerme.course import EARLY_HEIGHT
from referee.games.tuerme.data import HAND_CARDS, MOST_STONES, OPEN_CARDS
from referee.games.tuerme.fields import BLOCK_MASK, fields_in, rays
from referee.games.tuerme.legality import securings
from referee.games.tuerme.scoring import count_towers

if TYPE_CHECKING:
    from referee.games.tuerme.state import TuermeState

__all__ = ["check"]

_CARDS_A_TURN = 2


def check(state: "TuermeState") -> None:
    """Raises ValueError that tells what can't be."""
    _check_course(state)
    _check_cards(state)
    _check_board(state)
    _check_securing(state)


def _check_course(state: "TuermeState") -> None:
    seats = state.variant.seats
    if state.stage not in ("action", "secure", "draw", ""):
        raise ValueError(f"there is no decision {state.stage!r}")
    if state.turn_seat != (state.start_seat + state.turn_index) % seats:
        raise ValueError("it is the turn of another seat")
    if any(len(scoring) != seats for scoring in state.scorings):
        raise ValueError("a scoring is not one of these seats")
    ending = pb.ENDING_UNSPECIFIED
    if not state.stage:
        ending = pb.ENDING_PILE
    if state.full.bit_count() >= state.variant.towers_to_end and state.stage in ("action", ""):
        ending = pb.ENDING_TOWERS
    if state.ending != ending or (state.stage and state.scorings and not state.pile):
        raise ValueError("the match has ended or not, against its course")
    if not state.stage and state.scorings[-1] != count_towers(
        state.towers, BLOCK_MASK[state.zone], seats
    ):
        raise ValueError("the last scoring is not that of the towers")
    if bool(state.pile) == (state.ending == pb.ENDING_PILE):
        raise ValueError("the match has ended or not, against its pile")


def _check_cards(state: "TuermeState") -> None:
    played = state.turn_index + (state.stage != "action")
    if len(state.gone) != _CARDS_A_TURN * played:
        raise ValueError(f"in {played} actions not {len(state.gone)} cards were played")
    open_cards = OPEN_CARDS
    if state.ending == pb.ENDING_TOWERS:
        open_cards -= _CARDS_A_TURN
    elif state.ending == pb.ENDING_PILE:
        open_cards -= state.variant.pile_cards % _CARDS_A_TURN
    if len(state.open_cards) != open_cards:
        raise ValueError(f"{len(state.open_cards)} cards lie open")
    for seat in range(state.variant.seats):
        known, unknown = len(state.known_hands[seat]), len(state.unknown_hands[seat])
        acting = seat == state.turn_seat and state.stage in ("secure", "draw")
        if known + unknown != HAND_CARDS - _CARDS_A_TURN * acting:
            raise ValueError(f"seat {seat} can't hold {known + unknown} cards")
        first_turn = (seat - state.start_seat) % state.variant.seats
        if (unknown == HAND_CARDS) != (played <= first_turn) or unknown == _CARDS_A_TURN:
            raise ValueError(f"seat {seat} can't hold {unknown} cards that were dealt")
        if state.ruled_out[seat] and unknown != 1:
            raise ValueError(f"no card of seat {seat} can be ruled out")


def _check_board(state: "TuermeState") -> None:
    if min(state.stones_left) < 0 or min(state.roofs_left) < 0:
        raise ValueError("there are more stones or roofs than there can be")
    if state.tokens_left + sum(state.tokens) != state.variant.tokens:
        raise ValueError("the tokens are not as many as there are")
    for field in fields_in(state.roofs):
        tower = state.towers[field]
        if len(tower) != MOST_STONES and (len(tower) < EARLY_HEIGHT or tower[-1] != tower[-2]):
            raise ValueError("a roof stands where none can be set")


def _check_securing(state: "TuermeState") -> None:
    seat, due = state.turn_seat, state.due
    if bool(due) != (state.stage == "secure"):
        raise ValueError("towers are due to be secured, or not, against the decision")
    if state.fresh & ~state.roofs or (state.fresh and state.stage not in ("secure", "draw")):
        raise ValueError("a roof can't have been set in this turn")
    if any(state.towers[field][-1] != seat for field in fields_in(state.fresh)):
        raise ValueError("a roof of another seat was set in this turn")
    if not due:
        return
    heights = [len(state.towers[field]) for field in due]
    sixes = heights.count(MOST_STONES)
    if MOST_STONES in heights[sixes:] or min(heights) < EARLY_HEIGHT:
        raise ValueError("towers of six stones are secured before others")
    for field, height in zip(due, heights, strict=True):
        tower = state.towers[field]
        may_not = height < MOST_STONES and tower[-2] != seat
        if tower[-1] != seat or may_not or state.roofs >> field & 1:
            raise ValueError("a tower is due that can't be secured")
    if not _in_line(due) or BLOCK_MASK[state.zone] & sum(1 << field for field in due):
        raise ValueError("the towers that are due can't have got a stone in one turn")
    if (sixes and state.roofs_left[seat]) or len(securings(state)) == 1:
        raise ValueError("there is nothing to decide about the first tower that is due")


def _in_line(due: tuple[int, ...]) -> bool:
    """Whether the fields lie on one line, each once, as far apart as one building reaches."""
    lowest = min(due)
    return len(set(due)) == len(due) and any(set(due) <= {lowest, *ray} for ray in rays(lowest))
