"""The canonical texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games import MoveSyntaxError
from referee.games.bomarzo import GAME
from referee.games.bomarzo.moves import (
    _by_text,
    decision_of,
    declare_move,
    expected,
    parse_move,
    pay_move,
    raise_move,
)

EXAMPLES = [
    ("extra food", "extra", (0,)),
    ("keep Printing House", "keep", (38,)),
    ("village food 2", "village", (0, 0)),
    ("village food wine", "village", (0, 2)),
    ("village pawn", "village", (4,)),
    ("vision yes", "vision", (1,)),
    ("discard Altar", "discard", (0,)),
    ("worship no", "worship", (-1,)),
    ("worship 3", "worship", (3,)),
    ("give wine", "give", (2,)),
    ("hold Dea", "hold", (2,)),
    ("place vineyard", "place", (2,)),
    ("place Genio", "place", (3,)),
    ("pass", "place", ()),
    ("declare 0 12", "declare", (0, 12)),
    ("pay FFCWc", "pay", (2, 1, 1, 0, 1, 0)),
    ("pay - exchange", "pay", (0, 0, 0, 0, 0, 1)),
    ("pay -", "pay", (0, 0, 0, 0, 0, 0)),
    ("pay FF exchange", "pay", (2, 0, 0, 0, 0, 1)),
    ("virtual Master Mason", "virtual", (42,)),
    ("overpay done", "overpay", (3,)),
    ("raise no", "raise", (0, 0)),
    ("raise FCC", "raise", (1, 2)),
    ("take each", "take", (-1, -1)),
    ("take coin Dea", "take", (1, 2)),
    ("one food Drago", "one", (0, 7)),
    ("play Altar", "develop", (0,)),
    ("upgrade Prior", "develop", (44,)),
    ("cards 2", "cards", (2,)),
    ("advance science Altar", "advance", (0, 2)),
    ("devote Printing House Balena", "devote", (38, 6)),
    ("more no", "more", (0,)),
    ("copy yes", "copy", (1,)),
]


@pytest.mark.parametrize(("text", "decision", "numbers"), EXAMPLES)
def test_examples(text: str, decision: str, numbers: tuple[int, ...]) -> None:
    move = parse_move(text)
    assert str(move) == text
    assert move.numbers == numbers
    assert decision_of(move) == decision
    assert text.split(" ")[0] in expected(decision)


def test_every_decision_has_an_example() -> None:
    assert {decision for _, decision, _ in EXAMPLES} == set(GAME.decisions)


def test_str_and_parse_are_inverse_for_every_listed_move() -> None:
    moves = _by_text()
    # extra 2; keep, discard, virtual, play, upgrade 45 each; village 5 + 5 + 10; yes and no 2 each
    # for vision, more, copy; worship 9; give 3; hold 8; place 11 and pass; overpay 4; raise no;
    # take each and 16; one 16; cards 2; advance 135; devote 360.
    sizes = (2, 225, 20, 6, 9, 3, 8, 12, 4, 1, 17, 16, 2, 135, 360)
    assert len(moves) == sum(sizes)
    for text, move in moves.items():
        assert parse_move(text) is move
        assert str(move) == text
    assert len(set(moves.values())) == len(moves)


counts = st.integers(0, 16)


@given(counts, counts, counts, counts, counts, st.integers(0, 1))
def test_payments_are_read_back(f: int, c: int, w: int, vf: int, vc: int, x: int) -> None:
    move = pay_move(f, c, w, vf, vc, x)
    assert parse_move(str(move)) == move
    assert parse_move(str(move)).numbers == (f, c, w, vf, vc, x)


def test_counted_moves_are_read_back() -> None:
    for first in range(4):
        for second in range(4 - first):
            if first + second:
                assert parse_move(str(raise_move(first, second))).numbers == (first, second)
    assert parse_move(str(declare_move(45, 0))).numbers == (45, 0)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("pay", "a letter for each resource"),
        ("pay CF", "a letter for each resource"),
        ("pay fF", "a letter for each resource"),
        ("pay F  exchange", "a letter for each resource"),
        ("pay " + "F" * 31, "a letter for each resource"),
        ("pay " + "f" * 46, "a letter for each resource"),
        ("raise FFCC", "raise FFC"),
        ("raise", "raise FFC"),
        ("raise ", "raise FFC"),
        ("declare 1", "numbers of virtual Food"),
        ("declare 01 1", "numbers of virtual Food"),
        ("declare 40 40", "numbers of virtual Food"),
        ("village wine food", "village TRACK TRACK"),
        ("village food food", "village TRACK TRACK"),
        ("place genio", "place DIVINITY"),
        ("place pass", "place DIVINITY"),
        ("worship 8", "number of additional cards"),
        ("take wine Dea", "take food DIVINITY"),
        ("devote Altar", "devote CARD DIVINITY"),
        ("play Bath", "play CARD"),
        ("pass ", "pass"),
        ("", "begin with one of advance, cards, copy"),
        ("e2e4", "begin with one of"),
    ],
)
def test_other_texts_are_refused_with_what_was_expected(text: str, told: str) -> None:
    with pytest.raises(MoveSyntaxError) as caught:
        parse_move(text)
    assert told in str(caught.value)


def test_long_texts_are_cut_in_the_message() -> None:
    with pytest.raises(MoveSyntaxError) as caught:
        parse_move("x" * 10_000)
    assert len(str(caught.value)) < 300


words = st.sampled_from(["pay", "F", "C", "W", "f", "c", " ", "-", "exchange", "raise", "1", "46"])


@given(st.one_of(st.text(max_size=20), st.lists(words, max_size=9).map("".join)))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    try:
        move = parse_move(text)
    except MoveSyntaxError:
        return
    assert str(move) == text
