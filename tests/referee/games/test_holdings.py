"""What is lost or doubled shows in `State.holdings`, wherever it lay."""

from collections.abc import Callable
from typing import Any

import pytest

from referee.games import AnyState, SeededChance, load_game

LESS, MORE = -1, 1


def _number(name: str, place: int) -> Callable[[AnyState, int], None]:
    """A count in a list of the position changes."""

    def change(state: AnyState, by: int) -> None:
        counts = getattr(state, name)
        counts[place] += by

    return change


def _cards(name: str) -> Callable[[AnyState, int], None]:
    """The first card of a pile is lost, or there twice."""

    def change(state: AnyState, by: int) -> None:
        pile = getattr(state, name)
        setattr(state, name, pile[1:] if by == LESS else pile[:1] + pile)

    return change


def _hand(name: str) -> Callable[[AnyState, int], None]:
    def change(state: AnyState, by: int) -> None:
        hands: Any = getattr(state, name)
        hands[0] = hands[0][1:] if by == LESS else hands[0][:1] + hands[0]

    return change


def _deck(state: Any, by: int) -> None:
    """Bomarzo's deck are the first so many cards of a list."""
    state.deck = (*state.deck, state.deck[0])
    state.deck_left += by


PLANTED: dict[str, dict[str, Callable[[AnyState, int], None]]] = {
    "bologna": {
        "building": _number("counts", 0),
        "school": _number("counts", 11),
        "landmark": _number("landmarks_left", 1),
    },
    "tuerme": {
        "stone": _number("stones_left", 0),
        "roof": _number("roofs_left", 1),
        "token": _number("tokens", 0),
        "card of the pile": _cards("pile"),
        "open card": _cards("open_cards"),
        "card in a hand": _hand("unknown_hands"),
    },
    "patrician": {
        "card of the pile": _cards("pile"),
        "plate": _cards("plates"),
        "card in a hand": _hand("unknown_hands"),
        "marker": _number("markers_left", 0),
    },
    "bomarzo": {
        "cube of the reserve": _number("reserve", 0),
        "cube of a seat": _number("goods", 4),
        "cube on a divinity": _number("cubes", 5),
        "pawn": _number("pawns_left", 0),
        "card of the deck": _deck,
    },
}


@pytest.mark.parametrize("by", [LESS, MORE])
@pytest.mark.parametrize(
    ("name", "what"), [(name, what) for name, planted in PLANTED.items() for what in planted]
)
def test_what_is_lost_or_doubled_shows(name: str, what: str, by: int) -> None:
    game = load_game(name)
    seats = game.default_seats
    state = game.initial_state(game.parse_options({}, seats), seats, SeededChance(b"deal"))
    held = dict(state.holdings())
    PLANTED[name][what](state, by)
    now = dict(state.holdings())
    assert now != held
    assert sum(now.values()) == sum(held.values()) + by
