import os
import pty
import termios

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.terminal.keys import KeyReader, split_keys


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        (b"n", ["n"]),
        (b" ", ["space"]),
        (b"\x1b[C\x1b[D", ["right", "left"]),
        (b"\x1bOA\x1bOB", ["up", "down"]),
        (b"\x1b[H\x1b[4~\x1b[5~", ["home", "end", "pageup"]),
        (b"\r\x7f", ["enter", "backspace"]),
        (b"\x1b", ["escape"]),
        (b"\x1b[1;5Cq", ["q"]),  # ctrl-right: unknown, and none of its bytes is a key
        (b"\x1b[Cq\x1b[C", ["right", "q", "right"]),
        (b"\x00\xff", []),
        (b"", []),
    ],
)
def test_keys_of_terminals(sent: bytes, keys: list[str]) -> None:
    assert split_keys(sent) == keys


@given(st.binary(max_size=30))
def test_any_bytes_give_names_and_nothing_else(sent: bytes) -> None:
    assert all(key.isascii() and key.isprintable() for key in split_keys(sent))


def test_a_reader_takes_keys_without_echo_and_gives_the_terminal_back() -> None:
    ours, theirs = pty.openpty()
    try:
        before = termios.tcgetattr(theirs)
        with KeyReader(theirs) as keys:
            assert not termios.tcgetattr(theirs)[3] & (termios.ICANON | termios.ECHO)
            assert termios.tcgetattr(theirs)[3] & termios.ISIG
            os.write(ours, b"n\x1b[C")
            assert keys.read(10) == ["n", "right"]
            assert keys.read(0) == []
        assert termios.tcgetattr(theirs) == before
    finally:
        os.close(ours)
        os.close(theirs)


def test_a_terminal_that_is_hung_up_has_no_more_keys() -> None:
    ours, theirs = pty.openpty()
    reader = KeyReader(theirs)
    try:
        with reader as keys:
            os.close(ours)
            assert keys.read(10) is None
    except termios.error:
        pass  # a terminal that is gone need not be given back
    finally:
        os.close(theirs)


def test_a_pipe_is_no_terminal() -> None:
    ours, theirs = os.pipe()
    try:
        with pytest.raises(termios.error), KeyReader(ours):
            pass
    finally:
        os.close(ours)
        os.close(theirs)
