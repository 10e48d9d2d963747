"""Every numbered rule has a test and stands in the documentation."""

import re
from pathlib import Path

from referee.games.patrician.data import Card, load_data

HERE = Path(__file__).parent
PAGE = HERE.parents[3] / "docs" / "games" / "patrician.md"
RULES = range(1, 65)


def test_every_rule_has_a_test_that_bears_its_number() -> None:
    tested: set[int] = set()
    for file in HERE.glob("test_*.py"):
        for name in re.findall(r"^def (test_rules?_\w+)\(", file.read_text("utf-8"), re.M):
            span = re.match(r"test_rules_(\d\d)_to_(\d\d)", name)
            if span:
                tested |= set(range(int(span[1]), int(span[2]) + 1))
            head = re.match(r"test_rules?((_and)?_\d\d)+", name)
            assert head, name
            tested |= {int(number) for number in re.findall(r"\d\d", head[0])}
    assert tested == set(RULES)


def test_every_rule_stands_in_the_documentation() -> None:
    told = {int(n) for n in re.findall(r"^(\d+)\. ", PAGE.read_text("utf-8"), re.M)}
    assert told >= set(RULES)


def test_every_card_stands_in_the_documentation() -> None:
    page = PAGE.read_text("utf-8")
    data = load_data()
    for city in data.cities:
        faces = ", ".join(_face(card) for card in data.cards if card.city == city.name)
        row = f"| {city.name} | {city.capacity} | {city.higher} / {city.lower} | {faces} |"
        assert row in page


def test_every_signpost_stands_in_the_documentation_in_order() -> None:
    page = PAGE.read_text("utf-8").replace("\n", " ")
    for seats in (4, 5):
        assert ", ".join("-".join(ends) for ends in load_data().roads(seats)) + "." in page


def _face(card: Card) -> str:
    if card.crests == 2:
        face = "2 crests"
    elif card.portraits:
        face = ("2 x " if len(card.portraits) == 2 else "") + card.portraits[0]
    else:
        face = card.special or ""
    return f"{card.name}{'*' if card.star else ''} {face}"
