"""The texts of moves."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games import MoveSyntaxError
from referee.games.bologna import GAME, PASS, House, Landmark, Space, Tower

SPACES = st.builds(Space, st.integers(0, 25), st.integers(0, 25))
DISTRICTS = st.integers(1, 6)


@st.composite
def houses(draw: st.DrawFn) -> House:
    size, first = draw(st.integers(2, 6)), draw(SPACES)
    down, right = draw(st.sampled_from([(0, 1), (1, 0)]))
    last = Space(first.row + down * (size - 1), first.column + right * (size - 1))
    if max(last) > 25:
        first, last = Space(0, 0), Space(down * (size - 1), right * (size - 1))
    return House(draw(DISTRICTS), first, last, draw(st.none() | SPACES))


@settings(max_examples=200)
@given(move=houses())
def test_houses_read_back(move: House) -> None:
    again = GAME.parse_move(str(move))
    assert again == move
    assert isinstance(again, House)
    assert (again.district, again.size, again.squares, again.school) == (
        move.district,
        move.size,
        move.squares,
        move.school,
    )


@settings(max_examples=50)
@given(district=DISTRICTS, size=st.integers(2, 6), square=SPACES)
def test_towers_read_back(district: int, size: int, square: Space) -> None:
    again = GAME.parse_move(str(Tower(district, size, square)))
    assert isinstance(again, Tower)
    assert (again.district, again.size, again.square) == (district, size, square)


@settings(max_examples=50)
@given(
    kind=st.sampled_from(["councilman", "townhall", "cathedral"]),
    district=DISTRICTS,
    corners=st.tuples(SPACES, SPACES),
)
def test_landmarks_read_back(kind: str, district: int, corners: tuple[Space, Space]) -> None:
    (top, bottom), (left, right) = (sorted(side) for side in zip(*corners, strict=True))
    move = Landmark(kind, district, Space(top, left), Space(bottom, right))
    again = GAME.parse_move(str(move))
    assert isinstance(again, Landmark)
    assert (again.kind, again.squares) == (kind, move.squares)


def test_examples_of_texts() -> None:
    assert str(House(4, Space(0, 1), Space(2, 1), None)) == "h3@4:b1-b3"
    assert str(House(4, Space(0, 1), Space(0, 3), Space(0, 0))) == "h3@4:b1-d1+a1"
    assert str(Tower(2, 5, Space(1, 0))) == "t5@2:a2"
    assert str(Landmark("townhall", 4, Space(1, 2), Space(3, 3))) == "townhall@4:c2-d4"
    assert str(PASS) == "pass"
    assert GAME.parse_move("pass") is PASS
    assert str(GAME.parse_move("t6@6:z26")) == "t6@6:z26"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("h3@4:b3-b1", "not written canonically; expected h3@4:b1-b3"),
        ("townhall@4:d2-c4", "not written canonically; expected townhall@4:c2-d4"),
        ("h3@4:b1-c3", "a house lies in one row or one column"),
        ("h3@4:b1-b4", "a house of size 3 covers 3 squares, not 4"),
        ("h2@1:a1-a1", "a house of size 2 covers 2 squares, not 1"),
        ("h3@7:b1-b3", "no move of bologna"),
        ("h7@4:b1-b7", "no move of bologna"),
        ("t1@4:b1", "no move of bologna"),
        ("t2@4:b0", "no move of bologna"),
        ("t2@4:b01", "no move of bologna"),
        ("t2@4:b27", "no move of bologna"),
        ("t2@4:b1+a1", "no move of bologna"),
        ("palace@4:b1-c2", "no move of bologna"),
        ("PASS", "no move of bologna"),
        ("", "no move of bologna"),
    ],
)
def test_other_texts_are_refused(text: str, reason: str) -> None:
    with pytest.raises(MoveSyntaxError) as refused:
        GAME.parse_move(text)
    assert str(refused.value).startswith(reason)


def test_moves_go_to_other_processes_and_stay_equal() -> None:
    move = GAME.parse_move("h3@4:b1-d1+a1")
    assert pickle.loads(pickle.dumps(move)) == move
    assert move != "h3@4:b1-d1+a1"
    assert repr(move) == "<House h3@4:b1-d1+a1>"
