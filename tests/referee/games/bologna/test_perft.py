"""The published perft numbers."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from referee.games import divide, perft
from referee.games.bologna import BolognaState
from referee.games.bologna.moves import parse_move
from tests.referee.games.bologna.reference import Reference
from tests.referee.games.bologna.test_reference import MAP

ROOT = Path(__file__).parents[4]
POSITIONS: list[dict[str, Any]] = json.loads(
    (ROOT / "tests" / "golden" / "bologna" / "perft.json").read_text(encoding="utf-8")
)
QUICK = 200_000
"""Sequences that are counted without thinking twice."""


def start(position: dict[str, Any]) -> BolognaState:
    state = BolognaState.empty(city=position["city"])
    for text in position["moves"]:
        move = parse_move(text)
        assert state.validate(move) is None
        state.apply(move)
    return state


def cases(quick: bool) -> list[Any]:
    return [
        pytest.param(position, int(depth), count, id=f"{position['name']}-{depth}")
        for position in POSITIONS
        for depth, count in position["perft"].items()
        if (count <= QUICK and int(depth) <= 5) == quick
    ]


@pytest.mark.parametrize(("position", "depth", "count"), cases(quick=True))
def test_quick_depths(position: dict[str, Any], depth: int, count: int) -> None:
    assert perft(start(position), depth) == count


@pytest.mark.slow
@pytest.mark.parametrize(("position", "depth", "count"), cases(quick=False))
def test_deep_depths(position: dict[str, Any], depth: int, count: int) -> None:
    assert perft(start(position), depth) == count


@pytest.mark.parametrize("position", POSITIONS, ids=lambda p: p["name"])
def test_divide_adds_up(position: dict[str, Any]) -> None:
    state = start(position)
    parts = divide(state, 2)
    assert list(parts) == state.legal_texts()
    assert sum(parts.values()) == position["perft"]["2"]


def test_the_slow_reference_counts_the_same() -> None:
    # Of the last position, where players get stuck.
    position = POSITIONS[-1]

    def count(slow: Reference, depth: int) -> int:
        legal = slow.legal()
        if depth == 1:
            return len(legal)
        found = 0
        for text in legal:
            child = deepcopy(slow)
            child.apply(text)
            found += count(child, depth - 1)
        return found

    slow = Reference(MAP, position["city"])
    for text in position["moves"]:
        slow.apply(text)
    assert count(slow, 3) == position["perft"]["3"]


def test_the_documentation_has_the_numbers() -> None:
    text = (ROOT / "docs" / "games" / "bologna.md").read_text(encoding="utf-8")
    for position in POSITIONS:
        assert position["name"] in text
        assert " ".join(position["moves"]) in text.replace("\n", " ")
        for depth, count in position["perft"].items():
            assert f"| {depth} | {count:,} |" in text
