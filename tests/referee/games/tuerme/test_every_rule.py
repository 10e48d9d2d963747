"""Every numbered rule has a test and stands in the documentation."""

import re
from pathlib import Path

from referee.games.tuerme.cards import CARD_NAMES
from referee.games.tuerme.data import SEATS, load_data

HERE = Path(__file__).parent
PAGE = HERE.parents[3] / "docs" / "games" / "tuerme.md"
RULES = range(1, 38)


def test_every_rule_has_a_test_that_bears_its_number() -> None:
    tested = {
        int(number)
        for file in HERE.glob("test_*.py")
        for number in re.findall(r"^def test_tb_(\d\d)_", file.read_text("utf-8"), re.M)
    }
    assert tested == set(RULES)


def test_every_rule_stands_in_the_documentation() -> None:
    told = [int(n) for n in re.findall(r"^\* \*\*TB-(\d\d)\*\* ", PAGE.read_text("utf-8"), re.M)]
    assert told == list(RULES)


def test_the_cards_stand_in_the_documentation() -> None:
    page = PAGE.read_text("utf-8")
    for seats in SEATS:
        counts = dict(zip(CARD_NAMES, load_data().deck(seats).counts(), strict=True))
        specials = " ".join(name for name in CARD_NAMES[7:14] for _ in range(counts[name]))
        positions = sum(counts[name] for name in CARD_NAMES[:7])
        row = f"| {seats} | {positions} ({counts['2']} each) | {specials} |"
        assert row in page
