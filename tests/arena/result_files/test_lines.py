import io

from hypothesis import given
from hypothesis import strategies as st

from arena.result_files.entries import LONGEST_LINE_BYTES
from arena.result_files.lines import text_lines


def lines(content: bytes) -> list[tuple[int, str, bool]]:
    return list(text_lines(io.BytesIO(content)))


def test_lines_are_counted_from_one_and_lose_their_ends() -> None:
    assert lines(b"\xef\xbb\xbfa\r\n\nb") == [(1, "a", True), (2, "", True), (3, "b", True)]


def test_what_is_not_utf8_is_latin_1() -> None:
    assert lines("Jürgen\n".encode("latin-1") + "Jürgen".encode()) == [
        (1, "Jürgen", True),
        (2, "Jürgen", True),
    ]


def test_a_line_without_an_end_comes_in_pieces() -> None:
    told = lines(b"x" * (LONGEST_LINE_BYTES * 2 + 1) + b"\ny\n")
    assert [(number, len(text), whole) for number, text, whole in told] == [
        (1, LONGEST_LINE_BYTES, False),
        (1, LONGEST_LINE_BYTES, False),
        (1, 1, False),
        (2, 1, True),
    ]


@given(st.binary(max_size=300))
def test_any_bytes_are_some_lines(content: bytes) -> None:
    told = lines(content)
    assert [number for number, _, _ in told] == list(range(1, len(told) + 1))
    assert all("\n" not in text for _, text, _ in told)
