"""Every numbered rule has a test and stands in the documentation."""

import re
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parents[3] / "docs" / "games" / "bomarzo.md"
RULES = range(1, 58)
RULINGS = range(1, 30)


def test_every_rule_has_a_test_that_bears_its_number() -> None:
    tested: set[int] = set()
    for file in HERE.glob("test_*.py"):
        for name in re.findall(r"^def (test_rules?_\w+)\(", file.read_text("utf-8"), re.M):
            head = re.match(r"test_rules?_(\d\d)((_and|_to)?_\d\d)*", name)
            assert head, name
            tested |= {int(number) for number in re.findall(r"\d\d", head[0])}
    assert tested == set(RULES)


def test_every_rule_and_ruling_stands_in_the_documentation() -> None:
    rules, rulings = PAGE.read_text("utf-8").split("## Rulings")
    assert [int(n) for n in re.findall(r"^(\d+)\. ", rules, re.M)] == list(RULES)
    assert [int(n) for n in re.findall(r"^(\d+)\. ", rulings, re.M)] == list(RULINGS)
