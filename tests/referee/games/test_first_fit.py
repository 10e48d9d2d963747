"""A drawing in several sizes."""

import io

import pytest
from rich.console import Console
from rich.text import Text

from referee.games.first_fit import FirstFit


def _drawn(height: int | None) -> list[str]:
    console = Console(file=io.StringIO(), width=20, height=50)
    drawing = FirstFit(Text("1\n2\n3\n4"), Text("1 2\n3 4"), Text("1 2 3\n4"))
    options = console.options.update(height=height)
    lines = console.render(drawing, options)
    return "".join(segment.text for segment in lines).splitlines()


@pytest.mark.parametrize(
    ("height", "drawn"),
    [
        (None, ["1", "2", "3", "4"]),
        (4, ["1", "2", "3", "4"]),
        (3, ["1 2", "3 4"]),
        (2, ["1 2", "3 4"]),
        (1, ["1 2 3", "4"]),
    ],
)
def test_the_roomiest_that_fits(height: int | None, drawn: list[str]) -> None:
    assert _drawn(height) == drawn


def test_there_must_be_a_drawing() -> None:
    with pytest.raises(ValueError, match="nothing to draw"):
        FirstFit()
