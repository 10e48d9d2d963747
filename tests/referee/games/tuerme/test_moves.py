"""The canonical texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games import MoveSyntaxError
from referee.games.tuerme.moves import (
    DECLINE,
    HEAL,
    ROOF,
    Build,
    Discard,
    Draw,
    Fire,
    MoveRoof,
    Plague,
    TuermeMove,
    _by_text,
    builds,
    expected,
    parse_move,
)
from tests.referee.games.tuerme.positions import field

EXAMPLES: list[tuple[str, TuermeMove]] = [
    ("build 2,3", Build((1,))),
    ("build 2,3 right 4", Build((1, 2, 3, 4))),
    ("build 5,4 up 2", Build((23, 16))),
    ("plague 2 P4 4,2", Plague((0, 9), 14)),
    ("plague P4 F6 4,6", Plague((9, 18), 18)),
    ("fire P4 F6 4,6", Fire((9, 18), 18)),
    ("heal", HEAL),
    ("discard 2 8", Discard((0, 6))),
    ("secure no", DECLINE),
    ("secure roof", ROOF),
    ("secure from 8,8", MoveRoof(48)),
    ("draw 4 F3", Draw((2, 15))),
]


@pytest.mark.parametrize(("text", "move"), EXAMPLES)
def test_examples(text: str, move: TuermeMove) -> None:
    assert parse_move(text) == move
    assert str(move) == text


def test_str_and_parse_are_inverse_for_every_move() -> None:
    moves = _by_text()
    for text, move in moves.items():
        assert parse_move(text) == move
        assert str(move) == text
    assert len(set(moves.values())) == len(moves)
    # Buildings: 48 single stones and, both ways, lines of 2, 3 and 4 along 12 rows and columns
    # without the Basilica (6, 5 and 4 places) and 2 with it (4 and 2 places, none for 4).
    lines = 2 * (12 * (6 + 5 + 4) + 2 * (4 + 2))
    assert sum(isinstance(move, Build) for move in moves.values()) == 48 + lines
    # Pairs of 19 names.
    assert sum(isinstance(move, Draw) for move in moves.values()) == 190
    assert sum(isinstance(move, Discard) for move in moves.values()) == 190
    assert sum(isinstance(move, MoveRoof) for move in moves.values()) == 48
    plagues = {str(move)[7:] for move in moves.values() if isinstance(move, Plague)}
    fires = {str(move)[5:] for move in moves.values() if isinstance(move, Fire)}
    assert {text.replace("P", "F") for text in plagues if "F" not in text} == {
        text for text in fires if "P" not in text
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("build 2,3 right 5", "build ROW,COLUMN"),
        ("build 2,3 right 1", "build ROW,COLUMN"),
        ("build 2,3 left 3", "build ROW,COLUMN"),
        ("build 5,5", "build ROW,COLUMN"),
        ("build 5,3 right 3", "build ROW,COLUMN"),
        ("build 1,3", "build ROW,COLUMN"),
        ("plague P4 2 4,2", "both cards in card order"),
        ("plague 2 4 4,2", "plague CARD CARD"),
        ("plague 2 P4 7,7", "plague CARD CARD"),
        ("plague 2 P5 4,2", "plague CARD CARD"),
        ("fire 2 P4 4,2", "fire CARD CARD"),
        ("discard 8 2", "discard CARD CARD"),
        ("secure", "secure from 4,4"),
        ("secure from 5,5", "secure from 4,4"),
        ("heal ", "'heal' is expected"),
        ("", "begin with one of"),
        ("e2e4", "build, plague, fire, heal, discard, secure, draw"),
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
        assert text.split(" ")[0] in expected(move.decision)


def test_buildings_of_equal_positions_are_shared() -> None:
    place = field("2,3")
    assert builds(place, 0, 4) is builds(place, 0, 4)
