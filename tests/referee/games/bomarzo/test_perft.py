"""Counts of move sequences, the same as on the documentation's page."""

import re
from pathlib import Path

import pytest

from referee.games import SeededChance, perft
from referee.games.bomarzo import GAME, BomarzoState

PAGE = Path(__file__).parents[4] / "docs" / "games" / "bomarzo.md"
BEFORE = (0, 60, 120)


def later(seats: int, decisions: int) -> BomarzoState:
    """The deal of 32 zero bytes; decision n takes move n mod the number of moves."""
    chance = SeededChance(bytes(32))
    state = GAME.initial_state({}, seats, chance)
    for number in range(decisions):
        state.apply(state.legal_move(number % state.legal_count()), chance)
    return state


def rows() -> list[tuple[int, int, list[int]]]:
    """The table: seats, decisions made before, counts by depth."""
    table = re.findall(r"^\| (\d) \| (\d+) \| ([\d, ]+) \|$", PAGE.read_text("utf-8"), re.M)
    return [
        (int(seats), int(before), [int(n) for n in counts.split(", ")])
        for seats, before, counts in table
    ]


def test_the_table_is_complete() -> None:
    found = [(seats, before) for seats, before, _ in rows()]
    assert found == [(seats, before) for before in BEFORE for seats in GAME.seats]


@pytest.mark.parametrize(("seats", "before", "counts"), rows())
def test_counts(seats: int, before: int, counts: list[int]) -> None:
    state = later(seats, before)
    digest = state.digest()
    for depth, count in enumerate(counts, 1):
        assert perft(state, depth) == count
    assert state.digest() == digest
