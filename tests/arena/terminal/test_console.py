import io
import os
import pty

import pytest
from rich.text import Text

from arena.terminal.console import FILE_WIDTH, STYLES, is_live, make_console


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def _shown(stream: io.StringIO, environment: dict[str, str]) -> str:
    make_console(stream, environment).print(Text("good", "good"))
    return stream.getvalue()


def test_a_terminal_gets_colour() -> None:
    assert "\x1b[32m" in _shown(_Terminal(), {"TERM": "xterm-256color"})


@pytest.mark.parametrize(
    "environment",
    [{"TERM": "xterm", "NO_COLOR": "1"}, {"TERM": "dumb"}],
)
def test_a_terminal_that_wants_no_colour_gets_none(environment: dict[str, str]) -> None:
    assert "\x1b[32m" not in _shown(_Terminal(), environment)


def test_a_pipe_gets_colour_only_when_forced() -> None:
    assert _shown(io.StringIO(), {"TERM": "xterm"}) == "good\n"
    assert "\x1b[32m" in _shown(io.StringIO(), {"TERM": "xterm", "FORCE_COLOR": "1"})


def test_forced_colour_is_no_moving_cursor() -> None:
    assert not is_live(io.StringIO(), {"TERM": "xterm", "FORCE_COLOR": "1"})
    assert is_live(_Terminal(), {"TERM": "xterm"})
    assert not is_live(_Terminal(), {"TERM": "dumb"})
    assert not is_live(_Terminal(), {})


def test_a_closed_stream_is_not_live() -> None:
    stream = io.StringIO()
    stream.close()
    assert not is_live(stream, {"TERM": "xterm"})


def test_a_real_terminal_is_live() -> None:
    ours, theirs = pty.openpty()
    try:
        with os.fdopen(theirs, "w") as stream:
            assert is_live(stream, {"TERM": "xterm"})
    finally:
        os.close(ours)


@pytest.mark.parametrize(
    ("columns", "width"), [("50", 50), ("", FILE_WIDTH), ("many", FILE_WIDTH), ("0", FILE_WIDTH)]
)
def test_the_width_of_a_file_is_that_of_columns_or_wide(columns: str, width: int) -> None:
    assert make_console(io.StringIO(), {"COLUMNS": columns}).width == width


def test_text_is_never_markup_or_emoji() -> None:
    stream = io.StringIO()
    make_console(stream, {}).print("[bold]x[/bold] :smile: 123")
    assert stream.getvalue() == "[bold]x[/bold] :smile: 123\n"


def test_no_style_is_hard_to_read_on_one_of_the_backgrounds() -> None:
    words = {word for style in STYLES.values() for word in style.split()}
    assert not words & {"yellow", "white", "black", "blue", "bright_black", "dim", "cyan"}
