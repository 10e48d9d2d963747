"""Counts of move sequences, the same as on the documentation's page."""

import re
from pathlib import Path

import pytest

from referee.games import SeededChance, perft
from referee.games.tuerme import GAME, TuermeState

PAGE = Path(__file__).parents[4] / "docs" / "games" / "tuerme.md"
QUICK = 10_000


def later(seats: int, decisions: int) -> TuermeState:
    """The deal that 32 zero bytes give, some decisions later.

    Decision n takes move n mod the number of moves.
    """
    state = GAME.initial_state({}, seats, SeededChance(bytes(32)))
    for number in range(decisions):
        state.apply(state.legal_move(number % state.legal_count()))
    return state


def rows() -> list[tuple[int, int, list[int]]]:
    """The table: seats, decisions made before, counts by depth."""
    table = re.findall(r"^\| (\d) \| (\d+) \| ([\d, ]+) \|$", PAGE.read_text("utf-8"), re.M)
    return [(int(s), int(before), [int(n) for n in c.split(", ")]) for s, before, c in table]


def test_the_table_is_complete() -> None:
    found = [(seats, before) for seats, before, _ in rows()]
    assert sorted(found) == [(seats, before) for seats in GAME.seats for before in (0, 40)]


@pytest.mark.parametrize(("seats", "before", "counts"), rows())
def test_counts(seats: int, before: int, counts: list[int]) -> None:
    state = later(seats, before)
    digest = state.digest()
    for depth, count in enumerate(counts, 1):
        if count < QUICK:
            assert perft(state, depth) == count
    assert state.digest() == digest


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "before", "counts"), rows())
def test_large_counts(seats: int, before: int, counts: list[int]) -> None:
    state = later(seats, before)
    for depth, count in enumerate(counts, 1):
        if count >= QUICK:
            assert perft(state, depth) == count
