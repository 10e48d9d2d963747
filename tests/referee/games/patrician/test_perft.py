"""Counts of move sequences, the same as on the documentation's page."""

import re
from pathlib import Path

import pytest

from referee.games import SeededChance, perft
from referee.games.patrician import GAME, PatricianState

PAGE = Path(__file__).parents[4] / "docs" / "games" / "patrician.md"


def first(seats: int, modules: str) -> PatricianState:
    """The deal that 32 zero bytes give."""
    options = {"trade_routes": modules, "delegates": modules}
    return GAME.initial_state(options, seats, SeededChance(bytes(32)))


def later(seats: int, modules: str, decisions: int) -> PatricianState:
    """The same deal some decisions later: decision n takes move n mod the number of moves."""
    state = first(seats, modules)
    for number in range(decisions):
        state.apply(state.legal_move(number % state.legal_count()))
    return state


def rows() -> list[tuple[int, str, int, list[int]]]:
    """The table: seats, modules, decisions made before, counts by depth."""
    table = re.findall(
        r"^\| (\d) \| (none|both) \| (\d+) \| ([\d, ]+) \|$", PAGE.read_text("utf-8"), re.M
    )
    return [
        (int(seats), "true" if modules == "both" else "false", int(before), _numbers(counts))
        for seats, modules, before, counts in table
    ]


def _numbers(text: str) -> list[int]:
    return [int(n) for n in text.split(", ")]


def test_the_table_is_complete() -> None:
    found = [(seats, modules, before) for seats, modules, before, _ in rows()]
    assert sorted(found) == sorted(
        (seats, modules, before)
        for seats in GAME.seats
        for modules in ("false", "true")
        for before in (0, 60)
    )


@pytest.mark.parametrize(("seats", "modules", "before", "counts"), rows())
def test_counts(seats: int, modules: str, before: int, counts: list[int]) -> None:
    state = later(seats, modules, before)
    digest = state.digest()
    for depth, count in enumerate(counts, 1):
        if count < 20_000:
            assert perft(state, depth) == count
    assert state.digest() == digest


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "modules", "before", "counts"), rows())
def test_large_counts(seats: int, modules: str, before: int, counts: list[int]) -> None:
    state = later(seats, modules, before)
    for depth, count in enumerate(counts, 1):
        if count >= 20_000:
            assert perft(state, depth) == count
