"""The fast rules against the slow ones, over random playouts."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from podesta.bologna.v1 import bologna_pb2 as messages

import referee.games.bologna
from referee.games import Event
from referee.games.bologna import BolognaState
from tests.referee.games.bologna.reference import Reference

MAP = Path(referee.games.bologna.__file__).with_name("map.json")
CITIES = st.text(alphabet="AB", min_size=6, max_size=6)


def greedy_edge(texts: list[str]) -> list[str]:
    """The moves that take most squares: they lead to players who are stuck."""
    houses = [text for text in texts if text.startswith("h") and "+" not in text]
    longest = max((text[1] for text in houses), default="")
    return [text for text in houses if text[1] == longest] or texts


def compare_playout(city: str, seed: int, greedy: bool = False) -> BolognaState:
    rng = random.Random(seed)
    fast, slow = BolognaState.empty(city=city), Reference(MAP, city)
    while fast.to_act is not None:
        texts = fast.legal_texts()
        assert texts == slow.legal()
        assert fast.to_act == slow.seat
        text = rng.choice(greedy_edge(texts) if greedy else texts)
        events: list[Event] = []
        fast.apply(fast.legal_move(texts.index(text)), events=events)
        closed = []
        for event in events:
            message = event.message
            assert isinstance(message, messages.BolognaEvent)
            if message.HasField("courtyard"):
                found = message.courtyard
                winner = found.winner if found.HasField("winner") else None
                closed.append((len(found.squares), winner))
        assert sorted(closed, key=str) == sorted(slow.apply(text), key=str)
        assert fast.pawn == slow.pawn
    assert slow.seat is None
    assert slow.immediate == (fast.ending == messages.ENDING_IMMEDIATE_VICTORY)
    return fast


@settings(max_examples=6, deadline=None)
@given(city=CITIES, seed=st.integers(0, 2**32))
def test_random_playouts_agree(city: str, seed: int) -> None:
    compare_playout(city, seed)


@settings(max_examples=4, deadline=None)
@given(city=CITIES, seed=st.integers(0, 2**32))
def test_playouts_that_fill_the_edges_agree(city: str, seed: int) -> None:
    compare_playout(city, seed, greedy=True)


@pytest.mark.slow
@pytest.mark.parametrize("greedy", [False, True])
def test_many_playouts_agree(greedy: bool) -> None:
    endings = set()
    for number in range(0, 64, 4):
        city = f"{number:06b}".translate(str.maketrans("01", "AB"))
        endings.add(compare_playout(city, number, greedy).ending)
    assert messages.ENDING_FINAL_SCORING in endings
