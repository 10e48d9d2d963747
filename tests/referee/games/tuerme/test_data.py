"""The data file and what is refused in it."""

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from referee.games import OptionError
from referee.games.tuerme.data import SEATS, load_data, parse_data, scoring_places


def content() -> Any:
    text = (files("referee.games.tuerme") / "data" / "cards.json").read_text("utf-8")
    return json.loads(text)


def test_the_file_is_good() -> None:
    data = load_data()
    assert (data.stones, data.roofs, data.tokens) == (30, 4, 24)
    assert [sum(data.deck(seats).counts()) for seats in SEATS] == [64, 92, 92, 138, 138]


def test_counts_stand_in_the_order_of_kinds() -> None:
    counts = load_data().deck(5).counts()
    assert counts == (18,) * 7 + (0, 1, 2, 0, 2, 1, 0) * 2


def test_another_split_of_the_cards_is_allowed() -> None:
    changed = content()
    changed["decks"][1]["positions"] = {
        str(n): count for n, count in zip(range(2, 9), (8, 12, 14, 16, 14, 12, 8), strict=True)
    }
    assert parse_data(json.dumps(changed)).deck(3).counts()[:7] == (8, 12, 14, 16, 14, 12, 8)


@pytest.mark.parametrize(("cards", "places"), [(54, (18, 36)), (79, (26, 53)), (76, (25, 51))])
def test_scoring_places_are_rounded(cards: int, places: tuple[int, int]) -> None:
    assert scoring_places(cards) == places


def test_scoring_places_are_the_nearest_whole_numbers() -> None:
    for cards in range(1, 300):
        assert scoring_places(cards) == (round(cards / 3), round(2 * cards / 3))


def _unknown_key(data: Any) -> None:
    data["stone"] = 1


def _no_stones(data: Any) -> None:
    del data["stones"]


def _words(data: Any) -> None:
    data["roofs"] = "four"


def _fraction(data: Any) -> None:
    data["decks"][0]["plague"]["3"] = 1.5


def _special_five(data: Any) -> None:
    data["decks"][0]["plague"]["5"] = 1


def _row_nine(data: Any) -> None:
    data["decks"][0]["positions"]["9"] = 1


def _negative(data: Any) -> None:
    data["decks"][0]["positions"]["2"] = -1


def _no_deck(data: Any) -> None:
    data["decks"][1]["seats"] = [3]


def _two_decks(data: Any) -> None:
    data["decks"][0]["seats"] = [2, 3]


def _seven_seats(data: Any) -> None:
    data["decks"][2]["seats"] = [5, 6, 7]


def _few_cards(data: Any) -> None:
    data["decks"][1]["positions"] = {"2": 12}


def _short_pile(data: Any) -> None:
    data["decks"][0]["positions"] = {"2": 12}


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (_unknown_key, "cards.json: stone:"),
        (_no_stones, "cards.json: stones:"),
        (_words, "cards.json: roofs:"),
        (_fraction, "cards.json: decks.0.plague.3:"),
        (_special_five, "cards.json: decks.0.plague.5"),
        (_row_nine, "cards.json: decks.0.positions.9"),
        (_negative, "cards.json: decks.0.positions.2:"),
        (_no_deck, "cards.json: decks: 0 decks are for 4 seats"),
        (_two_decks, "cards.json: decks: 2 decks are for 3 seats"),
        (_seven_seats, "cards.json: decks.seats: 7 is not one of 2, 3, 4, 5, 6"),
        (_few_cards, "decks.1.positions: 12 cards, but 3 seats need at least 13"),
        (_short_pile, "decks.0: 10 cards in the pile of 2 seats are too few"),
    ],
)
def test_bad_files_are_refused_with_the_key(spoil: Callable[[Any], None], told: str) -> None:
    data = content()
    spoil(data)
    with pytest.raises(OptionError) as caught:
        parse_data(json.dumps(data))
    assert told in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"decks": 3}'])
def test_other_files_are_refused(text: str) -> None:
    with pytest.raises(OptionError, match=r"cards\.json"):
        parse_data(text)
