import pytest

from arena.terminal.placements_text import placements_text


@pytest.mark.parametrize(
    ("placements", "text"),
    [
        ((1, 2), "1-0"),
        ((2, 1), "0-1"),
        ((1, 1), "1/2-1/2"),
        ((2, 1, 3), "2nd-1st-3rd"),
        ((1, 1, 3, 4), "1st-1st-3rd-4th"),
        ((6, 1, 2, 3, 4, 5), "6th-1st-2nd-3rd-4th-5th"),
    ],
)
def test_who_won(placements: tuple[int, ...], text: str) -> None:
    assert placements_text(placements) == text
