"""The data files and their check."""

import json
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from referee.games import OptionError
from referee.games.patrician.data import FILES, PORTRAITS, load_data, parse_data
from referee.games.patrician.variant import variant_for


def file_texts() -> dict[str, str]:
    folder = files("referee.games.patrician") / "data"
    return {name: (folder / f"{name}.json").read_text("utf-8") for name in FILES}


@pytest.mark.parametrize(
    ("seats", "cards", "kinds", "floors", "stars", "portraits", "points"),
    [
        (3, 48, (15, 20, 5, 4, 4), 63, (5, 5, 5), (10, 10, 10), 99),
        (5, 55, (17, 22, 7, 4, 5), 72, (5, 7, 5), (12, 12, 12), 114),
    ],
)
def test_arithmetic_of_both_boards(
    seats: int,
    cards: int,
    kinds: tuple[int, ...],
    floors: int,
    stars: tuple[int, ...],
    portraits: tuple[int, ...],
    points: int,
) -> None:
    variant = variant_for(seats, False, False)
    deck = variant.cards
    assert len(deck) == cards
    two_crests = sum(c.crests == 2 for c in deck)
    widths = Counter(len(c.portraits) for c in deck)
    specials = Counter(c.special for c in deck)
    assert (two_crests, widths[1], widths[2], specials["any"], specials["move"]) == kinds
    assert sum(kinds) == cards
    assert sum(variant.crests) == sum(variant.capacity) == floors
    star_kinds: Counter[str] = Counter(c.portraits[0] for c in deck if c.star)
    assert tuple(star_kinds[k] for k in PORTRAITS) == stars
    all_kinds: Counter[str] = Counter(p for c in deck for p in c.portraits)
    assert tuple(all_kinds[k] for k in PORTRAITS) == portraits
    assert sum(sum(pair) for pair in variant.tokens) == points


def test_cards_by_city() -> None:
    counts = Counter(card.city for card in load_data().cards)
    assert counts == {
        "Bologna": 7,
        "Firenze": 7,
        "Pistoia": 7,
        "Roma": 7,
        "Lucca": 5,
        "Siena": 5,
        "Milano": 5,
        "Ferrara": 4,
        "Parma": 4,
        "Verona": 4,
    }


def test_signposts() -> None:
    data = load_data()
    for seats, roads in ((4, 14), (5, 15)):
        assert len(data.roads(seats)) == roads
        degree = Counter(end for ends in data.roads(seats) for end in ends)
        assert set(degree) == {c.name for c in data.on_board(seats)}
        assert min(degree.values()) >= data.markers_by_city
    assert ("Lucca", "Siena") in data.roads(4)


def broken(file: str, change: Callable[[Any], None]) -> dict[str, str]:
    texts = file_texts()
    content = json.loads(texts[file])
    change(content)
    texts[file] = json.dumps(content)
    return texts


def set_at(*path: Any, value: Any) -> Callable[[Any], None]:
    def change(content: Any) -> None:
        for key in path[:-1]:
            content = content[key]
        content[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("file", "change", "told"),
    [
        ("cities", set_at("cities", 0, "capacity", value=8), "cities.Milano.capacity: 8"),
        ("cities", set_at("cities", 0, "cards", value=6), "cities.Milano.cards: 6"),
        ("cities", set_at("cities", 0, "lower", value=7), "cities.Milano.lower: 7"),
        ("cities", set_at("cities", 0, "capacity", value="many"), "cities.0.capacity"),
        ("cities", set_at("cities", 1, "name", value="Milano"), "Milano occurs 2 times"),
        ("cities", set_at("towns", value=[]), "towns"),
        ("cards", set_at("cards", 0, "city", value="Genova"), "'Genova' is not one of Milano"),
        ("cards", set_at("cards", 0, "crests", value=3), "cards.0.crests"),
        ("cards", set_at("cards", 0, "special", value="fly"), "'any' or 'move'"),
        ("cards", set_at("cards", 0, "special", value="any"), "cards.BO1: exactly one of"),
        ("cards", set_at("cards", 5, "star", value=True), "cards.BO6.star"),
        ("cards", set_at("cards", 0, "name", value="BO2"), "BO2 occurs 2 times"),
        ("cards", set_at("cards", 0, "colour", value="red"), "colour"),
        ("signposts", set_at("signposts", 0, value=["Milano", "Pistoia"]), "Milano-Pistoia"),
        ("signposts", set_at("signposts", 0, value=["Parma", "Milano"]), "Milano-Parma occurs"),
        ("signposts", set_at("markers_by_seats", "6", value=1), "markers_by_seats"),
        ("delegates", set_at("minor", 0, "tie_city", value="Roma"), "minor.A.tie_city: 'Roma'"),
        ("delegates", set_at("minor", 0, "name", value="B"), "delegates.json: minor"),
        ("delegates", set_at("major", "cities", 0, value="Genova"), "major.cities: Genova"),
        ("delegates", set_at("major", "tie_city", value="Roma"), "major.tie_city: 'Roma'"),
    ],
)
def test_bad_files_are_refused_by_key(file: str, change: Callable[[Any], None], told: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse_data(broken(file, change))
    assert told in str(caught.value)
    assert f"{file}.json" in str(caught.value)


def test_too_few_star_cards_are_told() -> None:
    def change(content: Any) -> None:
        for card in content["cards"]:
            card["star"] = False

    with pytest.raises(OptionError, match="0 star cards, but 4 seats need 12"):
        parse_data(broken("cards", change))


def test_too_few_portraits_are_told() -> None:
    def change(content: Any) -> None:
        for card in content["cards"]:
            card["portraits"] = ["lady"] * len(card["portraits"])

    with pytest.raises(OptionError, match="0 portraits 'beard' are too few"):
        parse_data(broken("cards", change))


@pytest.mark.parametrize("text", ["", "{", "[1]"])
def test_files_that_are_no_object(text: str) -> None:
    with pytest.raises(OptionError, match=r"signposts\.json"):
        parse_data(file_texts() | {"signposts": text})


def test_the_files_are_good() -> None:
    assert parse_data(file_texts()) == load_data()
