import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.terminal.printable import printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("greedy", "greedy"),
        ("Zoë 🦉 [bold]", "Zoë 🦉 [bold]"),
        ("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"),
        ("a\nb\tc\r", "a\\nb\\tc\\r"),
        ("\x9b2J", "\\x9b2J"),
        ("abc\u202edef", "abc\\u202edef"),
        ("zero\u200bwidth", "zero\\u200bwidth"),
        ("line\u2028break", "line\\u2028break"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
        ("a\u0300\u0301", "a\\u0300\\u0301"),
        ("", ""),
    ],
)
def test_everything_that_is_not_a_visible_character_is_escaped(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_long_texts_are_cut_with_an_ellipsis() -> None:
    assert printable("abcdefgh", 5) == "abcd…"
    assert printable("abcde", 5) == "abcde"


@given(st.text(max_size=40), st.integers(1, 30))
def test_what_is_shown_has_no_control_character_and_no_line_break(text: str, limit: int) -> None:
    shown = printable(text, limit)
    assert len(shown) <= limit
    assert not {unicodedata.category(character) for character in shown} & {"Cc", "Cf", "Cs", "Zl"}
    assert len(shown.splitlines()) <= 1
