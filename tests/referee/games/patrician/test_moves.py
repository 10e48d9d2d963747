"""The canonical texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games import MoveSyntaxError
from referee.games.patrician.moves import (
    PASS,
    Build,
    GuideArchitetto,
    PlaceMarker,
    PlayCard,
    Relocate,
    Take,
    _by_text,
    expected,
    parse_move,
)

EXAMPLES = [
    ("card BO3", PlayCard("BO3")),
    ("site 12", Build("12")),
    ("take Roma", Take("Roma")),
    ("move Milano 1", Relocate("Milano", 1)),
    ("marker Lucca-Siena trader", PlaceMarker("Lucca", "Siena", "trader")),
    ("architetto 2", GuideArchitetto(2)),
    ("pass", PASS),
]


@pytest.mark.parametrize(("text", "move"), EXAMPLES)
def test_examples(text: str, move: object) -> None:
    assert parse_move(text) == move
    assert str(move) == text


def test_str_and_parse_are_inverse_for_every_move() -> None:
    moves = _by_text()
    # 55 cards, 5 sites, 10 cities, 20 towers, 17 roads on both boards together with two sides,
    # 2 sites of the Architetto, pass.
    assert len(moves) == 55 + 5 + 10 + 20 + 34 + 2 + 1
    for text, move in moves.items():
        assert parse_move(text) == move
        assert str(move) == text
    assert len(set(moves.values())) == len(moves)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("site 21", "1, 2, 11, 12 or 22"),
        ("site", "1, 2, 11, 12 or 22"),
        ("take roma", "take CITY"),
        ("move Milano 3", "move CITY SITE"),
        ("marker Siena-Lucca trader", "marker CITY-CITY trader"),
        ("architetto 12", "architetto 1"),
        ("card BO3 ", "card CARD"),
        ("pass ", "begin with one of"),
        ("", "begin with one of"),
        ("e2e4", "architetto, card, marker, move, pass, site, take"),
    ],
)
def test_other_texts_are_refused_with_what_was_expected(text: str, told: str) -> None:
    with pytest.raises(MoveSyntaxError) as caught:
        parse_move(text)
    assert told in str(caught.value)


def test_long_texts_are_cut_in_the_message() -> None:
    with pytest.raises(MoveSyntaxError) as caught:
        parse_move("x" * 10_000)
    assert len(str(caught.value)) < 200


@given(st.text(max_size=20))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    try:
        move = parse_move(text)
    except MoveSyntaxError:
        return
    assert str(move) == text


def test_every_decision_says_what_it_expects() -> None:
    for text, move in EXAMPLES:
        for decision in move.decisions:  # type: ignore[attr-defined]
            assert text.split(" ")[0] in expected(decision)
