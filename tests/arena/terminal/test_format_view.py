"""How a format is shown on a terminal."""

import io

from arena.schedule import FormatPicture, FormatTable, MatchCount
from arena.terminal.console import make_console
from arena.terminal.format_view import (
    count_text,
    expected_matches,
    format_lines,
    format_tables,
)


def picture(least: int, most: int | None, *, over: bool = False) -> FormatPicture:
    table = FormatTable(
        "t", "Table", ("rank", "bot", "points"), ((1, "a\x1b[31m", 2.5), (2, "b", 1 / 3)), "Note."
    )
    return FormatPicture("Title", "going on", MatchCount(least, most), over, (table,))


def test_the_end_is_known_open_or_reached() -> None:
    assert expected_matches(picture(12, 12), 4) == 12
    assert count_text(picture(12, 12), 3, 4) == "3/12"
    assert count_text(picture(6, 14), 3, 4) == "3"
    assert count_text(picture(0, None), 3, 4) == "3"
    assert count_text(picture(6, 14, over=True), 8, 8) == "8/8"


def test_lines_and_tables_hold_no_control_characters() -> None:
    assert format_lines(picture(1, 1)) == ["Title", "going on"]
    stream = io.StringIO()
    console = make_console(stream)
    for table in format_tables(picture(1, 1)):
        console.print(table)
    shown = stream.getvalue()
    assert "\x1b" not in shown
    assert "2.5" in shown
    assert "0.33" in shown
    assert "Note." in shown
