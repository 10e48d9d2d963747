import io

import pytest
from rich.console import Console
from rich.text import Text

from arena.terminal.stepping import moved, step_through


@pytest.mark.parametrize(
    ("place", "key", "after"),
    [
        (0, "right", 1),
        (0, "space", 1),
        (5, "n", 5),
        (3, "p", 2),
        (0, "left", 0),
        (4, "home", 0),
        (1, "end", 5),
        (0, "pagedown", 5),
        (5, "pageup", 0),
        (2, "x", 2),
        (2, "q", None),
        (2, "escape", None),
    ],
)
def test_where_keys_lead_in_six_positions(place: int, key: str, after: int | None) -> None:
    assert moved(place, 5, key) == after


class _Keys:
    def __init__(self, *reads: list[str] | None) -> None:
        self._reads = list(reads)

    def read(self, timeout_s: float) -> list[str] | None:
        return self._reads.pop(0)


def _screen() -> Console:
    return Console(
        file=io.StringIO(), force_terminal=True, width=40, height=10, _environ={"TERM": "xterm"}
    )


def test_every_step_is_drawn_and_the_last_place_is_told() -> None:
    drawn: list[int] = []

    def draw(place: int) -> Text:
        drawn.append(place)
        return Text(f"place {place}")

    keys = _Keys(["n"], [], ["n", "n"], ["home"], ["x"], ["q", "n"])
    console = _screen()
    assert step_through(console, keys, draw, last=9, start=4) == 0
    assert drawn == [4, 5, 7, 0]
    assert isinstance(console.file, io.StringIO)
    assert "place 7" in console.file.getvalue()


def test_a_terminal_that_goes_away_ends_it() -> None:
    assert step_through(_screen(), _Keys(None), lambda place: Text(str(place)), last=3) == 0
