import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings import Result
from arena.result_files.entries import LONGEST_LINE_BYTES, Entry, Fault, Played, Unfinished
from arena.result_files.lines import text_lines
from arena.result_files.pgn import _in_comment, read_pgn


def read(text: str | bytes) -> list[Entry]:
    content = text if isinstance(text, bytes) else text.encode()
    return list(read_pgn(text_lines(io.BytesIO(content)), "f"))


def match(white: str, black: str, result: str, moves: str = "") -> str:
    headers = f'[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n'
    return f"{headers}\n{moves}\n\n" if moves else f"{headers}\n"


def played(line: int, white: str, black: str, *placements: int) -> Played:
    return Played(line, Result(f"f:{line}", (white, black), placements), deal_told=False)


@pytest.mark.parametrize("moves", ["", "1. e4 e5 1-0"])
def test_only_headers_count(moves: str) -> None:
    text = match("A", "B", "1-0", moves) + match("B", "A", "0-1", moves)
    second = 7 if moves else 5
    assert read(text) == [played(1, "A", "B", 1, 2), played(second, "B", "A", 2, 1)]


def test_draws_and_matches_without_a_result() -> None:
    told = read(match("A", "B", "1/2-1/2", "x") + match("A", "B", "*", "x"))
    assert told == [played(1, "A", "B", 1, 1), Unfinished(7)]


def test_headers_need_no_empty_line_between_matches() -> None:
    text = "".join(match(w, "Z", "1-0").rstrip("\n") + "\n" for w in "ABC")
    assert [entry.line for entry in read(text)] == [1, 4, 7]


def test_a_header_that_the_match_before_had_not_belongs_to_the_next() -> None:
    text = match("A", "B", "1-0") + '[Event "E"]\n[Deal "d"]\n' + match("B", "C", "1-0")
    first, second = read(text)
    assert first == played(1, "A", "B", 1, 2)
    assert second == Played(5, Result("d", ("B", "C"), (1, 2)), deal_told=True)


def test_what_looks_like_a_header_in_a_comment_is_none() -> None:
    moves = '1. e4 {one [White "no"]\n[Black "nor this"]\n} e5 ; not {here\n2. Nf3 (d4 {x}) 1-0'
    text = match("A", "B", "1-0", moves) + match("C", "D", "1-0", "x")
    assert [entry for entry in read(text) if isinstance(entry, Fault)] == []
    assert len(read(text)) == 2


def test_lines_with_a_percent_sign_are_not_read() -> None:
    assert len(read('%[White "x"]\n' + match("A", "B", "1-0"))) == 1


def test_quotes_and_backslashes_in_names() -> None:
    (entry,) = read(match(r"a \"b\" \\c", "B", "1-0"))
    assert isinstance(entry, Played)
    assert entry.result.engines[0] == 'a "b" \\c'


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        (match("A", "B", "2-0"), 1, "no result: '2-0'"),
        ('[White "A"]\n[Result "1-0"]\n', 1, "a match without Black"),
        (match("", "B", "1-0"), 1, "a player without a name"),
        (match("?", "B", "1-0"), 1, "a player without a name"),
        (match("A", "B" * 201, "1-0"), 1, "a name of 201 characters"),
        ('\n[White "A]\n[Black "B"]\n[Result "1-0"]\n', 2, "no header of PGN"),
        ('[White "' + "A" * LONGEST_LINE_BYTES + '"]\n', 1, "no header of PGN"),
        (match("A", "B", "*", "{never closed"), 5, "a comment that is never closed"),
    ],
)
def test_what_can_not_be_read_is_told_with_its_line(text: str, line: int, told: str) -> None:
    fault = read(text)[-1]
    assert isinstance(fault, Fault)
    assert fault.line == line
    assert told in fault.text


def test_a_broken_match_leaves_the_others_alone() -> None:
    broken = '[White "A]\n[Black "B"]\n[Result "1-0"]\n\nx\n\n'
    text = match("A", "B", "1-0", "x") + broken + match("C", "D", "0-1", "x")
    first, second, third = read(text)
    assert isinstance(first, Played)
    assert second == Fault(7, "no header of PGN")
    assert third == played(13, "C", "D", 2, 1)


def test_moves_in_one_endless_line_hide_no_match() -> None:
    moves = "{" + "x" * LONGEST_LINE_BYTES + "} " + "y {z} " * LONGEST_LINE_BYTES
    told = read(match("A", "B", "1-0", moves) + match("C", "D", "1-0", "x"))
    assert [type(entry) for entry in told] == [Played, Played]


@given(st.text(alphabet="{} x", max_size=12), st.booleans())
def test_the_quick_way_through_braces_is_the_plain_one(text: str, commented: bool) -> None:
    # A semicolon at the very end changes nothing but the way.
    assert _in_comment(text, commented) == _in_comment(text + " ;", commented)


@given(st.text(alphabet='[]"\\{};% \nWhiteBlackResult10-', max_size=200))
def test_any_text_is_read_to_its_end(text: str) -> None:
    for entry in read(text):
        assert 1 <= entry.line <= text.count("\n") + 1


@given(st.binary(max_size=200))
def test_so_are_any_bytes(content: bytes) -> None:
    read(content)
