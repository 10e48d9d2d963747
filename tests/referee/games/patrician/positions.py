"""Positions for tests, written down as one would lay them out on the table.

Towers are texts, ground floor first: a digit is a seat, "A" the Architetto.
"""

from collections.abc import Callable, Mapping, Sequence

from podesta.patrician.v1 import patrician_pb2 as pb

from referee.games import Event, SeededChance
from referee.games.patrician import GAME, PatricianState
from referee.games.patrician.variant import NOBODY

ALL_OPTIONS = [
    {"trade_routes": trade, "delegates": delegates}
    for trade in ("false", "true")
    for delegates in ("false", "true")
]
PLAIN = ALL_OPTIONS[0]


def start(
    seats: int = 3, seed: int = 0, trade_routes: bool = False, delegates: bool = False
) -> PatricianState:
    """A fresh deal."""
    options = {"trade_routes": str(trade_routes).lower(), "delegates": str(delegates).lower()}
    return GAME.initial_state(options, seats, SeededChance(b"%d" % seed))


def tower(text: str) -> bytes:
    return bytes(2 if owner == "A" else int(owner) for owner in text)


def towers(first: str, second: str) -> tuple[bytes, bytes]:
    return tower(first), tower(second)


def arrange(
    state: PatricianState,
    *,
    seat: int | None = None,
    hand: str | None = None,
    build: Mapping[str, tuple[str, str]] | None = None,
    face_up: Mapping[str, str] | None = None,
    pile: str | None = None,
) -> PatricianState:
    """Lay parts of a position out anew: who acts, known hand, towers, face-up cards, pile.

    Cards that are put somewhere are not taken away elsewhere; `face_up` empties a plate with "".
    """
    number = state.variant.card_number
    if seat is not None:
        state.acting_seat = seat
    if hand is not None:
        state.known_hands[state.acting_seat] = tuple(number[c] for c in hand.split())
        state.unknown_hands[state.acting_seat] = ()
    for city, (first, second) in (build or {}).items():
        state.towers[state.variant.city_number[city]] = towers(first, second)
    for city, card in (face_up or {}).items():
        state.plates[state.variant.city_number[city]] = number[card] if card else NOBODY
    if pile is not None:
        state.pile = tuple(number[c] for c in pile.split())
    state._legal = None
    return state


def no_face_up(state: PatricianState) -> dict[str, str]:
    """For `arrange`: every plate empty."""
    return {city.name: "" for city in state.variant.cities}


def play(state: PatricianState, *texts: str) -> list[pb.PatricianEvent]:
    """Make moves, each of which must be legal; what happened."""
    events: list[Event] = []
    for text in texts:
        move = GAME.parse_move(text)
        assert state.validate(move) is None, state.validate(move)
        state.apply(move, events=events)
    messages = []
    for event in events:
        assert isinstance(event.message, pb.PatricianEvent)
        assert event.audience is None
        messages.append(event.message)
    return messages


def kinds(events: Sequence[pb.PatricianEvent]) -> list[str]:
    return [event.WhichOneof("event") or "" for event in events]


def city(state: PatricianState, name: str) -> tuple[str, str]:
    """Both towers of a city as texts."""
    letters = "01A" if state.variant.seats == 2 else "01234"
    first, second = state.towers[state.variant.city_number[name]]
    return "".join(letters[o] for o in first), "".join(letters[o] for o in second)


def tokens(state: PatricianState, name: str) -> tuple[int, int]:
    return state.tokens[state.variant.city_number[name]]


def hand(state: PatricianState, seat: int) -> list[str]:
    return [state.variant.cards[c].name for c in state.hand(seat)]


def plate(state: PatricianState, name: str) -> str:
    card = state.plates[state.variant.city_number[name]]
    return state.variant.cards[card].name if card != NOBODY else ""


def score(state: PatricianState, name: str, first: str, second: str) -> None:
    """Give a city's two towers and score it, as if just completed."""
    from referee.games.patrician.towers import winners

    number = state.variant.city_number[name]
    state.towers[number] = towers(first, second)
    state.tokens[number] = winners(*state.towers[number])


def random_playout(
    state: PatricianState,
    chooser: Callable[[int], int],
    visit: Callable[[PatricianState], None] | None = None,
) -> None:
    """Play to the end; `chooser` picks a number below its argument."""
    while state.to_act is not None:
        if visit is not None:
            visit(state)
        state.apply(state.legal_move(chooser(state.legal_count())))
