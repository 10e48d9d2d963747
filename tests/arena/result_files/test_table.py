import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings import Result
from arena.result_files.entries import LONGEST_LINE_BYTES, Entry, Fault, Played, Unfinished
from arena.result_files.lines import text_lines
from arena.result_files.table import read_table


def read(text: str) -> list[Entry]:
    return list(read_table(text_lines(io.BytesIO(text.encode())), "f"))


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_players_and_results(mark: str) -> None:
    text = "Result,WHITE,black,deal\n1-0,A,B,\n\n1/2-1/2,B,A,d7\n*,A,B,\n".replace(",", mark)
    assert read(text) == [
        Played(2, Result("f:2", ("A", "B"), (1, 2)), deal_told=False),
        Played(4, Result("d7", ("B", "A"), (1, 1)), deal_told=True),
        Unfinished(5),
    ]


def test_quoted_names_and_what_looks_like_a_formula() -> None:
    (entry,) = read('white,black,result\n"a, ""b""",\'=1+1,0-1\n')
    assert isinstance(entry, Played)
    assert entry.result.engines == ('a, "b"', "=1+1")


def test_results_as_leagues_export_them() -> None:
    heading = "number,deal_id,engines,placements,termination,faulty_seats,stand_in\n"
    told = read(
        heading
        + "1,d1,a b c,2 1 3,completed,,false\n"
        + "2,d1,c a b,3 1 2,fault,0,true\n"
        + "3,d2,a b c,1 1 2,forfeit,2,false\n"
    )
    assert told == [
        Played(2, Result("d1", ("a", "b", "c"), (2, 1, 3)), deal_told=True),
        Played(
            3,
            Result(
                "d1",
                ("c", "a", "b"),
                (3, 1, 2),
                rated_pairs=frozenset({(0, 1), (0, 2)}),
                faulty=frozenset({0}),
            ),
            deal_told=True,
        ),
        Played(
            4,
            Result("d2", ("a", "b", "c"), (1, 1, 2), forfeit=True, faulty=frozenset({2})),
            deal_told=True,
        ),
    ]


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("a,b\n1,2\n", 1, "no heading"),
        ("white,black,result\nA,B\n", 2, "2 fields, but the heading has 3"),
        ("white,black,result\nA,B,win\n", 2, "no result: 'win'"),
        ("white,black,result\n,B,1-0\n", 2, "without a name"),
        ("white,black,result\n" + "A" * LONGEST_LINE_BYTES + ",B,1-0\n", 2, "too long"),
        ("engines,placements\na b,1\n", 2, "2 engines, but 1 placements"),
        ("engines,placements\na b,x y\n", 2, "whole numbers"),
        ("engines,placements\na b,0 1\n", 2, "count from 1"),
        ("engines,placements\na,1\n", 2, "a match of 1 seats"),
        ("engines,placements,faulty_seats\na b,1 2,2\n", 2, "no such seat"),
        ("engines,placements,faulty_seats\na b,1 2,-1\n", 2, "no such seat"),
    ],
)
def test_what_can_not_be_read_is_told_with_its_line(text: str, line: int, told: str) -> None:
    (fault,) = read(text)
    assert isinstance(fault, Fault)
    assert fault.line == line
    assert told in fault.text


def test_a_broken_line_leaves_the_others_alone() -> None:
    told = read('white,black,result\nA,B,1-0\n"A,B,1-0\nB,A,1-0\n')
    assert [type(entry) for entry in told] == [Played, Fault, Played]


@given(st.text(alphabet="white,black,result\n\"'01-/* engines placements", max_size=200))
def test_any_text_is_read_to_its_end(text: str) -> None:
    for heading in ("", "white,black,result\n", "engines,placements,faulty_seats\n"):
        read(heading + text)
