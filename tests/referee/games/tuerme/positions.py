"""Positions for tests, written as people would write them."""

from collections.abc import Callable, Mapping, Sequence

from podesta.tuerme.v1 import tuerme_pb2 as pb

from referee.games import Event, SeededChance
from referee.games.tuerme import GAME, TuermeState
from referee.games.tuerme.cards import CARD_NAMES, CARD_NUMBER
from referee.games.tuerme.data import MOST_STONES
from referee.games.tuerme.fields import FIELD_NAMES, FIELDS, NOWHERE

ALL_OPTIONS = ({"sammel": "false"}, {"sammel": "true"})


def start(seats: int = 3, seed: int = 0, sammel: bool = False) -> TuermeState:
    """A deal."""
    options = {"sammel": "true" if sammel else "false"}
    return GAME.initial_state(options, seats, SeededChance(b"%d" % seed))


def cards(text: str) -> tuple[int, ...]:
    return tuple(sorted(CARD_NUMBER[name] for name in text.split()))


def field(name: str) -> int:
    return FIELD_NAMES.index(name)


def arrange(
    state: TuermeState,
    *,
    seat: int | None = None,
    hand: str | None = None,
    towers: Mapping[str, str] | None = None,
    zone: str | None = None,
    stones: Mapping[int, int] | None = None,
    roofs: Mapping[int, int] | None = None,
    open_cards: str | None = None,
    pile: str | None = None,
) -> TuermeState:
    """Lay parts of a position out anew.

    `towers` are owners from the ground, "^" at the end for a roof; `hand` is the known hand of the
    seat to act; in `pile`, top first, "W" is a scoring card. `stones` and `roofs` are supplies, by
    seat, where they are not what the board leaves. Cards put somewhere stay elsewhere too.
    """
    if seat is not None:
        state.turn_seat = seat
    if hand is not None:
        state.known_hands[state.turn_seat] = cards(hand)
        state.unknown_hands[state.turn_seat] = ()
    for name, text in (towers or {}).items():
        put(state, field(name), text)
    if zone is not None:
        state.zone = field(zone) if zone else NOWHERE
    for owner in range(state.variant.seats):
        on_board = sum(tower.count(owner) for tower in state.towers)
        state.stones_left[owner] = state.variant.stones - on_board
        owned = [f for f in FIELDS if state.roofs >> f & 1 and state.towers[f][-1] == owner]
        state.roofs_left[owner] = state.variant.roofs - len(owned)
    for owner, count in (stones or {}).items():
        state.stones_left[owner] = count
    for owner, count in (roofs or {}).items():
        state.roofs_left[owner] = count
    if open_cards is not None:
        state.open_cards = cards(open_cards)
    if pile is not None:
        state.pile = tuple(21 if name == "W" else CARD_NUMBER[name] for name in pile.split())
    state._legal = None
    return state


def put(state: TuermeState, place: int, text: str) -> None:
    bit = 1 << place
    state.towers[place] = tower = bytes(int(owner) for owner in text.rstrip("^"))
    state.roofs = state.roofs | bit if text.endswith("^") else state.roofs & ~bit
    state.full = state.full | bit if len(tower) == MOST_STONES else state.full & ~bit


def tower(state: TuermeState, name: str) -> str:
    """As in `arrange`."""
    place = field(name)
    roof = "^" if state.roofs >> place & 1 else ""
    return "".join(map(str, state.towers[place])) + roof


def legal(state: TuermeState, word: str = "") -> list[str]:
    """Texts of the legal moves that begin with a word."""
    return [text for text in state.legal_texts() if text.startswith(word)]


def reason(state: TuermeState, text: str) -> str:
    """Why a move is not legal here."""
    found = state.validate(GAME.parse_move(text))
    assert found is not None
    return found


def hand(state: TuermeState, seat: int) -> list[str]:
    return [CARD_NAMES[card] for card in state.hand(seat)]


def play(state: TuermeState, *texts: str) -> list[pb.TuermeEvent]:
    """Make moves, each of which must be legal; what happened."""
    events: list[Event] = []
    for text in texts:
        move = GAME.parse_move(text)
        assert state.validate(move) is None, state.validate(move)
        state.apply(move, events=events)
    messages = []
    for event in events:
        assert isinstance(event.message, pb.TuermeEvent)
        assert event.audience is None
        messages.append(event.message)
    return messages


def kinds(events: Sequence[pb.TuermeEvent]) -> list[str]:
    return [event.WhichOneof("event") or "" for event in events]


def draw_any(state: TuermeState) -> list[pb.TuermeEvent]:
    """Draw the first two open cards."""
    return play(state, legal(state, "draw")[0])


def random_playout(
    state: TuermeState,
    chooser: Callable[[int], int],
    visit: Callable[[TuermeState], None] | None = None,
) -> None:
    """Play to the end; `chooser` picks a number below its argument."""
    while state.to_act is not None:
        if visit is not None:
            visit(state)
        state.apply(state.legal_move(chooser(state.legal_count())))
